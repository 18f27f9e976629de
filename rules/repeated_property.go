package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var repeatedProperty = lint.Rule{
	ID: "repeated-property", Severity: lint.Warning, Confidence: lint.Certain, Tag: lint.WithoutEffect, Groups: ofStart,
	Title: "a system property is set twice",
	Check: func(p *lint.Pass) {
		if p.Workload.OthersInBranches() {
			return
		}
		for _, o := range p.Options.Options {
			winner, value, loses := overridingProperty(p.Options, o)
			if !loses {
				continue
			}
			name := jvmflag.WithoutValue(o.String())
			f := p.Report(lint.Places{o.Text}, "%s is overridden by %s%s", o, winner.Option, order(o.Channel, winner.Option.Channel))
			if value == winner.Value.String() {
				f.Message = fmt.Sprintf("%s is set twice, to the same value", name)
				f.Severity = lint.Info
			}
			f.Because(winner.Option.Text, "counts")
			same := repair.OnAll(p, o, func(other *lint.Pass) bool {
				_, _, loses := overridingProperty(other.Options, o)
				return loses
			})
			f.Suggest(repair.Safest(same), "remove "+name, p.RemoveOption(o))
		}
	},
}

// overridingProperty returns the property as a later option of the same file sets
// it, and the value of o, which does not count.
func overridingProperty(r *jvmflag.Resolution, o jvmflag.Option) (winner jvmflag.Property, value string, loses bool) {
	definition, isProperty := strings.CutPrefix(o.String(), "-D")
	if !isProperty || !o.Text.Located() {
		return winner, "", false
	}
	name, value, _ := strings.Cut(definition, "=")
	winner, set := r.Properties[name]
	switch last := winner.Option.Text; {
	case !set || last.Same(o.Text) || !last.Located() || last.Span().File != o.Text.Span().File:
		return winner, value, false
	case winner.Option.Channel != o.Channel && winner.Option.Evidence < jvmflag.Runs:
		return winner, value, false // the winner may reach another JVM, or none
	}
	return winner, value, !strings.Contains(value+winner.Value.String(), "$")
}
