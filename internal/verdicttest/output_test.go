package verdicttest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
)

// Said is what a JVM, or the model of it, makes of a line.
type Said struct {
	Starts   bool
	Messages []string     // on standard error, then those on standard output, less what changes from run to run
	model    *hotspot.JVM // of a prediction; nil where it does not start, and of a real JVM
}

// first is the message that says most: the first that is more than an
// announcement; empty where nothing is said.
func (s Said) first() string {
	for _, m := range s.Messages {
		switch {
		case crashed.MatchString(m):
			return "# a crash"
		case !announces(m):
			return m
		}
	}
	return ""
}

// crashed are the lines of a crash, of which the model knows the first.
var crashed = regexp.MustCompile(`^# +(SIG|Internal Error|guarantee|fatal error|A fatal error)`)

func announces(m string) bool {
	return strings.HasPrefix(m, "Picked up ") || strings.HasPrefix(m, "NOTE: Picked up ") || m == initializing
}

const (
	failing      = "Error occurred during initialization of "
	initializing = failing + "VM"
)

// read takes the messages out of what a JVM printed.
func (o Outcome) read(l Line) Said {
	said, stderr := Said{Starts: o.Exit == 0}, o.Stderr
	for _, v := range l.Variables { // which the JVM repeats, with their line breaks
		stderr = strings.ReplaceAll(stderr, ": "+v.Text, ": "+oneLine(v.Text))
	}
	said.Messages = append(messages(stderr, standardError), messages(o.Stdout, standardOutput)...)
	if !said.Starts && said.reason() == "" {
		said.Messages = append(messages(stderr, standardError), messages(o.Stdout, lastResort)...)
	}
	if said.Starts {
		said.Messages = slices.DeleteFunc(said.Messages, func(m string) bool { return m == usage })
	}
	return said
}

func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }

// reason is the message that says why a JVM did not start; empty where none
// but warnings stand.
func (s Said) reason() string {
	if i := slices.Index(s.Messages, initializing); i >= 0 && i+1 < len(s.Messages) {
		return s.Messages[i+1]
	}
	for _, m := range s.Messages {
		if !announces(m) && !warns.MatchString(m) {
			return m
		}
	}
	return ""
}

// stream is what is taken for a message.
type stream int

const (
	standardError  stream = iota // nearly all is
	standardOutput               // that of the log and of a failed start is; the rest was asked for
	lastResort                   // standard output of a failed start that has no reason on standard error
)

var (
	logLine   = regexp.MustCompile(`^(\[[^\]]*\])*\[(warning|error)\s*\]`)
	decorated = regexp.MustCompile(`^(\[[^\]]*\])+`)
	unpadded  = regexp.MustCompile(` +\]`)
	banner    = regexp.MustCompile(`^(openjdk (version "|\d)|OpenJDK (Runtime Environment|64-Bit Server VM) .*\(.*build |java full version|openjdk full version)`)
	noted     = regexp.MustCompile(`VM warning: |^java\.lang\.\w+Error: |^To enable GC log rotation|^where num_of_file > 0|^GC log rotation is turned off`)
	asked     = regexp.MustCompile(`^ *(\w+ +\w+ +(:?=|\+=|\[) |VM option '|\[Global flags|\w+ +\+= )|^-XX:\S+( -XX:\S+)* *$|^(VM|Property|Properties|Locale|System|Security|Operating System)[\w ]*( settings|Metrics):|^ {4}|^--+ |^Compiled method|^Dumping Java heap \.\.\.`)
	warns     = regexp.MustCompile(` VM warning: |^(\[[^\]]*\])*\[warning|^(WARNING|Warning): `)
	glued     = regexp.MustCompile(`(Did you mean '[^']*'\?) *([A-Z])`)
	help      = regexp.MustCompile(`^( +-X|where options include|The following options)`)
	// another JVM, in a name space of its own, may have the same process id
	neighbours = regexp.MustCompile(`hsperfdata_\w+/\d+ because it is locked by another process`)
	crash      = regexp.MustCompile(`^# (There is insufficient|Native memory|Out of Memory|SIG|Internal Error|Error:|guarantee|fatal error|assert|[A-Za-z]+Error)|^# {2,}(SIG|Internal|Out of|guarantee|fatal error|Error)`)
)

