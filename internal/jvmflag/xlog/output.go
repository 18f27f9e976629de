package xlog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// output is one place that the log is written to.
type output struct {
	name       string      // stdout, stderr or file=NAME
	level      level       // of what no selection selects
	selections []selection // of two that select a line the later prevails
	decorators decorators
}

// levelOf is from which level on lines with these tags are written.
func (o *output) levelOf(set tagSet) level {
	for i := len(o.selections) - 1; i >= 0; i-- {
		if o.selections[i].selects(set) {
			return o.selections[i].level
		}
	}
	return o.level
}

// selectMore adds selections, but for those that no line has the tags of. One
// that was there before counts at its new place only.
func (o *output) selectMore(all []selection, sets []tagSet) {
	for _, s := range all {
		if s.count(sets) == 0 {
			continue
		}
		o.selections = slices.DeleteFunc(o.selections, func(have selection) bool { return have.tags == s.tags && have.wildcard == s.wildcard })
		o.selections = append(o.selections, s)
	}
}

func (o *output) shows(at level, set tagSet) bool {
	from := o.levelOf(set)
	return from != off && at >= from
}

// unknownUptime stands where the JVM prints the seconds since its start.
const unknownUptime = "[0.000s]"

// say is a line of the log, once for each of stdout and stderr that shows it.
func (l *Log) say(at level, tag, text string) (said []Line) {
	names, _ := tagsOf(l.jdk)
	set := tagSet{findTag(names, tag)}
	for i := range l.outputs[:2] {
		if out := &l.outputs[i]; out.shows(at, set) {
			line := ""
			if out.decorators&uptimeDecorator != 0 {
				line += unknownUptime
			}
			if out.decorators&levelDecorator != 0 {
				line += "[" + levels[at] + "]"
			}
			if out.decorators&tagsDecorator != 0 {
				line += "[" + tag + "]"
			}
			if line != "" {
				line += " "
			}
			line += text
			said = append(said, Line{Text: line, Stdout: i == 0})
		}
	}
	return said
}

// complain refuses an option with lines of the log, as errors, behind those
// that come first: those of stdout and of stderr in one.
func (l *Log) complain(fault Fault, lines, why []string) *Refusal {
	refusal := &Refusal{Lines: lines, Fault: fault}
	for _, line := range why {
		if said := l.say(failure, "logging", line); len(said) > 0 {
			refusal.Lines = append(refusal.Lines, said[0].Text)
			refusal.Logged = cmp.Or(refusal.Logged, line)
		}
	}
	return refusal
}

// decorators are what a line of the log begins with, as bits.
type decorators uint16

const (
	levelDecorator    decorators = 1 << 10
	tagsDecorator     decorators = 1 << 11
	uptimeDecorator   decorators = 1 << 2
	defaultDecorators            = uptimeDecorator | levelDecorator | tagsDecorator
)

var decoratorNames = [...][2]string{
	{"time", "t"}, {"utctime", "utc"}, {"uptime", "u"}, {"timemillis", "tm"}, {"uptimemillis", "um"}, {"timenanos", "tn"},
	{"uptimenanos", "un"}, {"hostname", "hn"}, {"pid", "p"}, {"tid", "ti"}, {"level", "l"}, {"tags", "tg"},
}

// parseDecorators reads the decorators. Where none are named, those of
// selections that are all of jit+inlining are none from JDK 25 on.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logDecorators.cpp, LogDecorators::parse (JDK 9 to 25)
func parseDecorators(jdk int, text string, all []selection, r *report) (decorators, bool) {
	switch {
	case text == "" && jdk >= 24 && undecorated(jdk, all):
		return 0, true
	case text == "":
		return defaultDecorators, true
	case sameIgnoringCase("none", text):
		return 0, true
	}
	set := decorators(0)
	for typed := range strings.SplitSeq(text, ",") {
		i := slices.IndexFunc(decoratorNames[:], func(names [2]string) bool {
			return sameIgnoringCase(names[0], typed) || sameIgnoringCase(names[1], typed)
		})
		if i < 0 {
			r.line("Invalid decorator '", typed, "'.")
			return 0, false
		}
		set |= 1 << i
	}
	return set, true
}

func undecorated(jdk int, all []selection) bool {
	names, _ := tagsOf(jdk)
	jit, inlining := findTag(names, "jit"), findTag(names, "inlining")
	return !slices.ContainsFunc(all, func(s selection) bool { return !s.tags.has(jit) || !s.tags.has(inlining) })
}

