package capacity

import (
	"errors"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// predictMember predicts the JVM of a member, with the newest JDK that may run it.
// Where nothing says how it is started, it gets the largest heap that the
// memory limit holds.
func predictMember(w *workload.Workload) (*predict.Prediction, error) {
	w.IsMember = true
	jdk := slices.Max(w.JDK.Candidates)
	if !w.HasJVM() {
		return chooseHeap(w, jdk)
	}
	pass := predict.Of(w, jdk)
	if pass.JVM == nil {
		return nil, fmt.Errorf("its JVM does not start on JDK %d: see jvmlint predict", jdk)
	}
	return pass, nil
}

func chooseHeap(w *workload.Workload, jdk int) (*predict.Prediction, error) {
	limit := w.Memory
	if !limit.Known() {
		return nil, errors.New("it is unknown how its JVM is started: give the memory limit (--memory), or its options after the word java")
	}
	pass, err := withFixedHeap(w, jdk, limit.N)
	if err != nil {
		return nil, err
	}
	heap, ok := memory.LargestHeap(pass.Options, pass.BudgetMachine(), pass.Program(), limit.N)
	if !ok {
		return nil, fmt.Errorf("a limit of %s leaves no room for a heap: a member takes more beside it", jvmflag.FormatSize(uint64(limit.N)))
	}
	if pass, err = withFixedHeap(w, jdk, heap); err != nil {
		return nil, err
	}
	if pass.JVM == nil {
		return nil, fmt.Errorf("JDK %d does not start with a heap of %s", jdk, jvmflag.FormatSize(uint64(heap)))
	}
	pass.JVM.Heap.Origin, pass.JVM.Heap.Text = source.Assumed, source.Text{}
	pass.JVM.Heap.Why = fmt.Sprintf("the largest that the limit holds: -Xms%[1]dm -Xmx%[1]dm", pass.JVM.Heap.N>>20)
	if cpus := pass.BudgetMachine().CPUs; cpus.Origin == source.Assumed {
		pass.JVM.Heap.Why += fmt.Sprintf("; for %d CPUs (assumed)", cpus.N)
	}
	return pass, nil
}

// withFixedHeap predicts a member with nothing but a heap for its options.
func withFixedHeap(w *workload.Workload, jdk int, heap int64) (*predict.Prediction, error) {
	words, err := jvmflag.Words(source.Unlocated(fmt.Sprintf("-Xms%[1]d -Xmx%[1]d", heap), "chosen with the memory limit"))
	if err != nil {
		return nil, err
	}
	started := *w
	started.Known, started.Options = workload.AllOptions, jvmflag.OnChannel(jvmflag.CommandLine, words)
	return predict.Of(&started, jdk), nil
}
