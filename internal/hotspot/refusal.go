package hotspot

import (
	"fmt"
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

// say adds a line that does not end the start.
func (s *startup) say(at string, cause jvmflag.Cause, line string) {
	s.messages = append(s.messages, jvmflag.Message{Line: line, Cause: cause, At: s.at(at)})
}

// warns adds a line that HotSpot prints with warning(), which options may silence.
func (s *startup) warns(at string, cause jvmflag.Cause, message string) {
	if s.on("PrintWarnings") {
		s.say(at, cause, "OpenJDK 64-Bit Server VM warning: "+message)
	}
}

// warn says with warning() that the JVM takes another value than it was given.
func (s *startup) warn(at, format string, args ...any) {
	s.warns(at, jvmflag.Adjusted, fmt.Sprintf(format, args...))
}

// log adds a line of the JVM's own log, which goes to standard output.
func (s *startup) log(at string, cause jvmflag.Cause, level, tags, message string) {
	if s.printed(level, strings.Split(tags, ",")...) {
		line := "[" + level + "][" + tags + "] " + message
		s.messages = append(s.messages, jvmflag.Message{Line: line, Stdout: true, Cause: cause, At: s.at(at)})
	}
}

func (s *startup) logs(at, tags, message string) {
	s.log(at, jvmflag.Adjusted, "warning", tags, message)
}

// fails adds an error of the log that does not keep the JVM from starting.
func (s *startup) fails(at, tag, message string) {
	s.log(at, jvmflag.MissingFile, "error", tag, message)
}

// precededBy puts a line of the log before a refusal, which may have none of its own.
func (s *startup) precededBy(level, tags, message string, r *jvmflag.Refusal) *jvmflag.Refusal {
	s.log(r.Flag, jvmflag.BadValue, level, tags, message)
	return r
}
