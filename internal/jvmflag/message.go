package jvmflag

import "github.com/jvmlint/jvmlint/internal/source"

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
