package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

const defaultGoal = 200

// As measured, most collections miss smaller goals in heaps as large.
var (
	pauseTargetLeastGoal = lint.Parameter{Name: "least-goal", Unit: lint.UnitMilliseconds, Default: 10, Least: 1, Most: 10_000, Doc: "smallest goal that is not reported"}
	pauseTargetLeastHeap = lint.Parameter{Name: "least-heap", Unit: lint.UnitBytes, Default: 2 << 30, Least: 1 << 20, Most: 1 << 50, Doc: "smallest heap for which a lower goal is out of reach"}
)

var g1PauseTarget = lint.Rule{
	ID: "g1-pause-target", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title:      "G1 cannot reach the pause goal",
	Parameters: []lint.Parameter{pauseTargetLeastGoal, pauseTargetLeastHeap},
	Check: func(p *lint.Pass) {
		goal, set := p.Options.Set("MaxGCPauseMillis")
		if !set || goal.Number >= uint64(p.Parameter(pauseTargetLeastGoal)) || p.JVM == nil || p.JVM.G1 == nil {
			return
		}
		heap, young := p.JVM.Heap, p.JVM.G1.Young
		if lacks(p, heap, lint.FactMemory) || heap.N < p.Parameter(pauseTargetLeastHeap) || young.Fixed {
			return
		}
		f := p.Report(lint.Places{goal.Value, heap.Text}, "a pause goal of %d ms is out of reach with a heap of %s", goal.Number, lint.Size(heap))
		f.Because(heap.Text, "heap size set here")
		why := fmt.Sprintf("each pause collects a young generation of at least %s (%s)", jvmflag.FormatSize(uint64(young.Least.N)), young.Least.Why)
		if !goal.Value.Located() {
			why += fmt.Sprintf("; %s comes from %s", goal.Option, goal.Option.Text.Origin())
		}
		f.Note(why)
		suggestGoal(p, f, goal)
	},
}

// suggestGoal offers the JVM's default goal, unless an interval is set that is too short for it.
func suggestGoal(p *lint.Pass, f *lint.Finding, goal jvmflag.Setting) {
	title := fmt.Sprintf("aim at %d ms, the JVM's default", defaultGoal)
	if interval, set := p.Options.Set("GCPauseIntervalMillis"); set && interval.Number <= defaultGoal {
		f.Because(interval.Value, "the interval must be longer than the goal")
		f.Suggest(lint.Manual, title+", and raise the interval with it")
		return
	}
	f.Suggest(lint.Unsafe, title, setOrAdd(p, goal.Value, "-XX:MaxGCPauseMillis=", fmt.Sprint(defaultGoal)))
}
