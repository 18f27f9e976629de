package reading

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// findUnread tells of which variables that hold options nobody reads any: the same text starts java and does not expand
// them. Where another program may read them nothing is said.
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
	Java     source.Text            // the command; empty where none is found, or not for certain
	world    int                    // start.Launch.World
	channels map[string]source.Text // start.Launch.Channels
	commands []javaCommand          // further ones of the same script
	Exec     bool                   // a list of words, in which no shell expands anything
	Literal  bool                   // of which nothing fills in anything before, either
	Likely   bool                   // the image may start something else first
	Expands  []Expansion            // where a shell, or systemd, expands variables
	Children bool                   // other programs are started, too
	Sources  bool                   // it reads scripts that are not at hand, and that see all variables
	Exported map[string]bool

	beside      bool // the script goes on while java runs
	parentheses bool // Kubernetes expands $(NAME)

	Replaced  bool // another program is started than the one that the image would
	Arguments bool // or that one with others than it would
	Own       bool // the image or what is mounted may bring scripts of its own
	Mounts    []string

	Read    []source.Text // scripts that were run
	Nothing bool          // they start no JVM
	Said    string        // and whether it Ended: start.Result
	Ended   bool

	Built source.Text // what names the container, where a Dockerfile beside the file builds its image

	Options  []jvmflag.Option // of java, with the variables of the container put in
	Complete bool             // nothing else was to be put in

	handed   []jvmflag.Option  // to the entry point of an image, which may be java or a program on it
	Programs []string          // that are started, by their paths
	told     map[string]string // the first argument of each
	line     string            // all words

	Waits  bool          // process 1 is a shell, which waits for java
	Inline bool          // it is given a line, not a file: other shells than dash become what they run last
	Probes []source.Text // what is asked to know whether the container is well

	Scripted scripted // variables of a script that starts something else
}

// Empty reports whether nothing says what the container starts.
func (s StartCommand) Empty() bool { return s.line == "" }

// Expansion is text in which a shell, or something else, expands variables.
type Expansion = shell.Expansion

var (
	shellReads      = lazyregexp.New(`\$\{?[!#]?(\w+)`)
	kubernetesReads = lazyregexp.New(`\$\(([\w.-]+)\)`)
)

// Reader reports of a variable whether somebody may read it. What it adds to itself reads nothing.
func (c StartCommand) Reader() func(name string) bool {
	forms := []*lazyregexp.Regexp{shellReads, kubernetesReads}
	if !c.parentheses {
		forms = forms[:1]
	} else if c.Exec {
		forms = forms[1:]
	}
	readBy := map[string][]string{} // the variables that get what each holds, two of them at most
	for _, e := range c.Expands {
		for _, name := range namesIn(e.Text, forms...) {
			if by := readBy[name]; len(by) < 2 && !slices.Contains(by, e.Variable) {
				readBy[name] = append(by, e.Variable)
			}
		}
	}
	return func(name string) bool {
		return c.Sources || slices.Contains(readWithoutCommand, name) || slices.ContainsFunc(readBy[name], func(by string) bool { return by != name }) || c.Children && c.Exported[name]
	}
}

// readWithoutCommand are variables that OpenJ9 reads, which an unknown image may have, the JVM that writes an AOT
// cache, and the compilers.
var readWithoutCommand = []string{"OPENJ9_JAVA_OPTIONS", "IBM_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS", "JDK_JAVAC_OPTIONS", "NATIVE_IMAGE_OPTIONS"}

// chooseMain takes the java command that the container is for: the last one that the
// script waits for, where nobody sets anything if there is one there, or else the last.
func (c *StartCommand) chooseMain() {
	main, plain := len(c.commands)-1, false
	for i, command := range c.commands {
		if first := command.World == 0; !command.Beside && (first || !plain) {
			main, plain = i, first
		}
	}
	if main >= 0 {
		chosen := c.commands[main]
		c.Java, c.Options, c.Complete, c.world = chosen.Command, chosen.options, chosen.Complete, chosen.World
		c.channels, c.beside = chosen.Channels, chosen.Beside
		c.commands = slices.DeleteFunc(slices.Delete(c.commands, main, main+1), func(other javaCommand) bool {
			return other.Command.String() == c.Java.String() // tried again
		})
	}
}

// addFurther adds the JVMs of the other java commands of a script. What the script
// goes on after runs together with what it waits for, and with all others of that kind; what it
// waited for has ended. In branches that rule each other out only one runs.
func (in *Input) addFurther(w workload.Workload, main *workload.Workload, start StartCommand) {
	together := []*workload.Workload{main}
	for _, c := range start.commands {
		if startsNone(c.options) {
			continue
		}
		each := w
		each.At, each.Name = c.Command, JoinNames(w.Name, programOf(c.options))
		each.Options, each.Whole, each.AnyProgram = append(slices.Clone(w.Options), c.options...), c.Complete, !w.IsMember
		in.RunByPath(&each, c.At)
		if !c.Complete {
			each.KnowsAtMost(workload.PartOfOptions)
		}
		branch := c.World != 0 && c.World != start.world
		for i := range each.Options {
			each.Options[i].Perhaps = each.Options[i].Perhaps || branch
		}
		each.Short = each.Short || !c.Beside && !branch
		before := len(in.Workloads)
		if in.Add(each); len(in.Workloads) > before && !branch && c.Beside {
			together = append(together, in.Workloads[before])
		}
	}
	workload.RunTogether(together)
}

// programOf is the name of what java runs; empty where that is not known.
func programOf(options []jvmflag.Option) string {
	at := jvmflag.ProgramAt(options)
	if at+1 < len(options) && options[at].String() == "-jar" {
		at++
	}
	if at == len(options) || HasPlaceholder(options[at].String()) || source.HasGap(options[at].String()) {
		return ""
	}
	return path.Base(options[at].String())
}

// unwrapped are the words of the command that others start.
func unwrapped(words []shell.Word) []shell.Word { return start.Unwrap(words, literal) }

func literal(w shell.Word) string { return w.Literal().String() }

// Behind are the words of the command that others start, or the script that a shell gets from them.
func Behind(words []string) (command []string, script string) {
	words = start.Unwrap(words, func(w string) string { return w })
	if len(words) == 0 {
		return nil, ""
	}
	if name := path.Base(words[0]); start.IsShell(name) || name == "su" || name == "runuser" {
		if i := slices.IndexFunc(words, start.TakesScript); i > 0 && i+1 < len(words) {
			return nil, words[i+1]
		}
	}
	return words, ""
}
