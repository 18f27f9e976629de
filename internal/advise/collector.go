package advise

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// chooseCollector names the collector where the JVM would take another one, or
// where it is by accident that it takes this one.
func chooseCollector(s *sheet) {
	own := s.prediction()
	if own.JVM != nil && own.JVM.Collector.Origin == source.Option {
		return // the image chooses, and two choices are refused
	}
	if s.asked == nil && s.profile == latency {
		if s.notZGC = s.useZGC(); s.notZGC == "" {
			return
		}
	}
	kind, reason, origin := s.bestCollector()
	if s.notZGC != "" {
		reason += "; " + s.notZGC
	}
	if s.asked == nil && own.JVM != nil && own.JVM.Collector.Kind == kind {
		if !s.small() && s.Workload.CPUs.Known() {
			return
		}
		reason += "; written down, because another number of CPUs or another limit would change the choice"
	}
	s.set(collectorOptions[kind], reason, origin)
}

var collectorOptions = map[hotspot.Kind]string{
	hotspot.G1: "-XX:+UseG1GC", hotspot.Serial: "-XX:+UseSerialGC", hotspot.Parallel: "-XX:+UseParallelGC",
	hotspot.CMS: "-XX:+UseConcMarkSweepGC", hotspot.Z: "-XX:+UseZGC", hotspot.Shenandoah: "-XX:+UseShenandoahGC",
}

// small tells of a machine on which the JVM takes the Serial collector by itself.
func (s *sheet) small() bool {
	memory, cpus := s.Workload.Memory, s.Workload.CPUs
	return cpus.Known() && cpus.N < hotspot.ServerCPUs || memory.Known() && memory.N < hotspot.ServerMemory
}

// inCluster tells of one of several members, for which the others wait. A
// member is taken to have others where nobody says how many there are.
func inCluster(w *workload.Workload) bool { return w.Members.N > 1 || w.IsMember && !w.Members.Known() }

// bestCollector is the collector for the profile on the JDK, with the source of that advice.
func (s *sheet) bestCollector() (kind hotspot.Kind, reason, origin string) {
	if s.asked != nil {
		return *s.asked, "as it was: whoever chose it may know its purpose (--profile)", ""
	}
	full := s.fillsParallel()
	switch {
	case s.profile == batch && !inCluster(s.Workload) && full != "":
		return hotspot.G1, full, "docs/advice.md, A3"
	case s.profile == batch && !inCluster(s.Workload):
		return hotspot.Parallel, "throughput matters, and nobody waits for its pauses", "docs/advice.md, A3: one node"
	case s.profile == general && s.small() && !inCluster(s.Workload):
		return hotspot.Serial, fmt.Sprintf("a container of %s", machine(s.Workload)), "HotSpot's own choice"
	case s.jdk < 9 && s.profile == general && !inCluster(s.Workload):
		return hotspot.Parallel, "the collector of JDK 8 for unknown programs", "HotSpot's own choice"
	case s.jdk < 9:
		return hotspot.CMS, "it collects while the program runs; a full GC has one thread on this JDK, with G1 too: JDK 11 or later with G1 is better", "docs/advice.md, A3 and A5; rule g1-full-gc-serial"
	case s.profile == batch:
		return hotspot.G1, "a pause of one member stops the pipeline of all", "docs/advice.md, A3: cluster"
	}
	if s.small() {
		return hotspot.G1, "G1 has a pause goal; in a container this small the JVM would choose Serial, which has none", "rule serial-by-accident"
	}
	return hotspot.G1, "G1 has a pause goal, and a full GC uses all GC threads", "HotSpot's own choice from JDK 9 on"
}

