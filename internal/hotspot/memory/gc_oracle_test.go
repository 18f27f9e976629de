package memory

import (
	"fmt"
	"math/rand/v2"
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
			worst := map[hotspot.Kind]memoryError{}
			for range count {
				options := randomMemory(random, jdk)
				jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, options), m)
				require.Nil(t, refusal, options)
				predicted := gcMemoryOf(jvm, jvm.InitialHeap.N)
				require.True(t, predicted.Mapped.Known(), options)
				lines := nmtLines(jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(options+tracked+" -version")...))
				require.Contains(t, lines, "GC", options)
				w := worst[jvm.Collector.Kind]
				w.add(t, options, predicted, lines)
				worst[jvm.Collector.Kind] = w
			}
			for kind := hotspot.G1; kind <= hotspot.CMS; kind++ {
				if w := worst[kind]; w.runs > 0 {
					t.Logf("%-8v %3d runs: mapped %d off, malloc at most %.2f %%, whole at most %.2f %%", kind, w.runs, w.mapped, w.malloc, w.whole)
				}
			}
		})
	}
}

// memoryError is how far predictions of one collector were off, in percent.
type memoryError struct {
	runs, mapped  int // mapped: how many were not exact
	malloc, whole float64
}

func (w *memoryError) add(t *testing.T, options string, predicted gcMemory, lines map[string]nmtLine) {
	real := lines["GC"]
	real.malloc += lines["GCCardSet"].malloc // JDK 21 counts the remembered sets apart
	malloc := percentOff(predicted.Malloc.N, real.malloc)
	whole := percentOff(predicted.Mapped.N+predicted.Malloc.N, real.mapped+real.malloc)
	w.runs++
	w.malloc, w.whole = max(w.malloc, malloc), max(w.whole, whole)
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
// some hundred MiB up to 12 GiB: nothing of them is touched.
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
		collectors = append(collectors, "Z", "Z", "Epsilon")
	}
	collector := collectors[r.IntN(len(collectors))]
	add(1, "-XX:+UnlockExperimentalVMOptions -XX:+Use%sGC", collector)
	most := 64 << r.IntN(8)
	most += r.IntN(most / 2)
	add(1, "-Xmx%dm", most)
	add(.4, "-Xms%dm", most)
	if len(options) == 2 { // no -Xms yet
		add(1, "-Xms%dm", 40+r.IntN(most-40))
	}
	parallel := 1 + r.IntN(24)
	if collector != "Serial" {
		add(.7, "-XX:ParallelGCThreads=%d", parallel)
	}
	add(.8, "-XX:ActiveProcessorCount=%d", 1+r.IntN(48))
	switch collector {
	case "Z":
		if jdk == 21 {
			add(.5, "-XX:+ZGenerational")
		}
		add(.3, "-XX:ConcGCThreads=%d", 1+r.IntN(8))
	case "Epsilon":
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
