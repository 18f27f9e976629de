package gclog

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const ms = time.Millisecond

// readFrom reads one log.
func readFrom(name string, r io.Reader) (*Log, error) {
	return ReadFiles([]File{{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}}, nil)
}

// read reads lines as the log gc.log.
func read(t *testing.T, lines ...string) *Log {
	t.Helper()
	log, err := readFrom("gc.log", strings.NewReader(strings.Join(lines, "\n")+"\n"))
	require.NoError(t, err)
	return log
}

// cited is the line with that number.
func cited(lines []string, number int) Line {
	before := strings.Join(append(lines[:number-1:number-1], ""), "\n")
	return Line{"gc.log", number, int64(len(before)), lines[number-1]}
}

// A store of 50 GB under G1 of JDK 11 wrote a full GC so: 20 workers, all its
// time in the compaction.
var fullGCOf50GB = []string{
	"[info][gc,task       ] GC(571) Using 20 workers of 20 for full compaction",
	"[info][gc,start      ] GC(571) Pause Full (G1 Evacuation Pause)",
	"[info][gc,phases,start] GC(571) Phase 4: Compact heap",
	"[info][gc,phases      ] GC(571) Phase 4: Compact heap 2277.859ms",
	"[info][gc,heap        ] GC(571) Eden regions: 0->0(64)",
	"[info][gc,heap        ] GC(571) Survivor regions: 0->0(8)",
	"[info][gc,heap        ] GC(571) Old regions: 1618->1472",
	"[info][gc,heap        ] GC(571) Humongous regions: 14->14",
	"[info][gc,metaspace   ] GC(571) Metaspace: 57383K(59136K)->57141K(59136K)",
	"[info][gc             ] GC(571) Pause Full (G1 Evacuation Pause) 52221M->46018M(52224M) 2380.418ms",
	"[info][gc,cpu         ] GC(571) User=18.10s Sys=0.00s Real=2.38s",
}

func TestFullGC(t *testing.T) {
	at := cited(fullGCOf50GB, 10)
	full := FullGC{
		Cause: "G1 Evacuation Pause", Pause: 2380418 * time.Microsecond, Before: 52221 << 20, After: 46018 << 20, Capacity: 52224 << 20,
		Workers: 20, CPU: 18100 * ms, Real: 2380 * ms, At: at,
	}
	log := read(t, fullGCOf50GB...)
	assert.Equal(t, &Log{
		Files: []string{"gc.log"}, Lines: 11, Collector: G1, Chosen: cited(fullGCOf50GB, 5),
		Full: FullGCs{
			Causes:  []Cause{{"G1 Evacuation Pause", 1}},
			Pauses:  Pauses{Count: 1, Total: full.Pause, Longest: full.Pause, Median: full.Pause, P99: full.Pause, At: at},
			Longest: full, Last: full, ForSpace: ForSpace{Seen{1, at, at}, full.Pause, at},
		},
		OverTime:   Timeline{Slice: 100 * ms, Full: []time.Duration{full.Pause}},
		Live:       Live{Size{46018 << 20, at}, Size{46018 << 20, at}},
		RegionSize: RegionSize{Size{32 << 20, at}, true},
		Humongous:  Humongous{Regions: 14, Share: 100 * 14 * 32.0 / 52224, At: at},
	}, log)
	assert.InDelta(t, 7.6, log.Full.Longest.Parallelism(), 0.01)
}

