package input

import (
	"strconv"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// toldOfMachine are lines of a report of an error about the machine, the best first: the memory that the
// JVM found is the limit of its container where it sees that. JDK 8 and 11 write bytes, others kibibytes.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/osContainer_linux.cpp (measured on JDK 8 to 25)
var toldOfMemory = []told{
	{lazyregexp.New(`(?m)^memory_limit(?:_in_bytes)?: (\d+)( k)?\r?$`), "limit of the container"},
	{lazyregexp.New(`(?m)^Memory: \d+k page, (?:system-wide )?physical (\d+)(k)`), "memory that the JVM found"},
}

var toldOfCPUs = []told{
	{lazyregexp.New(`(?m)^active_processor_count: (\d+)()\r?$`), "CPUs that the JVM found"},
	{lazyregexp.New(`(?m)^CPU: ?total \d+ \(initial active (\d+)()\)`), "CPUs that the JVM found"},
}

// told is how a line tells a number, perhaps with its unit, and what that is.
type told struct {
	line *lazyregexp.Regexp
	why  string
}

// toldIn is the number that the first of some lines tells.
func toldIn(whole source.Text, lines []told) source.Value {
	for _, l := range lines {
		m := l.line.FindStringSubmatchIndex(whole.String())
		if m == nil {
			continue
		}
		unit := int64(1)
		if m[5] > m[4] {
			unit = 1 << 10
		}
		at := whole.Slice(m[2], m[3])
		if n, err := strconv.ParseInt(at.String(), 10, 64); err == nil && n > 0 && n <= 1<<50/unit {
			return source.Value{N: n * unit, Origin: source.Configured, Text: at, Why: l.why}
		}
	}
	return source.Value{}
}

// allocationFailed is why a JVM ended that got no more memory.
var allocationFailed = lazyregexp.New(`(?m)^# (Native memory allocation \(\w+\) failed[^\r\n]*)`)

// tellMachine takes over what a report of an error tells of the machine, and of the end of the JVM.
func tellMachine(in *reading.Input) {
	if len(in.Workloads) != 1 || !hsErr.Match(in.File.Content()) {
		return
	}
	w, whole := in.Workloads[0], reading.TextOf(in.File)
	w.Memory, w.CPUs = toldIn(whole, toldOfMemory), toldIn(whole, toldOfCPUs)
	if w.Limited = w.Memory.Known(); w.Limited {
		w.Memory = workload.Seen(w.Memory)
	}
	if m := allocationFailed.FindStringSubmatchIndex(whole.String()); m != nil {
		at := whole.Slice(m[2], m[3])
		w.Ended = workload.Ended{How: at.String(), At: at}
	}
}
