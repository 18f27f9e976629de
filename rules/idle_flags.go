package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
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
	{"PretenureSizeThreshold", 8, 25, "Serial CMS", "only Serial and CMS allocate large objects in the old generation by it"},
	{"MaxTenuringThreshold", 8, 25, "Serial CMS Parallel G1 " + generationalZ, "no object has an age that it bounds"},
	{"InitialTenuringThreshold", 8, 21, "Parallel", "only Parallel begins with it"},
	{"InitialTenuringThreshold", 22, 25, "Parallel Shenandoah", "only Parallel begins with it"},
	{"TargetSurvivorRatio", 8, 25, "Serial CMS G1", "survivor spaces are not filled by it"},
	{"InitialSurvivorRatio", 8, 25, "Parallel", "only Parallel reads it"},
	{"MinSurvivorRatio", 8, 25, "Parallel", "only Parallel reads it"},
	{"SurvivorRatio", 8, 25, "Serial CMS Parallel G1", "there are no survivor spaces"},
	{"NewRatio", 8, 21, "Serial CMS Parallel G1", "its young generation, if it has one, is not sized by it"},
	{"NewRatio", 22, 25, "Serial Parallel G1 Shenandoah", "its young generation is not sized by it"},
	{"MinHeapFreeRatio", 8, 25, "Serial CMS Parallel G1", "the heap grows and shrinks by other flags"},
	{"MaxHeapFreeRatio", 8, 25, "Serial CMS Parallel G1", "the heap grows and shrinks by other flags"},
	{"GCTimeRatio", 8, 21, "CMS Parallel G1", "only Parallel and G1 size the heap by it"},
	{"GCTimeRatio", 22, 25, "Parallel G1 Shenandoah", "only Parallel and G1 size the heap by it"},
	{"MaxGCPauseMillis", 8, 25, "CMS Parallel G1", "only G1 and Parallel have a pause goal"},
	{"GCPauseIntervalMillis", 8, 21, "G1", "only G1 has a pause goal by interval"},
	{"GCPauseIntervalMillis", 22, 25, "G1 Shenandoah", "only G1 has a pause goal by interval"},
	{"InitiatingHeapOccupancyPercent", 8, 25, "G1", "only G1 starts marking by it"},
	{"ConcGCThreads", 8, 25, "CMS G1 Shenandoah ZGC", "no thread of it works beside the program"},
	{"ParallelRefProcEnabled", 8, 13, "CMS Parallel G1 Shenandoah", "references are processed in its own way"},
	{"ParallelRefProcEnabled", 17, 25, "Parallel G1", "references are processed in its own way"},
	{"ExplicitGCInvokesConcurrent", 8, 25, "CMS G1 Shenandoah", "System.gc() has one way to go"},
	{"UseGCOverheadLimit", 8, 13, "CMS Parallel", "only Parallel and CMS give up when collections take all the time"},
	{"UseGCOverheadLimit", 17, 25, "Parallel", "only Parallel gives up when collections take all the time"},
	{"GCTimeLimit", 8, 13, "CMS Parallel", "only Parallel and CMS give up when collections take all the time"},
	{"GCTimeLimit", 17, 25, "Parallel", "only Parallel gives up when collections take all the time"},
	{"GCHeapFreeLimit", 8, 13, "CMS Parallel", "only Parallel and CMS give up when collections take all the time"},
	{"GCHeapFreeLimit", 17, 25, "Parallel", "only Parallel gives up when collections take all the time"},
	{"SoftMaxHeapSize", 13, 25, "Shenandoah ZGC", "only ZGC and Shenandoah have a soft maximum"},
	{"UseAdaptiveSizePolicy", 8, 25, "CMS Parallel", "only Parallel adapts its generations by it"},
	{"UseStringDeduplication", 8, 8, "G1", "only G1 finds equal strings"},
	{"UseStringDeduplication", 11, 17, "G1 Shenandoah", "only G1 and Shenandoah find equal strings before JDK 18"},
	{"UseStringDeduplication", 18, 25, "Serial Parallel G1 Shenandoah ZGC", "it finds no equal strings"},
	{"UseCompressedOops", 11, 25, "Serial CMS Parallel G1 Shenandoah Epsilon", "its pointers have 64 bits"},
}

// reason is why a flag is idle: the end of a sentence that begins "X does
// nothing", and an option that has a part in it.
type reason struct {
	message string
	text    source.Text
	role    string
	unless  string // where it is not quite so; empty where it is
}

// ownSettings are the settings of options that stand in a file and name the
// flag, in the order of reading.
func ownSettings(r *jvmflag.Resolution) []jvmflag.Setting {
	var all []jvmflag.Setting
	for _, set := range r.History {
		last := r.Settings[set.Flag.Name]
		if set.Option.Text.Located() && at(last.Option.Text, set.Option.Text) && strings.Contains(name(set.Option.String())+"=", set.Flag.Name+"=") {
			all = append(all, last)
		}
	}
	return all
}

// idleHere tells why a flag that is set does nothing in this JVM, if that is so.
func idleHere(p *lint.Pass, set jvmflag.Setting) (reason, bool) {
	flag := set.Flag
	if flag.Type == jvmflag.Bool && !set.Bool() && flag.Default == "false" {
		return reason{}, false // what is off is switched off
	}
	if why, idle := notRead(p, flag); idle {
		return why, true
	}
	return beside(p, set)
}

// notRead tells that the collector does not read the flag. Where the JVM is
// left the choice, and of its machine not enough is known, neither of the two
// that it chooses from may read it, and no other variable may choose a third.
func notRead(p *lint.Pass, flag *jvmflag.Flag) (reason, bool) {
	collector := p.JVM.Collector
	kind := collector.Kind.String()
	because := reason{message: "under " + kind, text: collector.Text, role: "chooses " + kind}
	why, idle := notReadBy(p, flag, collector.Kind)
	if collector.Origin == source.Assumed && p.Workload.Part {
		return reason{}, false
	}
	if collector.Origin == source.Assumed && idle {
		because.message += " or Serial, one of which the JVM chooses"
		_, idle = notReadBy(p, flag, hotspot.Serial)
	}
	because.message += ": " + why
	return because, idle
}

func notReadBy(p *lint.Pass, flag *jvmflag.Flag, collector hotspot.Kind) (why string, idle bool) {
	if owner := strings.Replace(flag.Collector(), "Z", "ZGC", 1); owner != "" {
		return "it is a flag of " + owner, owner != collector.String()
	}
	kinds := []string{collector.String()}
	if collector == hotspot.Z && hasGenerations(p) {
		kinds = append(kinds, generationalZ)
	}
	for _, row := range readers {
		if row.flag == flag.Name && row.since <= p.JDK && p.JDK <= row.until {
			return row.why, !slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(strings.Fields(row.collectors), k) })
		}
	}
	return "", false
}

func hasGenerations(p *lint.Pass) bool {
	set, given := p.Options.Set("ZGenerational")
	return p.JDK >= 24 || p.JDK == 23 && !given || given && set.Bool()
}
