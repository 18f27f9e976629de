package reading

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// optionStart is how a line begins that holds JVM options, or a java command with some; a jvm.options file may say
// before it for which JDKs: 8:, 8-13:, 14-:.
var optionStart = lazyregexp.New(`^\s*(?:(?:\S*/)?java\s+)?["']?(?:\d+(?:-\d*)?:)?-(?:X|D|XX:|(?i:xm[xsn]\d|xx:|xss\d)|-(?:add|enable|illegal|limit|module|patch|upgrade|sun-misc)-|m[sx]\d|ss\d|javaagent:|agentlib:|agentpath:|(?:noverify|server|verbose|ea|cp|classpath|jar)(?:[\s:"']|$))`)

// javaStart is how a line begins that is a java command with options.
var javaStart = lazyregexp.New(`^\s*(?:\S*/)?java\s+["']?-`)

// OptionInside is what marks the value of a variable as JVM options.
var OptionInside = lazyregexp.New(`(?:^|[\s"'])-(?:X(?:m[xsn]|ss|X:|log)|D[A-Za-z]|javaagent:|agentlib:|agentpath:)`)

// BeginsWithOption tells a file of options: its first line that is no comment is one. In a script it is a command.
func BeginsWithOption(whole source.Text) bool {
	if strings.HasPrefix(whole.String(), "#!") {
		return false
	}
	line := FirstLine(whole)
	return strings.Contains(line, "-") && optionStart.MatchString(line) && !(javaStart.MatchString(line) && startsSeveral(whole))
}

// FirstLine is the first line that is no comment; empty where there is none.
func FirstLine(whole source.Text) string {
	for line := range strings.Lines(whole.String()) {
		if !IsComment(line) {
			return line
		}
	}
	return ""
}

// AllOptions reports whether each line begins with an option, as none of a script does.
func AllOptions(whole source.Text) bool {
	return !lists.Any(strings.Lines(whole.String()), func(line string) bool {
		return !IsComment(line) && !strings.HasPrefix(strings.TrimSpace(line), "-")
	})
}

// IsComment reports whether a line says nothing, or nothing that is known.
func IsComment(line string) bool {
	s := strings.TrimSpace(line)
	return s == "" || s == source.Gap || strings.HasPrefix(s, "#")
}

// TextOf is all of a file behind its byte order mark.
func TextOf(f *source.File) source.Text { return source.Verbatim(f.Span(f.Line(1).Start, len(f.Data))) }

// AssignsOptions tells a text in which a variable holds JVM options.
func AssignsOptions(whole source.Text) bool {
	if (strings.HasPrefix(whole.String(), "#!") || setsAsShell(whole.String())) && scriptAssignsOptions(whole) {
		return true
	}
	for found := range entries(whole) {
		if slices.ContainsFunc(found, Assigned.HoldsOptions) {
			return true
		}
	}
	return false
}

// setsAsShell reports whether a line matches shellOnly: most lines of most texts need no regular expression for that.
func setsAsShell(whole string) bool {
	return lists.Any(strings.Lines(whole), func(line string) bool {
		may := strings.Contains(line, "=(") || strings.ContainsAny(line, `"'`) && strings.Contains(line, "=")
		return may && shellOnly.MatchString(line)
	})
}

// shellOnly is what sets a variable where nothing but a shell can read it: an array, and a declaration within quotes.
var shellOnly = lazyregexp.New(`^[ \t]*(?:\w+\+?=\(|(?:export|declare|typeset|readonly|local)[ \t](?:.*[ \t])?["']\w+\+?=)`)

func scriptAssignsOptions(whole source.Text) bool {
	script, ok := shell.Parse(whole)
	return ok && slices.ContainsFunc(script.Commands, func(c shell.Command) bool {
		return slices.ContainsFunc(c.Assigned, func(a shell.Assignment) bool {
			return Assigned{Name: a.Name.String(), Value: a.Value.Default()}.HoldsOptions()
		})
	})
}

// optionsReader gathers what a text says of JVMs.
type optionsReader struct {
	*Input
	shared []jvmflag.Option // of variables that every JVM reads
	loose  []jvmflag.Option // of lines that are options
	lines  int              // that are
	named  []*workload.Workload
	last   map[string]*workload.Workload // of those of a name
	set    []Assigned                    // variables that hold options
	held   map[source.Place]bool         // the options of a script's variables, by where they begin
	branch bool                          // what is read stands in a branch or a loop
	all    jvmflag.Evidence              // of lines that are options

	program  bool // -jar came: what follows is the program's, as in a file of arguments
	branches bool // a variable that every JVM reads is set in one
}

