package repair

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// MostCPUsTried is where the search ends while nobody says how many CPUs there
// are: few pods see more.
const MostCPUsTried = 64

// ByCPUs tries all numbers of CPUs, or where it is known, its neighbours.
func ByCPUs(p *predict.Prediction) []hotspot.Outcome {
	cpus := p.Workload.CPUs
	start := hotspot.StartWithCPUs(p.Options, p.Machine())
	try := func(n int64) hotspot.Verdict {
		if cpus.Known() && n == cpus.N {
			return p.Start
		}
		return start(n)
	}
	if cpus.Known() {
		return hotspot.Outcomes(try, hotspot.SameStart, max(cpus.N-1, 1), cpus.N+1, 1, 1)
	}
	return hotspot.StartsByCPUs(p.Start, try, MostCPUsTried)
}

// SuggestForAllCPUs offers what lets the JVM start with each number of CPUs:
// to write down what the JVM chooses now, else to leave the choice to it.
func (c Conflict) SuggestForAllCPUs(f *lint.Finding) {
	p := c.pass
	if c.Relation != nil && p.Workload.CPUs.Known() {
		other := c.Relation.Right.Flag
		chosen := p.JVM.Flag(other)
		option := fmt.Sprintf("-XX:%s=%v", other, chosen.Value)
		if _, set := p.Options.Set(other); !set && chosen.Value != nil && c.startsOnAllCPUs(append(slices.Clone(p.Workload.Options), fixed(option))) {
			f.Suggest(lint.Unsafe, "add "+option+", as it is now", p.AddOption(option))
			return
		}
	}
	if len(c.parties) == 0 {
		return
	}
	o := c.parties[0].Option
	rest := slices.DeleteFunc(slices.Clone(p.Workload.Options), func(x jvmflag.Option) bool { return x.Text.Same(o.Text) })
	if c.startsOnAllCPUs(rest) {
		f.Suggest(lint.Unsafe, "remove "+o.String(), p.RemoveOption(o))
	}
}

// fixed is an option that a fix adds.
func fixed(option string) jvmflag.Option {
	return jvmflag.Option{Text: source.Unlocated(option, "a fix"), Channel: jvmflag.JavaOptions}
}

// startsOnAllCPUs reports whether every JDK that may run the workload starts with
// these options on all numbers of CPUs.
func (c Conflict) startsOnAllCPUs(options []jvmflag.Option) bool {
	changed := *c.pass.Workload
	changed.Options = options
	for _, jdk := range changed.JDK.Candidates {
		for _, o := range ByCPUs(predict.Of(&changed, jdk)) {
			if !o.First.OK {
				return false
			}
		}
	}
	return true
}
