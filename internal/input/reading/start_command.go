package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// findUnread tells of which variables that hold options nobody reads any: the
// same text starts java and does not expand them. Where another program may
// read them nothing is said.
func (in *Input) findUnread(whole source.Text, run *scriptRun, assigned []Assigned) {
	start := startOf(whole, run.result)
	if !start.Java.Located() {
		return
	}
	reads, named := start.Reader(), map[string]Assigned{}
	for _, a := range assigned {
		_, own := ChannelOf(a.Name)
		if _, before := named[a.Name]; !before && !own && a.At.Located() && !reads(a.Name) {
			named[a.Name] = a
		}
	}
	for _, w := range in.Workloads {
		if a, unread := named[w.Name]; unread {
			w.Unread = &workload.UnreadVariable{Name: a.Name, At: a.At, Options: a.Value, Command: start.Java, Exec: start.Exec, Likely: start.Likely}
		}
	}
}

// StartCommand is how a text starts java.
type StartCommand struct {
	Java     source.Text   // the command; empty where none is found, or not for certain
	world    int           // start.Launch.World
	commands []javaCommand // further ones of the same script
	Exec     bool          // a list of words, in which no shell expands anything
	Likely   bool          // the image may start something else first
	Expands  []Expansion   // where a shell, or systemd, expands variables
	Children bool          // other programs are started, too
	Sources  bool          // it reads scripts that are not at hand, and that see all variables
	Exported map[string]bool

	parentheses bool // Kubernetes expands $(NAME)

	Replaced  bool // another program is started than the one that the image would
	Arguments bool // or that one with others than it would
	Own       bool // the image or what is mounted may bring scripts of its own

	Read    []source.Text // scripts that were run
	Nothing bool          // they start no JVM

	Built source.Text // what names the container, where a Dockerfile beside the file builds its image

	Options  []jvmflag.Option // of java, with the variables of the container put in
	Complete bool             // nothing else was to be put in

	handed   []jvmflag.Option // to the entry point of an image, which may be java or a program on it
	Programs []string         // that are started, by their paths

	Probes []source.Text // what is asked to know whether the container is well

	Scripted scripted // variables of a script that starts something else
}

// Expansion is text in which variables are expanded.
type Expansion struct {
	Variable string // that gets the text; empty for a command
	Text     string
}

var (
	shellReads      = lazyregexp.New(`\$\{?[!#]?(\w+)`)
	kubernetesReads = lazyregexp.New(`\$\(([\w.-]+)\)`)
)

// Reader reports of a variable whether somebody may read it. What it adds to itself
// reads nothing.
func (c StartCommand) Reader() func(name string) bool {
	readBy := map[string][]string{} // the variables that get what each holds, two of them at most
	for _, e := range c.Expands {
		for _, form := range c.forms() {
			for _, m := range form.FindAllStringSubmatch(e.Text, -1) {
				if by := readBy[m[1]]; len(by) < 2 && !slices.Contains(by, e.Variable) {
					readBy[m[1]] = append(by, e.Variable)
				}
			}
		}
	}
	return func(name string) bool {
		return c.Sources || slices.ContainsFunc(readBy[name], func(by string) bool { return by != name }) || c.Children && c.Exported[name]
	}
}

// forms are how the command names a variable that it reads.
func (c StartCommand) forms() []*lazyregexp.Regexp {
	switch {
	case c.parentheses && c.Exec:
		return []*lazyregexp.Regexp{kubernetesReads}
	case c.parentheses:
		return []*lazyregexp.Regexp{shellReads, kubernetesReads}
	}
	return []*lazyregexp.Regexp{shellReads}
}
