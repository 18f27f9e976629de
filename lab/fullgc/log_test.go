package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadPauses(t *testing.T) {
	tests := []struct {
		name, jdk, log string
		want           []pause
	}{
		{
			"G1", "21", `GC(4) Using 2 workers of 2 for full compaction
GC(4) Pause Full (System.gc()) 460M->255M(512M) 43.604ms
GC(4) User=0.07s Sys=0.01s Real=0.05s
`, []pause{{"System.gc()", 2, 460, 255, 43.604, 70, 10}},
		},
		{
			"Parallel counts threads only", "11", `GC(1) GCTaskManager::set_active_gang(): all_workers_active()  1  workers 2  active  2  ParallelGCThreads 2
GC(1) Pause Full (Ergonomics) 253M->251M(491M) 70.211ms
GC(1) User=0.06s Sys=0.07s Real=0.07s
`, []pause{{"Ergonomics", 2, 253, 251, 70.211, 60, 70}},
		},
		{
			"times of a young collection around it", "17", `GC(2) Pause Full (Allocation Failure) 403M->402M(494M) 64.150ms
GC(1) Pause Young (Allocation Failure) 403M->402M(494M) 90.022ms
GC(1) User=0.08s Sys=0.01s Real=0.09s
`, []pause{{"Allocation Failure", 0, 403, 402, 64.15, 0, 0}},
		},
		{
			"G1 of JDK 8", "8", `[Full GC (System.gc())  474M->356M(512M), 1.1648120 secs]
   [Eden: 118.0M(118.0M)->0.0B(25.0M) Survivors: 0.0B->0.0B Heap: 474.0M(512.0M)->356.0M(512.0M)], [Metaspace: 2584K->2584K(1056768K)]
 [Times: user=1.04 sys=0.12, real=1.17 secs] 
`, []pause{{"System.gc()", 0, 474, 356, 1164.812, 1040, 120}},
		},
		{
			"Parallel of JDK 8", "8", `[Full GC (Ergonomics) [PSYoungGen: 0K->0K(153088K)] [ParOldGen: 252723K->244019K(349696K)] 252723K->244019K(502784K), [Metaspace: 2576K->2576K(1056768K)], 0.7931000 secs] [Times: user=0.79 sys=0.00, real=0.79 secs] 
`, []pause{{"Ergonomics", 0, 252723.0 / 1024, 244019.0 / 1024, 793.1, 790, 0}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, readPauses(tt.jdk, tt.log))
		})
	}
}
