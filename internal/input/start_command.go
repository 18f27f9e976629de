package input

import (
	"regexp"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// findUnread tells of which variables that hold options nobody reads any: the
// same text starts java and does not expand them. Where another program may
// read them nothing is said.
func (in *Input) findUnread(whole source.Text, assigned []assigned) {
	start := scriptStart(whole)
	if !start.java.Located() {
		return
	}
	for _, w := range in.Workloads {
		for _, a := range assigned {
			_, own := channelOf(a.name)
			if a.name == w.Name && !own && a.at.Located() && !start.reads(a.name) {
				w.Unread = &workload.UnreadVariable{Name: a.name, At: a.at, Command: start.java, Exec: start.exec, Likely: start.likely}
				break
			}
		}
	}
}

// startCommand is how a text starts java.
type startCommand struct {
	java     source.Text  // the command; empty where none is found, or not for certain
	words    []shell.Word // of it, where a shell starts it
	exec     bool         // a list of words, in which no shell expands anything
	likely   bool         // the image may start something else first
	expands  []expansion  // where a shell, or systemd, expands variables
	children bool         // other programs are started, too
	exported map[string]bool

	parentheses bool // Kubernetes expands $(NAME)

	replaced  bool // another program is started than the one that the image would
	arguments bool // or that one with others than it would

	options  []jvmflag.Option // of java, with the variables of the container put in
	complete bool             // nothing else was to be put in

	scripted scripted // variables of a script that starts something else
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
