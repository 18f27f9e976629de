package input

import (
	"path"
	"regexp"
	"slices"
	"strings"

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
	return &workload.UnreadVariable{Name: v.name, At: v.at, Command: c.java, Exec: c.exec, Kubernetes: true}
}

var shellScript = regexp.MustCompile(`^-[a-z]*c$`) // the option that a script follows: -c, -ec

// containerStart reads command and args: words, in which Kubernetes expands
// $(NAME), and which a shell sees only where they start one.
func containerStart(n *yamldoc.Node, env *environment) startCommand {
	var words []item
	for _, key := range []string{"command", "args"} {
		list := n.Get(key)
		for _, w := range list.Items() {
			words = append(words, item{w, list.Style() == yamldoc.Flow})
		}
	}
	if len(n.Get("command").Items()) == 0 || words[0].Text().Len() == 0 {
		return startCommand{}
	}
	switch {
	case path.Base(words[0].Value()) == "java":
		return execStarted(words, env)
	case len(words) >= 3 && shellScript.MatchString(words[1].Value()) && strings.HasSuffix(path.Base(words[0].Value()), "sh"):
		return shellStarted(words[2].Text(), env)
	}
	return startCommand{}
}

// item is a word of command or args.
type item struct {
	*yamldoc.Node
	flow bool // the list stands in brackets
}

// option is the word with the variables put in.
func (w item) option(env *environment) jvmflag.Option {
	text := expandReferences(w.Text(), env)
	o := jvmflag.OnChannel(jvmflag.CommandLine, []jvmflag.Word{{Text: text}})[0]
	switch s := w.Span(); {
	case s.IsZero() || w.Style() == yamldoc.Literal || w.Style() == yamldoc.Folded:
	case w.flow:
		o.Word, o.Comma = source.Verbatim(s), true
	case listItem.MatchString(lineBefore(s)):
		o.Word, o.OwnLine = source.Verbatim(s), true
	}
	return o
}

// execStarted is a list of words that is run as it is.
func execStarted(words []item, env *environment) startCommand {
	start := startCommand{java: words[0].Text(), exec: true, parentheses: true, complete: true, expands: env.references()}
	for _, w := range words {
		start.expands = append(start.expands, expansion{text: w.Value()})
	}
	for _, w := range words[1:] {
		start.options = append(start.options, w.option(env))
	}
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
func shellStarted(script source.Text, env *environment) startCommand {
	start := scriptStart(expandReferences(script, env))
	command := start.java
	if command.Len() == 0 {
		return startCommand{}
	}
	start.java = script
	for _, v := range env.variables {
		start.exported[v.name] = true
	}
	start.parentheses = true
	_, behind, _ := shellWord(command, 0)
	words, complete := shellWords(command.Slice(behind, command.Len()), func(name string) (source.Text, bool) {
		if start.sets(name) {
			return source.Text{}, false
		}
		return env.known(name)
	})
	start.options, start.complete = jvmflag.OnChannel(jvmflag.CommandLine, words), complete
	start.expands = append(append(start.expands, env.references()...), expansion{text: strings.Join(reference.FindAllString(script.String(), -1), " ")})
	return start
}
