package pause

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

const unknownMachine = "an unknown machine (--full-gc-pause states a measured pause)"

func TestFullGCPause(t *testing.T) {
	const member = "-Xmx9g -Xms9g -XX:G1HeapRegionSize=32m"
	tests := []struct {
		name, options string
		machine       hotspot.Machine
		data          LiveData
		want          Pause
	}{
		{
			"member", member, machine(0, 8), LiveData{Hazelcast: true},
			Pause{
				Bracket: Bracket{113, 446, 1407}, SerialCeiling: 4831, Workers: 8,
				SmallValues: &Bracket{574, 1809, 4561}, LargeValues: &Bracket{49, 226, 845},
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "values of 10k (assumed)", "8 GC workers", unknownMachine},
			},
		},
		{
			"member, one worker", member, machine(0, 8), LiveData{Hazelcast: true, Workers: 1},
			Pause{
				Bracket: Bracket{388, 1531, 4831}, SerialCeiling: 4831, Workers: 1,
				SmallValues: &Bracket{1970, 6209, 15659}, LargeValues: &Bracket{167, 777, 2902},
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "values of 10k (assumed)", "1 GC worker", unknownMachine},
			},
		},
		{
			"another program, all given", member + " -XX:ParallelGCThreads=8", machine(0, 4), LiveData{Live: given(4 << 30), ValueSize: given(100 << 10)},
			Pause{
				Bracket: Bracket{28, 140, 566}, SerialCeiling: 1443, Workers: 4,
				Basis: []string{"4.0 GiB live (given)", "objects of 100k (given)", "8 GC workers on 4 CPUs", unknownMachine},
			},
		},
		{
			"another program, nothing given", "-XX:+UseSerialGC -Xmx9g", machine(0, 8), LiveData{},
			Pause{
				Bracket: Bracket{2076, 7748, 23134}, SerialCeiling: 23134, Workers: 1,
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "objects of 64 bytes (assumed)", "1 GC thread", unknownMachine},
			},
		},
		{
			"fewer threads for a small heap", "-XX:+UseParallelGC -Xmx128m", machine(0, 8), LiveData{},
			Pause{
				Bracket: Bracket{12, 47, 319}, SerialCeiling: 536, Workers: 8,
				Basis: []string{"108 MiB live (assumed: 85 % of the maximum heap)", "objects of 64 bytes (assumed)", "2 to 8 GC threads", unknownMachine},
			},
		},
		{
			"humongous", "-Xmx9g -Xms9g -XX:G1HeapRegionSize=1m", machine(0, 8), LiveData{ValueSize: given(600 << 10)},
			Pause{
				Bracket: Bracket{5, 55, 300}, SerialCeiling: 500, Workers: 8, Humongous: true,
				Basis: []string{"7.6 GiB live (assumed: 85 % of the maximum heap)", "objects of 600k (given)", "8 GC workers", unknownMachine, "values larger than half a region do not move"},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := FullGC(predict(t, 11, tt.options, tt.machine), tt.data)
			assert.True(t, ok)
			tt.want.Machine = unknownMachine
			assert.Equal(t, tt.want, got)
		})
	}
}

// One measured pause tells of another heap, of fewer workers and, less closely, of another
// collector; one that is too short, or of large objects, tells nothing.
func TestScale(t *testing.T) {
	g1 := predict(t, 17, "-Xmx8g -Xms8g", machine(0, 8))
	scale := func(pause int64, l LiveData) Scale {
		measured, ok := MeasuredOn(g1, l, source.Value{N: pause, Origin: source.Argument, Why: "--full-gc-pause"})
		assert.True(t, ok)
		return measured.Scale(l)
	}
	data := LiveData{Live: given(4 << 30)}
	expected, _ := FullGC(g1, data)
	const slower = 3
	data.Scale = scale(slower*expected.Expected, data)
	assert.InDelta(t, slower, data.Scale.Factor, 0.001)
	assert.Equal(t, "the machine of a pause of 6657 ms with 4.0 GiB live (--full-gc-pause)", data.Scale.Machine())
	tests := []struct {
		name, options string
		cpus          int64
		want          Bracket
	}{
		{"the same", "-Xmx8g -Xms8g", 8, Bracket{3328, 6657, 13313}},
		{"a larger heap", "-Xmx16g -Xms16g", 8, Bracket{3328, 6657, 13313}},
		{"two CPUs", "-Xmx8g -Xms8g -XX:ParallelGCThreads=8", 2, Bracket{6799, 13599, 27197}},
		{"another collector", "-XX:+UseSerialGC -Xmx8g -Xms8g", 8, Bracket{4272, 17088, 42720}},
	}
	for _, tt := range tests {
		got, ok := FullGC(predict(t, 17, tt.options, machine(0, tt.cpus)), data)
		assert.True(t, ok, tt.name)
		assert.Equal(t, tt.want, got.Bracket, tt.name)
		assert.Equal(t, data.Scale.Machine(), got.Machine, tt.name)
	}
	assert.Equal(t, Scale{}, scale(9, LiveData{}))
	_, ok := MeasuredOn(predict(t, 17, "-XX:+UseZGC -Xmx8g", machine(0, 8)), data, given(1000))
	assert.False(t, ok)
}

