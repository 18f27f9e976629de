package kube

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// read reads a file of YAML by itself.
func read(name, text string) *reading.Input { return readBeside(name, text, nil) }

// readBeside reads a file of YAML beside others, by their names.
func readBeside(name, text string, beside map[string]string) *reading.Input {
	in := inputBeside(name, text, beside)
	YAMLFiles.Read(in, reading.NewCandidate(in.File))
	in.Finish()
	return in
}

// inputBeside is a file beside others that is not read yet.
func inputBeside(name, text string, beside map[string]string) *reading.Input {
	return &reading.Input{File: source.NewFile(name, []byte(text)), Reader: &YAMLFiles, Objects: reading.Objects{}, FileBeside: func(name string) *source.File {
		if text, found := beside[name]; found {
			return source.NewFile(name, []byte(text))
		}
		return nil
	}}
}

// described is what tests compare of a workload.
type described struct {
	name    string
	judged  bool // HasJVM
	options []string
}

func describe(in *reading.Input) []described {
	var all []described
	for _, w := range in.Workloads {
		all = append(all, described{w.Name, w.HasJVM(), optionsOf(w)})
	}
	return all
}

// optionsOf writes each option with its channel and, where it is meant for some JDKs only, these.
func optionsOf(w *workload.Workload) []string {
	short := map[jvmflag.Channel]string{jvmflag.JavaToolOptions: "tool", jvmflag.JDKJavaOptions: "jdk", jvmflag.CommandLine: "cmd", jvmflag.JavaOptions: "last"}
	var all []string
	for _, o := range w.Options {
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

// checkPlaces holds the places of options against the file: what is edited there is what stands there.
func checkPlaces(t *testing.T, in *reading.Input) {
	t.Helper()
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			span := o.Text.Span()
			require.True(t, span.IsZero() || span.Around().File == in.File, "%s", o)
			require.True(t, !o.Text.Editable() || strings.ContainsAny(span.String(), `"'\`) || o.String() == span.String(), "%s: %s", o, span)
		}
	}
}

// parsed is the root of a text of YAML.
func parsed(t *testing.T, text string) *yamldoc.Node {
	t.Helper()
	documents, err := yamldoc.Parse(source.NewFile("a.yaml", []byte(text)))
	require.NoError(t, err)
	require.Len(t, documents, 1)
	return documents[0].Root
}

// flow writes a node in one line.
func flow(n *yamldoc.Node) string {
	var all []string
	switch n.Kind() {
	case yamldoc.Mapping:
		for _, e := range n.Entries() {
			all = append(all, e.Key.Value()+": "+flow(e.Value))
		}
		return "{" + strings.Join(all, ", ") + "}"
	case yamldoc.Sequence:
		for _, item := range n.Items() {
			all = append(all, flow(item))
		}
		return "[" + strings.Join(all, ", ") + "]"
	case yamldoc.Scalar:
		return n.Value()
	}
	return "nothing"
}

// variables are those that count, as NAME=value, or NAME where the value is not known.
func variables(env *reading.Environment) []string {
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
