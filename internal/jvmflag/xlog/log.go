// Package xlog reads -Xlog, and what stands for it, as unified logging of JDK 9
// and later does: what is logged where, and what the JVM says of the options.
package xlog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// Log is unified logging as the options read so far have set it up: what is
// logged where settles which of the JVM's own warnings are seen.
//
// Lines of the log are given without what changes from run to run (time, process, thread, host; the uptime is
// 0.000s) and without padding: "[0.000s][error][logging] Invalid tag 'foo' in log selection." An option may take
// away the rest too.
type Log struct {
	Helps     bool        // -Xlog:help was read: the JVM prints help and exits with 0
	Unmatched []Unmatched // of all options that were read

	jdk       int
	outputs   []output // stdout, stderr and the files that something is written to, in HotSpot's order
	optioned  [2]bool  // the output options of stdout and stderr have been read, or passed over
	gcFile    string   // of the last -Xloggc:FILE
	collected string   // what it gets
	fileAt    func(name string) File
}

// New is the state before the first option of a JVM. fileAt looks at the file system; nil judges files by their names.
func New(jdk int, fileAt func(name string) File) *Log {
	if fileAt == nil {
		fileAt = FileByName
	}
	return &Log{jdk: jdk, fileAt: fileAt, collected: "gc", outputs: []output{
		{name: "stdout", level: warning, decorators: defaultDecorators},
		{name: "stderr", decorators: defaultDecorators},
	}}
}

type Line struct {
	Text   string
	Stdout bool // the others go to standard error
}

// Refusal is why the JVM does not start.
type Refusal struct {
	Lines  []string // that it prints, of both streams, without its farewell
	Logged string   // the first that the log says, without its tags; empty where it says none
	Fault  Fault
}

// Fault is what the JVM does not start for.
type Fault uint8

const (
	BadOption   Fault = iota
	MissingFile       // it cannot be written
	Crash             // the JVM does not refuse the option, but crashes over it
)

// report is what HotSpot has to say of an option, a line each.
type report struct {
	text  []byte
	fault Fault
}

func (r *report) line(parts ...string) {
	for _, p := range parts {
		r.text = append(r.text, p...)
	}
	r.text = append(r.text, '\n')
}

// room is how much of a report about -Xlog HotSpot keeps.
const room = 511

// lines are the whole lines that HotSpot keeps of a report of which it keeps
// so many bytes. It takes for granted that there is one, and crashes otherwise.
func (r *report) lines(room int) (lines []string, crash bool) {
	text := string(r.text[:min(len(r.text), room)])
	for {
		line, rest, whole := strings.Cut(text, "\n")
		if !whole {
			return lines, len(r.text) > 0 && lines == nil
		}
		lines, text = append(lines, line), rest
	}
}

// Read reads a word that begins with -Xlog.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 9 to 25)
func (l *Log) Read(option string) (said []Line, refusal *Refusal) {
	rest := option[len("-Xlog"):]
	switch mode, async := strings.CutPrefix(rest, ":async"); {
	case rest == ":help":
		l.Helps = true
		return nil, nil
	case rest == ":disable":
		l.outputs = l.outputs[:2]
		for i := range l.outputs { // of warnings and errors on stdout, too
			l.outputs[i].level, l.outputs[i].selections = off, nil
		}
		return nil, nil
	case async && l.jdk >= 17 && mode == "", async && l.jdk >= 25 && (mode == ":stall" || mode == ":drop"):
		return nil, nil
	case async && l.jdk >= 25, rest != "" && rest[0] != ':':
		return nil, l.refuse(option, BadOption)
	}
	return l.configure(option, strings.TrimPrefix(rest, ":"))
}

// refuse ends the reading of options. The reason is on stdout, if anywhere, and so comes behind what is said on stderr.
func (l *Log) refuse(option string, fault Fault, why ...string) *Refusal {
	return l.complain(fault, []string{"Invalid -Xlog option '" + option + "', see error log for details."}, why)
}

// split splits an option at colons outside quotes: selections, output,
// decorators, output options. n is how many there are.
func split(text string) (parts [4]string, n int, excess string, unclosed bool) {
	for n < len(parts) {
		i := strings.IndexAny(text, `:"`)
		for i >= 0 && text[i] == '"' {
			end := strings.IndexByte(text[i+1:], '"')
			if end < 0 {
				return parts, n, text, true
			}
			from := i + 1 + end + 1
			if i = strings.IndexAny(text[from:], `:"`); i >= 0 {
				i += from
			}
		}
		n++
		if i < 0 {
			parts[n-1] = text
			return parts, n, "", false
		}
		parts[n-1], text = text[:i], text[i+1:]
	}
	return parts, n + 1, text, false
}

// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logConfiguration.cpp, LogConfiguration::parse_command_line_arguments (JDK 9 to 25)
func (l *Log) configure(option, text string) (said []Line, refusal *Refusal) {
	parts, n, excess, unclosed := split(text)
	if unclosed {
		return nil, l.refuse(option, BadOption, "Missing terminating quote in -Xlog option '"+excess+"'")
	}
	if n > len(parts) && l.jdk >= 17 {
		said = l.Warn("logging", `Ignoring excess -Xlog options: "`+excess+`"`)
	}
	var r report
	options := parts[3:min(max(n, 3), 4)]
	ok := true
	if i := standardOutput(parts[1]); i >= 0 && l.jdk >= 18 && !l.optioned[i] {
		l.optioned[i] = true
		if _, ok = parseOutputOptions(l.jdk, l.outputs[i].name, parts[3], &r); ok {
			options = nil
		}
	}
	if ok {
		ok = l.open(parts[1], parts[0], parts[2], options, &r)
	}
	lines, crash := r.lines(room)
	switch {
	case crash: // which prints nothing; the shell has a word for it
		return said, &Refusal{Lines: []string{"Segmentation fault"}, Fault: Crash}
	case !ok:
		return said, l.refuse(option, r.fault, lines...)
	}
	said = append(said, lists.Flat(lines, func(line string) []Line { return l.Warn("logging", line) })...)
	return said, nil
}

