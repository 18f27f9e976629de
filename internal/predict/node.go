package predict

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/source"
)

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
	open := !m.CPUs.Known() && !m.Blind && w.Limited && !w.Plain && hotspot.SeesContainer(p.Options)
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
	m.Blind = false
	u.Seen = hotspot.Start(p.Options, m)
	m.Node, m.Blind = u.Node, true
	u.There = hotspot.Start(p.Options, m)
	return u, true
}

func assume(v *source.Value, n int64) {
	if !v.Known() {
		*v = source.Value{N: n, Origin: source.Assumed, Why: "assumed"}
	}
}
