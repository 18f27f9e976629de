package predict

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Program is what the models need to know of the program.
func (p *Prediction) Program() memory.Program {
	w := p.Workload
	program := memory.Program{
		Hazelcast: w.IsMember, Framework: w.Framework, Threads: w.Threads, Beside: w.PageCache, BesideFor: "page cache", Measured: w.NativeMemory,
	}
	native, quantity := w.Hazelcast.NativeCapacity()
	if quantity.Len() > 0 {
		native, _ = workload.Bytes(quantity, source.Configured)
	}
	if w.IsMember && w.OpenSource.Len() == 0 && native.Known() {
		program.Beside, program.BesideFor = native, "native memory of Hazelcast"
	}
	return program
}

// liveData is what the models need to know of what a full GC must keep.
func (p *Prediction) liveData() pause.LiveData {
	return pause.LiveData{Live: p.Workload.Live, Hazelcast: p.Workload.IsMember}
}

// scaledLiveData is the same with what a measured full GC tells of the machine.
func (p *Prediction) scaledLiveData() pause.LiveData {
	data := p.liveData()
	if measured, ok := p.measuredFullGC(data); ok {
		data.Scale = measured.Scale(data)
	}
	return data
}

// measuredFullGC is that of the GC log, of whatever JVM it is, or the one that is stated: of the JVM as it is now.
func (p *Prediction) measuredFullGC(data pause.LiveData) (pause.Measured, bool) {
	w := p.of.Workload
	on := cmp.Or(w.PauseOf, p.JVM)
	switch given := w.FullGCPause; {
	case on == nil || !given.Known():
		return pause.Measured{}, false
	case given.Origin == source.Measured:
		return w.LoggedFullGC(on)
	default:
		return pause.MeasuredOn(on, data, given)
	}
}

// assumedCPUs stand in where nobody says how many there are: the collector's
// and the compilers' memory depend on them a little, by about 20 MB each.
const assumedCPUs = 8

// BudgetMachine is the machine that memory is added up for.
func (p *Prediction) BudgetMachine() hotspot.Machine {
	m := p.Machine()
	assume(&m.CPUs, assumedCPUs)
	return m
}

func (p *Prediction) addUpMemory() (memory.Budget, bool) {
	if p.JVM == nil {
		return memory.Budget{}, false
	}
	if p.Workload.CPUs.Known() {
		return memory.Of(p.JVM, p.Options, p.Program())
	}
	return memory.On(p.Options, p.BudgetMachine(), p.Program()) // it is predicted for any number
}

// LeastBudget adds up the memory on as few CPUs as a server has, where nobody says how many there are.
func (p *Prediction) LeastBudget() (memory.Budget, bool) {
	m := p.BudgetMachine()
	if p.JVM == nil || m.CPUs.Origin != source.Assumed {
		return p.Budget()
	}
	m.CPUs.N = hotspot.ServerCPUs
	return memory.On(p.Options, m, p.Program())
}

// HasArenas reports whether malloc keeps arenas for threads, as glibc's does: musl's, of Alpine, has none.
func (p *Prediction) HasArenas() bool {
	return p.Build().Vendor != release.Alpine && !strings.Contains(p.Workload.Image.String(), "alpine")
}

// Beside is what the other JVMs of a container take at the same time, as far as it
// can be added up: of those of probes, what they commit at start.
type Beside struct {
	Planned int64 // bytes
	Off     int64 // bytes by which that may be off
	Touched int64 // of Planned, what probes touch of a heap that is the program's, too
	Grows   bool  // a heap among them is a share of the memory
}

// Others keeps what is said of the other JVMs of containers: each is predicted once on a JDK, for all that run beside
// it. What is tried of options and limits changes those of probes alone.
type Others struct {
	kept sync.Map // of ofOther: *Other
	sums sync.Map // of ofPrograms: Beside
}

