package input

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Beside gives the file of a name that stands in the folder of another; nil
// where there is none.
type Beside func(name string) *source.File

// environmentFile reads the variables of a file that a unit names, where one of
// that name stands beside the unit: on the machine it has another folder. It
// tells false where there is none.
//
// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
func (in *Input) environmentFile(named source.Text, env *environment) bool {
	base := path.Base(strings.TrimPrefix(named.String(), "-"))
	if in.beside == nil || strings.ContainsAny(base, "*?[%/") {
		return false
	}
	file := in.beside(base)
	if file == nil {
		return false
	}
	in.ReadWith = append(in.ReadWith, file)
	whole := textOf(file)
	for at := 0; at < whole.Len(); {
		if line := whole.String()[at:lineAfter(whole.String(), at)]; isComment(line) || strings.HasPrefix(strings.TrimSpace(line), ";") {
			at = lineAfter(whole.String(), at)
			continue
		}
		found, next := assignmentsAt(whole, at)
		for _, a := range found {
			if a.closed {
				env.set(variable{name: a.name, at: a.at, value: a.value, known: true})
			}
		}
		at = next
	}
	return true
}
