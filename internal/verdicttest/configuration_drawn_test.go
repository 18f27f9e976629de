package verdicttest

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// configuration draws what sizes a JVM of any collector: heaps of 8 MiB to 2 TiB,
// 1 to 128 CPUs, and what else ergonomics start from. Each option takes one of
// the channels.
func (g *generator) configuration() Line {
	g.care = 1
	var options []option
	const unlock = "-XX:+UnlockExperimentalVMOptions"
	give := func(flag, option string) {
		o := words(option)
		if f, _ := jvmflag.Lookup(g.jdk, flag); f.Kind == jvmflag.Experimental {
			o.words = []string{unlock, option}
		}
		options = append(options, o)
	}
	add := func(chance float64, flag string, values ...string) {
		_, known := jvmflag.Lookup(g.jdk, flag)
		switch {
		case !known || !g.chance(chance):
		case values == nil:
			give(flag, "-XX:"+g.pick("+", "-")+flag)
		default:
			give(flag, "-XX:"+flag+"="+g.pick(values...))
		}
	}
	count := func(least, most int) string { return fmt.Sprint(least + g.IntN(most-least+1)) }
	collector := g.pick("G1", "Parallel", "Serial", "Z", "Shenandoah", "ConcMarkSweep", "Epsilon", "ParallelOld", "ParNew", "")
	if name := "Use" + collector + "GC"; collector != "" {
		if _, known := jvmflag.Lookup(g.jdk, name); known {
			give(name, "-XX:+"+name)
		}
	}
	for _, heap := range []struct {
		chance      float64
		option      string
		least, most int
	}{{.5, "-Xmx", 3, 21}, {.3, "-Xms", 1, 12}, {.15, "-Xmn", 1, 12}} {
		if g.chance(heap.chance) {
			options = append(options, words(heap.option+g.mebibytes(heap.least, heap.most)))
		}
	}
	add(.1, "MaxHeapSize", g.mebibytes(3, 21))
	add(.1, "InitialHeapSize", g.mebibytes(1, 12))
	add(.1, "MinHeapSize", g.mebibytes(1, 10))
	add(.1, "SoftMaxHeapSize", g.mebibytes(1, 14))
	add(.3, "MaxRAM", g.mebibytes(6, 21))
	add(.1, "MaxRAMPercentage", "0.5", "10.0", "33.3", "75.0", "90.0", "100.0")
	add(.1, "MinRAMPercentage", "1.0", "25.0", "80.0")
	add(.1, "InitialRAMPercentage", "0.1", "1.0", "5.0", "12.5")
	add(.05, "MaxRAMFraction", count(1, 20))
	add(.05, "InitialRAMFraction", count(8, 200))
	add(.05, "ErgoHeapSizeLimit", g.mebibytes(6, 12))
	add(.6, "ActiveProcessorCount", count(1, 128))
	add(.2, "ParallelGCThreads", count(1, 40))
	add(.2, "ConcGCThreads", count(1, 20))
	add(.1, "UseDynamicNumberOfGCThreads")
	for _, flag := range []string{"NewSize", "MaxNewSize", "OldSize"} {
		add(.1, flag, g.mebibytes(1, 12))
	}
	add(.15, "NewRatio", count(1, 12))
	add(.1, "SurvivorRatio", count(1, 12))
	add(.05, "MaxTenuringThreshold", count(0, 15))
	add(.05, "UseAdaptiveSizePolicy")
	add(.2, "G1HeapRegionSize", "512k", "1m", "2m", "3m", "4m", "8m", "16m", "32m")
	add(.05, "G1NewSizePercent", count(0, 60))
	add(.05, "G1MaxNewSizePercent", count(20, 100))
	add(.05, "G1ConcRefinementThreads", count(0, 20))
	add(.1, "MaxGCPauseMillis", count(1, 500))
	add(.1, "ZGenerational")
	add(.05, "ShenandoahGCHeuristics", "adaptive", "static", "compact", "aggressive")
	add(.05, "ShenandoahGCMode", "satb", "passive", "generational")
	add(.1, "MaxMetaspaceSize", g.mebibytes(4, 12))
	add(.1, "MetaspaceSize", g.mebibytes(2, 10))
	add(.1, "CompressedClassSpaceSize", g.mebibytes(0, 11))
	add(.1, "UseCompressedOops")
	add(.05, "UseCompressedClassPointers")
	add(.05, "UseCompactObjectHeaders")
	add(.05, "ObjectAlignmentInBytes", "8", "16", "32", "64")
	add(.05, "HeapBaseMinAddress", "1g", "4g", "16g")
	add(.1, "ReservedCodeCacheSize", g.mebibytes(5, 10))
	add(.05, "InitialCodeCacheSize", g.mebibytes(0, 6))
	add(.05, "SegmentedCodeCache")
	add(.1, "TieredCompilation")
	add(.1, "TieredStopAtLevel", count(0, 4))
	add(.05, "CICompilerCount", count(1, 12))
	add(.05, "ThreadStackSize", "256", "1024", "2048")
	add(.05, "MaxDirectMemorySize", g.mebibytes(4, 14))
	add(.05, "UseNUMA")
	add(.05, "UseTransparentHugePages")
	add(.05, "UseStringDeduplication")
	add(.05, "AlwaysActAsServerClassMachine")
	add(.05, "NeverActAsServerClassMachine")
	if g.chance(.05) {
		options = append(options, words(g.pick("-Xint", "-Xcomp", "-Xmixed")))
	}
	g.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	return g.place(options)
}

// mebibytes is a size between two powers of two of MiB, of which one in four is no whole number.
func (g *generator) mebibytes(least, most int) string {
	mib := 1 << (least + g.IntN(most-least))
	mib += g.IntN(mib)
	if g.chance(.25) {
		return fmt.Sprintf("%dk", mib<<10+g.IntN(1024))
	}
	return fmt.Sprintf("%dm", mib)
}
