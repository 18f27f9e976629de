package input

import (
	"encoding/json"
	"path"
	"regexp"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// findUnread tells of which variables that hold options nobody reads any: the
// same text starts java and does not expand them. Where another program may
// read them nothing is said.
func (in *Input) findUnread(assigned []assigned) {
	whole := textOf(in.File)
	var start startCommand
	switch {
	case inDockerfile.MatchString(whole.String()):
		start = dockerStart(whole)
	case execStart.MatchString(whole.String()):
		start = unitStart(whole)
	default:
		start = scriptStart(whole)
	}
	if !start.java.Located() {
		return
	}
	for _, w := range in.Workloads {
		for _, a := range assigned {
			_, own := channelOf(a.name)
			if a.name == w.Name && !own && a.at.Located() && a.at.Span().Start >= start.since && !start.reads(a.name) {
				w.Unread = &workload.UnreadVariable{Name: a.name, At: a.at, Command: start.java, Exec: start.exec, Likely: start.likely}
				break
			}
		}
	}
}

// startCommand is how a text starts java.
type startCommand struct {
	java     source.Text // the command; empty where none is found, or not for certain
	since    int         // what stands before belongs to something else: another stage of an image
	exec     bool        // a list of words, in which no shell expands anything
	likely   bool        // the image may start something else first
	expands  []expansion // where a shell, or systemd, expands variables
	children bool        // other programs are started, too
	exported map[string]bool

	parentheses bool // Kubernetes expands $(NAME)

	options  []jvmflag.Option // of java, with the variables of the container put in
	complete bool             // nothing else was to be put in
}

// expansion is text in which variables are expanded.
type expansion struct {
	variable string // that gets the text; empty for a command
	text     string
}

// reads tells whether somebody may read a variable. What it adds to itself
// reads nothing.
func (c startCommand) reads(name string) bool {
	pattern := `\$\{?[!#]?` + regexp.QuoteMeta(name) + `\b`
	switch inParentheses := `\$\(` + regexp.QuoteMeta(name) + `\)`; {
	case c.parentheses && c.exec:
		pattern = inParentheses
	case c.parentheses:
		pattern += "|" + inParentheses
	}
	expanded := regexp.MustCompile(pattern)
	for _, e := range c.expands {
		if e.variable != name && expanded.MatchString(e.text) {
			return true
		}
	}
	return c.children && c.exported[name]
}

var (
	inDockerfile = regexp.MustCompile(`(?m)^(FROM|CMD|ENTRYPOINT)[ \t]`)
	instruction  = regexp.MustCompile(`(?m)^(FROM|CMD|ENTRYPOINT)[ \t]+`)
	execStart    = regexp.MustCompile(`(?m)^ExecStart=[-@:+!]*`)
)

// dockerStart reads the last stage of a Dockerfile. An image that it builds on
// may bring an entry point, which then gets the command.
func dockerStart(whole source.Text) startCommand {
	var start startCommand
	var entry, command source.Text
	s := whole.String()
	for _, m := range instruction.FindAllStringSubmatchIndex(s, -1) {
		text, _ := restOfLine(whole, m[1])
		switch s[m[2]:m[3]] {
		case "FROM":
			entry, command, start.since = source.Text{}, source.Text{}, m[0]
		case "ENTRYPOINT":
			entry = text
		case "CMD":
			command = text
		}
	}
	text := entry
	if entry.Len() == 0 {
		text, start.likely = command, true
	}
	shell := text.String()
	var words []string
	if json.Unmarshal([]byte(text.String()), &words) == nil {
		switch {
		case len(words) > 0 && path.Base(words[0]) == "java":
			start.java, start.exec = text, true
			return start
		case len(words) == 3 && words[1] == "-c":
			shell = words[2]
		default:
			return start
		}
	}
	if javaFirst.MatchString(shell) {
		start.java, start.expands = text, []expansion{{text: shell}}
	}
	return start
}

// unitStart reads a systemd unit, which expands variables itself.
func unitStart(whole source.Text) startCommand {
	all := execStart.FindAllStringIndex(whole.String(), -1)
	if len(all) != 1 {
		return startCommand{}
	}
	text, _ := restOfLine(whole, all[0][1])
	if !javaFirst.MatchString(text.String()) {
		return startCommand{}
	}
	return startCommand{java: text, expands: []expansion{{text: text.String()}}}
}

// javaFirst is a command line whose program is java.
var javaFirst = regexp.MustCompile(`^\s*(exec\s+)?["']?(\S*/)?java["']?\s+-?\S`)
