package memory

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const (
	memoriesPerJDK = 8
	tracked        = " -XX:NativeMemoryTracking=summary -XX:+UnlockDiagnosticVMOptions -XX:+PrintNMTStatistics"
)

// TestGCMemoryAgainstRealJVMs holds the memory of the collector against Native
// Memory Tracking, for random heaps, regions, threads and CPUs: the mapped part
// exactly, and the whole within 1 %. JVMLINT_SEED repeats a run,
// JVMLINT_CONFIGURATIONS changes its length, and JVMLINT_ONE_JDK keeps it to one JDK.
func TestGCMemoryAgainstRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", memoriesPerJDK)
	t.Logf("JVMLINT_SEED=%d", seed)
	only := jvmtest.Number(t, "JVMLINT_ONE_JDK", 0)
	for _, jdk := range jvmflag.Supported {
		if only != 0 && int(only) != jdk {
			continue
		}
		t.Run(strconv.Itoa(jdk), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, uint64(jdk)))
			worst := map[string]memoryError{}
			for range count {
				options := randomMemory(random, jdk)
				jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, options), m)
				require.Nil(t, refusal, options)
				lines := nmtLines(jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(options+tracked+" -version")...))
				require.Contains(t, lines, "GC", options)
				committed := jvm.InitialHeap.N
				switch heap := lines["Java Heap"].mapped; {
				case jvm.Collector.Kind == hotspot.Shenandoah: // JDK 25 begins at the end of the heap, and commits a few regions there
					committed = heap
				case jvm.Collector.Kind == hotspot.G1 && !jvmtest.Stripped(dir, jdk): // objects of the archive lie at the end of the heap
					assert.Contains(t, []int64{0, max(jvm.G1.RegionSize.N, 2<<20)}, heap-committed, options)
					committed = heap
				}
				predicted := gcMemoryOf(jvm, committed)
				require.True(t, predicted.Mapped.Known(), options)
				name := jvm.Collector.String()
				if jvm.Generational {
					name += " with generations"
				}
				w := worst[name]
				w.add(t, options, predicted, lines)
				worst[name] = w
			}
			for _, name := range slices.Sorted(maps.Keys(worst)) {
				w := worst[name]
				t.Logf("%-8s %3d runs: mapped %d off, malloc at most %.2f %%, whole at most %.2f %%", name, w.runs, w.mapped, w.malloc, w.whole)
			}
		})
	}
}

// TestGCMemoryOfWholeHeapsAgainstRealJVMs does the same for the collectors with a heap in one piece,
// each in each of its modes, with heaps of 64 MiB to 16 GiB.
func TestGCMemoryOfWholeHeapsAgainstRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", 2)
	t.Logf("JVMLINT_SEED=%d", seed)
	for _, jdk := range jvmflag.Supported[1:] {
		modes := []string{"-XX:+UseEpsilonGC", "-XX:+UseZGC"}
		if jdk == 21 {
			modes = append(modes, "-XX:+UseZGC -XX:+ZGenerational")
		}
		for _, mode := range modes {
			t.Run(fmt.Sprintf("%d %s", jdk, mode), func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, uint64(jdk)))
				var worst memoryError
				for uint64(worst.runs) < count {
					options := "-XX:+UnlockExperimentalVMOptions " + mode + randomWholeHeap(random)
					jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, options), m)
					if refusal != nil {
						continue // too small a heap for so many threads
					}
					lines := nmtLines(jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(options+tracked+" -version")...))
					require.Contains(t, lines, "GC", options)
					worst.add(t, options, gcMemoryOf(jvm, jvm.InitialHeap.N), lines)
				}
				t.Logf("%d runs: mapped %d off, malloc at most %.2f %%, whole at most %.2f %%, %d KB", worst.runs, worst.mapped, worst.malloc, worst.whole, worst.bytes>>10)
			})
		}
	}
}

// randomWholeHeap draws heaps of which little is committed at start: ZGC takes that from the system.
func randomWholeHeap(r *rand.Rand) string {
	most := 64 << r.IntN(8)
	most += r.IntN(most)
	options := fmt.Sprintf(" -Xmx%dm -Xms%dm", most, 40+r.IntN(min(most, 1024)-40))
	for _, flag := range []struct {
		name string
		most int
	}{{"ActiveProcessorCount", 64}, {"ParallelGCThreads", 24}, {"ConcGCThreads", 12}} {
		if r.IntN(3) < 2 {
			options += fmt.Sprintf(" -XX:%s=%d", flag.name, 1+r.IntN(flag.most))
		}
	}
	return options
}

// memoryError is how far predictions of one collector were off, in percent.
type memoryError struct {
	runs, mapped  int // mapped: how many were not exact
	malloc, whole float64
	bytes         int64
}

