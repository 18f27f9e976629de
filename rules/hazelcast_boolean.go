package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

var hazelcastBoolean = lint.Rule{
	ID: "hazelcast-boolean", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "Hazelcast reads a word for true as false",
	Check: func(p *lint.Pass) {
		for _, n := range p.HazelcastVerdict().Booleans {
			word := n.Value()
			if slices.Contains([]string{"no", "n", "off", "0"}, strings.ToLower(word)) {
				f := p.Report(lint.Places{n.Text()}, "Hazelcast reads %q as false, like every word but true", word)
				f.Severity = lint.Info
				f.Suggest(lint.Safe, "write false", lint.Replace(n.Text(), "false"))
				continue
			}
			f := p.Report(lint.Places{n.Text()}, "Hazelcast reads %q as false: only true is true", word)
			f.Suggest(lint.Unsafe, "write true", lint.Replace(n.Text(), "true"))
		}
	},
}
