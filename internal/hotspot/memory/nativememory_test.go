package memory

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// TestNativeMemoryOfProgramsAgainstRealJVMs holds the budget against Native
// Memory Tracking of a small program and, where JVMLINT_HAZELCAST_JARS names a
// folder with jars of Hazelcast, of a member: the member's sum at start within
// 5 %, the other's no less than that of the JVM alone, and never more at work
// than is planned for. JVMLINT_SEED repeats a run, JVMLINT_CONFIGURATIONS
// changes its length, and JVMLINT_ONE_JDK keeps it to one JDK.
func TestNativeMemoryOfProgramsAgainstRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", 1)
	only := jvmtest.Number(t, "JVMLINT_ONE_JDK", 0)
	t.Logf("JVMLINT_SEED=%d", seed)
	for _, program := range programs(t) {
		for _, jdk := range jvmflag.Supported {
			if jdk < program.since || only != 0 && int(only) != jdk {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", program.name, jdk), func(t *testing.T) {
				random := rand.New(rand.NewPCG(seed, uint64(jdk)))
				m := m
				m.Stripped = jvmtest.Stripped(dir, jdk)
				for range count {
					heap := 384 + random.IntN(640)
					options := fmt.Sprintf("-Xms%dm -Xmx%dm -XX:+AlwaysPreTouch -XX:+Use%sGC -XX:ActiveProcessorCount=%d -XX:NativeMemoryTracking=summary",
						heap, heap, []string{"G1", "G1", "Parallel", "Serial"}[random.IntN(4)], 1+random.IntN(8))
					started, worked := program.run(t, jvmtest.Java(dir, jdk), options)
					r := jvmtest.Resolve(t, jdk, options)
					jvm, refusal := hotspot.Predict(r, m)
					require.Nil(t, refusal)
					budget, ok := Of(jvm, r, Program{Hazelcast: program.member})
					require.True(t, ok)
					compareBudget(t, options, jvm, budget, program.member, started, worked)
				}
			})
		}
	}
}

// compareBudget leaves out the stacks of JDK 8, which NMT takes for committed
// as a whole, the overhead of malloc, which it does not see, and direct memory,
// which these programs hardly use.
func compareBudget(t *testing.T, options string, jvm *hotspot.JVM, budget Budget, member bool, started, worked map[string]nmtLine) {
	atStart, atWork := poolsOfNMT(jvm, started), poolsOfNMT(jvm, worked)
	var predicted, real, planned, reached, heap int64
	var rows []string
	for _, p := range budget.Pools {
		if p.Name == "malloc overhead" || p.Name == "direct memory" || p.Name == "thread stacks" && jvm.JDK < 9 {
			continue
		}
		predicted, planned = predicted+p.Committed, planned+p.Planned
		rows = append(rows, fmt.Sprintf("%s %d/%d", p.Name, p.Committed>>10, atStart[p.Name]>>10))
		if p.Name == "heap" {
			heap = p.Committed
		}
	}
	for name := range atStart {
		real, reached = real+atStart[name], reached+atWork[name]
	}
	t.Logf("%s: %.2f %% off in all, %.1f %% beside the heap; planned %d MB, reached %d MB; KiB: %s", options,
		percentOff(predicted, real), percentOff(predicted-heap, real-heap), planned>>20, reached>>20, strings.Join(rows, ", "))
	assert.LessOrEqual(t, reached, planned, options)
	if member {
		assert.LessOrEqual(t, percentOff(predicted, real), 5.0, options)
	} else {
		assert.LessOrEqual(t, predicted, real, "the JVM alone takes less than with a program, %s", options)
	}
}

// poolsOfNMT gathers the lines of NMT under the names of pools.
func poolsOfNMT(jvm *hotspot.JVM, lines map[string]nmtLine) map[string]int64 {
	named := map[string]string{"Java Heap": "heap", "GC": "GC", "GCCardSet": "GC", "Class": "metaspace", "Metaspace": "metaspace", "Unknown": "metaspace",
		"Code": "code cache", "Thread": "thread stacks", "Compiler": "JIT compilers", "Arena Chunk": "JIT compilers", "Symbol": "symbols",
		"Shared class space": "class data archive", "Total": ""}
	pools := map[string]int64{}
	for name, line := range lines {
		pool, ok := named[name]
		if !ok {
			pool = "other"
		}
		if pool != "" && !(name == "Thread" && jvm.JDK < 9) {
			pools[pool] += line.committed
		}
	}
	elsewhere := gcMemoryOf(jvm, jvm.InitialHeap.N).Elsewhere.N // of JDK 8
	pools["GC"] += elsewhere
	if jvm.Collector.Kind == hotspot.Parallel { // half of it under Class
		pools["metaspace"] -= elsewhere / 2
		elsewhere -= elsewhere / 2
	}
	pools["other"] -= elsewhere
	return pools
}

// program is what a JVM runs in these tests.
type program struct {
	name, class, path string
	member            bool
	since             int // the JDK that it needs
}

// programs are compiled where there is a javac.
func programs(t *testing.T) []program {
	t.Helper()
	const source = "testdata/nativememory/"
	jars := hazelcastJars(t)
	words := []string{source + "NativeMemory.java", source + "Small.java"}
	if len(jars) > 0 {
		words = append(words, "-cp", jars[0], source+"Member.java")
	} else {
		t.Log("set JVMLINT_HAZELCAST_JARS to a folder with jars of Hazelcast, to run members too")
	}
	classes := jvmtest.Compile(t, words...)
	all := []program{{name: "small", class: "Small", path: classes, since: 8}}
	for _, jar := range jars {
		name := strings.TrimSuffix(filepath.Base(jar), ".jar")
		all = append(all, program{name: name, class: "Member", path: classes + ":" + jar, member: true, since: releaseOf(t, name)})
	}
	return all
}

func hazelcastJars(t *testing.T) []string {
	t.Helper()
	dir := os.Getenv("JVMLINT_HAZELCAST_JARS")
	if dir == "" {
		return nil
	}
	jars, err := filepath.Glob(filepath.Join(dir, "hazelcast-5*.jar"))
	require.NoError(t, err)
	slices.Sort(jars)
	return jars
}

// releaseOf is the JDK that a release of Hazelcast needs: 8 up to 5.3, then
// 11, and 17 from 5.5 on.
func releaseOf(t *testing.T, name string) int {
	minor, err := strconv.Atoi(strings.Split(name, ".")[1])
	require.NoError(t, err, name)
	return release.Choose(minor, release.Since[int](0, 8), release.Since[int](4, 11), release.Since[int](5, 17))
}

// run starts the program, and reads what it printed of itself.
func (p program) run(t *testing.T, java, options string) (started, worked map[string]nmtLine) {
	t.Helper()
	out := jvmtest.Run(t, java, append(strings.Fields(options), "-Dseconds=2", "-cp", p.path, p.class)...)
	_, after, ok := strings.Cut(out, "moment: started\n")
	require.True(t, ok, out)
	first, second, ok := strings.Cut(after, "moment: worked\n")
	require.True(t, ok, out)
	return nmtLines(first), nmtLines(second)
}
