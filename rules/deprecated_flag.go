package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var deprecatedFlag = lint.Rule{
	ID: "deprecated-flag", Severity: lint.Warning, Confidence: lint.Certain, Tag: lint.Deprecated, Groups: ofStart,
	Title: "the option works, but the JDK warns that it will be removed",
	Check: func(p *lint.Pass) {
		logging, states := repair.LogOptions(p), repair.States{}
		for _, parting := range p.Options.Partings() {
			if parting.State != jvmflag.Deprecated || !parting.At.Located() { // an image that brings it has the JDK for it
				continue
			}
			if len(logging) > 0 && parting.At.Same(logging[0].At) {
				reportLogging(p, logging)
			}
			if !repair.IsLogging(parting) {
				reportDeprecated(p, parting, states)
			}
		}
	},
}

// reportLogging reports all logging options at the first one, because they are replaced together.
func reportLogging(p *lint.Pass, logging []jvmflag.Parting) {
	names := lists.Of(logging, func(l jvmflag.Parting) string { return jvmflag.WithoutValue(l.At.String()) })
	f := p.Report(lint.Places{logging[0].At}, "%s %s deprecated since JDK 9", plural.And(names), lint.Verb(len(names), "is", "are"))
	worst := logging[0]
	for _, l := range logging {
		f.Because(l.At, "replaced together")
		if e := l.Special.ExpiredIn; e > 0 && (worst.Special.ExpiredIn == 0 || e < worst.Special.ExpiredIn) {
			worst = l
		}
	}
	announceEnd(p, f, worst.Special, jvmflag.WithoutValue(worst.At.String()))
	repair.SuggestLogging(p, f, logging)
}

func reportDeprecated(p *lint.Pass, parting jvmflag.Parting, states repair.States) {
	option, special := repair.WordAt(p, parting), parting.Special
	parted := repair.OnAll(p, option, func(other *lint.Pass) bool { return states.Of(other, parting.At) != jvmflag.Current })
	if p.Workload.JDK.Open && p.Options.IgnoresUnknown() && !parted {
		return // for several JDKs, and each starts with it
	}
	if option.Until > 0 && special.State(option.Until) < jvmflag.Obsolete {
		return // its line ends before any JDK ignores it
	}
	f := p.Report(lint.Places{parting.At}, "%s is deprecated since JDK %d", jvmflag.WithoutValue(parting.At.String()), special.DeprecatedIn)
	announceEnd(p, f, special, "it")
	// Its line ends before a JDK refuses the option, or an older JDK, which does not warn, may run it.
	f.InfoIf(option.Until > 0 && special.State(option.Until) < jvmflag.Expired)
	f.InfoIf(p.Workload.JDK.Open && (!parted || special.DeprecatedIn <= jvmflag.Oldest))
	instead, same := repair.Replacement(p, parting)
	switch {
	case same && instead == "":
		idle := repair.OnAll(p, option, func(other *lint.Pass) bool { return states.Of(other, parting.At) >= jvmflag.Deprecated })
		f.Suggest(repair.Safest(idle), fmt.Sprintf("remove it: it does nothing on JDK %d", p.JDK), p.RemoveOption(option))
	case same && repair.ReadEverywhere(p, option, instead):
		f.Suggest(lint.Safe, "write "+instead, lint.Replace(option.Word(), instead))
	case instead != "":
		f.Suggest(lint.Manual, "write "+instead)
	default:
		f.Suggest(lint.Manual, repair.Advice(special.Name))
	}
}

// announceEnd says when the option ends, and lowers the severity if that is far off.
func announceEnd(p *lint.Pass, f *lint.Finding, special jvmflag.Special, what string) {
	f.InfoIf(p.Options.IgnoresUnknown() || !special.EndsAfter(p.JDK))
	switch {
	case p.Options.IgnoresUnknown():
	case special.ObsoleteIn > 0 && special.ExpiredIn > 0:
		f.Note(fmt.Sprintf("JDK %d ignores %s, JDK %d will not start with it", special.ObsoleteIn, what, special.ExpiredIn))
	case special.ExpiredIn > 0:
		f.Note(fmt.Sprintf("JDK %d will not start with %s", special.ExpiredIn, what))
	case special.ObsoleteIn > 0:
		f.Note(fmt.Sprintf("JDK %d ignores %s", special.ObsoleteIn, what))
	}
}
