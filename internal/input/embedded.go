package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readEmbedded reads a text of several lines within YAML that a container gets
// as a file: options of the JVM, or a script that sets variables of them. It
// tells whether the text is one. What cannot be read of it is no fault of the
// YAML.
func (in *Input) readEmbedded(n *yamldoc.Node, names ...string) bool {
	text := n.Text()
	if n.Kind() != yamldoc.Scalar || n.Style() != yamldoc.Literal || strings.Count(text.String(), "\n") < 2 ||
		!beginsWithOption(text) && !assignsOptions(text) {
		return false
	}
	inner := &Input{File: in.File}
	inner.readOptions(text)
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
