package images

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

// ArgumentOf reads a line of a start script in the catalogue: -Xmx${HEAP:-512}m. As in a shell, :- stands before
// what counts for an empty variable too, and - before what does not. The key has conditions.
func ArgumentOf(f catalogue.Field) Argument {
	a := Argument{Default: f.Value}
	if before, rest, has := strings.Cut(f.Value, "${"); has {
		a.Before = before
		rest, a.Behind, _ = strings.Cut(rest, "}")
		a.Variable, a.Default, a.Brought = strings.Cut(rest, "-")
		if name, empty := strings.CutSuffix(a.Variable, ":"); empty {
			a.Variable, a.Brought = name, false
		}
	}
	words := strings.Fields(f.Key)[1:]
	for i := 0; i+1 < len(words); i += 2 {
		switch name, value, _ := strings.Cut(words[i+1], "="); words[i] {
		case "if":
			a.If = Setting{name, Pattern(value)}
		case "unless":
			a.Unless = Setting{name, Pattern(value)}
		case "default-unless":
			a.DefaultUnless = name
		case "share":
			a.Share = words[i+1]
		}
	}
	return a
}
