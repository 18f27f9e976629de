package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var obsoleteFlag = lint.Rule{
	ID: "obsolete-flag", Severity: lint.Warning, Confidence: lint.Certain, Tag: lint.WithoutEffect, Groups: ofStart,
	Title: "the JDK ignores the option",
	Check: func(p *lint.Pass) {
		states := repair.States{}
		for _, parting := range p.Options.Partings() {
			if parting.State != jvmflag.Obsolete {
				continue
			}
			option := repair.WordAt(p, parting)
			if !p.Workload.JDK.Open && repair.UnknownOnOther(p, parting.At) {
				continue // unknown-flag says both
			}
			did := jvmflag.Purpose(parting.Special.Name)
			f := p.Report(lint.Places{parting.At}, "%s is ignored since JDK %d%s",
				jvmflag.WithoutValue(parting.At.String()), parting.Special.ObsoleteIn, lint.If(did != "", ": it "+did))
			f.Note(jvmflag.CMSCounterpart(parting.Special.Name))
			if expired := parting.Special.ExpiredIn; expired > 0 && !p.Options.IgnoresUnknown() {
				f.Note(fmt.Sprintf("JDK %d refuses to start with it", expired))
			}
			same := repair.OnAll(p, option, func(other *lint.Pass) bool { return states.Of(other, parting.At) == jvmflag.Obsolete })
			before := parting.Special.ObsoleteIn <= jvmflag.Oldest // a release that jvmlint does not know reads it
			if p.Workload.JDK.Open && (!same || before) {
				f.Ahead = parting.Special.ObsoleteIn > slices.Max(jvmflag.LongTerm)
				f.Severity = lint.Info // nothing says that this JDK runs it
				f.Suggest(lint.Manual, fmt.Sprintf("remove it if no JDK before %d runs this", parting.Special.ObsoleteIn))
				continue
			}
			f.Suggest(repair.Safest(same), "remove it", p.RemoveOption(option))
		}
	},
}