// outputName gives the name that HotSpot knows an output by, without quotes: a bare name is one of a file.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logConfiguration.cpp, normalize_output_name (JDK 9 to 25)
func outputName(typed string, r *report) (string, bool) {
	kind, name := "file=", typed
	quote := strings.IndexByte(typed, '"')
	if i := strings.IndexByte(typed, '='); i >= 0 && (quote < 0 || i < quote) {
		kind, name = typed[:i+1], typed[i+1:]
	} else if typed == "stdout" || typed == "stderr" {
		return typed, true
	}
	if quote >= 0 {
		end := strings.IndexByte(typed[quote+1:], '"')
		switch {
		case end < 0:
			r.line("Output name has opening quote but is missing a terminating quote.")
			return "", false
		case name[0] != '"' || end+2 != len(name):
			r.line("Output name can not be partially quoted. Either surround the whole name with quotation marks, or do not use quotation marks at all.")
			return "", false
		}
		name = name[1 : len(name)-1]
	}
	return kind + name, true
}

// parseOutputOptions reads the options of an output: how many old files are kept when one is started anew at a size.
// stdout and stderr, which are no files, have some of their own from JDK 18 on.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logOutput.cpp, LogOutput::parse_options (JDK 9 to 25)
func parseOutputOptions(jdk int, name, text string, r *report) (count int, ok bool) {
	const mostFiles = 1000
	count = 5
	if text == "" {
		return count, true
	}
	file := strings.HasPrefix(name, "file=")
	for typed := range strings.SplitSeq(text, ",") {
		key, value, valued := strings.Cut(typed, "=")
		switch {
		case valued && key == "foldmultilines" && jdk >= 18:
			if value != "true" && value != "false" {
				r.line("Invalid option: foldmultilines must be 'true' or 'false'.")
				return count, false
			}
		case valued && key == "filecount" && file:
			n, err := strconv.ParseUint(value, 10, 31)
			if err != nil || n > mostFiles {
				r.line("Invalid option: filecount must be in range [0, 1000]")
				return count, false
			}
			count = int(n)
		case valued && key == "filesize" && file:
			if _, ok := bytesize.Parse(value); !ok {
				r.line("Invalid option: filesize must be in range [0, 18446744073709551615]")
				return count, false
			}
		case jdk >= 18:
			r.line("Invalid option '", key, "' for log output (", name, ").")
			return count, false
		default:
			r.line("Invalid option '", key, "' for log file output.")
			return count, false
		}
	}
	return count, true
}

// index is the number of an output behind #, as scanf reads %zu.
var index = lazyregexp.New(`^[ \t\n\v\f\r]*([-+]?)(\d+)`)

// outputIndex reads it: the largest one in place of any that is larger.
func outputIndex(s string) (n uint64, ok bool) {
	m := index.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseUint(m[2], 10, 64)
	if err == nil && m[1] == "-" {
		n = -n
	}
	return n, true
}

// File is what stands where the log is to be written.
type File uint8

const (
	FileWritable File = iota // a plain file, or none yet in a folder where one can be made
	FileDevice
	FileFolder
	FileNoFolder  // the folder of the file does not exist
	FileNotFolder // what should be its folder is a file
	FileDenied
	FileReadOnly // its file system is
	FileTooLong
)

// openErrors is why the system does not open a file.
var openErrors = [...]string{
	FileFolder: "Is a directory", FileNoFolder: "No such file or directory", FileNotFolder: "Not a directory",
	FileDenied: "Permission denied", FileReadOnly: "Read-only file system", FileTooLong: "Filename too long",
}

// FileByName judges a file by its name alone. Folders are taken to exist.
func FileByName(name string) File {
	switch name {
	case "":
		return FileNoFolder
	case ".", "..", "/":
		return FileFolder
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/tty":
		return FileDevice
	}
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.") || strings.HasSuffix(name, "/..") {
		return FileFolder
	}
	isLong := func(part string) bool { return len(part) > 255 }
	if len(name) >= 4096 || slices.ContainsFunc(strings.Split(name, "/"), isLong) {
		return FileTooLong
	}
	return FileWritable
}

// openFile reports whether HotSpot takes the file. It keeps old files, and
// starts anew with none, unless their count is 0; then the file is cut.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logFileOutput.cpp, LogFileOutput::initialize (JDK 9 to 25)
func openFile(jdk int, name string, is File, count int, r *report) bool {
	if count > 0 && (is == FileDevice || is == FileFolder) {
		r.line("Unable to log to file ", name, " with log file rotation: ", name, " is not a regular file")
		return false
	}
	why := openErrors[is]
	switch {
	case why == "":
		return true
	case is == FileTooLong && jdk < 12: // the C library's word; JDK 17 and later have their own
		why = "File name too long"
	}
	r.line("Error opening log file '", name, "': ", why)
	return false
}
