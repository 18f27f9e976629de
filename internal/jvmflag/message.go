package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Message is a line that the JVM or its launcher prints while it starts, in
// its own words. Lines of the log carry an uptime of 0.000s: nobody knows it
// beforehand.
type Message struct {
	Line   string
	Stdout bool        // printed to standard output; the others go to standard error
	Cause  Cause       // what it is about
	At     source.Text // the option at fault; unlocated when no single one is
}

// Cause is what a message or a refusal is about.
type Cause uint8

const (
	Announcement      Cause = iota // says which variable or file is read
	UnknownOption                  // the JDK has no such option
	LockedFlag                     // experimental or diagnostic without the unlock, or of debug builds
	BadValue                       // no value that the option takes
	ObsoleteFlag                   // read and ignored
	DeprecatedFlag                 // works, and is warned of
	CollectorConflict              // more than one collector, or none
	SizeConflict                   // options that do not go together, or not on this machine
	Adjusted                       // the JVM takes another value than it was given
	MissingFile                    // a file that an option names cannot be read or written
	LauncherError                  // the launcher refuses before there is a JVM
)

// Refusal is why a JVM does not start, in its own words, one line each.
type Refusal struct {
	Lines []string
	Cause Cause
	Flag  string      // the flag at fault, or the flag that is meant; empty where none is
	At    source.Text // the option at fault; unlocated when no single one is

	Assumed string // of the machine, by nobody's word: another one may start; empty where none does
}

const initializing = "Error occurred during initialization of VM"

// Error is the line that says why. The first one may only say when.
func (r *Refusal) Error() string {
	if len(r.Lines) > 1 && (r.Lines[0] == initializing || r.Lines[0] == bootingLayer) {
		return r.Lines[1]
	}
	if len(r.Lines) > 1 && strings.HasPrefix(r.Lines[0], "Invalid -Xlog option") {
		if _, why, logged := strings.Cut(r.Lines[1], "[error][logging] "); logged {
			return why
		}
	}
	return r.Lines[0]
}

// refuse ends the reading of options the way the launcher reports it.
func refuse(o Option, cause Cause, lines ...string) *Refusal {
	return &Refusal{At: o.at(), Cause: cause, Lines: append(lines, fatal[:]...)}
}

// fatal is how the launcher takes leave when the JVM refuses its options.
var fatal = [...]string{
	"Error: Could not create the Java Virtual Machine.",
	"Error: A fatal exception has occurred. Program will exit.",
}
