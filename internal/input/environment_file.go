package input

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// environmentFile reads the variables of a file that a unit names, where one of
// that name stands beside the unit: on the machine it has another folder. It
// tells false where there is none.
//
// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
func environmentFile(in *reading.Input, named source.Text, env *reading.Environment) bool {
	base := path.Base(strings.TrimPrefix(named.String(), "-"))
	if in.FileBeside == nil || strings.ContainsAny(base, "*?[%/") {
		return false
	}
	file := in.FileBeside(base)
	if file == nil {
		return false
	}
	in.ReadWith = append(in.ReadWith, file)
	whole := reading.TextOf(file)
	for at := 0; at < whole.Len(); {
		if line := whole.String()[at:reading.LineAfter(whole.String(), at)]; reading.IsComment(line) || strings.HasPrefix(strings.TrimSpace(line), ";") {
			at = reading.LineAfter(whole.String(), at)
			continue
		}
		found, next := reading.AssignmentsAt(whole, at)
		for _, a := range found {
			if a.Closed {
				env.Set(reading.Variable{Name: a.Name, At: a.At, Value: a.Value, Known: true})
			}
		}
		at = next
	}
	return true
}
