package figures

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Prediction is what one workload will do under one JDK. All that outputs
// predict is asked here.
type Prediction struct {
	Workload *workload.Workload
	JDK      int
	Pass     *lint.Pass
}

// Predictions are those of workloads under each JDK that may run them.
func Predictions(workloads []*workload.Workload) []Prediction {
	var all []Prediction
	for _, w := range workloads {
		for _, jdk := range w.JDK.Candidates {
			all = append(all, predict(w, jdk))
		}
	}
	return all
}

func predict(w *workload.Workload, jdk int) Prediction {
	return Prediction{w, jdk, lint.NewPass(w, jdk)}
}

// Newest is the prediction under the newest JDK that may run a workload.
func Newest(w *workload.Workload) Prediction {
	return predict(w, w.JDK.Candidates[len(w.JDK.Candidates)-1])
}

// NewestThatStarts is that under the newest JDK on which it starts, or under
// the newest where it starts on none.
func NewestThatStarts(w *workload.Workload) Prediction {
	for i := len(w.JDK.Candidates) - 1; i >= 0; i-- {
		if p := predict(w, w.JDK.Candidates[i]); p.Pass.Start.OK {
			return p
		}
	}
	return Newest(w)
}

// Memory is the sum of what a process takes; not ok where it is not known.
func (p Prediction) Memory() (memory *report.Memory, ok bool) {
	budget, ok := p.Pass.Budget()
	if !ok {
		return nil, false
	}
	return report.MemoryOf(budget, p.Workload.Memory), true
}

// Verdict says whether the JVM starts.
func (p Prediction) Verdict() string {
	switch {
	case !p.Pass.Start.OK:
		return "does not start"
	case p.Pass.JVM == nil:
		return "prints what " + p.Pass.Options.Program.Name + " asks for and ends"
	}
	return "starts"
}
