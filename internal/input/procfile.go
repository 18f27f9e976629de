package input

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Procfile reading.Format = "Procfile without JVM options"

// procfile reads the processes of a Procfile, a command behind the name of each.
//
//	https://devcenter.heroku.com/articles/procfile
//	https://honcho.readthedocs.io/en/latest/using_procfiles.html
var procfile = reading.Reader{
	Formats: []reading.Format{Procfile},
	Files:   []string{"Procfile", "Procfile.*"},
	Owns: func(c *reading.Candidate) bool {
		return strings.HasPrefix(path.Base(c.File.Name), "Procfile") && process.MatchString(c.Whole.String())
	},
	Read:     func(in *reading.Input, c *reading.Candidate) { readProcfile(in, c.Whole) },
	Comments: reading.OptionsSyntax.Of,
}

var process = lazyregexp.New(`(?m)^([\w-]+):[ \t]*([^\s#][^\r\n]*)`)

func readProcfile(in *reading.Input, whole source.Text) {
	for _, m := range process.FindAllStringSubmatchIndex(whole.String(), -1) {
		name, command := whole.Slice(m[2], m[3]), whole.Slice(m[4], m[5])
		w := workload.Workload{Name: name.String(), File: in.File, At: name, Known: workload.AllOptions, JDK: workload.OpenJDK()}
		env := &reading.Environment{}
		shell := source.Unlocated("sh", "what runs a Procfile")
		words := []reading.Item{{Text: shell}, {Text: source.Unlocated("-c", "what runs a Procfile")}, {Text: command, Written: command}}
		start := reading.Started(words, env, false)
		start.Replaced = true
		in.ReadJVMs(w, env, start, source.Text{})
	}
}
