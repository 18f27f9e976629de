package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var collectorConflict = lint.Rule{
	ID: "collector-conflict", Severity: lint.Error, Confidence: lint.Certain,
	Groups: []lint.Group{lint.GroupStart, lint.GroupGC},
	Title:  "options choose more than one collector, or switch off the default one",
	Check: func(p *lint.Pass) {
		for _, r := range repair.Refusals(p, "collector-conflict") {
			if off, ok := p.Options.Settings[r.Flag]; ok && !off.Bool() {
				f := r.Report(lint.Places{off.Option.Text}, "%q switches off the collector that the JVM would choose, and no option chooses another", off.Option)
				f.Suggest(lint.Manual, "choose a collector, or leave the choice to the JVM")
				continue
			}
			chosen := hotspot.ChosenCollectors(p.Options)
			if len(chosen) == 0 {
				r.Report(nil, "the options choose no collector, or more than one")
				continue
			}
			last := chosen[len(chosen)-1].Option
			others := lists.Of(chosen[:len(chosen)-1], func(set jvmflag.Setting) string {
				return `"` + set.Option.String() + `"`
			})
			f := r.Report(lint.Places{last.Text}, "%q chooses a collector beside %s: a JVM can have only one", last, lint.And(others))
			for _, set := range chosen {
				f.Because(set.Option.Text, strings.TrimPrefix(set.Flag.Name, "Use")+" is chosen here")
				if origin := set.Option.Text.Origin(); !set.Option.Text.Located() && origin != "" {
					f.Note(set.Option.String() + " is in " + origin)
				}
			}
			f.Suggest(lint.Manual, "keep one of them")
		}
	},
}
