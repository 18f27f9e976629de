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
	return !strings.ContainsAny(base, "*?[%/") && in.EnvironmentFile(base, "#;", env)
}