// Eight workers of which one works: the CPU time is the real time.
func TestSerialisedFullGC(t *testing.T) {
	lines := []string{
		"[info][gc,task       ] GC(128) Using 8 workers of 8 for full compaction",
		"[info][gc            ] GC(128) Pause Full (G1 Evacuation Pause) 9215M->7695M(9216M) 1941.362ms",
		"[info][gc,cpu        ] GC(128) User=1.94s Sys=0.00s Real=1.94s",
		"[info][gc,task       ] GC(129) Using 8 workers of 8 for full compaction",
		"[info][gc            ] GC(129) Pause Full (G1 Evacuation Pause) 8901M->7717M(9216M) 661.134ms",
		"[info][gc,cpu        ] GC(129) User=2.57s Sys=0.00s Real=0.66s",
		"[info][gc,task       ] GC(130) Using 8 workers of 8 for full compaction",
		"[info][gc            ] GC(130) Pause Full (System.gc()) 8650M->8650M(9216M) 49.188ms",
		"[info][gc,cpu        ] GC(130) User=0.05s Sys=0.00s Real=0.05s",
	}
	log := read(t, lines...)
	worst := FullGC{
		Cause: "G1 Evacuation Pause", Pause: 1941362 * time.Microsecond, Before: 9215 << 20, After: 7695 << 20, Capacity: 9216 << 20,
		Workers: 8, CPU: 1940 * ms, Real: 1940 * ms, At: cited(lines, 2),
	}
	cpu := cited(lines, 3)
	assert.Equal(t, Serialised{Seen{1, cpu, cpu}, worst}, log.Full.Serialised)
	assert.Equal(t, worst, log.Full.Longest)
	assert.Equal(t, int64(1), log.Full.Asked)
	assert.Equal(t, 661*ms, log.Full.Median.Truncate(ms))
	assert.Equal(t, Live{Size{8650 << 20, cited(lines, 8)}, Size{8650 << 20, cited(lines, 8)}}, log.Live)
	assert.Zero(t, log.Full.Last.Parallelism(), "too short to tell")
}

// Two cycles that no mixed collection follows, an aborted one, and one that
// does its work.
func TestCyclesOfG1(t *testing.T) {
	cycle := func(id string, between ...string) []string {
		return append(append([]string{"GC(" + id + ") Concurrent Mark Cycle"}, between...), "GC("+id+") Concurrent Mark Cycle 71.705ms")
	}
	var lines []string
	lines = append(lines, cycle("1")...)
	lines = append(lines, "GC(2) Pause Young (Prepare Mixed) (G1 Evacuation Pause) 87M->89M(92M) 12.836ms")
	lines = append(lines, cycle("3")...)
	lines = append(lines, cycle("4", "GC(5) Pause Full (G1 Compaction Pause) 90M->70M(92M) 30.000ms", "GC(4) Concurrent Mark Abort")...)
	lines = append(lines, cycle("6")...)
	lines = append(lines, "GC(7) Pause Young (Mixed) (G1 Evacuation Pause) 87M->60M(92M) 12.836ms")
	lines = append(lines, cycle("8")...)
	log := read(t, lines...)
	assert.Equal(t, Cycles{Done: Seen{4, cited(lines, 2), cited(lines, 14)}, Mixed: 1}, log.Cycles)
}

func TestMMU(t *testing.T) {
	lines := []string{
		"GC(116) MMU target violated: 6.0ms (5.0ms/6.0ms)",
		"GC(117) MMU target violated: 8.5ms (5.0ms/10.0ms)",
		"GC(118) MMU target violated: 5.0ms (5.0ms/6.0ms)",
		"GC(119) MMU target violated: soon",
	}
	assert.Equal(t, MMU{
		Seen:   Seen{3, cited(lines, 1), cited(lines, 3)},
		Paused: 8500 * time.Microsecond, Goal: 5 * ms, Slice: 10 * ms, Worst: cited(lines, 2),
	}, read(t, lines...).MMUViolated)
}

// The same is said in three ways: to JDK 17, in 21, and from 22 on.
func TestToSpaceExhausted(t *testing.T) {
	lines := []string{
		"GC(1) To-space exhausted",
		"GC(2) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure) 57M->58M(64M) 1.316ms",
		"GC(3) Pause Young (Normal) (G1 Humongous Allocation) (Evacuation Failure: Allocation) 57M->58M(64M) 1.316ms",
		"GC(4) Pause Young (Normal) (G1 Evacuation Pause) (Evacuation Failure: Pinned) 57M->58M(64M) 1.316ms",
	}
	log := read(t, lines...)
	assert.Equal(t, Seen{3, cited(lines, 1), cited(lines, 3)}, log.ToSpaceExhausted)
	assert.Equal(t, Seen{1, cited(lines, 3), cited(lines, 3)}, log.Humongous.Allocations)
}

