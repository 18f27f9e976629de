package input

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readContainers finds containers of Kubernetes in values of charts: mappings
// with env and command. Of the JVM nothing is read there but which variables of
// options the command does not expand.
func (in *Input) readContainers(n *yamldoc.Node) {
	for _, item := range n.Items() {
		in.readContainers(item)
	}
	for _, e := range n.Entries() {
		in.readContainers(e.Value)
	}
	if n.Kind() != yamldoc.Mapping {
		return
	}
	env := (&manifests{Input: in}).environmentOf(n)
	start := containerStart(n, env)
	if !start.java.Located() {
		return
	}
	for _, v := range env.variables {
		if v.holdsOptions() && !start.reads(v.name) {
			in.Workloads = append(in.Workloads, &workload.Workload{
				Name: v.name, File: in.File, At: v.at, JDK: workload.OpenJDK(), Unread: start.unread(v),
			})
		}
	}
}

// holdsOptions tells whether the value is options for a start script to read.
func (v variable) holdsOptions() bool {
	_, own := channelOf(v.name)
	return !own && v.known && assigned{name: v.name, value: v.value}.holdsOptions()
}

func (c startCommand) unread(v variable) *workload.UnreadVariable {
	return &workload.UnreadVariable{Name: v.name, At: v.at, Command: c.java, Exec: c.exec, Kubernetes: c.parentheses, Likely: c.likely}
}

var shellScript = regexp.MustCompile(`^-[a-z]*c$`) // the option that a script follows: -c, -ec

// containerStart reads command and args: words, in which Kubernetes expands
// $(NAME), and which a shell sees only where they start one.
func containerStart(n *yamldoc.Node, env *environment) startCommand {
	if len(n.Get("command").Items()) == 0 {
		start := started(itemsOf(n.Get("args")), env, true) // the entry point of the image runs it, and may read any variable
		start.arguments = len(n.Get("args").Items()) > 0
		start.likely, start.children, start.exported = true, true, map[string]bool{}
		for _, v := range env.variables {
			start.exported[v.name] = true
		}
		return start
	}
	start := started(append(itemsOf(n.Get("command")), itemsOf(n.Get("args"))...), env, true)
	start.replaced = true
	return start
}

// started reads the words that a container runs; kubernetes tells whether $(NAME)
// is expanded in them.
func started(words []item, env *environment, kubernetes bool) startCommand {
	words = behindInit(words)
	switch {
	case len(words) == 0:
	case path.Base(words[0].text.String()) == "java":
		return execStarted(words, env, kubernetes)
	case len(words) >= 3 && shellScript.MatchString(words[1].text.String()) && strings.HasSuffix(path.Base(words[0].text.String()), "sh"):
		return shellStarted(words[2].text, env, kubernetes)
	}
	return startCommand{}
}

// behindInit is what a small init of containers starts, which hands all on, or
// what runs for a limited time.
func behindInit(words []item) []item {
	if len(words) > 2 && path.Base(words[0].text.String()) == "timeout" {
		words = withoutOptions(words[1:])[1:]
	}
	if len(words) == 0 || !slices.Contains([]string{"tini", "dumb-init", "docker-init"}, path.Base(words[0].text.String())) {
		return words
	}
	words = words[1:]
	if i := slices.IndexFunc(words, func(w item) bool { return w.text.String() == "--" }); i >= 0 {
		return words[i+1:]
	}
	return withoutOptions(words)
}

func withoutOptions(words []item) []item {
	for len(words) > 1 && strings.HasPrefix(words[0].text.String(), "-") {
		words = words[1:]
	}
	return words
}

// item is a word of a list.
type item struct {
	text    source.Text
	written source.Text // with its quotes, where another item may go behind it
	comma   bool        // the list stands in brackets
	ownLine bool
}

// itemsOf are the words of a list.
func itemsOf(list *yamldoc.Node) []item {
	var words []item
	for _, n := range list.Items() {
		w := item{text: n.Text()}
		switch s := n.Span(); {
		case s.IsZero() || n.Style() == yamldoc.Literal || n.Style() == yamldoc.Folded:
		case list.Style() == yamldoc.Flow:
			w.written, w.comma = source.Verbatim(s), true
		case listItem.MatchString(lineBefore(s)):
			w.written, w.ownLine = source.Verbatim(s), true
		}
		words = append(words, w)
	}
	return words
}

func (w item) option() jvmflag.Option {
	return jvmflag.Option{Text: w.text, Word: w.written, Channel: jvmflag.CommandLine, Comma: w.comma, OwnLine: w.ownLine}
}

// execStarted is a list of words that is run as it is.
func execStarted(words []item, env *environment, kubernetes bool) startCommand {
	start := startCommand{java: words[0].text, exec: true, parentheses: kubernetes, complete: true}
	if kubernetes {
		start.expands = env.references()
	}
	for _, w := range words {
		if kubernetes {
			start.expands = append(start.expands, expansion{text: w.text.String()})
			w.text = expandReferences(w.text, env)
		}
		start.options = append(start.options, w.option())
	}
	start.options = start.options[1:]
	return start
}

// sets tells whether a script sets a variable itself.
func (c startCommand) sets(name string) bool {
	return slices.ContainsFunc(c.expands, func(e expansion) bool { return e.variable == name })
}

var listItem = regexp.MustCompile(`^\s*-\s+$`)

// lineBefore is what stands before a span on its line.
func lineBefore(s source.Span) string {
	line := s.File.Line(s.File.Position(s.Start).Line)
	return string(s.File.Data[line.Start:s.Start])
}

// shellStarted is a script, which gets all variables of the container.
func shellStarted(script source.Text, env *environment, kubernetes bool) startCommand {
	expanded := script
	if kubernetes {
		expanded = expandReferences(script, env)
	}
	start := scriptStart(expanded)
	if start.java.Len() == 0 {
		return startCommand{scripted: scriptVariables(expanded, env)}
	}
	start.java = script
	for _, v := range env.variables {
		start.exported[v.name] = true
	}
	start.parentheses = kubernetes
	words, complete := shell.Expand(start.words[1:], func(name string) (source.Text, bool) {
		if start.sets(name) {
			return source.Text{}, false
		}
		return env.known(name)
	})
	start.options, start.complete = jvmflag.OnChannel(jvmflag.CommandLine, words), complete
	start.expands = append(append(start.expands, env.references()...), expansion{text: strings.Join(reference.FindAllString(script.String(), -1), " ")})
	return start
}
