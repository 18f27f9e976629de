package reading

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// text is one of a test, which stands nowhere.
func text(s string) source.Text { return source.Unlocated(s, "a test") }

// open is a file that is not read yet.
func open(name, content string) *Input { return &Input{File: source.NewFile(name, []byte(content))} }

// read reads a file of options, or a script.
func read(name, content string) *Input {
	in := open(name, content)
	if whole := TextOf(in.File); BeginsWithOption(whole) {
		in.ReadOptionsFile(whole)
	} else if AssignsOptions(whole) || StartsProgram(whole) {
		in.ReadScript(whole)
	}
	in.Finish()
	return in
}

// described is what tests compare of a workload.
type described struct {
	name    string
	judged  bool // HasJVM
	options []string
}

func describe(in *Input) []described {
	var all []described
	for _, w := range in.Workloads {
		all = append(all, described{w.Name, w.HasJVM(), written(w.Options)})
	}
	return all
}

// written writes each option with its channel and, where it is meant for some JDKs only, these.
func written(options []jvmflag.Option) []string {
	short := map[jvmflag.Channel]string{jvmflag.JavaToolOptions: "tool", jvmflag.JDKJavaOptions: "jdk", jvmflag.CommandLine: "cmd", jvmflag.JavaOptions: "last"}
	var all []string
	for _, o := range options {
		s := short[o.Channel] + " " + o.String()
		if o.Since != 0 || o.Until != 0 {
			s += fmt.Sprintf(" (%d-%d)", o.Since, o.Until)
		}
		all = append(all, s)
	}
	return all
}

func messages(problems []*source.Problem) []string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Error())
	}
	return all
}

// checkPlaces holds the places of options against the file.
func checkPlaces(t *testing.T, in *Input) {
	t.Helper()
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			span := o.Text.Span()
			require.True(t, span.IsZero() || span.Around().File == in.File, "%s", o)
			require.True(t, !o.Text.Editable() || strings.ContainsAny(span.String(), `"'\`) || o.String() == span.String(), "%s: %s", o, span)
		}
	}
}

// list are words of a list.
func list(words ...string) []Item {
	var all []Item
	for _, w := range words {
		all = append(all, Item{Text: text(w), Written: text(w)})
	}
	return all
}

// environment has variables that are written NAME=value, or NAME where the value is not known.
func environment(variables ...string) *Environment {
	env := &Environment{}
	for _, v := range variables {
		name, value, known := strings.Cut(v, "=")
		env.Set(Variable{Name: name, At: text(name), Value: text(value), Known: known})
	}
	return env
}

// variables are those that count, written as above.
func variables(env *Environment) []string {
	var all []string
	for v := range env.All() {
		if v.Known {
			all = append(all, v.Name+"="+v.Value.String())
		} else {
			all = append(all, v.Name)
		}
	}
	return all
}

// openJDK is a JVM of which nothing is known.
func openJDK(options ...string) *workload.Workload {
	w := workload.New("w", source.NewFile("f", nil), text("w"))
	for _, o := range options {
		w.Options = append(w.Options, jvmflag.Option{Text: text(o), Channel: jvmflag.CommandLine})
	}
	jvmflag.Known(jvmflag.Runs, w.Options)
	return &w
}

func strs(texts []source.Text) []string {
	var all []string
	for _, t := range texts {
		all = append(all, t.String())
	}
	return all
}
