package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var obsoleteFlag = lint.Rule{
	ID: "obsolete-flag", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "the JDK ignores the option",
	What: `The option worked in older JDKs. This JDK still reads it, says so in a warning, and does nothing else. Flags
are looked up in HotSpot's own list of flags that it removes; words such as -Xprof, --illegal-access and -cs are
treated alike. If nothing names the JDK, and one that may run this still uses the option, the finding is info. JDK 7
counts as one that may. An option that another of the JDKs which run this refuses is left to unknown-flag.`,
	Why: `The intended effect is missing: -XX:MaxPermSize bounds nothing since JDK 8, --illegal-access=permit opens
nothing since JDK 17, -XX:-ZGenerational does not bring back the collector without generations since JDK 24. And it is
the last warning: the release after next, often the very next, does not know the option, and a JVM with an unknown
option does not start.`,
	FixSafety: `Safe: the option is removed, with its blank or its line, and the JVM behaves as before, without the
warning. It is unsafe if another JDK that may run this still uses the option.`,
	Exceptions: `Options shared by several JDKs, of which an older one still needs it: say so per JDK in a jvm.options
file (8:-XX:MaxPermSize=256m).`,
	Evidence: `HotSpot's table of special flags of JDK 8, 11, 17, 21 and 25 to 28, extracted from the real JVMs; which
of them are ignored, and the words of the warning, were checked against these JVMs.`,
	Examples: []lint.Example{ofOptions("--jdk 11",
		"-Xmx1g -XX:MaxPermSize=256m -Xss1m",
		"-Xmx1g -XX:MaxMetaspaceSize=256m -Xss1m")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://openjdk.org/jeps/122",
		"https://openjdk.org/jeps/403",
	},
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
			f := p.Report([]source.Text{parting.At}, "%s is ignored since JDK %d%s", jvmflag.WithoutValue(parting.At.String()), parting.Special.ObsoleteIn, purpose(parting.Special.Name))
			if why := jvmflag.CMSCounterpart(parting.Special.Name); why != "" {
				f.Note(why)
			}
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

// purpose says what an option did, as the end of a sentence.
func purpose(name string) string {
	if did := jvmflag.Purpose(name); did != "" {
		return ": it " + did
	}
	return ""
}