// Every set of decorations, and what a container puts before them.
func TestDecorations(t *testing.T) {
	const young = "GC(3) Pause Young (Normal) (G1 Evacuation Pause) 17M->16M(61M) 127.938ms"
	for before, span := range map[string][2]string{
		"":                          {"", ""},
		"uptime":                    {"[0.152s][info][gc          ] ", "[3.652s][info][gc          ] "},
		"uptime with a comma":       {"[0,152s] ", "[3,652s] "},
		"milliseconds":              {"[152ms][12][34][gc] ", "[3652ms][12][34][gc] "},
		"nanoseconds":               {"[152000000ns][trace][gc] ", "[3652000000ns][trace][gc] "},
		"date":                      {"[2026-11-21T23:59:59.900+0000][info ][gc] ", "[2026-11-22T00:00:03.400+0000][info ][gc] "},
		"date after uptime":         {"[1.000s][2026-11-21T23:59:59.900+0100] ", "[9.000s][2026-11-22T00:00:03.400+0100] "},
		"milliseconds since 1970":   {"[1795000000000ms][host][gc] ", "[1795000003500ms][host][gc] "},
		"a container's log":         {"2026-11-21T16:00:00.1Z stdout F [0.100s][info][gc] ", "2026-11-21T16:00:03.9Z stdout F [3.600s][info][gc] "},
		"the name of the container": {"hz-0  | [0.100s][info][gc] ", "hz-0  | [3.600s][info][gc] "},
	} {
		t.Run(before, func(t *testing.T) {
			log := read(t, span[0]+young, "a line of the program", span[1]+young)
			assert.Equal(t, int64(2), log.Young.Count)
			assert.Equal(t, 127938*time.Microsecond, log.Young.Longest)
			if before == "" {
				assert.Zero(t, log.Span)
				return
			}
			assert.Equal(t, 3500*ms, log.Span)
		})
	}
}

// A JVM that begins anew in the same file goes on counting the time.
func TestSpanOfTwoRuns(t *testing.T) {
	const young = "GC(0) Pause Young (Allocation Failure) 17M->16M(61M) 1.000ms"
	assert.Equal(t, 7*time.Second, read(t, "[1.000s] "+young, "[6.000s] "+young, "[0.500s] "+young, "[2.500s] "+young).Span)
}

// JDK 11 runs a full GC of Serial within a young one.
func TestFullWithinYoung(t *testing.T) {
	log := read(t,
		"[0.003s][info][gc] Using Serial",
		"[0.306s][info][gc,start     ] GC(2) Pause Young (Allocation Failure)",
		"[0.306s][info][gc,start     ] GC(3) Pause Full (Allocation Failure)",
		"[0.313s][info][gc           ] GC(3) Pause Full (Allocation Failure) 48M->20M(61M) 7.593ms",
		"[0.313s][info][gc           ] GC(2) Pause Young (Allocation Failure) 48M->20M(61M) 7.691ms",
		"[0.313s][info][gc,cpu       ] GC(2) User=0.01s Sys=0.00s Real=0.01s",
		"[0.320s][info][gc           ] GC(4) Pause Young (Allocation Failure) 38M->30M(61M) 2.000ms",
	)
	assert.Equal(t, []any{Serial, int64(1), int64(1), int64(1), time.Duration(0)}, []any{log.Collector, log.Full.Count, log.Full.InYoung, log.Young.Count, log.Full.Last.CPU})
}

func TestZGC(t *testing.T) {
	lines := []string{
		"[0.004s][info][gc,init] Version: 17.0.9+9 (release)",
		"[0.010s][info][gc     ] Using The Z Garbage Collector",
		"[0.152s][info][gc,phases   ] GC(0) Pause Mark Start 0.009ms",
		"[0.161s][info][gc,heap     ] GC(0)      Live:         -                20M (32%)          20M (32%)          20M (32%)            -                  -          ",
		"[0.161s][info][gc,heap     ] GC(0) Allocated:         -                12M (19%)          12M (19%)          20M (31%)            -                  -          ",
		"[0.162s][info][gc          ] GC(0) Garbage Collection (Allocation Stall) 64M(100%)->28M(44%)",
		"[0.163s][info][gc          ] Allocation Stall (main) 11.250ms",
		"[0.170s][info][gc          ] Allocation Stall (http-nio-8080-exec-1) 7.000ms",
	}
	log := read(t, lines...)
	live := Size{20 << 20, cited(lines, 4)}
	assert.Equal(t, &Log{
		Files: []string{"gc.log"}, Lines: 8, Collector: ZGC, JDK: 17, Version: "17.0.9+9", Header: Line{"gc.log", 1, 0, "[0.004s][info][gc,init] Version: 17.0.9+9 (release)"}, Span: 158 * ms,
		Chosen:   cited(lines, 2),
		Other:    Pauses{1, 9 * time.Microsecond, 9 * time.Microsecond, 9 * time.Microsecond, 9 * time.Microsecond, cited(lines, 3)},
		Stalls:   Pauses{2, 18250 * time.Microsecond, 11250 * time.Microsecond, 7001 * time.Microsecond, 11250 * time.Microsecond, cited(lines, 7)},
		Demand:   Demand{After: Size{28 << 20, cited(lines, 6)}, Allocated: Size{20 << 20, cited(lines, 5)}},
		OverTime: Timeline{Slice: 100 * ms, Other: []time.Duration{0, 9 * time.Microsecond}},
		Live:     Live{live, live},

		LongestStop: Stop{AllocationStall, 11250 * time.Microsecond, cited(lines, 7)},
	}, log)
}

