package predict

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Program is what the models need to know of the program.
func (p *Prediction) Program() memory.Program {
	return memory.Program{Hazelcast: p.Workload.IsMember, Framework: p.Workload.Framework, Threads: p.Workload.Threads, Measured: p.Workload.NativeMemory}
}

// liveData is what the models need to know of what a full GC must keep.
func (p *Prediction) liveData() pause.LiveData {
	return pause.LiveData{Live: p.Workload.Live, Hazelcast: p.Workload.IsMember}
}

// assumedCPUs stand in where nobody says how many there are: the collector's
// and the compilers' memory depend on them a little, by about 20 MB each.
const assumedCPUs = 8

// BudgetMachine is the machine that memory is added up for.
func (p *Prediction) BudgetMachine() hotspot.Machine {
	m := p.Workload.Machine()
	if !m.CPUs.Known() {
		m.CPUs = source.Value{N: assumedCPUs, Origin: source.Assumed, Why: "assumed"}
	}
	return m
}

// Budget adds up the memory of the process. It is false where the heap is not
// known.
func (p *Prediction) Budget() (memory.Budget, bool) { return p.budget() }

func (p *Prediction) addUpMemory() (memory.Budget, bool) {
	if p.JVM == nil {
		return memory.Budget{}, false
	}
	if p.Workload.CPUs.Known() {
		return memory.Of(p.JVM, p.Options, p.Program())
	}
	return p.budgetOn(p.BudgetMachine()) // it is predicted for any number
}

func (p *Prediction) budgetOn(m hotspot.Machine) (memory.Budget, bool) {
	jvm, refusal := hotspot.Predict(p.Options, m)
	if refusal != nil {
		return memory.Budget{}, false
	}
	return memory.Of(jvm, p.Options, p.Program())
}

// LeastBudget adds up the memory on as few CPUs as a server has, where nobody
// says how many there are.
func (p *Prediction) LeastBudget() (memory.Budget, bool) {
	m := p.BudgetMachine()
	if p.JVM == nil || m.CPUs.Origin != source.Assumed {
		return p.Budget()
	}
	m.CPUs.N = hotspot.ServerCPUs
	return p.budgetOn(m)
}

// Beside is what the other JVMs of a container take at the same time, as far as it
// can be added up.
type Beside struct {
	Planned int64 // bytes
	Off     int64 // bytes by which that may be off
	Grows   bool  // a heap among them is a share of the memory
}

// Beside adds up the other JVMs of the container.
func (p *Prediction) Beside() Beside {
	var b Beside
	for _, w := range p.Workload.Companions {
		other := p.companion(w)
		if budget, ok := other.Budget(); ok {
			_, sized := other.Options.Set("MaxHeapSize")
			b.Planned, b.Off, b.Grows = b.Planned+budget.Planned(), b.Off+budget.MayBeOff(), b.Grows || !sized
		}
	}
	return b
}

// companion is the prediction for another JVM of the container, on the same JDK where it may run on that.
func (p *Prediction) companion(w *workload.Workload) *Prediction {
	if slices.Contains(w.JDK.Candidates, p.JDK) {
		return Of(w, p.JDK)
	}
	return Of(w, slices.Max(w.JDK.Candidates))
}

// FullGCPause is what the model says of a full GC of this workload.
func (p *Prediction) FullGCPause() (pause.Pause, bool) {
	if p.JVM == nil {
		return pause.Pause{}, false
	}
	return pause.FullGC(p.JVM, p.liveData())
}

// FullGCPauseIn is the same of another JVM: on other CPUs, or with another heap.
func (p *Prediction) FullGCPauseIn(jvm *hotspot.JVM) (pause.Pause, bool) {
	return pause.FullGC(jvm, p.liveData())
}

// FullGCPauseWith is the same with another number of workers.
func (p *Prediction) FullGCPauseWith(workers int) (pause.Pause, bool) {
	data := p.liveData()
	data.Workers = workers
	return pause.FullGC(p.JVM, data)
}
