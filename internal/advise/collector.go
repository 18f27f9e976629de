package advise

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// chooseCollector names the collector where the JVM would take another one, or
// where it is by accident that it takes this one.
func chooseCollector(s *sheet, _ judge) {
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
	if s.asked == nil && own.JVM != nil && own.JVM.Collector.Kind == kind && !s.small() && s.workload.CPUs.Known() {
		return
	}
	if s.asked == nil && own.JVM != nil && own.JVM.Collector.Kind == kind {
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
	memory, cpus := s.workload.Memory, s.workload.CPUs
	return cpus.Known() && cpus.N < hotspot.ServerCPUs || memory.Known() && memory.N < hotspot.ServerMemory
}

// inCluster tells of one of several members, for which the others wait. A
// member is taken to have others where nobody says how many there are.
func inCluster(w *workload.Workload) bool {
	return w.Members.N > 1 || w.IsMember && !w.Members.Known()
}

// bestCollector is the collector for the profile on the JDK, with the source of
// that advice.
func (s *sheet) bestCollector() (kind hotspot.Kind, reason, origin string) {
	if s.asked != nil {
		return *s.asked, "as it was: whoever chose it may know its purpose (--profile)", ""
	}
	switch {
	case s.profile == batch && !inCluster(s.workload):
		return hotspot.Parallel, "throughput matters, and nobody waits for its pauses", "docs/advice.md, A3: one node"
	case s.profile == general && s.small() && !inCluster(s.workload):
		return hotspot.Serial, fmt.Sprintf("a container of %s", machine(s.workload)), "HotSpot's own choice"
	case s.jdk < 9 && s.profile == general && !inCluster(s.workload):
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

func machine(w *workload.Workload) string {
	switch {
	case w.CPUs.Known() && w.Memory.Known():
		return fmt.Sprintf("%s and %s", plural.Of(w.CPUs.N, "CPU"), lint.MiB(w.Memory.N))
	case w.CPUs.Known():
		return plural.Of(w.CPUs.N, "CPU")
	}
	return lint.MiB(w.Memory.N)
}
