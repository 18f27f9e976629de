package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// HoldsOptions reports whether the value is options for a start script to read.
func (v Variable) HoldsOptions() bool {
	_, own := ChannelOf(v.Name)
	return !own && v.Known && Assigned{Name: v.Name, Value: v.Value}.HoldsOptions()
}

// Unread says of a variable that the command does not read it.
func (c StartCommand) Unread(v Variable) *workload.UnreadVariable {
	return &workload.UnreadVariable{Name: v.Name, At: v.At, Options: v.Value, Command: c.Java, Exec: c.Exec, Kubernetes: c.parentheses, Likely: c.Likely}
}

// ShellScript is the option of a shell that a script follows: -c, -ec.
var ShellScript = lazyregexp.New(`^-[a-z]*c$`)

// Started reads the words that a container runs; kubernetes reports whether $(NAME)
// is expanded in them.
func Started(words []Item, env *Environment, kubernetes bool) StartCommand {
	words = behindInit(words)
	if started := unwrap(words, func(w Item) string { return w.Text.String() }); len(started) > 0 {
		words = started
	}
	start := startedBy(words, env, kubernetes)
	start.Programs = programs(words)
	if len(words) > 0 && HeapOrX.MatchString(words[0].Text.String()) {
		for _, w := range words {
			start.handed = append(start.handed, w.Option())
		}
	}
	return start
}

func startedBy(words []Item, env *Environment, kubernetes bool) StartCommand {
	if len(words) > 0 && path.Base(words[0].Text.String()) == "java" {
		return execStarted(words, env, kubernetes)
	}
	if script, ok := ShellScriptOf(words); ok {
		return shellStarted(innermost(script), env, kubernetes)
	}
	return StartCommand{}
}

// innermost is the script of a shell that is all that a script starts: sh -c "java ...",
// which a shell runs.
func innermost(script source.Text) source.Text {
	for range mostWithin {
		parsed, ok := shell.Parse(script)
		if !ok || len(parsed.Commands) == 0 {
			break
		}
		var words []Item
		for _, w := range parsed.Commands[0].Words {
			words = append(words, Item{Text: w.Literal(), Written: w.Text})
		}
		within, is := ShellScriptOf(words)
		if len(parsed.Commands) > 1 || !is {
			break
		}
		script = within
	}
	return script
}

var shellName = lazyregexp.New(`^(?:ba|da|a|z|k)?sh$`)

// ShellScriptOf is the script that a shell is told to run.
func ShellScriptOf(words []Item) (source.Text, bool) {
	if len(words) >= 3 && ShellScript.MatchString(words[1].Text.String()) && shellName.MatchString(path.Base(words[0].Text.String())) {
		return words[2].Text, true
	}
	return source.Text{}, false
}

// behindInit is what a small init of containers starts, which hands all on, or
// what runs for a limited time, or once something else answers.
func behindInit(words []Item) []Item {
	if len(words) > 2 && path.Base(words[0].Text.String()) == "timeout" {
		words = withoutOptions(words[1:])[1:]
	}
	if len(words) == 0 {
		return words
	}
	program := path.Base(words[0].Text.String())
	if waiting.MatchString(program) {
		if started := awaited(words[1:], func(w Item) string { return w.Text.String() }); started != nil {
			return behindInit(started)
		}
		return words // nothing is started
	}
	if !slices.Contains([]string{"tini", "dumb-init", "docker-init"}, program) {
		return words
	}
	rest := words[1:]
	if i := slices.IndexFunc(rest, func(w Item) bool { return w.Text.String() == "--" }); i >= 0 {
		return behindInit(rest[i+1:])
	}
	return withoutOptions(rest)
}

func withoutOptions(words []Item) []Item {
	for len(words) > 1 && strings.HasPrefix(words[0].Text.String(), "-") {
		words = words[1:]
	}
	return words
}

// Item is a word of a list.
type Item struct {
	Text    source.Text
	Written source.Text // with its quotes, where another item may go behind it
	Comma   bool        // the list stands in brackets
	OwnLine bool
}

// Option is the word as an option of the command line.
func (w Item) Option() jvmflag.Option {
	return jvmflag.Option{Text: w.Text, Word: w.Written, Channel: jvmflag.CommandLine, Comma: w.Comma, OwnLine: w.OwnLine}
}

// execStarted is a list of words that is run as it is.
func execStarted(words []Item, env *Environment, kubernetes bool) StartCommand {
	start := StartCommand{Java: words[0].Text, Exec: true, parentheses: kubernetes, Complete: true}
	if kubernetes {
		start.Expands = env.references()
	}
	for _, w := range words {
		if kubernetes {
			start.Expands = append(start.Expands, Expansion{Text: w.Text.String()})
			w.Text = ExpandReferences(w.Text, env)
		}
		start.Options = append(start.Options, w.Option())
	}
	start.Options = jvmflag.Known(jvmflag.Runs, start.Options[1:])
	return start
}

// sets reports whether a script sets a variable itself.
func (c StartCommand) sets(name string) bool {
	return slices.ContainsFunc(c.Expands, func(e Expansion) bool { return e.Variable == name })
}

// optionsIn are those of a java command, and whether nothing else was to be put in.
func optionsIn(words []shell.Word, known shell.Variables) ([]jvmflag.Option, bool) {
	options, complete := shell.Expand(words[1:], known)
	return jvmflag.Known(jvmflag.Runs, jvmflag.OnChannel(jvmflag.CommandLine, options)), complete
}

// shellStarted is a script, which gets all variables of the container.
func shellStarted(script source.Text, env *Environment, kubernetes bool) StartCommand {
	expanded := script
	if kubernetes {
		expanded = ExpandReferences(script, env)
	}
	start := scriptStart(expanded)
	if start.Java.Len() == 0 {
		return StartCommand{Scripted: scriptVariables(expanded, env)}
	}
	start.Java = script
	for v := range env.All() {
		start.Exported[v.Name] = true
	}
	start.parentheses = kubernetes
	known := func(name string) (source.Text, bool) {
		if start.sets(name) {
			return source.Text{}, false
		}
		return env.Known(name)
	}
	start.Options, start.Complete = optionsIn(start.words, known)
	for i, c := range start.commands {
		start.commands[i].options, start.commands[i].complete = optionsIn(c.words, known)
	}
	start.Expands = append(append(start.Expands, env.references()...), Expansion{Text: strings.Join(reference.FindAllString(script.String(), -1), " ")})
	return start
}
