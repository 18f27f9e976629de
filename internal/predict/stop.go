package predict

import (
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Stop is the longest that a program may stand still.
type Stop struct {
	Kind     gclog.Kind
	Length   source.Value // milliseconds
	Estimate *pause.Pause // nil where it is given or measured
}

// LongestStop is the full GC, or what the GC log measured if that took longer. It
// is false where a full GC may take longer still, and nobody knows how long.
func (p *Prediction) LongestStop() (Stop, bool) {
	full, known := p.longestFullGC()
	logged := p.loggedStop()
	if logged.Length.N <= full.Length.N {
		return full, known
	}
	return logged, known || p.JVM != nil && !pause.Modelled(p.JVM)
}

// longestFullGC is the one that is given or measured, else two in a row as the model has them.
func (p *Prediction) longestFullGC() (Stop, bool) {
	if given := p.Workload.FullGCPause; given.Known() {
		return Stop{Kind: gclog.FullCollection, Length: given}, true
	}
	full, ok := p.FullGCPause()
	if !ok {
		return Stop{}, false
	}
	return Stop{gclog.FullCollection, source.Value{N: full.BackToBack(), Origin: source.Assumed}, &full}, true
}

// loggedStop is the longest in the GC log but for full GCs.
func (p *Prediction) loggedStop() Stop {
	log := p.Workload.GCLog
	if log == nil || len(p.Elsewhere) > 0 || log.LongestStop.Length == 0 {
		return Stop{}
	}
	s, words := log.LongestStop, "Pause"
	switch s.Kind {
	case gclog.AllocationStall:
		words = "Allocation Stall"
	case gclog.RelocationStall:
		words = "Relocation Stall"
	}
	return Stop{Kind: s.Kind, Length: workload.Measured(max(s.Length.Round(time.Millisecond).Milliseconds(), 1), s.At, words)}
}
