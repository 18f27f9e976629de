package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var overriddenFlag = lint.Rule{
	ID: "overridden-flag", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "an option is overridden by a later one",
	What: `A flag is set more than once, with different values; the finding is reported at the option that loses. All
names of a flag count as one (-Xmx and -XX:MaxHeapSize, -Xmn and NewSize with MaxNewSize, aliases), and so do all
channels: JAVA_TOOL_OPTIONS is read first, then JDK_JAVA_OPTIONS, the command line, and _JAVA_OPTIONS last. An option
that sets several flags loses only when all of them are set again. Flags that collect values, such as OnError, lose
only to NAME:=.`,
	Why: `HotSpot gives no warning: of two values the last one counts. A reader of the file sees the first, -Xmx4g, but
the JVM runs with a heap of 2g. _JAVA_OPTIONS in an image even overrides the command line that somebody types to try
something.`,
	FixSafety: `Safe: the option that loses is removed, and the JVM behaves as before. It is unsafe if the option still
counts on another JDK that may run this.`,
	Exceptions: `Options that an image or a chart sets are there to be overridden and are not reported. Nor is the same
value twice, nor options that a script sets in its branches; for -Xms and -Xmx see heap-size-slip.`,
	Evidence: `The order of channels and of flags was checked against JDK 8, 11, 17, 21 and 25 to 28
with -XX:+PrintFlagsFinal.`,
	Examples: []lint.Example{ofOptions("--jdk 17",
		"-Xmx4g -Xss1m -XX:MaxHeapSize=2g",
		"-Xss1m -XX:MaxHeapSize=2g")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		if p.Workload.FlagsInBranches() {
			return
		}
		losers := map[int]map[source.Place]bool{} // by JDK
		for _, loser := range repair.Overridden(p.Options) {
			option, winner := loser.Sets[0].Option, loser.Winner
			if option.Shared && !winner.Option.Shared { // the loser counts in another command
				continue
			}
			f := p.Report([]source.Text{option.Text}, "%s is overridden by %s%s", option, winner.Option, order(option.Channel, winner.Option.Channel))
			f.Because(winner.Value, "counts")
			same := repair.OnAll(p, option, func(other *lint.Pass) bool {
				if losers[other.JDK] == nil {
					losers[other.JDK] = placesOf(repair.Overridden(other.Options))
				}
				return losers[other.JDK][option.Text.Place()]
			})
			f.Suggest(repair.Safest(same), fmt.Sprintf("remove %s", option), p.RemoveOption(option))
		}
	},
}

// placesOf returns the places of the options that lose.
func placesOf(losers []repair.Override) map[source.Place]bool {
	all := map[source.Place]bool{}
	for _, l := range losers {
		all[l.Sets[0].Option.Text.Place()] = true
	}
	return all
}

// order says why one of two options counts.
func order(loser, winner jvmflag.Channel) string {
	switch {
	case loser != winner && winner == jvmflag.JavaOptions:
		return " in _JAVA_OPTIONS, which is read last"
	case loser == jvmflag.FlagsFile && winner != loser:
		return ": a file of flags is read first"
	case loser != winner && winner == jvmflag.CommandLine:
		return fmt.Sprintf(" on the command line, which is read after %s", loser)
	case loser != winner:
		return fmt.Sprintf(" in %s, which is read after %s", winner, loser)
	}
	return " after it"
}
