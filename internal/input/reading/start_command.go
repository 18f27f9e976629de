package reading

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
func (in *Input) findUnread(whole source.Text, assigned []Assigned) {
	start := scriptStart(whole)
	if !start.Java.Located() {
		return
	}
	for _, w := range in.Workloads {
		for _, a := range assigned {
			_, own := ChannelOf(a.Name)
			if a.Name == w.Name && !own && a.At.Located() && !start.Reads(a.Name) {
				w.Unread = &workload.UnreadVariable{Name: a.Name, At: a.At, Command: start.Java, Exec: start.Exec, Likely: start.Likely}
				break
			}
		}
	}
}

// StartCommand is how a text starts java.
type StartCommand struct {
	Java     source.Text  // the command; empty where none is found, or not for certain
	words    []shell.Word // of it, where a shell starts it
	Exec     bool         // a list of words, in which no shell expands anything
	Likely   bool         // the image may start something else first
	Expands  []Expansion  // where a shell, or systemd, expands variables
	Children bool         // other programs are started, too
	Exported map[string]bool

	parentheses bool // Kubernetes expands $(NAME)

	Replaced  bool // another program is started than the one that the image would
	Arguments bool // or that one with others than it would

	Options  []jvmflag.Option // of java, with the variables of the container put in
	Complete bool             // nothing else was to be put in

	Scripted scripted // variables of a script that starts something else
}

// Expansion is text in which variables are expanded.
type Expansion struct {
	Variable string // that gets the text; empty for a command
	Text     string
}

// Reads reports whether somebody may read a variable. What it adds to itself
// reads nothing.
func (c StartCommand) Reads(name string) bool {
	pattern := `\$\{?[!#]?` + regexp.QuoteMeta(name) + `\b`
	switch inParentheses := `\$\(` + regexp.QuoteMeta(name) + `\)`; {
	case c.parentheses && c.Exec:
		pattern = inParentheses
	case c.parentheses:
		pattern += "|" + inParentheses
	}
	expanded := regexp.MustCompile(pattern)
	for _, e := range c.Expands {
		if e.Variable != name && expanded.MatchString(e.Text) {
			return true
		}
	}
	return c.Children && c.Exported[name]
}
