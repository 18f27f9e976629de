package input

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

const OptionsText reading.Format = "JVM options"

var optionsText = reading.Reader{
	Name:    "files of JVM options",
	Formats: []reading.Format{OptionsText},
	Files:   []string{"*.options", "*.vmoptions", ".jvmopts", "jvm*.config", "jvm*_config", "jvm*-config", "jvm*_options", "*jvm_args*", "*jvm-args*", "*jvmargs*"},
	Mark: func(c *reading.Candidate) bool {
		return reading.BeginsWithOption(c.Whole) && (path.Ext(c.File.Name) != ".sh" || reading.AllOptions(c.Whole))
	},
	Read: func(in *reading.Input, c *reading.Candidate) { in.ReadOptionsFile(c.Whole) },

	Comments: reading.OptionsSyntax.Of,
}

var script = reading.Reader{
	Name:    "lines such as JAVA_OPTS=...",
	Formats: []reading.Format{OptionsText},
	Files:   []string{"*.env", ".env", ".env.*", "*.sh", "setenv", "standalone.conf", "domain.conf"},
	Content: func(c *reading.Candidate) bool { return setsOptions(c) || reading.MayStartJava(c.File, c.Whole) },
	Read: func(in *reading.Input, c *reading.Candidate) {
		starts := in.ReadScript(c.Whole)
		in.ReadSizes(c.Whole)
		readContainers(in, c.Whole)
		noteFault(in, c.Whole)
		if in.FindNeverRead(); !starts && !setsOptions(c) {
			in.Reader = nil // it speaks of java alone
		}
	},
	Comments: reading.OptionsSyntax.Of,
}

// setsOptions tells a text that sets variables of options, or writes or runs what may start JVMs.
func setsOptions(c *reading.Candidate) bool {
	f, whole := c.File, c.Whole
	return reading.AssignsOptions(whole) || reading.HasSlips(f, whole) ||
		reading.AssignsSizes(whole) || mayRunJVMs(f, whole)
}

// noteFault says where a script cannot be read, if what is left may start a JVM. A shell runs what stands before that.
func noteFault(in *reading.Input, whole source.Text) {
	if !IsScript(in.File.Data) && path.Ext(in.File.Name) != ".sh" || !startsJava.MatchString(whole.String()) {
		return
	}
	rest, why := shell.Fault(whole)
	if why == "" || !startsJava.MatchString(rest.String()) {
		return
	}
	if _, some := shell.Parse(whole); some || len(in.Workloads) == 0 { // else its variables were read line by line
		in.Note(rest.Slice(0, min(1, rest.Len())).Foremost(), "the script cannot be read from here on, and may start a JVM: %s", why)
	}
}

// startsJava finds java with an option in a line that is no comment.
var startsJava = lazyregexp.New(`(?m)^[^#\n]*\bjava["']?[ \t]+(?:-|"?\$)`)

const (
	OtherText reading.Format = "text without JVM options"
	Nothing   reading.Format = "nothing but comments"
)

// otherText is what a folder was searched for by a name that others have, too.
var otherText = reading.Reader{Formats: []reading.Format{OtherText}}

// nothing is a file that says nothing.
var nothing = reading.Reader{
	Formats:  []reading.Format{Nothing},
	Mark:     func(c *reading.Candidate) bool { return reading.FirstLine(c.Whole) == "" },
	Read:     func(in *reading.Input, _ *reading.Candidate) { in.NameUnread() },
	Comments: reading.OptionsSyntax.Of,
}
