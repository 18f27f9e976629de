package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var overriddenFlag = lint.Rule{
	ID: "overridden-flag", Severity: lint.Warning, Confidence: lint.Certain, Tag: lint.WithoutEffect, Groups: ofStart,
	Title: "an option is overridden by a later one",
	Check: func(p *lint.Pass) {
		if p.Workload.FlagsInBranches() {
			return
		}
		losers := map[int]map[source.Place]bool{} // by JDK
		place := func(l repair.Override) source.Place { return l.Sets[0].Option.Text.Place() }
		for _, loser := range repair.Overridden(p.Options) {
			option, winner := loser.Sets[0].Option, loser.Winner
			if option.Shared && !winner.Option.Shared { // the loser counts in another command
				continue
			}
			f := p.Report(lint.Places{option.Text}, "%s is overridden by %s%s", option, winner.Option, order(option.Channel, winner.Option.Channel))
			f.Because(winner.Value, "counts")
			if !winner.Option.Text.Located() { // its own setting is what was meant
				f.Note(fmt.Sprintf("%s comes from %s", winner.Option, winner.Option.Text.Origin()))
				f.Suggest(lint.Manual, fmt.Sprintf("set what gives %s, or remove %s", winner.Option, option))
				continue
			}
			same := repair.OnAll(p, option, func(other *lint.Pass) bool {
				if losers[other.JDK] == nil {
					losers[other.JDK] = lists.Set(lists.Of(repair.Overridden(other.Options), place))
				}
				return losers[other.JDK][option.Text.Place()]
			})
			f.Suggest(repair.Safest(same), fmt.Sprintf("remove %s", option), p.RemoveOption(option))
		}
	},
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
