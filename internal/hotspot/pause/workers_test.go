package pause

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// fullGCWorkers are the workers of 8 that JDK 11, 17, 21 and 25 log, by
// regions of the heap and by G1HeapWastePercent from 0 on.
var fullGCWorkers = []struct {
	regions int
	workers []int
}{
	{64, []int{1, 1, 2, 2, 4, 6}},
	{100, []int{1, 2, 4, 6, 8, 8}},
	{288, []int{1, 4, 8, 8, 8, 8}},
	{512, []int{1, 8, 8, 8, 8, 8}},
	{2304, []int{1, 8, 8, 8, 8, 8}},
}

// parallelCompaction are the JDKs whose full GC under G1 has several workers.
var parallelCompaction = jvmflag.Supported[1:]

func heapOf(regions int) string {
	return fmt.Sprintf("-Xmx%dm -Xms%dm -XX:G1HeapRegionSize=1m -XX:ParallelGCThreads=8 -XX:+UseG1GC", regions, regions)
}

func TestFullGCWorkers(t *testing.T) {
	for _, jdk := range parallelCompaction {
		for _, c := range fullGCWorkers {
			jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, jdk, heapOf(c.regions)), hotspot.Machine{})
			require.Nil(t, refusal)
			var workers []int
			for percent := range c.workers {
				workers = append(workers, WorkersOf(jvm, percent).Count)
			}
			assert.Equal(t, c.workers, workers, "JDK %d, %d regions", jdk, c.regions)
		}
	}
}

func TestFullGCWorkersLimits(t *testing.T) {
	tests := []struct {
		name, options string
		machine       hotspot.Machine
		percent       int
		want          Workers
	}{
		{"waste", heapOf(288), hotspot.Machine{}, 1, Workers{4, 4, 8, LimitWaste, "max(1, 2 x (288 regions x 1 / 100))"}},
		{"threads", heapOf(288), hotspot.Machine{}, 2, Workers{8, 8, 8, LimitThreads, "all GC threads"}},
		{"heap size", "-Xmx128m -XX:G1HeapRegionSize=1m -XX:+UseG1GC", machine(8<<30, 8), 5, Workers{3, 5, 8, LimitHeapSize, "the heap is small and ParallelGCThreads is not given"}},
		{"waste before heap size", "-Xmx128m -XX:G1HeapRegionSize=1m -XX:+UseG1GC", machine(8<<30, 8), 1, Workers{2, 2, 8, LimitWaste, "max(1, 2 x (128 regions x 1 / 100))"}},
		{"one thread", "-Xmx9g -Xms9g -XX:+UseG1GC", machine(16<<30, 1), 0, Workers{1, 1, 1, LimitThreads, "all GC threads"}},
		{"fixed", heapOf(288) + " -XX:-UseDynamicNumberOfGCThreads", hotspot.Machine{}, 0, Workers{8, 8, 8, LimitFixed, "UseDynamicNumberOfGCThreads is off: all GC threads"}},
		{"unknown threads", "-Xmx288m -Xms288m -XX:+UseG1GC", hotspot.Machine{}, 0, Workers{}},
		{"unknown heap", "-XX:ParallelGCThreads=8", hotspot.Machine{}, 0, Workers{}},
		{"not G1", "-Xmx1g -XX:+UseParallelGC", machine(8<<30, 8), 0, Workers{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, 21, tt.options), tt.machine)
			require.Nil(t, refusal)
			assert.Equal(t, tt.want, WorkersOf(jvm, tt.percent))
		})
	}
}

func TestFullGCOfJDK8(t *testing.T) {
	jvm, _ := hotspot.Predict(jvmtest.Resolve(t, 8, heapOf(288)), machine(8<<30, 8))
	assert.Equal(t, Workers{1, 1, 8, LimitRelease, "JDK 8 compacts with one thread"}, WorkersOf(jvm, 5))
	pause, ok := FullGC(jvm, LiveData{Workers: 8})
	assert.True(t, ok)
	assert.Equal(t, 1, pause.Workers)
	for _, collector := range []string{"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseConcMarkSweepGC"} {
		jvm, refusal := hotspot.Predict(jvmtest.Resolve(t, 8, collector), machine(8<<30, 8))
		require.Nil(t, refusal, collector)
		_, known := FullGC(jvm, LiveData{})
		assert.True(t, known, collector)
	}
}

func TestOwnFullGCWorkers(t *testing.T) {
	jvm, _ := hotspot.Predict(jvmtest.Resolve(t, 11, heapOf(288)+" -XX:G1HeapWastePercent=1"), hotspot.Machine{})
	assert.Equal(t, 4, OwnWorkers(jvm).Count)
	jvm, _ = hotspot.Predict(jvmtest.Resolve(t, 11, heapOf(288)), hotspot.Machine{})
	assert.Equal(t, 8, OwnWorkers(jvm).Count)
	jvm, _ = hotspot.Predict(jvmtest.Resolve(t, 11, "-XX:+UseSerialGC"), hotspot.Machine{})
	assert.Equal(t, Workers{}, OwnWorkers(jvm))
}
