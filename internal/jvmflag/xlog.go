package jvmflag

import (
	"slices"
	"strings"
)

// logging is unified logging as the options read so far have set it up: what
// is logged where settles which of the JVM's own warnings are seen.
//
// Lines of the log are given without what changes from run to run (uptime,
// time, process, thread, host) and without padding: "[error][logging] Invalid
// tag 'foo' in log selection." An option may take away the rest too.
type logging struct {
	jdk       int
	outputs   []logOutput // stdout, stderr and the files that something is written to, in HotSpot's order
	optioned  [2]bool     // the output options of stdout and stderr have been read, or passed over
	gcLog     Option      // the last -Xloggc:FILE
	hasGCLog  bool
	helps     bool // -Xlog:help was read: the JVM prints help and exits with 0
	fileAt    func(name string) logFile
	firstRoom [2]logOutput
}

// newLogging is the state before the first option of a JVM of 9 or later.
// fileAt looks at the file system; nil judges files by their names.
func newLogging(jdk int, fileAt func(name string) logFile) *logging {
	if fileAt == nil {
		fileAt = fileByName
	}
	l := &logging{jdk: jdk, fileAt: fileAt}
	l.firstRoom = [2]logOutput{
		{name: "stdout", level: logWarning, decorators: defaultDecorators},
		{name: "stderr", decorators: defaultDecorators},
	}
	l.outputs = l.firstRoom[:]
	return l
}

// report is what HotSpot has to say of an option, a line each.
type report struct {
	text  []byte
	cause Cause
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

// apply reads -Xlog, -Xlog:..., -Xloggc:... and -verbose:gc.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 9 to 25)
func (l *logging) apply(o Option) (said []Message, refusal *Refusal) {
	s := o.String()
	if file, ok := strings.CutPrefix(s, "-Xloggc:"); ok {
		l.gcLog, l.hasGCLog = o, true
		return l.say(o, DeprecatedFlag, logWarning, "gc", "-Xloggc is deprecated. Will use -Xlog:gc:"+file+" instead."), nil
	}
	if s == "-verbose:gc" {
		if l.jdk >= 18 { // which do that when they have read all options
			return nil, nil
		}
		names, _ := logTags(l.jdk)
		l.outputs[0].selections = append(l.outputs[0].selections, selection{tags: tagSet{findTag(names, "gc")}, level: logInfo})
		return nil, nil
	}
	rest := s[len("-Xlog"):]
	switch mode, async := strings.CutPrefix(rest, ":async"); {
	case rest == ":help":
		l.helps = true
		return []Message{{Line: "-Xlog Usage: -Xlog[:[selections][:[output][:[decorators][:output-options]]]]", Stdout: true, At: o.at()}}, nil
	case rest == ":disable":
		l.disable()
		return nil, nil
	case async && l.jdk >= 17 && mode == "":
		return nil, nil
	case async && l.jdk >= 25:
		if mode != ":stall" && mode != ":drop" {
			return nil, l.refuse(o, BadValue)
		}
		return nil, nil
	case rest != "" && rest[0] != ':':
		return nil, l.refuse(o, BadValue)
	}
	return l.configure(o, strings.TrimPrefix(rest, ":"))
}

// refuse ends the reading of options. The reason is on stdout, if anywhere, and
// so comes behind what is said on stderr.
func (l *logging) refuse(o Option, cause Cause, why ...string) *Refusal {
	return l.complain(o, cause, []string{"Invalid -Xlog option '" + o.String() + "', see error log for details."}, why)
}

// splitLogging splits at colons outside quotes: selections, output,
// decorators, output options. n tells how many there are.
func splitLogging(text string) (parts [4]string, n int, excess string, unclosed bool) {
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
func (l *logging) configure(o Option, text string) (said []Message, refusal *Refusal) {
	parts, n, excess, unclosed := splitLogging(text)
	if unclosed {
		return nil, l.refuse(o, BadValue, "Missing terminating quote in -Xlog option '"+excess+"'")
	}
	if n > len(parts) && l.jdk >= 17 {
		said = l.say(o, BadValue, logWarning, "logging", `Ignoring excess -Xlog options: "`+excess+`"`)
	}
	r := report{cause: BadValue}
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
		return said, newRefusal(o, BadValue, "Segmentation fault").of("", Crash)
	case !ok:
		return said, l.refuse(o, r.cause, lines...)
	}
	for _, line := range lines {
		said = append(said, l.say(o, BadValue, logWarning, "logging", line)...)
	}
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
func (l *logging) open(output, selected, decorated string, options []string, r *report) bool {
	r.cause = BadValue
	if output == "" {
		output = "stdout"
	}
	all, ok := parseSelections(l.jdk, selected, nil, r)
	if !ok {
		return false
	}
	d, ok := parseDecorators(l.jdk, decorated, all, r)
	if !ok {
		return false
	}
	numbered, added := output[0] == '#', false
	index := -1
	if numbered {
		n, ok := outputIndex(output[1:])
		if !ok || n >= uint64(len(l.outputs)) {
			r.line("Invalid output index '", output, "'")
			return false
		}
		index = int(n)
	} else {
		name, ok := outputName(output, r)
		if !ok {
			return false
		}
		index = slices.IndexFunc(l.outputs, func(o logOutput) bool { return o.name == name })
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
	l.outputs[index].selections = append(l.outputs[index].selections, all...)
	l.outputs[index].decorators = d
	if _, sets := logTags(l.jdk); index > 1 && !l.outputs[index].used(sets) { // the last one takes its place
		last := len(l.outputs) - 1
		l.outputs[index] = l.outputs[last]
		l.outputs = l.outputs[:last]
	}
	verifySelections(l.jdk, all, r)
	return true
}

// add makes an output of a file.
func (l *logging) add(name string, options []string, r *report) bool {
	file, ok := strings.CutPrefix(name, "file=")
	if !ok {
		r.line("Unsupported log output type: ", name)
		return false
	}
	text, shown := "", "(null)"
	if len(options) > 0 {
		text, shown = options[0], options[0]
	}
	asked, ok := parseOutputOptions(l.jdk, name, text, r)
	if ok {
		if ok = openFile(l.jdk, file, l.fileAt(file), asked, r); !ok {
			r.cause = MissingFile
		}
	}
	if !ok {
		r.line("Initialization of output '", name, "' using options '", shown, "' failed.")
		return false
	}
	l.outputs = append(l.outputs, logOutput{name: name})
	return true
}

// finish does what HotSpot does when it has read all options: the file of
// -Xloggc is opened only then. printGC and printGCDetails are the flags.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::handle_deprecated_print_gc_flags (JDK 9 to 25)
func (l *logging) finish(printGC, printGCDetails Setting) (said []Message, refusal *Refusal) {
	selected := "gc"
	if printGC.Bool() {
		said = l.say(printGC.Option, DeprecatedFlag, logWarning, "gc", "-XX:+PrintGC is deprecated. Will use -Xlog:gc instead.")
	}
	if printGCDetails.Bool() {
		selected = "gc*"
		said = append(said, l.say(printGCDetails.Option, DeprecatedFlag, logWarning, "gc", "-XX:+PrintGCDetails is deprecated. Will use -Xlog:gc* instead.")...)
	}
	if !l.hasGCLog {
		return said, nil
	}
	var r report
	if l.open(l.gcLog.String()[len("-Xloggc:"):], selected, "", nil, &r) {
		return said, nil
	}
	lines, _ := r.lines(len(r.text))
	return said, l.complain(l.gcLog, r.cause, nil, lines)
}
