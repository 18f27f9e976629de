package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readEmbedded reads a text of several lines within YAML that a container gets
// as a file: options of the JVM, or a script that sets variables of them. It
// reports whether the text is one. What cannot be read of it is no fault of the
// YAML.
func (in file) readEmbedded(n *yamldoc.Node, names ...string) bool {
	text := n.Text()
	if in.readRunnerOptions(n, names...) {
		return true
	}
	if n.Kind() != yamldoc.Scalar || n.Style() != yamldoc.Literal || strings.Count(text.String(), "\n") < 2 {
		return false
	}
	inner := &reading.Input{File: in.File}
	switch {
	case reading.BeginsWithOption(text):
		inner.ReadOptions(text)
	case reading.AssignsOptions(text), reading.HasJavaCommands(text):
		inner.ReadScript(text)
	default:
		return false
	}
	in.embed(n, reading.OptionsSyntax.Read)
	in.Notes = append(in.Notes, inner.Problems...)
	if inner.Incomplete {
		return true
	}
	for _, w := range inner.Workloads {
		for i := range w.Options {
			w.Options[i].Block = true
		}
		w.Name = reading.JoinNames(append(names, w.Name)...)
		w.KnowsAtMost(workload.PartOfOptions)
		in.Workloads = append(in.Workloads, w)
	}
	return true
}