// ReadOptions reads either variables, each of which starts a JVM of its own, or a file of options, which starts one.
func (in *Input) ReadOptions(whole source.Text) {
	var run *scriptRun // nil: it is a list of options
	if !BeginsWithOption(whole) {
		run, _ = in.runOf(whole)
	}
	in.readOptions(whole, run, nil)
}

// readOptions reads them as the run of a script tells, nil where the text is none;
// commands of it get some of the variables.
func (in *Input) readOptions(whole source.Text, run *scriptRun, commands []javaCommand) {
	r := optionsReader{Input: in, last: map[string]*workload.Workload{}}
	if run != nil && asScript(whole, run.script) {
		r.readScript(whole, run, commands)
	} else {
		r.branch = branchBegins.MatchString(whole.String())
		options := optionStart
		switch {
		case BeginsWithOption(whole):
			options, r.all = nil, jvmflag.ByConvention // all of the file are options
		case r.branch, strings.HasPrefix(whole.String(), "#!"):
			options = javaStart // a script, though none that is understood
		}
		r.readLines(whole, options)
	}
	for i := range r.loose {
		r.loose[i].OwnLine = r.loose[i].OwnLine && r.lines > 1
	}
	if len(r.named) == 0 || len(r.loose) > 0 {
		in.Workloads = append(in.Workloads, in.OptionsWorkload("options", r.loose))
	}
	in.Workloads = append(in.Workloads, r.named...)
	for i, w := range in.Workloads {
		if !in.room(i, len(r.shared)+len(w.Options), PlaceOf(w)) { // each has a copy of what is shared
			in.Workloads = in.Workloads[:i]
			break
		}
		w.Options = slices.Concat(r.shared, w.Options)
		if r.branches {
			w.Branches, w.FlagsOutside, w.OthersOutside = true, false, false
		}
		readBySome(w)
	}
	if run != nil {
		in.findUnread(whole, run, r.set)
	}
}

// ReadOptionsFile reads a file that holds options, of which the name may say for which JDK they are.
func (in *Input) ReadOptionsFile(whole source.Text) {
	in.ReadOptions(whole)
	in.fileNamedAfter()
}

// branchBegins is a branch or a loop in what is not understood as a script.
var branchBegins = lazyregexp.New(`(?m)^[ \t]*(if|case|for|while|until)[ \t]`)

// asScript tells a script, which only a shell can read, from a file of
// variables, in which a value goes up to the end of its line.
func asScript(whole source.Text, script *shell.Script) bool {
	return !BeginsWithOption(whole) && (script.Compound || strings.HasPrefix(whole.String(), "#!") || insteadOf.MatchString(whole.String()) && !slices.ContainsFunc(script.Commands, goesOn))
}

// insteadOf is ${NAME:-words}, which takes a shell to read.
var insteadOf = lazyregexp.New(`\$\{\w+:?[-=]`)

// goesOn reports whether a value goes on behind a blank, where a shell takes the rest for a command.
func goesOn(c shell.Command) bool {
	return len(c.Assigned) > 0 && len(c.Words) > 0 && strings.HasPrefix(c.Words[0].Literal().String(), "-")
}

// readLines reads variables and options, each on lines of its own. Options are
// the lines that begin in a way, or all that are left.
func (r *optionsReader) readLines(whole source.Text, options *lazyregexp.Regexp) {
	for found, line := range entries(whole) {
		for _, a := range found {
			r.assign(a)
		}
		if len(found) == 0 && (options == nil || options.MatchString(line.String())) {
			r.addLine(line)
		}
	}
}

// assign takes a variable over: what the JVM reads itself counts for all, and
// one that adds to itself goes on with what it held.
func (r *optionsReader) assign(a Assigned) {
	if !a.Closed {
		r.Unreadable(a.Value.Slice(0, 0).Span(), "unmatched quote")
		return
	}
	if !a.HoldsOptions() {
		return
	}
	channel, own := ChannelOf(a.Name)
	options := jvmflag.Known(EvidenceOf(a.Name), r.JVMOptions(channel, a.Value))
	r.set = append(r.set, a)
	if own {
		r.share(channel, a.adds, options)
		return
	}
	w := r.last[a.Name]
	if a.adds && w != nil {
		w.Options = append(w.Options, options...)
	} else {
		w = r.addNamed(options, a.Name)
	}
	w.Branches = w.Branches || r.branch
}

// share takes over options that every JVM reads.
func (r *optionsReader) share(channel jvmflag.Channel, adds bool, options []jvmflag.Option) {
	if !adds { // what it held is gone
		r.shared = slices.DeleteFunc(r.shared, func(o jvmflag.Option) bool { return o.Channel == channel })
	}
	r.shared = append(r.shared, options...)
	r.branches = r.branches || r.branch
}

