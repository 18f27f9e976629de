package jvmflag

import "strings"

// counterpart is what G1 has in the place of an option of CMS. A name that
// ends in * stands for all that begin so; of several rows the first counts.
type counterpart struct {
	name string
	flag string // of G1, or of every collector; empty where there is none
	why  string
}

var cmsCounterparts = []counterpart{
	{"CMSInitiatingOccupancyFraction", "InitiatingHeapOccupancyPercent", "a share of the whole heap, which G1 adapts by itself"},
	{"UseCMSInitiatingOccupancyOnly", "G1UseAdaptiveIHOP", "-XX:-G1UseAdaptiveIHOP keeps InitiatingHeapOccupancyPercent as it is"},
	{"CMSTriggerRatio", "InitiatingHeapOccupancyPercent", "a share of the whole heap, which G1 adapts by itself"},
	{"CMSBootstrapOccupancy", "InitiatingHeapOccupancyPercent", "G1 begins with it until it knows better"},
	{"CMSIsTooFullPercentage", "InitiatingHeapOccupancyPercent", "a share of the whole heap, which G1 adapts by itself"},
	{"CMSTriggerInterval", "G1PeriodicGCInterval", "milliseconds between collections of an idle program, since JDK 12"},
	{"CMSYoungGenPerWorker", "G1NewSizePercent", "with G1MaxNewSizePercent it bounds a young generation that follows the pause goal"},
	{"CMSParPromoteBlocksToClaim", "OldPLABSize", "the buffers that a collection copies into, which G1 sizes by itself"},
	{"CMSOldPLAB*", "OldPLABSize", "the buffers that a collection copies into, which G1 sizes by itself"},
	{"CMSClassUnloading*", "ClassUnloadingWithConcurrentMark", "it is on by default"},
	{"CMSIncremental*", "ConcGCThreads", "fewer concurrent threads take less of the CPUs"},
	{"ParallelCMSThreads", "ConcGCThreads", "it means the same"},
	{"ExplicitGCInvokesConcurrentAndUnloadsClasses", "ExplicitGCInvokesConcurrent", "it also unloads classes"},

	{"CMSScavengeBeforeRemark", "", "G1 begins each marking with a young collection anyway"},
	{"CMSParallel*", "", "G1 does it with all its threads anyway"},
	{"CMSConcurrentMTEnabled", "", "G1 does it with all its concurrent threads anyway"},
	{"CMSFullGCsBeforeCompaction", "", "each full GC of G1 compacts"},
	{"UseCMSCompactAtFullCollection", "", "each full GC of G1 compacts"},
	{"CMSCompactWhenClearAllSoftRefs", "", "each full GC of G1 compacts"},
	{"CMSWaitDuration", "", "G1 begins each marking with a young collection and waits for none"},
	{"CMSMaxAbortable*", "", "G1 has no such phase before its remark"},
	{"CMSAbortable*", "", "G1 has no such phase before its remark"},
	{"CMSPreclean*", "", "G1 has no such phase before its remark"},
	{"CMSScheduleRemark*", "", "G1 has no such phase before its remark"},
	{"ParGCCardsPerStrideChunk", "", "G1 looks for references in remembered sets, not strip by strip"},
	{"ParGCStridesPerThread", "", "G1 looks for references in remembered sets, not strip by strip"},
	{"PrintCMS*", "", "-Xlog:gc*=debug logs what G1 does"},
	{"UseCMS*", "", "G1 has no lists of free memory"},
	{"FLS*", "", "G1 has no lists of free memory"},
	{"CMS_*", "", "G1 has no lists of free memory"},
	{"ParGC*", "", "it belonged to the young collector of CMS"},
	{"UseCriticalCMSThreadPriority", "", "G1 has no thread of that kind"},
	{"BindCMSThreadToCPU", "", "G1 has no thread of that kind"},
	{"CPUForCMSThread", "", "G1 has no thread of that kind"},
	{"CMS*", "", ""},
}

// CMSCounterpart is what to say of an option of CMS; empty for another.
func CMSCounterpart(name string) string {
	for _, c := range cmsCounterparts {
		begin, all := strings.CutSuffix(c.name, "*")
		switch {
		case name != c.name && !(all && strings.HasPrefix(name, begin)):
		case c.flag != "":
			return "it belongs to CMS, which JDK 14 removed; the counterpart of G1 is " + c.flag + ": " + c.why
		case c.why != "":
			return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart: " + c.why
		default:
			return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart"
		}
	}
	return ""
}
