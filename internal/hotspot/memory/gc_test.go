package memory

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestGCMemory(t *testing.T) {
	const heap = "-Xmx9g -Xms9g -XX:ActiveProcessorCount=8"
	kib := func(options string, jdk int) int64 {
		return gcMemoryOf(predict(t, jdk, options, hotspot.Machine{}), 9<<30).Mapped.N >> 10
	}
	assert.Equal(t, []int64{383572, 383052, 217684, 217164},
		[]int64{kib(heap+" -XX:G1HeapRegionSize=4m", 11), kib(heap+" -XX:G1HeapRegionSize=32m", 11), kib(heap+" -XX:G1HeapRegionSize=4m", 21), kib(heap+" -XX:G1HeapRegionSize=32m", 21)})
}

// What Native Memory Tracking counted on JVMs of each JDK with 2 GC threads and a concurrent one.
func TestGCMemoryOfZ(t *testing.T) {
	type counted struct{ mapped, malloc, untouched int64 } // KiB
	const z = "-XX:+UnlockExperimentalVMOptions -XX:+UseZGC -XX:ParallelGCThreads=2 -XX:ConcGCThreads=1 "
	for _, c := range []struct {
		jdk     int
		options string
		want    counted
	}{
		{11, z + "-Xmx1392m", counted{16384, 151, 0}},
		{17, z + "-Xmx88m", counted{65536, 81, 65536}},
		{17, z + "-Xmx2184m", counted{65536, 145, 65536}},
		{21, z + "-Xmx2878m", counted{65536, 145, 65536}},
		{21, z + "-XX:+ZGenerational -Xmx1532m", counted{114688, 694, 113664}},
		{25, z + "-Xmx72m", counted{52, 90, 0}},
		{25, z + "-Xmx378m", counted{92, 91, 0}},
		{25, z + "-Xmx12056m", counted{2916, 114, 0}},
		{11, "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xmx1g", counted{0, 14, 0}},
		{25, "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xmx1g", counted{0, 1, 0}},
	} {
		m := gcMemoryOf(predict(t, c.jdk, c.options, box(16<<30, 2)), 64<<20)
		assert.Equal(t, c.want, counted{m.Mapped.N >> 10, m.Malloc.N >> 10, m.Untouched >> 10}, "%d %s", c.jdk, c.options)
	}
}

func TestGCMemoryUnknown(t *testing.T) {
	tests := []struct {
		jdk     int
		options string
		machine hotspot.Machine
		why     string
	}{
		{21, "", hotspot.Machine{CPUs: box(1, 8).CPUs}, "depends on the heap or GC threads (unknown)"},
		{21, "-Xmx9g -Xms9g", hotspot.Machine{}, "depends on the heap or GC threads (unknown)"},
		{11, "-Xmx9g -XX:+UseConcMarkSweepGC", hotspot.Machine{}, "depends on the heap or GC threads (unknown)"},
		{17, "-Xmx9g -XX:+UseShenandoahGC", hotspot.Machine{}, "depends on the heap or GC threads (unknown)"},
	}
	for _, tt := range tests {
		m := gcMemoryOf(predict(t, tt.jdk, tt.options, tt.machine), 1<<30)
		unknown := source.Value{Why: tt.why}
		assert.Equal(t, gcMemory{Mapped: unknown, Malloc: unknown, Elsewhere: unknown}, m, tt.options)
	}
}

// TestGCMemoryOfCaptures holds it against what real JVMs counted at their end.
// The fitted part may be off by 0.5 % of the whole.
func TestGCMemoryOfCaptures(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/jvm/*/*.txt")
	require.NoError(t, err)
	compared := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		real, ok := nmtLines(string(data))["GC"]
		if !ok {
			continue
		}
		compared++
		head := strings.SplitN(string(data), "\n", 3)
		var memory, cpus int64
		_, err = fmt.Sscanf(head[1], "machine: %d bytes of memory, %d CPUs", &memory, &cpus)
		require.NoError(t, err, file)
		jdk, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		require.NoError(t, err)
		jvm := predict(t, jdk, strings.TrimPrefix(head[0], "options: "), box(memory, cpus))
		m := gcMemoryOf(jvm, jvm.InitialHeap.N)
		assert.Equal(t, real.mapped, m.Mapped.N, file)
		assert.InEpsilon(t, real.malloc+real.mapped, m.Mapped.N+m.Malloc.N, 0.005, file)
	}
	assert.Positive(t, compared)
}

// What Native Memory Tracking counted on JVMs of each JDK with 4 GC threads and 2 concurrent ones.
func TestGCMemoryOfShenandoah(t *testing.T) {
	const threads = "-XX:+UnlockExperimentalVMOptions -XX:+UseShenandoahGC -XX:ParallelGCThreads=4 -XX:ConcGCThreads=2 -Xms512m "
	for _, c := range []struct {
		jdk            int
		options        string
		mapped, malloc int64 // bytes
	}{
		{11, "-Xmx4g", 8_658_944, 4_370_432},
		{17, "-Xmx4g", 17_047_552, 4_377_295},
		{17, "-Xmx4g -XX:ObjectAlignmentInBytes=128", 1_318_912, 4_377_703},
		{17, "-Xmx12g -XX:ShenandoahTargetNumRegions=512", 16_879_616, 4_315_535},
		{21, "-Xmx700m", 17_145_856, 4_418_711},
		{25, "-Xmx4g -Xms4g", 134_750_208, 4_411_103},
		{25, "-Xmx2g -Xms2g -XX:ShenandoahGCMode=generational", 76_034_048, 21_297_553},
		{25, "-Xmx2g -Xms2g -XX:ShenandoahGCMode=generational -XX:GCCardSizeInBytes=256", 84_422_656, 29_685_417},
	} {
		jvm := predict(t, c.jdk, threads+c.options, box(16<<30, 2))
		m := gcMemoryOf(jvm, jvm.InitialHeap.N)
		assert.Equal(t, c.mapped, m.Mapped.N, "%d %s", c.jdk, c.options)
		assert.InEpsilon(t, c.malloc, m.Malloc.N, 0.002, "%d %s", c.jdk, c.options)
	}
}

// Every collector of JDK 8 has a model.
func TestGCMemoryOf8(t *testing.T) {
	for _, collector := range []string{"G1", "Serial", "Parallel", "ConcMarkSweep"} {
		jvm := predict(t, 8, "-XX:+Use"+collector+"GC", box(8<<30, 8))
		assert.True(t, gcMemoryOf(jvm, jvm.Heap.N).Mapped.Known(), collector)
	}
}
