package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readEmbedded reads a text of several lines within YAML that a container gets
// as a file: options of the JVM, or a script that sets variables of them. It
// tells whether the text is one. What cannot be read of it is no fault of the
// YAML.
func (in *Input) readEmbedded(n *yamldoc.Node, names ...string) bool {
	text := n.Text()
	if n.Kind() != yamldoc.Scalar || n.Style() != yamldoc.Literal || strings.Count(text.String(), "\n") < 2 {
		return false
	}
	inner := &Input{File: in.File}
	switch {
	case beginsWithOption(text):
		inner.readOptions(text)
	case assignsOptions(text), len(javaCommands(text)) > 0:
		inner.readScript(text)
	default:
		return false
	}
	in.embed(n, optionsSyntax.read)
	in.Notes = append(in.Notes, inner.Problems...)
	if inner.incomplete {
		return true
	}
	for _, w := range inner.Workloads {
		for i := range w.Options {
			w.Options[i].Block = true
		}
		w.Name, w.Part = joinNames(append(names, w.Name)...), true
		in.Workloads = append(in.Workloads, w)
	}
	return true
}

// addJavaCommands adds the JVMs that a script starts, in place of variables
// whose options they get. What others hold may come from where it runs.
func (in *Input) addJavaCommands(commands []startCommand) {
	for _, c := range commands {
		in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool { return c.getsAll(w.Options) })
		w := in.optionsWorkload("java", c.options)
		w.At, w.Whole, w.Part = c.java, c.complete, !c.complete
		in.Workloads = append(in.Workloads, w)
	}
}

// getsAll tells whether java gets all of the options, as they stand in the text.
func (c startCommand) getsAll(options []jvmflag.Option) bool {
	return !slices.ContainsFunc(options, func(o jvmflag.Option) bool {
		return !slices.ContainsFunc(c.options, func(own jvmflag.Option) bool { return own.Text.Span() == o.Text.Span() && own.String() == o.String() })
	})
}
