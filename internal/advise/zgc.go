package advise

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
)

// firstGenerations is the JDK from which on ZGC has generations, and defaultGenerations
// that from which on no option asks for them.
const (
	firstGenerations   = 21
	defaultGenerations = 23
)

// useZGC puts ZGC with generations on the sheet of a program that must answer at once, and says what it
// costs; or else why not.
func (s *sheet) useZGC() (whyNot string) {
	if slices.Min(s.workload.JDK.Candidates) < firstGenerations {
		return fmt.Sprintf("not ZGC: it has generations from JDK %d on, and without them needs far more room", firstGenerations)
	}
	if s.small() {
		return "not ZGC: a container of " + machine(s.workload) + " is small for a collector that works beside the program"
	}
	trial := *s
	trial.lines, trial.predicted = slices.Clone(s.lines), nil
	trial.set(collectorOptions[hotspot.Z], "", "")
	if slices.Min(s.workload.JDK.Candidates) < defaultGenerations {
		trial.set("-XX:+ZGenerational", "", "")
	}
	for _, step := range []func(*sheet, judge){sizeHeap, boundPools, sizeHeap} { // as it will be sized
		step(&trial, nil)
	}
	p := trial.prediction()
	switch {
	case p.JVM == nil:
		return "not ZGC: with these options the JVM does not start on it"
	case !p.JVM.Heap.Known():
		return "not ZGC: how large a heap it gets is not known (--memory, --heap)"
	}
	heap := p.JVM.Heap.N
	live, assumed := s.workload.Live, fmt.Sprintf("; assumed: at least a quarter of %s stays free (--live)", lint.MiB(heap))
	if live.Known() {
		data := lint.MiB(live.N) + " of live data"
		if wide := s.widened(live.N, heap); wide > live.N {
			data += fmt.Sprintf(", about %s without compressed pointers,", lint.MiB(wide))
			live.N = wide
		}
		if live.N > heap/100*hotspot.MostLiveOfZGC {
			return fmt.Sprintf("not ZGC: %s leave less than a quarter of its heap of %s free", data, lint.MiB(heap))
		}
		assumed = fmt.Sprintf("; %s leave at least a quarter of %s free", data, lint.MiB(heap))
	}
	threads := "concurrent GC threads"
	if n := p.JVM.ConcGCThreads; n.Known() {
		threads = plural.Of(n.N, "concurrent GC thread")
	}
	s.set(collectorOptions[hotspot.Z], fmt.Sprintf("it collects while the program runs, and stops it for less than a millisecond. It costs memory (pointers of 8 bytes, and an eighth of the heap beside it is planned) and CPU time of %s%s", threads, assumed), "JEP 439")
	if trial.has("-XX:+ZGenerational") {
		s.set("-XX:+ZGenerational", "most cycles look only at young objects; the default from JDK 23 on", "JEP 439; rule zgc-generations")
	}
	return ""
}

// widened is what live data take on ZGC, whose pointers are not compressed, if they were measured on a
// collector whose pointers are. Both are bytes.
func (s *sheet) widened(live, heap int64) int64 {
	present := predict.Of(asBefore(s.workload, s.jdk), s.jdk).JVM
	if present != nil && present.Collector.Kind == hotspot.Z {
		return live
	}
	if plain := s.prediction().JVM; plain != nil && heap > plain.CompressedHeap.N {
		return live
	}
	return int64(float64(live) * hotspot.WideningOf(s.jdk).Maps)
}