func TestFullGCPauseUnknown(t *testing.T) {
	tests := []struct {
		options string
		machine hotspot.Machine
		why     string
	}{
		{"-XX:+UseZGC -Xmx9g", machine(0, 8), "no model of the full GC of ZGC"},
		{"-XX:+UseParallelGC -Xmx9g -Xms9g", hotspot.Machine{}, "the number of GC workers is unknown"},
		{"", machine(0, 8), "the maximum heap is unknown"},
		{"-Xmx9g -Xms9g", hotspot.Machine{}, "the number of GC workers is unknown"},
	}
	for _, tt := range tests {
		got, ok := FullGC(predict(t, 21, tt.options, tt.machine), LiveData{})
		assert.False(t, ok, tt.options)
		assert.Equal(t, Pause{Basis: []string{tt.why}}, got, tt.options)
	}
}

// TestCompactors are the threads of a full GC, and how they are named.
func TestCompactors(t *testing.T) {
	tests := []struct {
		jdk     int
		options string
		cpus    int64
		want    compactors
	}{
		{11, "-XX:+UseG1GC -Xmx4g -Xms4g", 8, compactors{8, 8, "8 GC workers"}},
		{21, "-XX:+UseG1GC -Xmx128m -Xms128m", 8, compactors{3, 5, "3 to 5 GC workers"}},
		{11, "-XX:+UseSerialGC -Xmx4g", 8, compactors{1, 1, "1 GC thread"}},
		{11, "-XX:+UseConcMarkSweepGC -Xmx4g", 8, compactors{1, 1, "1 GC thread"}},
		{11, "-XX:+UseParallelGC -Xmx4g", 8, compactors{8, 8, "8 GC threads"}},
		{11, "-XX:+UseParallelGC -Xmx128m", 8, compactors{2, 8, "2 to 8 GC threads"}},
		{8, "-XX:+UseParallelGC -Xmx128m", 8, compactors{8, 8, "8 GC threads"}}, // UseDynamicNumberOfGCThreads is off
		{11, "-XX:+UseParallelGC -XX:ParallelGCThreads=6 -Xmx128m", 4, compactors{4, 4, "6 GC threads on 4 CPUs"}},
		{11, "-XX:+UseParallelGC -XX:-UseParallelOldGC -Xmx4g", 8, compactors{1, 1, "1 GC thread"}},
		{8, "-XX:+UseParallelGC -XX:-UseParallelOldGC -Xmx4g", 8, compactors{1, 1, "1 GC thread"}},
	}
	for _, tt := range tests {
		jvm := predict(t, tt.jdk, tt.options, machine(0, tt.cpus))
		assert.Equal(t, tt.want, compactorsOf(jvm).onCPUs(jvm), "JDK %d %s", tt.jdk, tt.options)
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
		got := memberGraph.bracket(1, within{}, tt.heap, tt.live, float64(assumedValueSize), tt.workers, tt.workers)
		assert.Less(t, float64(got.Low), 1000*tt.actual, tt.name)
		assert.Greater(t, float64(got.High), 1000*tt.actual, tt.name)
	}
}

// TestPausesOfCassandra are those of a node of a cluster with CMS and a heap of
// 8 GB, whose owners saw full GCs of 5 to 15 s.
func TestPausesOfCassandra(t *testing.T) {
	pause, ok := FullGC(predict(t, 8, "-XX:+UseConcMarkSweepGC -Xmx8g -Xms8g", machine(0, 8)), LiveData{})
	assert.True(t, ok)
	assert.Less(t, pause.Low, int64(5000))
	assert.Greater(t, pause.High, int64(15000))
}

func FuzzFullGC(f *testing.F) {
	f.Add(21, "-XX:G1HeapWastePercent=100 -XX:+UseG1GC", int64(8<<30), int64(8), int64(-1))
	f.Add(11, "-Xmx18446744073709551615 -XX:+UseParallelGC", int64(-1), int64(-1), int64(1<<62))
	f.Fuzz(func(t *testing.T, jdk int, options string, memory, cpus, size int64) {
		words, err := jvmflag.Words(source.Unlocated(options, "test"))
		if err != nil || !slices.Contains(jvmflag.Supported, jdk) {
			return
		}
		r := jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
		if r.Refusal != nil {
			return
		}
		if jvm, refusal := hotspot.Predict(r, machine(memory, cpus)); refusal == nil {
			OwnWorkers(jvm)
			FullGC(jvm, LiveData{ValueSize: given(size)})
			RoomForMixed(jvm, size)
			HeapForMixed(jvm, size)
		}
	})
}
