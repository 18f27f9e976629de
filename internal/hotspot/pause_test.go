package hotspot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func given(n int64) source.Value {
	return source.Value{N: n, Origin: source.Argument, Why: "given"}
}

func TestFullGCPause(t *testing.T) {
	const member = "-Xmx9g -Xms9g -XX:G1HeapRegionSize=32m"
	tests := []struct {
		name, options string
		machine       Machine
		data          LiveData
		want          Pause
	}{
		{
			"member", member, machine(0, 8), LiveData{Hazelcast: true},
			Pause{
				Bracket: Bracket{351, 703, 1406}, SerialCeiling: 4827, Workers: 8,
				SmallValues: &Bracket{1139, 2279, 4557}, LargeValues: &Bracket{211, 423, 845},
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "values of 10k (assumed)", "8 GC workers"},
			},
		},
		{
			"member, one worker", member, machine(0, 8), LiveData{Hazelcast: true, Workers: 1},
			Pause{
				Bracket: Bracket{1207, 2414, 4827}, SerialCeiling: 4827, Workers: 1,
				SmallValues: &Bracket{3912, 7824, 15648}, LargeValues: &Bracket{725, 1451, 2902},
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "values of 10k (assumed)", "1 GC worker"},
			},
		},
		{
			"another program, all given", member + " -XX:ParallelGCThreads=8", machine(0, 4), LiveData{Live: given(4 << 30), ValueSize: given(100 << 10)},
			Pause{
				Bracket: Bracket{142, 283, 566}, SerialCeiling: 1443, Workers: 4,
				Basis: []string{"4.0 GiB live (given)", "values of 100k (given)", "8 GC workers on 4 CPUs"},
			},
		},
		{
			"humongous", "-Xmx9g -Xms9g -XX:G1HeapRegionSize=1m", machine(0, 8), LiveData{ValueSize: given(600 << 10)},
			Pause{
				Bracket: Bracket{5, 55, 300}, SerialCeiling: 500, Workers: 8, Humongous: true,
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "values of 600k (given)", "8 GC workers", "values larger than half a region do not move"},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := predict(t, 11, tt.options, tt.machine).FullGCPause(tt.data)
			assert.True(t, ok)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestFullGCPauseUnknown(t *testing.T) {
	tests := []struct {
		options string
		machine Machine
		why     string
	}{
		{"-XX:+UseParallelGC -Xmx9g", machine(0, 8), "no model of the full GC of Parallel"},
		{"", machine(0, 8), "the maximum heap is not known"},
		{"-Xmx9g -Xms9g", Machine{}, "the number of GC workers is not known"},
	}
	for _, tt := range tests {
		got, ok := predict(t, 21, tt.options, tt.machine).FullGCPause(LiveData{})
		assert.False(t, ok)
		assert.Equal(t, Pause{Basis: []string{tt.why}}, got)
	}
}

// TestPausesOfProduction are full GCs of Hazelcast members on JDK 11 that the
// model was not fitted to, but for the speed-up of the first two.
func TestPausesOfProduction(t *testing.T) {
	const gib = float64(1 << 30)
	tests := []struct {
		name       string
		heap, live float64
		workers    int
		actual     float64 // seconds
	}{
		{"9 GiB, 8 workers", 9 * gib, 7.5 * gib, 8, .661},
		{"50 GiB, 20 workers", 50 * gib, 44.9 * gib, 20, 2.38},
		{"9 GiB, one CPU", 9 * gib, 7.5 * gib, 1, 1.94},
		{"50 GiB, 1 worker", 50 * gib, 44.9 * gib, 1, 12},
	}
	for _, tt := range tests {
		expected := oneWorker(11, tt.heap, tt.live, float64(assumedValueSize), true) / speedUp(tt.workers)
		assert.Less(t, lowFactor*expected, tt.actual, tt.name)
		assert.Greater(t, highFactor*expected, tt.actual, tt.name)
	}
}

func TestGCMemory(t *testing.T) {
	const heap = "-Xmx9g -Xms9g -XX:ActiveProcessorCount=8"
	kib := func(options string, jdk int) int64 {
		return predict(t, jdk, options, Machine{}).GCMemory(9<<30).Mapped.N >> 10
	}
	assert.Equal(t, []int64{383572, 383052, 217684, 217164},
		[]int64{kib(heap+" -XX:G1HeapRegionSize=4m", 11), kib(heap+" -XX:G1HeapRegionSize=32m", 11), kib(heap+" -XX:G1HeapRegionSize=4m", 21), kib(heap+" -XX:G1HeapRegionSize=32m", 21)})
}

func TestGCMemoryUnknown(t *testing.T) {
	tests := []struct {
		options string
		machine Machine
		why     string
	}{
		{"", machine(0, 8), "follows from the heap or GC threads, not known here"},
		{"-Xmx9g -Xms9g", Machine{}, "follows from the heap or GC threads, not known here"},
		{"-Xmx9g -XX:+UseZGC", machine(16<<30, 8), "no model of the native memory of ZGC"},
	}
	for _, tt := range tests {
		m := predict(t, 21, tt.options, tt.machine).GCMemory(1 << 30)
		assert.Equal(t, unknownGCMemory(tt.why), m)
	}
}
