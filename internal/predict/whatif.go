package predict

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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
	limit := p.Workload.Memory
	fits := func(t hotspot.Trial) bool {
		most := either.Of(q.Of == CPUs, limit.N, t.N)
		return t.JVM == nil || p.PlannedIn(t.JVM) <= most
	}
	same := func(a, b hotspot.Trial) bool { return alike(a, b) && fits(a) == fits(b) }
	if q.Of == CPUs {
		return hotspot.Outcomes(hotspot.WithCPUs(hotspot.Start, p.Options, p.Machine()), same, q.From, q.To, 1, 1)
	}
	step := max((q.To-q.From)/memorySteps/memoryGrain, 1) * memoryGrain
	return hotspot.Outcomes(hotspot.WithMemory(p.Options, p.BudgetMachine()), same, q.From, q.To, step, memoryGrain)
}

// mostPoints is how many machines a curve is drawn through.
const mostPoints = 64

// Along gives machines of the range of a question, evenly apart, for a curve.
func (p *Prediction) Along(q Question) []hotspot.Trial {
	try := hotspot.WithCPUs(hotspot.Start, p.Options, p.Machine())
	if q.Of == Memory {
		try = hotspot.WithMemory(p.Options, p.BudgetMachine())
	}
	var all []hotspot.Trial
	for n, step := q.From, max((q.To-q.From+mostPoints-2)/(mostPoints-1), 1); n < q.To; n += step {
		all = append(all, hotspot.Trial{N: n, Verdict: try(n)})
	}
	return append(all, hotspot.Trial{N: q.To, Verdict: try(q.To)})
}

// PlannedIn is the memory that is planned for, in bytes; 0 where it is not known.
func (p *Prediction) PlannedIn(jvm *hotspot.JVM) int64 {
	budget, _ := memory.Of(jvm, p.Options, p.Program())
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

// regionSize is that of G1; 0 where it is not known, and for other collectors.
func regionSize(jvm *hotspot.JVM) int64 {
	if jvm.G1 == nil {
		return 0
	}
	return jvm.G1.RegionSize.N
}

// What a node is taken to have where nobody says: a size that many rent.
const (
	assumedNodeMemory = 64 << 30
	assumedNodeCPUs   = 16
)

// Machine is what the JVM finds: where it is known that its build does not see the limits
// on such a node, it finds the node.
func (p *Prediction) Machine() hotspot.Machine {
	m := p.Workload.Machine()
	if c := m.Node.Cgroup; c != "" && c != hotspot.CgroupNone {
		m.Blind = blind(c.Seeing().In(p.Build()))
	}
	w := p.Workload
	open := !m.CPUs.Known() && !m.Blind && w.Limited && w.Manager == workload.Kubernetes && hotspot.SeesContainer(p.Options)
	if open && hotspot.RequestIsOneCPU(p.Build(), w.CPURequest.N) {
		m.CPUs = source.Value{N: 1, Origin: source.Configured, Text: w.CPURequest.Text, Why: "the request, without a limit"}
	}
	return m
}

func blind(a release.Answer) bool { return a == release.No || a == release.LikelyNo }

// Unseen is what comes of limits that a build does not see on some nodes.
type Unseen struct {
	On     hotspot.Cgroup // of the nodes: those that were stated, else the first in which it is blind
	Answer release.Answer // No or LikelyNo
	Node   hotspot.Node   // with what is assumed of it
	Seen   hotspot.Verdict
	There  hotspot.Verdict
}

// UnseenLimits is what a JVM does on a node where its build does not see the limits that it would see
// elsewhere. It reports false where it sees them on each node that it may run on, and
// where that is not known: on Windows, without control groups, and of a build that nothing names.
func (p *Prediction) UnseenLimits() (Unseen, bool) {
	w, b := p.Workload, p.Build()
	if p.JVM == nil || w.Node.Cgroup == hotspot.CgroupNone || !hotspot.SeesContainer(p.Options) || blind(release.SeesLimits.In(b)) {
		return Unseen{}, false
	}
	u := Unseen{On: w.Node.Cgroup, Node: w.Node}
	if u.On == "" {
		i := slices.IndexFunc(hotspot.Cgroups, func(c hotspot.Cgroup) bool { return blind(c.Seeing().In(b)) })
		if i < 0 || b.Bound == release.Unnamed {
			return Unseen{}, false
		}
		u.On = hotspot.Cgroups[i]
	}
	if u.Answer = u.On.Seeing().In(b); !blind(u.Answer) {
		return Unseen{}, false
	}
	assume(&u.Node.Memory, assumedNodeMemory)
	assume(&u.Node.CPUs, assumedNodeCPUs)
	m := p.Machine()
	if u.Seen = p.Start; m.Blind {
		m.Blind = false
		u.Seen = hotspot.Start(p.Options, m)
	}
	m.Node, m.Blind = u.Node, true
	u.There = hotspot.Start(p.Options, m)
	return u, true
}

func assume(v *source.Value, n int64) {
	if !v.Known() {
		*v = source.Value{N: n, Origin: source.Assumed, Why: "assumed"}
	}
}
