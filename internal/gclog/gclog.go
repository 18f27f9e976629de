// Package gclog reads what HotSpot's collectors log, and keeps of it what says
// how a JVM really did: pauses, live data, failures, each with the line to cite.
//
// It reads unified logging (JDK 9 and later, -Xlog:gc or gc*, any decorations) and the older format (JDK 8,
// -XX:+PrintGC or -XX:+PrintGCDetails), plain or gzipped, in memory that does not grow with the log.
package gclog

import "time"

// Collectors, as this package names them.
const (
	Serial     = "Serial"
	Parallel   = "Parallel"
	CMS        = "CMS"
	G1         = "G1"
	ZGC        = "ZGC"
	Shenandoah = "Shenandoah"
	Epsilon    = "Epsilon"
)

// Log is what one log says, or the files of one rotated log together.
type Log struct {
	Files []string // in the order of time
	Lines int64

	Collector string        // empty where the log does not say
	JDK       int           // 8 for the older format; 0 where unified logging does not say
	Version   string        // as the log has it; empty where it does not
	Header    Line          // that has it
	Span      time.Duration // from its first to its last event; 0 where lines have no time

	Young       Pauses // mixed ones too
	Full        FullGCs
	Degenerated Pauses // of Shenandoah
	Other       Pauses // remark, cleanup, the short ones of ZGC and Shenandoah
	Stalls      Pauses // of threads that wait for ZGC
	LongestStop Stop   // the longest of all these, but for full collections
	Demand      Demand // on ZGC and Shenandoah
	OverTime    Timeline

	Live       Live
	Allocated  int64  // bytes between the first collection and the last, as far as pauses tell the heap
	Chosen     Line   // that names the collector; empty where none does
	CPUs       Number // that the JVM may use, by its header, as the next two; 0 where it has none
	Memory     Size   // that the JVM sees: of its container, or of the machine
	MaxHeap    Size
	Flags      Line // the options that a log of JDK 8 begins with, all of them
	RegionSize RegionSize
	Humongous  Humongous
	Cycles     Cycles

	ToSpaceExhausted    Seen // evacuation of G1 that found no free region
	PromotionFailed     Seen
	ConcurrentModeFails Seen // of CMS, as far as the log names them
	MMUViolated         MMU
}

// Line is a line to cite.
type Line struct {
	File   string
	Number int    // from 1
	Offset int64  // of its first byte; of a zipped file, as it unzips
	Text   string // its beginning
}

// Seen counts what a log tells of, and keeps the first and the last line.
type Seen struct {
	Count       int64
	First, Last Line
}

// Pauses are those of one kind.
type Pauses struct {
	Count          int64
	Total, Longest time.Duration
	Median, P99    time.Duration // 99 % of them are no longer than P99; both to a tenth of a percent
	At             Line          // of the longest
}

// Paused is the time for which the whole program stood still.
func (l *Log) Paused() time.Duration {
	return l.Young.Total + l.Full.Total + l.Degenerated.Total + l.Other.Total
}

// Throughput is the share of time that the program ran, in percent; false where lines have no time.
func (l *Log) Throughput() (float64, bool) {
	if l.Span <= l.Paused() {
		return 0, false
	}
	return 100 * (1 - float64(l.Paused())/float64(l.Span)), true
}

// AllocationRate is how many bytes the program allocates in a second; 0 where the log does not tell.
func (l *Log) AllocationRate() int64 {
	if l.Span <= 0 {
		return 0
	}
	return int64(float64(l.Allocated) / l.Span.Seconds())
}

// Cause is why full collections ran, and how many.
type Cause struct {
	Name  string
	Count int64
}

// Stop is a time for which the program, or a thread of it, stood still.
type Stop struct {
	Kind   Kind
	Length time.Duration
	At     Line
}

// Kind is what stops a program, in words.
type Kind string

const (
	YoungCollection       Kind = "a young collection"
	MixedCollection       Kind = "a mixed collection"
	FullCollection        Kind = "a full GC"
	DegeneratedCollection Kind = "a degenerated collection"
	AllocationStall       Kind = "an allocation stall" // of threads that wait for ZGC, as the next
	RelocationStall       Kind = "a relocation stall"
	OtherPause            Kind = "a pause of the collector"
)

type FullGC struct {
	Cause                   string
	Pause                   time.Duration
	Before, After, Capacity int64         // bytes of the heap
	Workers                 int           // 0 where the log does not say
	CPU, Real               time.Duration // 0 where the log does not say
	At                      Line
}

// Parallelism is how many CPUs were at work, on average; 0 where the log does not say, or rounds too coarsely to tell.
func (g FullGC) Parallelism() float64 {
	if g.Real < shortestTold {
		return 0
	}
	return float64(g.CPU) / float64(g.Real)
}

// Serialised reports whether one CPU did the work of several workers.
func (g FullGC) Serialised() bool {
	const serial = 1.15 // CPUs that one worker may seem to have used: the log rounds
	return g.Workers > 1 && g.Real >= shortestTold && g.Parallelism() <= serial
}

// shortestTold is the pause whose CPU time means something: the log rounds it to hundredths of a second.
const shortestTold = 100 * time.Millisecond

type FullGCs struct {
	Pauses
	Asked      int64 // by System.gc(), or by a tool
	ForSpace   ForSpace
	InYoung    int64 // began within a young pause, which is not counted among the young ones
	Longest    FullGC
	Last       FullGC
	Causes     []Cause // in the order of the log
	Serialised Serialised
}

// ForSpace are full collections that were neither asked for nor caused by classes.
type ForSpace struct {
	Seen
	Longest time.Duration
	At      Line // of the longest
}

// Serialised are full collections of several workers of which one did the work.
type Serialised struct {
	Seen
	Longest FullGC
}

// Size is a number of bytes, and the line that says it.
type Size struct {
	Bytes int64
	At    Line
}

// Number is a count, and the line that says it.
type Number struct {
	N  int64
	At Line
}

// Live is what the program keeps: what a full GC leaves of the heap (but for one that classes caused, as they do when
// a program begins), or what ZGC found alive when it had marked the whole heap.
type Live struct{ Last, Largest Size }

// Demand is what the program asks of the cycles of ZGC, or of Shenandoah without generations
// (JDK 11 to 25), as -Xlog:gc* tells it: the most of each.
type Demand struct {
	After     Size // in use when a cycle of ZGC ended
	Live      Size // that Shenandoah, which leaves as much garbage as it can afford, expects from its last markings
	Allocated Size // during one
}

type RegionSize struct {
	Size
	Inferred bool // from regions in use and bytes in them: the log does not say it
}

// Humongous is what large objects take of a heap of G1.
type Humongous struct {
	Regions     int64   // most regions of them, by their share
	Share       float64 // of the heap, in percent; 0 where the size of regions is not known
	At          Line
	Allocations Seen // pauses that such an allocation caused
	Largest     Size // object, with its header (-Xlog:gc+humongous=debug; JDK 8: PrintAdaptiveSizePolicy)
}

// Cycles are the concurrent markings of G1.
type Cycles struct {
	Done  Seen  // came to their end
	Mixed int64 // pauses that collected old regions
}

// MMU is the share of time that G1 leaves to the program, and did not.
type MMU struct {
	Seen
	Paused, Goal, Slice time.Duration // of the worst: paused within a slice, and the goal
	Worst               Line
}
