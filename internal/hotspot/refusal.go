package hotspot

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// HotSpot gives up in one of two ways: it stops while it initializes, or it
// finds a flag at fault and tells the launcher.

func (f *flags) stops(at string, message ...string) *jvmflag.Refusal {
	return &jvmflag.Refusal{At: f.at(at), Flag: at, Cause: causeOf(at), Lines: append([]string{"Error occurred during initialization of VM"}, message...)}
}

func (f *flags) faults(at string, lines ...string) *jvmflag.Refusal {
	return &jvmflag.Refusal{At: f.at(at), Flag: at, Cause: causeOf(at), Lines: append(lines, launcherGivesUp[:]...)}
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