// The longest stop but for full GCs, of each kind.
func TestLongestStop(t *testing.T) {
	tests := []struct {
		kind  Kind
		lines []string // the second is the longest
	}{
		{YoungCollection, []string{"[info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(64M) 2.000ms", "[info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(64M) 9.000ms", "[info][gc] GC(3) Pause Full (System.gc()) 60M->20M(64M) 10.000ms"}},
		{MixedCollection, []string{"[info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(64M) 2.000ms", "[info][gc] GC(2) Pause Young (Mixed) (G1 Evacuation Pause) 60M->20M(64M) 9.000ms"}},
		{MixedCollection, []string{"1.0: [GC pause (G1 Evacuation Pause) (young) 60M->20M(64M), 0.0020000 secs]", "2.0: [GC pause (G1 Evacuation Pause) (mixed) 60M->20M(64M), 0.0090000 secs]"}},
		{DegeneratedCollection, []string{"[info][gc] GC(0) Pause Init Mark (unload classes) 0.120ms", "[info][gc] GC(0) Pause Degenerated GC (Mark) 60M->21M(64M) 9.000ms"}},
		{AllocationStall, []string{"[info][gc] Relocation Stall (main) 7.000ms", "[info][gc] Allocation Stall (main) 9.000ms"}},
		{RelocationStall, []string{"[info][gc] Allocation Stall (main) 7.000ms", "[info][gc] GC(3) Relocation Stall (main) 9.000ms"}},
		{OtherPause, []string{"[info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 60M->20M(64M) 2.000ms", "[info][gc] GC(2) Pause Remark 60M->20M(64M) 9.000ms"}},
	}
	for _, tt := range tests {
		assert.Equal(t, Stop{tt.kind, 9 * ms, cited(tt.lines, 2)}, read(t, tt.lines...).LongestStop, tt.lines)
	}
}

// With generations, only the young one is allocated in.
func TestDemandOfGenerations(t *testing.T) {
	lines := []string{
		"[0.542s][info][gc,heap     ] GC(0) Y: Allocated:         -                14M (6%)           24M (11%)          27M (12%)    ",
		"[0.738s][info][gc,heap     ] GC(0) O: Allocated:         -                22M (10%)          22M (10%)          92M (41%)    ",
		"[0.738s][info][gc          ] GC(0) Major Collection (Warmup) 22M(10%)->86M(39%) 0.217s",
		"[0.958s][info][gc,heap     ] GC(2) y: Allocated:         -                12M (5%)           20M (9%)           20M (9%)     ",
		"[0.958s][info][gc          ] GC(2) Minor Collection (Allocation Rate) 158M(72%)->178M(81%) 0.109s",
	}
	assert.Equal(t, Demand{After: Size{178 << 20, cited(lines, 5)}, Allocated: Size{27 << 20, cited(lines, 1)}}, read(t, lines...).Demand)
}

// What is alive when a major collection has marked is the sum of both generations (JDK 25,
// 150 MiB kept).
func TestLiveOfGenerations(t *testing.T) {
	lines := []string{
		"[5.723s][info][gc,heap     ] GC(1) Y:      Live:         -               151M (17%)          76M (8%)           76M (8%)     ",
		"[5.793s][info][gc,heap     ] GC(1) O:      Live:         -                 0M (0%)            0M (0%)            0M (0%)     ",
		"[6.170s][info][gc,heap     ] GC(2) Y:      Live:         -                88M (10%)          26M (3%)           24M (3%)     ",
		"[6.458s][info][gc,heap     ] GC(2) O:      Live:         -                63M (7%)           63M (7%)           63M (7%)     ",
		"[9.298s][info][gc,heap     ] GC(3) y:      Live:         -                66M (7%)           66M (7%)           66M (7%)     ",
		"[9.900s][info][gc,heap     ] GC(4) O:      Live:         -                99M (10%)          99M (10%)          99M (10%)    ", // whose beginning is not in the file
	}
	live := Size{151 << 20, cited(lines, 4)}
	assert.Equal(t, Live{Last: live, Largest: Size{151 << 20, cited(lines, 2)}}, read(t, lines...).Live)
}

