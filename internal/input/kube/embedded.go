package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readEmbedded reads a text of several lines within YAML that a container gets
// as a file: options of the JVM, or a script that sets variables of them. It
// reports whether the text is one. What cannot be read of it is no fault of the
// YAML.
func (in file) readEmbedded(n *yamldoc.Node, names ...string) bool {
	text := n.Text()
	if in.readTaskOptions(n, names...) {
		return true
	}
	if n.Kind() != yamldoc.Scalar || n.Style() != yamldoc.Literal || strings.Count(text.String(), "\n") < 2 {
		return false
	}
	if reading.BeginsWithOption(text) {
		inner := &reading.Input{File: in.File}
		inner.ReadOptions(text)
		in.takeText(n, inner, names)
		return true
	}
	return in.readScript(n, names...)
}

// readScript reads a text that sets variables of options, or starts java.
func (in file) readScript(n *yamldoc.Node, names ...string) bool {
	text, filledIn := template.Fill(n.Text())
	if !reading.AssignsOptions(text) && !reading.StartsProgram(text) {
		return false
	}
	inner := in.Inner(in.File)
	inner.ReadScript(text)
	for _, w := range inner.Workloads {
		w.Branches = w.Branches || filledIn
	}
	in.takeText(n, inner, names)
	return true
}

// takeText takes over what was read of a text.
func (in file) takeText(n *yamldoc.Node, inner *reading.Input, names []string) {
	in.embed(n, reading.OptionsSyntax.Read)
	in.Notes = append(in.Notes, inner.Problems...)
	if inner.Incomplete {
		return
	}
	for _, w := range inner.Workloads {
		for i := range w.Options {
			w.Options[i].Block = n.Style() == yamldoc.Literal
		}
		w.Name = reading.JoinNames(append(names, w.Name)...)
		w.KnowsAtMost(workload.PartOfOptions)
		in.Workloads = append(in.Workloads, w)
	}
}