// standardOutput is the number of stdout and stderr, and -1 of other outputs.
func standardOutput(typed string) int {
	switch typed {
	case "", "stdout", "#0":
		return 0
	case "stderr", "#1":
		return 1
	}
	return -1
}

// open sets up one output. options is empty where none are given.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logConfiguration.cpp, LogConfiguration::parse_log_arguments (JDK 9 to 25)
func (l *Log) open(typed, selected, decorated string, options []string, r *report) bool {
	typed = cmp.Or(typed, "stdout")
	all, ok := parseSelections(l.jdk, selected, r)
	if !ok {
		return false
	}
	d, ok := parseDecorators(l.jdk, decorated, all, r)
	if !ok {
		return false
	}
	numbered, added := typed[0] == '#', false
	index := -1
	if numbered {
		n, ok := outputIndex(typed[1:])
		if !ok || n >= uint64(len(l.outputs)) {
			r.line("Invalid output index '", typed, "'")
			return false
		}
		index = int(n)
	} else {
		name, ok := outputName(typed, r)
		if !ok {
			return false
		}
		index = slices.IndexFunc(l.outputs, func(o output) bool { return o.name == name })
		if added = index < 0; added {
			if !l.add(name, options, r) {
				return false
			}
			index = len(l.outputs) - 1
		}
	}
	if !added && len(options) > 0 && options[0] != "" && (!numbered || l.jdk >= 17) {
		r.line("Output options for existing outputs are ignored.")
	}
	_, sets := tagsOf(l.jdk)
	l.outputs[index].selectMore(all, sets)
	l.outputs[index].decorators = d
	used := func(set tagSet) bool { return l.outputs[index].levelOf(set) != off }
	if index > 1 && !slices.ContainsFunc(sets, used) { // the last one takes its place
		last := len(l.outputs) - 1
		l.outputs[index] = l.outputs[last]
		l.outputs = l.outputs[:last]
	}
	l.Unmatched = append(l.Unmatched, verifySelections(l.jdk, all, r)...)
	return true
}

func (l *Log) add(name string, options []string, r *report) bool {
	file, ok := strings.CutPrefix(name, "file=")
	if !ok {
		r.line("Unsupported log output type: ", name)
		return false
	}
	text, shown := "", "(null)"
	if len(options) > 0 {
		text, shown = options[0], options[0]
	}
	count, ok := parseOutputOptions(l.jdk, name, text, r)
	if ok {
		if ok = openFile(l.jdk, file, l.fileAt(file), count, r); !ok {
			r.fault = MissingFile
		}
	}
	if !ok {
		r.line("Initialization of output '", name, "' using options '", shown, "' failed.")
		return false
	}
	l.outputs = append(l.outputs, output{name: name})
	return true
}

// Warn is a warning of the log, once for each of stdout and stderr that shows it.
func (l *Log) Warn(tag, text string) []Line { return l.say(warning, tag, text) }

// Shows reports whether a line with these tags, and no others, is written anywhere at level info.
func (l *Log) Shows(tags ...string) bool { return l.shows(l.outputs, info, tags) }

// Prints reports the same of stdout and stderr alone, at a level, such as "warning".
func (l *Log) Prints(at string, tags ...string) bool {
	return l.shows(l.outputs[:2], level(slices.Index(levels[:], at)), tags)
}

func (l *Log) shows(on []output, at level, tags []string) bool {
	names, _ := tagsOf(l.jdk)
	var set tagSet
	for i, tag := range tags {
		set[i] = findTag(names, tag)
	}
	return slices.ContainsFunc(on, func(o output) bool { return o.shows(at, set) })
}

// VerboseGC reads -verbose:gc. JDK 18 and later do that when they have read all options.
func (l *Log) VerboseGC() {
	if l.jdk < 18 {
		names, _ := tagsOf(l.jdk)
		l.outputs[0].selections = append(l.outputs[0].selections, selection{tags: tagSet{findTag(names, "gc")}, level: info})
	}
}

func (l *Log) GCLog(file string) []Line {
	l.gcFile = file
	return l.Warn("gc", "-Xloggc is deprecated. Will use -Xlog:gc:"+file+" instead.")
}

// PrintGC is what is said of -XX:+PrintGC when all options are read.
func (l *Log) PrintGC() []Line {
	return l.Warn("gc", "-XX:+PrintGC is deprecated. Will use -Xlog:gc instead.")
}

// PrintGCDetails is what is said of -XX:+PrintGCDetails when all options are
// read. The file of -Xloggc gets the details too.
func (l *Log) PrintGCDetails() []Line {
	l.collected = "gc*"
	return l.Warn("gc", "-XX:+PrintGCDetails is deprecated. Will use -Xlog:gc* instead.")
}

// OpenGCLog opens the file of the last -Xloggc, which is done when all options are read.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::handle_deprecated_print_gc_flags (JDK 9 to 25)
func (l *Log) OpenGCLog() *Refusal {
	var r report
	if l.open(l.gcFile, l.collected, "", nil, &r) {
		return nil
	}
	lines, _ := r.lines(len(r.text))
	return l.complain(r.fault, nil, lines)
}