// What is allocated during a cycle of Shenandoah is what the program took of its free memory, and of
// what became free after the marking, until references are updated, and what is used more by the end.
func TestDemandOfShenandoah(t *testing.T) {
	lines := []string{
		"[1.448s][info][gc,ergo     ] GC(5) Pacer for Mark. Expected Live: 140M, Free: 40960K, Non-Taxable: 4005K, Alloc Tax Rate: 4.4x",
		"[1.503s][info][gc          ] GC(5) Concurrent cleanup 355M->345M(386M) 0.031ms",
		"[1.524s][info][gc,ergo     ] GC(5) Pacer for Update Refs. Used: 372M, Free: 34816K, Non-Taxable: 2432K, Alloc Tax Rate: 19.2x",
		"[1.549s][info][gc,start    ] GC(5) Concurrent cleanup",
		"[1.549s][info][gc          ] GC(5) Concurrent cleanup 376M->291M(400M) 0.105ms",
	}
	want := Demand{Live: Size{140 << 20, cited(lines, 1)}, Allocated: Size{20 << 20, cited(lines, 5)}}
	assert.Equal(t, want, read(t, lines...).Demand)
}

// A cycle that degenerates has taken all that was free by then, and would have taken more.
func TestDemandOfDegenerated(t *testing.T) {
	lines := []string{
		"[2.000s][info][gc,ergo     ] GC(7) Pacer for Mark. Expected Live: 140M, Free: 40M, Non-Taxable: 4005K, Alloc Tax Rate: 4.4x",
		"[2.300s][info][gc          ] GC(7) Pause Degenerated GC (Mark) 250M->171M(260M) 100.000ms",
		"[2.500s][info][gc          ] GC(8) Pause Degenerated GC (Outside of Cycle) 250M->171M(260M) 100.000ms",
	}
	want := Demand{Live: Size{140 << 20, cited(lines, 1)}, Allocated: Size{60 << 20, cited(lines, 2)}}
	assert.Equal(t, want, read(t, lines...).Demand)
}

func TestShenandoah(t *testing.T) {
	lines := []string{
		"[0.490s][info][gc,init] Heap Region Size: 256K",
		"[0.490s][info][gc     ] GC(0) Pause Init Mark (unload classes) 0.120ms",
		"[0.492s][info][gc     ] GC(0) Pause Degenerated GC (Outside of Cycle) 60M->21M(64M) 1.696ms",
		"[0.592s][info][gc     ] GC(1) Pause Full 60M->20M(64M) 10.000ms",
		"[0.600s][info][gc,stats] Pause Degenerated GC (G)           1766 us",
	}
	log := read(t, lines...)
	assert.Equal(t, []any{Shenandoah, int64(1), int64(1), int64(1), int64(20 << 20), RegionSize{}},
		[]any{log.Collector, log.Degenerated.Count, log.Full.Count, log.Other.Count, log.Live.Last.Bytes, log.RegionSize})
}

// JDK 11, the later ones, and JDK 8 say the size of humongous objects.
func TestHumongousObjects(t *testing.T) {
	lines := []string{
		"[0.134s][debug][gc,humongous ] GC(0) Dead humongous region 0 object size 700016 start 0x00000000fc000000 with remset 0 code roots 0",
		"[0.147s][debug][gc,humongous] GC(0) Humongous region 1 (object size 800016 @ 0x00000000fc000000) remset 0 code roots 0 marked 0",
		" 0.354: [G1Ergonomics (Concurrent Cycles) request concurrent cycle initiation, reason: occupancy higher than threshold, allocation request: 600016 bytes, source: concurrent humongous allocation]",
		" 0.370: [G1Ergonomics (Concurrent Cycles) request concurrent cycle initiation, reason: occupancy higher than threshold, allocation request: 900016 bytes, source: concurrent humongous allocation]",
	}
	for last, want := range map[int]Size{2: {800016, cited(lines, 2)}, 3: {800016, cited(lines, 2)}, 4: {900016, cited(lines, 4)}} {
		assert.Equal(t, want, read(t, lines[:last]...).Humongous.Largest, last)
	}
}