func (w *memoryError) add(t *testing.T, options string, predicted gcMemory, lines map[string]nmtLine) {
	real := lines["GC"]
	real.malloc += lines["GCCardSet"].malloc // JDK 21 counts the remembered sets apart
	malloc := percentOff(predicted.Malloc.N, real.malloc)
	whole := percentOff(predicted.Mapped.N+predicted.Malloc.N, real.mapped+real.malloc)
	w.runs++
	w.malloc, w.whole = max(w.malloc, malloc), max(w.whole, whole)
	off := predicted.Mapped.N + predicted.Malloc.N - real.mapped - real.malloc
	w.bytes = max(w.bytes, off, -off)
	if !assert.Equal(t, real.mapped, predicted.Mapped.N, options) {
		w.mapped++
	}
	small := strings.Contains(options, "UseZGC") || strings.Contains(options, "UseEpsilonGC") // ZGC of JDK 25 starts with less, Epsilon with hardly anything
	if !small || real.mapped+real.malloc > 16<<20 {
		assert.LessOrEqual(t, whole, 1.0, options)
	} else {
		assert.InDelta(t, real.mapped+real.malloc, predicted.Mapped.N+predicted.Malloc.N, 64<<10, options)
	}
	if predicted.Elsewhere.N > 0 { // the JVM's own share of these lines is under 1 MB
		elsewhere := lines["Internal"].malloc + lines["Class"].malloc + lines["Unknown"].mapped
		assert.InDelta(t, elsewhere, float64(predicted.Elsewhere.N)+512*1024, 512*1024+float64(elsewhere)/100, options)
	}
}

func percentOff(predicted, real int64) float64 {
	return 100 * max(float64(predicted-real), float64(real-predicted)) / float64(real)
}

// randomMemory draws what decides on the memory of a collector. Heaps are of
// 64 MiB to 16 GiB: nothing of them is touched.
func randomMemory(r *rand.Rand, jdk int) string {
	var options []string
	add := func(chance float64, format string, values ...any) {
		if r.Float64() < chance {
			options = append(options, fmt.Sprintf(format, values...))
		}
	}
	collectors := []string{"G1", "G1", "G1", "Parallel", "Serial"}
	if jdk == 8 {
		collectors = append(collectors, "ConcMarkSweep")
	} else {
		collectors = append(collectors, "Z", "Z", "Epsilon", "Shenandoah", "Shenandoah", "Shenandoah")
	}
	if jdk == 11 {
		collectors = append(collectors, "ConcMarkSweep")
	}
	if only := os.Getenv("JVMLINT_COLLECTOR"); slices.Contains(collectors, only) {
		collectors = []string{only}
	}
	collector := collectors[r.IntN(len(collectors))]
	add(1, "-XX:+UnlockExperimentalVMOptions -XX:+Use%sGC", collector)
	most := 64 << r.IntN(8)
	most += r.IntN(most)
	add(1, "-Xmx%dm", most)
	add(.4, "-Xms%dm", most)
	if len(options) == 2 { // no -Xms yet
		add(1, "-Xms%dm", 40+r.IntN(most-40))
	}
	parallel := 1 + r.IntN(24)
	if collector != "Serial" {
		add(.7, "-XX:ParallelGCThreads=%d", parallel)
	}
	add(.8, "-XX:ActiveProcessorCount=%d", 1+r.IntN(64))
	switch collector {
	case "Z":
		if jdk == 21 {
			add(.5, "-XX:+ZGenerational")
		}
		add(.3, "-XX:ConcGCThreads=%d", 1+r.IntN(8))
	case "Epsilon":
	case "Shenandoah":
		if jdk >= 24 {
			add(.6, "-XX:ShenandoahGCMode=generational")
		} else { // JDK 25 commits regions apart, and a page of the bitmap for several of each
			add(.1, "-XX:ObjectAlignmentInBytes=%d", 16<<r.IntN(5))
		}
		if strings.Contains(strings.Join(options, " "), "ParallelGCThreads") {
			add(.3, "-XX:ConcGCThreads=%d", 1+r.IntN(parallel))
		}
		add(.3, "-XX:ShenandoahTargetNumRegions=%d", 64<<r.IntN(8))
	case "G1":
		add(.6, "-XX:G1HeapRegionSize=%dm", 1<<r.IntN(6))
		add(.3, "-XX:G1ConcRefinementThreads=%d", 1+r.IntN(16))
		if strings.Contains(strings.Join(options, " "), "ParallelGCThreads") {
			add(.3, "-XX:ConcGCThreads=%d", 1+r.IntN(parallel))
		}
		add(.2, "-XX:MarkStackSize=%dm", 1+r.IntN(8))
	default:
		add(.3, "-XX:NewRatio=%d", 1+r.IntN(6))
		add(.3, "-XX:SurvivorRatio=%d", 2+r.IntN(8))
	}
	if jdk >= 21 {
		add(.1, "-XX:GCCardSizeInBytes=%d", 128<<r.IntN(4))
	}
	return strings.Join(options, " ")
}