// ofOther is a JVM, and for one of a probe what it takes from the program beside which it runs.
type ofOther struct {
	w            *workload.Workload
	jdk          int
	memory, cpus int64
}

// ofPrograms are the other JVMs of a container that are no probes. The list of all others does not change once files are
// read, so that the place of its first entry tells it from those of other JVMs.
type ofPrograms struct {
	others **workload.Workload
	jdk    int
}

// Other is another JVM of the container.
type Other struct {
	Workload *workload.Workload
	Ports    []source.Text // that it opens
	Touched  source.Value  // the initial heap that a helper touches

	takes Beside
}

// Others are the other JVMs of the container.
func (p *Prediction) Others() []*Other {
	return lists.Of(p.Workload.Companions, p.knownOther)
}

func (p *Prediction) knownOther(w *workload.Workload) *Other {
	of := ofOther{w: w, jdk: p.JDK}
	if w.Helper {
		of.memory, of.cpus = p.Workload.Memory.N, p.Workload.CPUs.N
	}
	o, known := p.of.Others.kept.Load(of)
	if !known {
		o, _ = p.of.Others.kept.LoadOrStore(of, p.other(w))
	}
	return o.(*Other)
}

func (p *Prediction) other(w *workload.Workload) *Other {
	is := p.Companion(w)
	o := &Other{Workload: w, Ports: is.Options.Ports()}
	budget, ok := is.Budget()
	switch {
	case !ok:
	case w.Helper:
		o.takes.Planned = budget.Committed() - untouched(is.JVM, p.Workload.Memory.N)
		if is.JVM.On("AlwaysPreTouch") {
			o.takes.Touched, o.Touched = is.JVM.InitialHeap.N, is.JVM.InitialHeap
		}
	default:
		o.takes = Beside{Planned: budget.Planned(), Off: budget.MayBeOff(), Grows: !is.Options.Sets("MaxHeapSize")}
	}
	return o
}

// addUpOthers adds up the other JVMs of the container. Those that are no probes take the same whatever limit is tried.
func (p *Prediction) addUpOthers() Beside {
	others := p.Workload.Companions
	if len(others) == 0 {
		return Beside{}
	}
	programs := ofPrograms{&others[0], p.JDK}
	sum, known := p.of.Others.sums.Load(programs)
	if !known {
		sum, _ = p.of.Others.sums.LoadOrStore(programs, p.addUp(others, false))
	}
	return sum.(Beside).and(p.addUp(others, true))
}

// addUp adds up those of some other JVMs that are probes, or those that are not.
func (p *Prediction) addUp(others []*workload.Workload, probes bool) (sum Beside) {
	for _, w := range others {
		if w.Helper == probes {
			sum = sum.and(p.knownOther(w).takes)
		}
	}
	return sum
}

func (b Beside) and(o Beside) Beside {
	return Beside{b.Planned + o.Planned, b.Off + o.Off, b.Touched + o.Touched, b.Grows || o.Grows}
}

// untouched is what the initial heap of a JVM that ends soon is over the one that HotSpot
// would choose, unless it is touched: it commits that, and the container does not have it.
func untouched(jvm *hotspot.JVM, limit int64) int64 {
	const initialShare = 64 // InitialRAMPercentage of 1.5625
	if jvm.On("AlwaysPreTouch") {
		return 0
	}
	return max(jvm.InitialHeap.N-limit/initialShare, 0)
}

// Companion is the prediction for another JVM of the container, on the same JDK where it may run on that.
func (p *Prediction) Companion(w *workload.Workload) *Prediction {
	if w.Helper { // it is read with the program, before what is stated overrides the files
		same := *w
		same.JDK, same.Memory, same.CPUs = p.Workload.JDK, p.Workload.Memory, p.Workload.CPUs
		w = &same
	}
	if slices.Contains(w.JDK.Candidates, p.JDK) {
		return Of(w, p.JDK)
	}
	return Of(w, slices.Max(w.JDK.Candidates))
}

