package input

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Pasted reading.Format = "output of ps, jcmd, jinfo or java -version without a JVM"

var pastedOutput = reading.Reader{
	Name:    "what ps, jcmd, jinfo, java -version and a JVM that crashes print",
	Formats: []reading.Format{Pasted},
	Mark:    func(c *reading.Candidate) bool { return isPasted(c.File) },
	Read:    func(in *reading.Input, _ *reading.Candidate) { readPasted(in) },
}

var (
	// jcmdProcess is the line that jcmd puts before what it prints of a process.
	jcmdProcess = lazyregexp.New(`^(\d+):$`)
	vmArguments = lazyregexp.New(`(?m)^VM Arguments:\s*\njvm_args: `)
	vmFlags     = lazyregexp.New(`(?m)^(?:\d+|VM Flags):\s*\n-XX:`)
	psHeader    = lazyregexp.New(`^\s*(?:USER|UID|PID|F)\s.*\b(?:CMD|COMMAND)\s*$`)
	// psProcess is a line of ps or pgrep: a user perhaps, the process, perhaps further columns up to the time, and java
	// with what it got. javaVersion is the first line of java -version.
	javaVersion = lazyregexp.New(`^(?:openjdk|java) (?:version "|\d[\w.+-]* \d{4}-)`)
	startedJava = lazyregexp.New(`^\s*(?:exec\s+)?((?:\S*/)?java)\s+-`)

	psProcess = lazyregexp.New(`^\s*(?:\S+\s+)?(\d+)\s+(?:\S.*\s[\d-]*\d+:\d\d(?::\d\d)?\s+)?((?:\S*/)?java)\s+\S`)
)

// label is how a line begins that tells how a JVM was started.
type label struct {
	text           string
	program, flags bool
}

// labels are how lines begin that tell how a JVM was started; where several do, the first of these counts.
// Behind that of a report of an error stands the program, too; that of jinfo of JDK 8 is alike but for a capital.
var labels = []label{
	{text: "jvm_args: "},
	{text: "Command line: "},
	{text: "Command Line: ", program: true},
	{text: "Non-default VM flags: ", flags: true},
	{text: "-XX:", flags: true},
}

// isPasted tells what ps, jcmd or jinfo printed, or the JVM in its report of an error.
func isPasted(f *source.File) bool {
	if bytes.Contains(f.Data, []byte("jvm_args: ")) && vmArguments.Match(f.Content()) ||
		bytes.Contains(f.Data, []byte("\n-XX:")) && vmFlags.Match(f.Content()) {
		return true
	}
	for n := 1; n <= f.Lines(); n++ {
		if s := f.Line(n).String(); strings.TrimSpace(s) != "" {
			columns := strings.Contains(s, "CMD") || strings.Contains(s, "COMMAND") // most lines have neither
			java := strings.Contains(s, "java") || strings.Contains(s, "openjdk")
			return columns && psHeader.MatchString(s) || java && (psProcess.MatchString(s) || javaVersion.MatchString(s)) ||
				printsFlags(s) || isReport(f)
		}
	}
	return false
}

// isReport tells the report of an error from its beginning, and what jinfo of JDK 8 prints.
func isReport(f *source.File) bool {
	return bytes.Contains(f.Data, []byte("the Java Runtime Environment")) && hsErr.Match(f.Content()) ||
		bytes.Contains(f.Data, []byte("\nNon-default VM flags: -XX:"))
}

// hsErr finds what begins a report of an error.
var hsErr = lazyregexp.New(
	`(?m)\A(?:#.*\n)*# (?:A fatal error has been detected by|There is insufficient memory for) the Java Runtime Environment`)

// printsFlags tells the line of VM.flags from options that somebody wrote: a JVM alone sets one of these.
func printsFlags(line string) bool {
	return strings.HasPrefix(line, "-XX:") && (strings.Contains(line, "-XX:MinHeapDeltaBytes=") ||
		strings.Contains(line, "-XX:CICompilerCount=") && strings.Contains(line, "-XX:+UseCompressedOops"))
}

// printedJVM is a JVM of which a text tells how it was started.
type printedJVM struct {
	process    string
	java, line source.Text
	label      int // that tells it; of ps: -1
}

// readPasted reads the JVMs of a text. They ran: of what they were started with no quotes are left. The text may tell
// which build they are, for each process or for all.
func readPasted(in *reading.Input) {
	process := "JVM" // until one has a number
	var all []printedJVM
	for n := 1; n <= in.File.Lines(); n++ {
		line := source.Verbatim(in.File.Line(n))
		s := line.String()
		label := slices.IndexFunc(labels, func(l label) bool { return strings.HasPrefix(s, l.text) })
		switch m := psProcess.FindStringSubmatchIndex(s); {
		case jcmdProcess.MatchString(s):
			process = "process " + strings.TrimSuffix(s, ":")
		case label >= 0:
			told := line
			if from := labels[label].text; from != "-XX:" {
				told = line.Slice(len(from), len(s))
			}
			last := len(all) - 1
			switch before := last >= 0 && all[last].label >= 0 && all[last].process == process; {
			case !before:
				all = append(all, printedJVM{process: process, line: told, label: label})
			case label < all[last].label:
				all[last].line, all[last].label = told, label
			}
		case m != nil:
			all = append(all, printedJVM{"process " + s[m[2]:m[3]], line.Slice(m[4], m[5]), line.Slice(m[5], len(s)), -1})
		case startedJava.MatchString(s):
			m := startedJava.FindStringSubmatchIndex(s)
			all = append(all, printedJVM{process, line.Slice(m[2], m[3]), line.Slice(m[3], len(s)), -1})
		}
	}
	for _, p := range all {
		if !in.Full() {
			pasted(in, p)
		}
	}
	tellBuilds(in)
	tellMachine(in)
}

