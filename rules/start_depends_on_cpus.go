package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var startDependsOnCPUs = lint.Rule{
	ID: "start-depends-on-cpus", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofStart,
	Title: "the same options start on some numbers of CPUs but not on others",
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		refused := slices.DeleteFunc(repair.ByCPUs(p.Prediction), func(o hotspot.Outcome) bool { return o.First.OK })
		if len(refused) > 0 {
			reportCPUs(p, refused)
		}
	},
}

func reportCPUs(p *lint.Pass, refused []hotspot.Outcome) {
	first := refused[0].First.Refusal
	c := repair.NewConflict(repair.NewRefused(p, first))
	would := either.Of(p.Workload.CPUs.Known(), "would", "does")
	f := p.Report(c.Places(), "the JVM %s not start with %s", would, lint.And(lists.Of(refused, cpuRange)))
	c.MentionAll(f)
	f.Note(fmt.Sprintf("JDK %d says with %s: %s", p.JDK, plural.Of(refused[0].First.N, "CPU"), c.Says()[0]))
	c.SuggestForAllCPUs(f)
}

// cpuRange returns the numbers of CPUs of an outcome.
func cpuRange(o hotspot.Outcome) string {
	switch {
	case o.First.N == o.Last.N:
		return plural.Of(o.First.N, "CPU")
	case o.Last.N == repair.MostCPUsTried:
		return fmt.Sprintf("%d CPUs or more", o.First.N)
	}
	return fmt.Sprintf("%d to %d CPUs", o.First.N, o.Last.N)
}
