package kube

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// embed notes the comments of a text within YAML that is a file by itself.
func (in file) embed(n *yamldoc.Node, read func(source.Text) reading.Remarks) {
	text := n.Text()
	within := text.Span()
	known := slices.ContainsFunc(in.Embedded, func(r reading.Remarks) bool { return r.Within == within })
	if known || within.IsZero() || !strings.Contains(strings.ToLower(text.String()), "jvmlint") {
		return
	}
	r := read(text)
	r.Within, r.Begins = within, within.Start
	if key := n.Key(); key != nil {
		r.Begins = min(r.Begins, key.Span().Start)
	}
	in.Embedded = append(in.Embedded, r)
}

// embedScript notes the comments of the script that a container hands to a
// shell: sh -c and a text of several lines.
func (in file) embedScript(container *yamldoc.Node) {
	words := slices.Concat(container.Get("command").Items(), container.Get("args").Items())
	for i := 1; i < len(words); i++ {
		if words[i].Style() == yamldoc.Literal && start.ScriptOption.MatchString(words[i-1].Value()) {
			in.embed(words[i], reading.OptionsSyntax.Read)
		}
	}
}

// innerRemarks are the comments of YAML within YAML, as they stand in the file.
func innerRemarks(text source.Text) reading.Remarks {
	return YamlRemarks(source.Inner("", text)).Around()
}