// tellBuilds takes over the build that the block of a process tells, as jcmd prints it, or else that
// of the text before the first block.
func tellBuilds(in *reading.Input) {
	text, from, process := string(in.File.Data), 0, ""
	told := map[string]func(*workload.Workload){}
	block := func(to int) {
		if p, is := release.PrintedIn(text[from:to]); is && told[process] == nil {
			at := source.Verbatim(in.File.Span(from+p.From, from+p.To))
			told[process] = func(w *workload.Workload) { in.RunOnPrinted(w, p, at) }
		}
	}
	for n := 1; n <= in.File.Lines(); n++ {
		if line := in.File.Line(n); jcmdProcess.MatchString(line.String()) {
			block(line.Start)
			from, process = line.End, "process "+strings.TrimSuffix(line.String(), ":")
		}
	}
	block(len(text))
	for _, w := range in.Workloads {
		switch {
		case told[w.Name] != nil:
			told[w.Name](w)
		case told[""] != nil:
			told[""](w)
		}
	}
}

// pasted adds a JVM. A command line without a program is cut off: its last word may be, too.
func pasted(in *reading.Input, p printedJVM) {
	command := p.label < 0 || labels[p.label].program
	words := reading.PrintedWords(p.line, command)
	if p.label >= 0 && labels[p.label].flags {
		words = chosenFlags(p.line)
	}
	options := jvmflag.Known(jvmflag.Runs, jvmflag.OnChannel(jvmflag.CommandLine, words))
	whole := command && jvmflag.ProgramAt(options) < len(options)
	if command && !whole && len(options) > 0 {
		options = options[:len(options)-1]
	}
	w := in.OptionsWorkload(p.process, options)
	w.Whole, w.Running = whole, true
	w.KnowsOptions(whole || !command)
	in.RunByPath(w, p.java)
	in.Add(*w)
}

// ergonomic are flags that JVMs set themselves, as VM.flags prints them beside
// those of the user; nothing there tells the two apart.
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlag.hpp (FLAG_SET_ERGO, FLAG_SET_DEFAULT; measured on JDK 8 to 25)
var ergonomic = lists.Set(strings.Fields(`
	CICompilerCount ConcGCThreads G1ConcRefinementThreads G1EagerReclaimRemSetThreshold G1RemSetArrayOfCardsEntries
	G1RemSetHowlMaxNumBuckets G1RemSetHowlNumBuckets GCDrainStackTargetSize MarkStackSize MarkStackSizeMax MaxNewSize
	NewSize OldSize MinHeapDeltaBytes MinHeapSize NonNMethodCodeHeapSize NonProfiledCodeHeapSize ProfiledCodeHeapSize
	SegmentedCodeCache SoftMaxHeapSize UseCompressedClassPointers UseCompressedOops AOTInvokeDynamicLinking
	AOTRecordTraining AOTReplayTraining UseNUMAInterleaving ZYoungGCThreads ZOldGCThreads`))

// tieredCodeCache is what all JVMs with tiered compilation set, too.
const tieredCodeCache = "-XX:ReservedCodeCacheSize=251658240"

// chosenFlags are the flags of a JVM without those that it sets itself, and locked ones where nothing unlocks them.
func chosenFlags(line source.Text) []jvmflag.Word {
	words := reading.PrintedWords(line, false)
	unlocked := strings.Contains(line.String(), "-XX:+Unlock")
	return slices.DeleteFunc(words, func(w jvmflag.Word) bool {
		flag, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(w.Text.String(), "-XX:"), "+-"), "=")
		return ergonomic[flag] || w.Text.String() == tieredCodeCache || !unlocked && slices.ContainsFunc(jvmflag.Supported, func(jdk int) bool {
			f, known := jvmflag.Lookup(jdk, flag)
			return known && (f.Kind == jvmflag.Diagnostic || f.Kind == jvmflag.Experimental)
		})
	})
}

// toldOfMachine are lines of a report of an error about the machine, the best first: the memory that the
// JVM found is the limit of its container where it sees that. JDK 8 and 11 write bytes, others kibibytes.
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
		unit := either.Of(m[5] > m[4], 1<<10, int64(1))
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
		w.Ended = whole.String()[m[2]:m[3]]
	}
}
