package hotspot

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// HotSpot gives up in one of two ways: it stops while it initializes, or it
// finds a flag at fault and tells the launcher.

func (f *flags) stops(at string, message ...string) *jvmflag.Refusal {
	r := f.ends(at, causeOf(at), append([]string{"Error occurred during initialization of VM"}, message...)...)
	r.Why = message
	return r
}

func (f *flags) faults(at string, lines ...string) *jvmflag.Refusal {
	r := f.ends(at, causeOf(at), append(lines, launcherGivesUp[:]...)...)
	r.Why = lines
	return r
}

// ends is a JVM that prints nothing but its reason.
func (f *flags) ends(at string, cause jvmflag.Cause, lines ...string) *jvmflag.Refusal {
	r := &jvmflag.Refusal{At: f.at(at), Channel: jvmflag.CommandLine, Flag: at, Cause: cause, Lines: lines}
	if set, ok := f.settings[at]; ok {
		r.Channel = set.Option.Channel
	}
	return r
}

// lacksMemory is a start for which a memory is too small.
func (f *flags) lacksMemory(at, message string, others ...string) *jvmflag.Refusal {
	r := with(f.stops(at, message), others...)
	r.Fault = jvmflag.OutOfMemory
	return r
}

// bounded says of a refusal what its flag must be, in bytes where it is a size.
func bounded(r *jvmflag.Refusal, must jvmflag.Comparison, n uint64) *jvmflag.Refusal {
	r.Relation = toNumber(r.Flag, must, n)
	return r
}

func toNumber(flag string, must jvmflag.Comparison, n uint64) *jvmflag.Relation {
	return &jvmflag.Relation{Left: jvmflag.Bound{Flag: flag}, Must: must, Right: jvmflag.Bound{Number: digits(n)}}
}

// with names further flags that have a part in a refusal.
func with(r *jvmflag.Refusal, others ...string) *jvmflag.Refusal {
	r.Others = append(r.Others, others...)
	return r
}

var launcherGivesUp = [...]string{
	"Error: Could not create the Java Virtual Machine.",
	"Error: A fatal exception has occurred. Program will exit.",
}

// causeOf is the usual cause of a refusal that names a flag: flags that choose
// a collector conflict with each other, the rest does not fit together.
func causeOf(flag string) jvmflag.Cause {
	if strings.HasPrefix(flag, "Use") && strings.HasSuffix(flag, "GC") {
		return jvmflag.CollectorConflict
	}
	return jvmflag.SizeConflict
}

// because gives a refusal another cause than the usual one.
func because(cause jvmflag.Cause, r *jvmflag.Refusal) *jvmflag.Refusal {
	r.Cause = cause
	return r
}

// at is the option that sets a flag; no place where none does.
func (f *flags) at(name string) source.Text {
	if set, ok := f.settings[name]; ok {
		return set.Option.Text
	}
	return source.Unlocated("", "no single option")
}

// warns adds a line that HotSpot prints with warning().
func (s *startup) warns(at string, cause jvmflag.Cause, message string) {
	if s.on("PrintWarnings") {
		s.messages = append(s.messages, jvmflag.Message{Line: "OpenJDK 64-Bit Server VM warning: " + message, Cause: cause, At: s.at(at)})
	}
}