// addNamed adds a JVM that gets variables.
func (r *optionsReader) addNamed(options []jvmflag.Option, names ...string) *workload.Workload {
	w := r.OptionsWorkload(strings.Join(names, "+"), options)
	w.KnowsAtMost(workload.PartOfOptions)
	variableNamedAfter(w, names[0])
	r.named, r.last[w.Name] = append(r.named, w), w
	return w
}

// isProse reports whether a line of a text that is no list of options speaks of an option: neither
// -jar nor the name of a class follows it, but a word or a dash.
func isProse(options []jvmflag.Option, program int) bool {
	dash := slices.ContainsFunc(options[:program], func(o jvmflag.Option) bool { return strings.Trim(o.String(), "-") == "" })
	return dash || program > 0 && program < len(options) && !strings.ContainsAny(options[program].String(), ".-/")
}

var versionPrefix = lazyregexp.New(`^\s*(\d+)(-(\d*))?:`)

// forSome is a line of options behind the JDKs that it is meant for, from one to another: 8-13:, 9-: or 11:.
func forSome(line source.Text) (rest source.Text, since, until int) {
	m := versionPrefix.FindStringSubmatch(line.String())
	if m == nil {
		return line, 0, 0
	}
	since, until = Number(m[1]), Number(m[1])
	if m[2] != "" {
		until = Number(m[3])
	}
	return line.Slice(len(m[0]), line.Len()), since, until
}

// addLine reads a line of options, which may begin with java, or with the JDKs that it is meant for.
func (r *optionsReader) addLine(line source.Text) {
	if r.program {
		return
	}
	line, since, until := forSome(line)
	command := false
	if words := strings.Fields(line.String()); len(words) > 1 && path.Base(words[0]) == "java" {
		line, command = line.Slice(strings.Index(line.String(), words[0])+len(words[0]), line.Len()), true
	}
	options := r.lineOptions(line)
	if program := jvmflag.ProgramAt(options); !command {
		if r.all == jvmflag.LooksLike && isProse(options, program) {
			return
		}
		r.program = r.program || program < len(options) && options[program].String() == "-jar"
		options = options[:program] // another word ends the options of its line only
	}
	evidence := either.Of(command, jvmflag.Runs, r.all)
	jvmflag.Known(evidence, options)
	for i := range options {
		options[i].Since, options[i].Until = since, until
		options[i].OwnLine = strings.TrimSpace(line.String()) == options[i].Word().String()
	}
	r.loose = append(r.loose, options...)
	r.lines++
}

// lineOptions splits a line into options. The command of one that runs a program has words of its own, which no quotes
// hold together where the reader of the file takes a line for an option.
func (in *Input) lineOptions(line source.Text) []jvmflag.Option {
	if s := line.String(); jvmflag.RunsCommand(strings.TrimSpace(s)) && !strings.ContainsAny(s, `"'\\`) {
		return jvmflag.OnChannel(jvmflag.CommandLine, PrintedWords(line.Slice(0, len(strings.TrimRight(s, " \t\r\n"))), false))
	}
	return in.JVMOptions(jvmflag.CommandLine, line)
}

// OptionLines splits a text into options line by line, without comments.
func (in *Input) OptionLines(t source.Text) []jvmflag.Option {
	var all []jvmflag.Option
	at := 0
	for line := range strings.Lines(t.String()) {
		if !IsComment(line) {
			rest, since, until := forSome(t.Slice(at, at+len(line)))
			for _, o := range in.lineOptions(rest) {
				o.Since, o.Until = since, until
				all = append(all, o)
			}
		}
		at += len(line)
	}
	return all
}

// OptionsWorkload is a JVM of which options alone are known.
func (in *Input) OptionsWorkload(name string, options []jvmflag.Option) *workload.Workload {
	w := workload.New(name, in.File, source.Text{})
	w.AnyProgram, w.Options = true, options
	return &w
}

// Number reads a JDK release; an empty one leaves the range open.
func Number(s string) int {
	n, _ := strconv.Atoi(s)
	return min(n, 1<<20)
}

// HeapOrX is an option that no other program has.
var HeapOrX = lazyregexp.New(`(?:^|[\s"'])-X(?:m[xsn]\d|ss\d|X:|log[:\s])`)

// OptionsKey is the name of what holds JVM options.
var OptionsKey = lazyregexp.New(`(?i)(?:java|jvm|jdk|heap|gc|catalina)[a-z_.]*(?:opts?|options?|args?|arguments|flags|params?|parameters|mem)?$`)
