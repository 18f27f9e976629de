package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Outcome is the verdict on machines of neighbouring sizes, From and To among
// them: the first one's stands for all.
type Outcome struct {
	From, To int64
	Verdict
}

// Alike tells whether two verdicts are one outcome.
type Alike func(a, b Verdict) bool

// SameStart tells whether both start, or neither does.
func SameStart(a, b Verdict) bool { return a.OK == b.OK }

// ByCPUs gives the outcomes from one number of CPUs to another, in order.
func ByCPUs(r *jvmflag.Resolution, m Machine, from, to int64, alike Alike) []Outcome {
	var all []Outcome
	for n := from; n <= to; n++ {
		m.CPUs = source.Value{N: n, Origin: source.Argument, Why: "tried"}
		v := Start(r, m)
		if last := len(all) - 1; last >= 0 && alike(all[last].Verdict, v) {
			all[last].To = n
			continue
		}
		all = append(all, Outcome{From: n, To: n, Verdict: v})
	}
	return all
}
