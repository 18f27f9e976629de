package predict

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Resource is what a machine may have more or less of.
type Resource string

const (
	CPUs   Resource = "cpus"
	Memory Resource = "memory" // bytes
)

// Question asks what would be if the machine had from so many to so many CPUs
// or bytes of memory. Of nothing it is no question.
type Question struct {
	Of       Resource
	From, To int64
}

// Steps of memory are whole mebibytes, and some thousands at the most.
const (
	memoryGrain = 1 << 20
	memorySteps = 2048
)

// Answer gives the outcomes: machines that differ in the collector, in the size of its regions, in compressed pointers,
// in the reason not to start, or in whether the memory that is planned for fits, are not alike.
func (p *Prediction) Answer(q Question) []hotspot.Outcome {
	m, limit := p.Machine(), p.Workload.Memory
	fits := func(t hotspot.Trial) bool {
		most := t.N
		if q.Of == CPUs {
			most = limit.N
		}
		return t.JVM == nil || p.PlannedIn(t.JVM) <= most
	}
	same := func(a, b hotspot.Trial) bool { return alike(a, b) && fits(a) == fits(b) }
	if q.Of == CPUs {
		return hotspot.Outcomes(hotspot.WithCPUs(p.Options, m), same, q.From, q.To, 1, 1)
	}
	m.CPUs = p.BudgetMachine().CPUs
	step := max((q.To-q.From)/memorySteps/memoryGrain, 1) * memoryGrain
	return hotspot.Outcomes(hotspot.WithMemory(p.Options, m), same, q.From, q.To, step, memoryGrain)
}

// mostPoints is how many machines a curve is drawn through.
const mostPoints = 64

// Along gives machines of the range of a question, evenly apart, for a curve.
func (p *Prediction) Along(q Question) []hotspot.Trial {
	m := p.Machine()
	try := hotspot.WithCPUs(p.Options, m)
	if q.Of == Memory {
		m.CPUs = p.BudgetMachine().CPUs
		try = hotspot.WithMemory(p.Options, m)
	}
	var all []hotspot.Trial
	for n, step := q.From, max((q.To-q.From+mostPoints-2)/(mostPoints-1), 1); n < q.To; n += step {
		all = append(all, hotspot.Trial{N: n, Verdict: try(n)})
	}
	return append(all, hotspot.Trial{N: q.To, Verdict: try(q.To)})
}

// PlannedIn is the memory that is planned for, in bytes; 0 where it is not known.
func (p *Prediction) PlannedIn(jvm *hotspot.JVM) int64 {
	budget, ok := memory.Of(jvm, p.Options, p.Program())
	if !ok {
		return 0
	}
	return budget.Planned()
}

func alike(a, b hotspot.Trial) bool {
	if a.OK != b.OK || (a.JVM == nil) != (b.JVM == nil) {
		return false
	}
	if a.Refusal != nil {
		return a.Refusal.Alike(b.Refusal)
	}
	return a.JVM == nil || a.JVM.Collector.Kind == b.JVM.Collector.Kind && regionSize(a.JVM) == regionSize(b.JVM) &&
		a.JVM.Flag("UseCompressedOops").Value == b.JVM.Flag("UseCompressedOops").Value
}

// regionSize is that of G1; unknown for other collectors.
func regionSize(jvm *hotspot.JVM) int64 {
	if jvm.G1 == nil {
		return 0
	}
	return known(jvm.G1.RegionSize)
}

func known(v source.Value) int64 {
	if !v.Known() {
		return -1
	}
	return v.N
}
