package hotspot

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// reader is a flag that only some collectors read. The rows were taken from
// all places of the sources of JDK 8, 11, 17, 21 and 25 that read the flag.
type reader struct {
	flag         string
	since, until int
	collectors   string // that read it, or may
	why          string // what is so in those that do not
}

// generationalZ is ZGC with generations, which the rows tell from the one without.
const generationalZ = "generationalZ"

var readers = []reader{
	{"PretenureSizeThreshold", 8, 25, "Serial CMS", "only Serial and CMS use it to allocate large objects in the old generation"},
	{"MaxTenuringThreshold", 8, 0, "Serial CMS Parallel G1 " + generationalZ, "objects have no age that it could limit"},
	{"InitialTenuringThreshold", 8, 21, "Parallel", "only Parallel starts with it"},
	{"InitialTenuringThreshold", 22, 0, "Parallel Shenandoah", "only Parallel starts with it"},
	{"TargetSurvivorRatio", 8, 0, "Serial CMS G1", "it does not limit how full survivor spaces get"},
	{"InitialSurvivorRatio", 8, 0, "Parallel", "only Parallel reads it"},
	{"MinSurvivorRatio", 8, 0, "Parallel", "only Parallel reads it"},
	{"SurvivorRatio", 8, 0, "Serial CMS Parallel G1", "there are no survivor spaces"},
	{"NewRatio", 8, 21, "Serial CMS Parallel G1", "it does not size the young generation, if there is one"},
	{"NewRatio", 22, 0, "Serial Parallel G1 Shenandoah", "it does not size the young generation"},
	{"MinHeapFreeRatio", 8, 0, "Serial CMS Parallel G1", "the heap grows and shrinks by other flags"},
	{"MaxHeapFreeRatio", 8, 0, "Serial CMS Parallel G1", "the heap grows and shrinks by other flags"},
	{"GCTimeRatio", 8, 21, "CMS Parallel G1", "only Parallel and G1 use it to size the heap"},
	{"GCTimeRatio", 22, 0, "Parallel G1 Shenandoah", "only Parallel and G1 use it to size the heap"},
	{"MaxGCPauseMillis", 8, 0, "CMS Parallel G1", "only G1 and Parallel have a pause goal"},
	{"GCPauseIntervalMillis", 8, 21, "G1", "only G1 has a pause interval"},
	{"GCPauseIntervalMillis", 22, 0, "G1 Shenandoah", "only G1 has a pause interval"},
	{"InitiatingHeapOccupancyPercent", 8, 0, "G1", "only G1 uses it to start marking"},
	{"ConcGCThreads", 8, 0, "CMS G1 Shenandoah ZGC", "no thread of it works beside the program"},
	{"ParallelRefProcEnabled", 8, 13, "CMS Parallel G1 Shenandoah", "references are processed in its own way"},
	{"ParallelRefProcEnabled", 17, 26, "Parallel G1", "references are processed in its own way"},
	{"ExplicitGCInvokesConcurrent", 8, 0, "CMS G1 Shenandoah", "System.gc() has only one mode"},
	{"UseGCOverheadLimit", 8, 13, "CMS Parallel", "only Parallel and CMS give up when collections take all the time"},
	{"UseGCOverheadLimit", 17, 25, "Parallel", "only Parallel gives up when collections take all the time"},
	{"UseGCOverheadLimit", 26, 0, "Parallel G1", "only Parallel and G1 give up when collections take all the time"},
	{"GCTimeLimit", 8, 13, "CMS Parallel", "only Parallel and CMS give up when collections take all the time"},
	{"GCTimeLimit", 17, 25, "Parallel", "only Parallel gives up when collections take all the time"},
	{"GCTimeLimit", 26, 0, "Parallel G1", "only Parallel and G1 give up when collections take all the time"},
	{"GCHeapFreeLimit", 8, 13, "CMS Parallel", "only Parallel and CMS give up when collections take all the time"},
	{"GCHeapFreeLimit", 17, 25, "Parallel", "only Parallel gives up when collections take all the time"},
	{"GCHeapFreeLimit", 26, 0, "Parallel G1", "only Parallel and G1 give up when collections take all the time"},
	{"SoftMaxHeapSize", 13, 0, "Shenandoah ZGC", "only ZGC and Shenandoah have a soft maximum"},
	{"UseAdaptiveSizePolicy", 8, 0, "CMS Parallel", "only Parallel uses it to adapt its generations"},
	{"UseStringDeduplication", 8, 8, "G1", "only G1 finds equal strings"},
	{"UseStringDeduplication", 11, 17, "G1 Shenandoah", "only G1 and Shenandoah find equal strings before JDK 18"},
	{"UseStringDeduplication", 18, 0, "Serial Parallel G1 Shenandoah ZGC", "it does not look for equal strings"},
	{"UseCompressedOops", 11, 0, "Serial CMS Parallel G1 Shenandoah Epsilon", "its pointers have 64 bits"},
}

// notReadBy reports whether a collector does not read a flag, and what is so instead.
func notReadBy(r *jvmflag.Resolution, flag *jvmflag.Flag, collector Kind) (why string, idle bool) {
	if owner := strings.Replace(flag.Collector(), "Z", "ZGC", 1); owner != "" {
		return "it is a flag of " + owner, owner != collector.String()
	}
	kinds := []string{collector.String()}
	if collector == Z && hasGenerations(r) {
		kinds = append(kinds, generationalZ)
	}
	for _, row := range readers {
		if row.flag == flag.Name && release.Within(r.JDK, row.since, row.until) {
			return row.why, !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(strings.Fields(row.collectors), k) })
		}
	}
	return "", false
}

func hasGenerations(r *jvmflag.Resolution) bool {
	set, given := r.Set("ZGenerational")
	return r.JDK >= 24 || r.JDK == 23 && !given || given && set.Bool()
}