// FullGCPause is what the model says of a full GC of this workload. It is scaled by
// a measured pause only if that is of another JVM.
func (p *Prediction) FullGCPause() (pause.Pause, bool) {
	switch {
	case p.JVM == nil:
		return pause.Pause{}, false
	case p.Workload.FullGCPause.Known():
		return pause.FullGC(p.JVM, p.liveData())
	}
	return pause.FullGC(p.JVM, p.scaledLiveData())
}

// FullGCPauseIn is the same of another JVM: on other CPUs, or with another heap.
func (p *Prediction) FullGCPauseIn(jvm *hotspot.JVM) (pause.Pause, bool) {
	return pause.FullGC(jvm, p.scaledLiveData())
}

// FullGCPauseWith is the same with another number of workers.
func (p *Prediction) FullGCPauseWith(workers int) (pause.Pause, bool) {
	data := p.scaledLiveData()
	data.Workers = workers
	return pause.FullGC(p.JVM, data)
}

// Stop is the longest that a program may stand still.
type Stop struct {
	Kind     gclog.Kind
	Length   source.Value // milliseconds
	Estimate *pause.Pause // nil where it is given or measured
}

// LongestStop is the full GC, or what the GC log measured if that took longer. It
// is false where a full GC may take longer still, and nobody knows how long.
func (p *Prediction) LongestStop() (Stop, bool) {
	full, known := p.LongestFullGC()
	logged := p.loggedStop()
	if logged.Length.N <= full.Length.N {
		return full, known
	}
	return logged, known || p.JVM != nil && !pause.Modelled(p.JVM)
}

// LongestFullGC is the one that is given or measured, else two in a row as the model has them.
func (p *Prediction) LongestFullGC() (Stop, bool) {
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

// HeapShare is what the vendor of the program says of its heap; with a name alone if nothing is
// known but that the image has a start script that nobody has read. It tells false for all other
// programs, and where the command line is all that java gets.
func (p *Prediction) HeapShare() (programs.HeapShare, bool) {
	w := p.Workload
	if w.Image.Len() == 0 || w.Whole || w.IsMember {
		return programs.HeapShare{}, false
	}
	reference := images.Parse(w.Image.String())
	if share, known := programs.HeapShareOf(reference.Repository); known {
		return share, true
	}
	image, found := images.Table(nil).Find(reference)
	return programs.HeapShare{Name: path.Base(reference.Repository)}, found && image.Unsized != ""
}

// HeapIsSized reports whether somebody sized this heap here: by an option that
// an image or a chart does not bring of itself.
func (p *Prediction) HeapIsSized() bool {
	set, ok := hotspot.HeapOption(p.Options)
	return p.JVM != nil && ok && set.Option.Text.Located()
}

// HeapText is where the maximum heap size is given: as a size, or as the share that it is computed from.
func (p *Prediction) HeapText() source.Text {
	if p.JVM.Heap.Text.Len() > 0 {
		return p.JVM.Heap.Text
	}
	set, _ := hotspot.HeapOption(p.Options)
	return set.Value
}

// Room is what a heap leaves of the limit, and what the JVM commits at start
// beside the heap, in bytes; 0 where that is not known.
type Room struct {
	Left, Own int64
	Budget    memory.Budget
}

// Crowded reports whether the heap leaves the JVM less than what it commits of its own at start.
func (p *Prediction) Crowded() (Room, bool) {
	if p.JVM == nil || !p.JVM.Heap.Known() || !p.Workload.Memory.Known() {
		return Room{}, false
	}
	r := Room{Left: p.Workload.Memory.N - p.JVM.Heap.N}
	if budget, ok := p.Budget(); ok {
		r.Own, r.Budget = budget.Committed()-p.JVM.InitialHeap.N, budget
	}
	return r, r.Left <= 0 || r.Left < r.Own
}
