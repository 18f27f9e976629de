package report

import "github.com/jvmlint/jvmlint/internal/source"

// Outlook is what comes of a workload on the newest of its JDKs that it starts on.
type Outlook struct {
	JDKs      []int  // that may run it; none where no JVM does
	Collector string // empty where the JVM does not start

	Heap, Limit, Plan int64 // bytes, the plan those of all its memory pools; 0 where they are not known
}

// Outlook is what comes of the workload. It is computed anew each time.
func (w *Workload) Outlook() Outlook {
	of := w.Predicted.Workload
	if !of.HasJVM() {
		return Outlook{}
	}
	defer w.Predicted.LetGo()
	look := Outlook{JDKs: of.JDK.Candidates, Limit: knownBytes(of.Memory)}
	p := w.Predicted.NewestThatStarts()
	if p.JVM == nil {
		return look
	}
	look.Collector, look.Heap = p.JVM.Collector.String(), knownBytes(p.JVM.Heap)
	if budget, ok := p.Budget(); ok {
		look.Plan = budget.Planned()
	}
	return look
}

func knownBytes(v source.Value) int64 {
	if !v.Known() {
		return 0
	}
	return v.N
}
