package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// embed notes the comments of a text within YAML that is a file by itself.
func (in *Input) embed(n *yamldoc.Node, read func(source.Text) remarks) {
	text := n.Text()
	within := text.Span()
	known := slices.ContainsFunc(in.embedded, func(r remarks) bool { return r.within == within })
	if known || within.IsZero() || !strings.Contains(strings.ToLower(text.String()), "jvmlint") {
		return
	}
	r := read(text)
	r.within, r.begins = within, within.Start
	if key := n.Key(); key != nil {
		r.begins = min(r.begins, key.Span().Start)
	}
	in.embedded = append(in.embedded, r)
}

// embedScript notes the comments of the script that a container hands to a
// shell: sh -c and a text of several lines.
func (in *Input) embedScript(container *yamldoc.Node) {
	words := slices.Concat(container.Get("command").Items(), container.Get("args").Items())
	for i := 1; i < len(words); i++ {
		if words[i].Style() == yamldoc.Literal && shellScript.MatchString(words[i-1].Value()) {
			in.embed(words[i], optionsSyntax.read)
		}
	}
}

// innerRemarks are the comments of YAML within YAML, as they stand in the file.
func innerRemarks(text source.Text) remarks {
	r := yamlRemarks(source.Inner("", text))
	for i := range r.comments {
		r.comments[i].Span = r.comments[i].Around()
	}
	for i := range r.units {
		r.units[i] = r.units[i].Around()
	}
	return r
}