// fillsParallel says so where live data leave little of the largest old generation that Parallel would have.
func (s *sheet) fillsParallel() string {
	if !s.Workload.Live.Known() || s.profile != batch {
		return ""
	}
	p := s.sizedWith(collectorOptions[hotspot.Parallel])
	if live := s.Workload.Live.N; p.JVM != nil && p.JVM.Heap.Known() && live > p.JVM.Heap.N/9*8/5*4 {
		return fmt.Sprintf("%s of live data would fill the old generation of Parallel in a heap of %s, and each full GC stops the program", lint.MiB(live), lint.MiB(p.JVM.Heap.N))
	}
	return ""
}

// sizedWith predicts the JVM with further options, sized as it will be.
func (s *sheet) sizedWith(options ...string) *predict.Prediction {
	trial := *s
	trial.lines, trial.predicted = slices.Clone(s.lines), nil
	for _, o := range options {
		trial.set(o, "", "")
	}
	for _, step := range []func(*sheet){sizeHeap, boundPools, sizeHeap} {
		step(&trial)
	}
	return trial.prediction()
}

func machine(w *workload.Workload) string {
	switch {
	case w.CPUs.Known() && w.Memory.Known():
		return fmt.Sprintf("%s and %s", plural.Of(w.CPUs.N, "CPU"), lint.MiB(w.Memory.N))
	case w.CPUs.Known():
		return plural.Of(w.CPUs.N, "CPU")
	}
	return lint.MiB(w.Memory.N)
}

// firstGenerations is the JDK from which on ZGC has generations, and defaultGenerations
// that from which on no option asks for them.
const (
	firstGenerations   = 21
	defaultGenerations = 23
)

// useZGC puts ZGC with generations on the sheet of a program that must answer at once, and says what it
// costs; or else why not.
func (s *sheet) useZGC() (whyNot string) {
	if slices.Min(s.Workload.JDK.Candidates) < firstGenerations {
		return fmt.Sprintf("not ZGC: it has generations from JDK %d on, and without them needs far more room", firstGenerations)
	}
	if s.small() {
		return "not ZGC: a container of " + machine(s.Workload) + " is small for a collector that works beside the program"
	}
	options := []string{collectorOptions[hotspot.Z]}
	if slices.Min(s.Workload.JDK.Candidates) < defaultGenerations {
		options = append(options, "-XX:+ZGenerational")
	}
	p := s.sizedWith(options...)
	switch {
	case p.JVM == nil:
		return "not ZGC: with these options the JVM does not start on it"
	case !p.JVM.Heap.Known():
		return "not ZGC: how large a heap it gets is not known (--memory, --heap)"
	}
	heap := p.JVM.Heap.N
	live, assumed := s.Workload.Live, fmt.Sprintf("; assumed: at least a quarter of %s stays free (--live)", lint.MiB(heap))
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
	if len(options) > 1 {
		s.set("-XX:+ZGenerational", "most cycles look only at young objects; the default from JDK 23 on", "JEP 439; rule zgc-generations")
	}
	return ""
}

// widened is what live data take on ZGC, whose pointers are not compressed, if they were measured on a
// collector whose pointers are. Both are bytes.
func (s *sheet) widened(live, heap int64) int64 {
	if present := s.before.JVM; present != nil && present.Collector.Kind == hotspot.Z {
		return live
	}
	if plain := s.prediction().JVM; plain != nil && heap > plain.CompressedHeap.N {
		return live
	}
	return int64(float64(live) * hotspot.WideningOf(s.jdk).Maps)
}

// setTenuring shortens the way of objects that come to stay: in the young
// generation each of its collections copies them again. A structure that is swapped as a whole fills
// the survivor spaces and goes to the old generation at age 1 whatever the threshold, so that only 0
// saves a copy (rule tenuring), and 0 takes what a request still holds along: latency leaves it.
func setTenuring(s *sheet) {
	if p := s.prediction(); p.JVM != nil && s.profile == batch && p.JVM.Collector.Kind == hotspot.Parallel {
		s.set("-XX:MaxTenuringThreshold=2", "the state of a pipeline lives as long as the pipeline, the rest dies at once", "docs/advice.md, A3: with NewRatio=8 full GCs of 7 s went away")
	}
}
