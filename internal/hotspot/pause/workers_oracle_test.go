package pause

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
)

const fullGCRunsPerJDK = 30

// loggedFullGC is a full GC of G1 as the log of a real JVM tells of it.
type loggedFullGC struct {
	start   fullGCStart
	workers int
}

var (
	collection      = regexp.MustCompile(`(?m)^GC\((\d+)\) `)
	heapBefore      = regexp.MustCompile(`garbage-first heap +total (?:reserved \d+K, committed )?(\d+)K`)
	workersOfYoung  = regexp.MustCompile(`Using (\d+) workers of \d+ for evacuation`)
	usedLimit       = regexp.MustCompile(`used limited workers: (\d+)`)
	workersOfFullGC = regexp.MustCompile(`Using (\d+) workers of \d+ for full compaction`)
)

// readFullGCs finds the full GCs in a log of gc+task and gc+heap.
func readFullGCs(log string) []loggedFullGC {
	linesOf, last := map[string]string{}, 0
	for line := range strings.Lines(log) {
		if m := collection.FindStringSubmatch(line); m != nil {
			linesOf[m[1]] += line
			last, _ = strconv.Atoi(m[1])
		}
	}
	var gcs []loggedFullGC
	before := int64(1) // JVMs begin with one
	for id := range last + 1 {
		lines := linesOf[strconv.Itoa(id)]
		number := func(line *regexp.Regexp) int64 { // the first is of before the collection
			var n int64
			if m := line.FindStringSubmatch(lines); m != nil {
				n, _ = strconv.ParseInt(m[1], 10, 64)
			}
			return n
		}
		if workers := number(workersOfFullGC); workers != 0 {
			gcs = append(gcs, loggedFullGC{fullGCStart{number(heapBefore) << 10, number(usedLimit), before}, int(workers)})
		}
		if workers := max(number(workersOfYoung), number(workersOfFullGC)); workers != 0 { // 0: a concurrent cycle
			before = workers
		}
	}
	return gcs
}

// randomFullGCs draws options of a JVM, and arguments of SmallFullGCs.
func randomFullGCs(r *rand.Rand) (options, arguments string) {
	var words []string
	add := func(chance float64, format string, n int) {
		if r.Float64() < chance {
			words = append(words, fmt.Sprintf(format, n))
		}
	}
	heap := 24 + r.IntN(1<<(5+r.IntN(6)))
	words = append(words, fmt.Sprintf("-XX:+UseG1GC -Xmx%dm", heap))
	add(.6, "-Xms%dm", heap)
	add(.1, "-Xms%dm", 8+r.IntN(heap-8))
	add(.7, "-XX:G1HeapRegionSize=%dm", 1<<r.IntN(4))
	add(.5, "-XX:ParallelGCThreads=%d", 1+r.IntN(24))
	add(.6, "-XX:ActiveProcessorCount=%d", 1+r.IntN(32))
	add(.7, "-XX:G1HeapWastePercent=%d", r.IntN(12))
	return strings.Join(words, " "), fmt.Sprintf("%d %d %d", 5+r.IntN(60), 1+r.IntN(3), r.IntN(2)*r.IntN(12))
}

// TestFullGCWorkersAgainstRealJVMs holds the workers of full GCs against what
// real JVMs log. JVMLINT_SEED repeats a run, and JVMLINT_FULL_GCS=200 makes it
// one of 200 JVMs of each JDK.
func TestFullGCWorkersAgainstRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	classes := jvmtest.Compile(t, "testdata/SmallFullGCs.java")
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	runs := jvmtest.Number(t, "JVMLINT_FULL_GCS", fullGCRunsPerJDK)
	t.Logf("JVMLINT_SEED=%d", seed)
	for _, jdk := range parallelCompaction {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, uint64(jdk)))
			limits, gcs, whole, points := map[Limit]int{}, 0, 0, 0
			for range runs {
				options, arguments := randomFullGCs(random)
				jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, options), m)
				require.Nil(t, refusal, options)
				log := jvmtest.Run(t, jvmtest.Java(dir, jdk), strings.Fields(options+" -Xlog:gc+task=debug,gc+heap=debug:stdout:none -cp "+classes+" SmallFullGCs "+arguments)...)
				logged := readFullGCs(log)
				require.NotEmpty(t, logged, "JDK %d: %s SmallFullGCs %s: %s", jdk, options, arguments, log)
				percent := int(jvm.G1.HeapWastePercent.N)
				full := WorkersOf(jvm, percent)
				for _, gc := range logged {
					predicted := workersFrom(jvm, gc.start, percent)
					assert.Equal(t, gc.workers, predicted.Count, "JDK %d: %s SmallFullGCs %s: %+v", jdk, options, arguments, gc.start)
					if gc.start.committed == jvm.Heap.N && predicted.LimitedBy != LimitUsed {
						assert.True(t, full.Least <= gc.workers && gc.workers <= full.Count, "JDK %d: %s: %d not in %+v", jdk, options, gc.workers, full)
						whole++
						if full.Least == full.Count {
							points++
						}
					}
					limits[predicted.LimitedBy]++
					gcs++
				}
			}
			t.Logf("%d JVMs, %d full GCs; by limit %v; of a whole heap %d, of them predicted as one number without the log %d", runs, gcs, limits, whole, points)
		})
	}
}

// TestFullGCOfJDK8AgainstRealJVM shows that threads beyond the first do nothing
// in it: with them, it would use more time of CPUs than passes.
func TestFullGCOfJDK8AgainstRealJVM(t *testing.T) {
	dir := jvmtest.Folder(t)
	log := jvmtest.Run(t, jvmtest.Java(dir, 8), "-XX:+UseG1GC", "-Xmx400m", "-Xms400m", "-XX:ParallelGCThreads=8", "-XX:+PrintGCDetails",
		"-cp", jvmtest.Compile(t, "testdata/SmallFullGCs.java"), "SmallFullGCs", "60", "8", "0")
	fullGC := regexp.MustCompile(`(?s)\[Full GC .*?user=([\d.]+) sys=([\d.]+), real=([\d.]+)`)
	var used, passed float64
	gcs := fullGC.FindAllStringSubmatch(log, -1)
	require.Len(t, gcs, 8, "%s", log)
	for _, gc := range gcs {
		var seconds [3]float64
		for i := range seconds {
			n, err := strconv.ParseFloat(gc[i+1], 64)
			require.NoError(t, err)
			seconds[i] = n
		}
		used, passed = used+seconds[0]+seconds[1], passed+seconds[2]
	}
	const hundredths = 0.01 // the log rounds every number to them
	assert.LessOrEqual(t, used, passed+hundredths*float64(len(gcs)))
}