// masks replace what changes from run to run.
var masks = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`^\[\d+[.,]\d+s\]`), "[T]"},
	{regexp.MustCompile(`^\[\d{4}-\d\d-\d\dT[^\]]*\]`), "[T]"},
	{regexp.MustCompile(`\bpid=\d+`), "pid=N"},
	{regexp.MustCompile(`\btid=\w+`), "tid=N"},
	{regexp.MustCompile(`\bpc=?\s*0x[0-9a-f]+|\bat pc 0x[0-9a-f]+`), "pc=N"},
	{regexp.MustCompile(`0x(?:[0-9a-f]{12,16}\b|…)`), "0xN"},
	{regexp.MustCompile(`/[\w./-]*/verdict\d+/`), ""},
	{regexp.MustCompile(`/jvmheap\.\w{6}`), "/jvmheap.XXXXXX"},
	{regexp.MustCompile(`/[\w./-]*/(lib|jre)/`), "JDK/$1/"},
}

// farewells end a failed start, and say nothing of its reason.
var farewells = []string{
	"Error: Could not create the Java Virtual Machine.",
	"Error: A fatal exception has occurred. Program will exit.",
}

// messages takes what a person should read out of a stream.
func messages(text string, from stream) []string {
	var out []string
	failed := false
	text = glued.ReplaceAllString(text, "$1\n$2")
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		for _, f := range farewells {
			line = strings.TrimSuffix(line, f)
		}
		if help.MatchString(line) {
			break
		}
		if strings.HasPrefix(line, usage) {
			out = append(out, usage)
			break
		}
		failed = failed || strings.HasPrefix(line, failing)
		switch {
		case strings.TrimSpace(line) == "", banner.MatchString(line), line == "#",
			strings.HasPrefix(line, "\tat "), strings.HasPrefix(line, "Caused by: "):
			continue
		case strings.HasPrefix(line, "#"):
			if !crash.MatchString(line) {
				continue
			}
		case strings.HasPrefix(line, "[") && !logLine.MatchString(line):
			continue
		case from == standardOutput && !failed && !logLine.MatchString(line) && !noted.MatchString(line):
			continue
		case asked.MatchString(line), neighbours.MatchString(line):
			continue
		}
		out = append(out, normal(line))
	}
	return out
}

// normal is a message without what changes from run to run.
func normal(line string) string {
	if logLine.MatchString(line) { // the log makes room for its longest tags so far
		decorations := decorated.FindString(line)
		line = unpadded.ReplaceAllString(decorations, "]") + line[len(decorations):]
	}
	for _, m := range masks {
		line = m.what.ReplaceAllString(line, m.by)
	}
	return strings.TrimRight(line, " \t")
}

// kinds replace what tells two messages of one kind apart.
var kinds = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`'[^']*'`), "'X'"},
	{regexp.MustCompile(`"[^"]*"`), `"X"`},
	{regexp.MustCompile(`-Xlog\S*`), "-XlogX"},
	{regexp.MustCompile(`(-Xmx|-Xms|-Xmn|-Xss|-Xmaxf|-Xminf)\S*`), "$1"},
	{regexp.MustCompile(`^(Picked up \w+|NOTE: Picked up \w+):.*`), "$1: X"},
	{regexp.MustCompile(`^(Unrecognized option|Error: Could not find or load main class|Error: Unable to access jarfile|Invalid \w+ \w+ \w+): ?.*`), "$1: X"},
	{regexp.MustCompile(`-XX:\S+`), "-XX:X"},
	{regexp.MustCompile(`^OpenJDK 64-Bit Server VM warning: `), "W: "},
	{regexp.MustCompile(`\b[A-Z]\w*[a-z]\w*[A-Z]\w*(=\S+)?`), "X"},
	{regexp.MustCompile(`-?\d[\d.]*[kKmMgGtT]?\b`), "N"},
}

// kind is a message with its names and numbers masked.
func kind(message string) string {
	for _, k := range kinds {
		message = k.what.ReplaceAllString(message, k.by)
	}
	if len(message) > 160 {
		message = message[:160] + "..."
	}
	return message
}
