package memory

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestElsewhereOf8 holds what JDK 8 counts under other lines than GC against
// Native Memory Tracking of 8u252. Of these lines some 150 to 300 KiB are not the
// collector's, but for Unknown, which was its own.
func TestElsewhereOf8(t *testing.T) {
	tests := []struct {
		options       string
		recorded, own int64 // bytes, and of them at most what is not the collector's
	}{
		{"-XX:+UseG1GC -Xmx8000m -Xms4000m -XX:G1HeapRegionSize=2m -XX:ParallelGCThreads=9 -XX:ConcGCThreads=2", 21987328, 300 << 10},
		{"-XX:+UseG1GC -Xmx16000m -Xms16000m -XX:G1HeapRegionSize=1m -XX:ParallelGCThreads=2", 45028352, 300 << 10},
		{"-XX:+UseParallelGC -Xmx64m -XX:ParallelGCThreads=4", 2 * 5120 << 10, 0},
		{"-XX:+UseConcMarkSweepGC -Xmx64m -XX:ParallelGCThreads=9 -XX:ConcGCThreads=2", 33464 << 10, 0},
		{"-XX:+UseConcMarkSweepGC -Xmx8g -Xms64m -XX:ParallelGCThreads=2 -XX:ConcGCThreads=1", 163188 << 10, 0},
	}
	for _, tt := range tests {
		jvm := predict(t, 8, tt.options, box(24<<30, 2))
		rest := tt.recorded - gcMemoryOf(jvm, jvm.InitialHeap.N).Elsewhere.N
		assert.GreaterOrEqual(t, rest, tt.own/2, tt.options)
		assert.LessOrEqual(t, rest, tt.own, tt.options)
	}
}
