package reading

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// HoldsOptions reports whether the value is options for a start script to read.
func (v Variable) HoldsOptions() bool {
	_, own := ChannelOf(v.Name)
	return !own && v.Known && Assigned{Name: v.Name, Value: v.Value}.HoldsOptions()
}

// Started reads the words that a container runs; kubernetes reports whether $(NAME) is expanded in them.
func Started(words []Item, env *Environment, kubernetes bool) StartCommand {
	own := len(words)
	words = behindOthers(words)
	start := startedBy(words, env, kubernetes)
	start.Programs, start.told = programs(words)
	start.line = strings.Join(lists.Of(words, func(w Item) string { return w.Text.String() }), " ")
	start.Waits = start.Waits && len(words) == own && (!start.Inline || slices.Contains([]string{"sh", "dash"}, path.Base(words[0].Text.String())))
	if len(words) > 0 && strings.Contains(words[0].Text.String(), "-X") && HeapOrX.MatchString(words[0].Text.String()) {
		start.handed = lists.Of(words, Item.Option)
	}
	return start
}

func startedBy(words []Item, env *Environment, kubernetes bool) StartCommand {
	if len(words) == 0 {
		return StartCommand{}
	}
	if path.Base(words[0].Text.String()) == "java" {
		return execStarted(words, env, kubernetes)
	}
	if script, ok := ShellScriptOf(words); ok {
		return shellStarted(start.Script{Text: script, Arguments: TextsOf(words[min(4, len(words)):])}, env, kubernetes)
	}
	if script, found := env.scriptOf(words); found {
		return shellStarted(script, env, kubernetes)
	}
	return StartCommand{}
}

// scriptOf is the script among the files of a container that words start.
func (e *Environment) scriptOf(words []Item) (start.Script, bool) {
	byShell := start.IsShell(path.Base(words[0].Text.String()))
	if byShell {
		words = withoutOptions(words[1:])
	}
	if e.Files == nil || len(words) == 0 {
		return start.Script{}, false
	}
	program := words[0].Text.String()
	if byShell && !strings.Contains(program, "/") { // a shell reads the file, and looks for no program
		program = "./" + program
	}
	for _, at := range start.Paths(program, e.folder()) {
		if text, found := e.Files(at); found {
			return start.Script{Text: text, Name: at, Arguments: TextsOf(words[1:])}, true
		}
	}
	return start.Script{}, false
}

// StartsScript reports whether words start a script among the files of a container.
func (e *Environment) StartsScript(words []Item) bool {
	words = behindOthers(words)
	if len(words) == 0 {
		return false
	}
	_, is := ShellScriptOf(words)
	_, found := e.scriptOf(words)
	return found && !is
}

// folder is the one that the container works in.
func (e *Environment) folder() string { return cmp.Or(e.Folder, "/") }

// TextsOf are the words of a list.
func TextsOf(words []Item) []source.Text {
	return lists.Of(words, func(w Item) source.Text { return w.Text })
}

func ShellScriptOf(words []Item) (source.Text, bool) {
	if len(words) >= 3 && start.ScriptOption.MatchString(words[1].Text.String()) && start.IsShell(path.Base(words[0].Text.String())) {
		return words[2].Text, true
	}
	return source.Text{}, false
}

// behindOthers are the words of the command that others start: a small init of containers, or what runs it for a
// limited time, or once something else answers.
func behindOthers(words []Item) []Item {
	return start.Unwrap(words, func(w Item) string { return w.Text.String() })
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
	return jvmflag.Option{Text: w.Text, Channel: jvmflag.CommandLine, Comma: w.Comma, OwnLine: w.OwnLine}.Written(w.Written)
}

// execStarted is a list of words that is run as it is.
func execStarted(words []Item, env *Environment, kubernetes bool) StartCommand {
	start := StartCommand{Java: words[0].Text, Exec: true, parentheses: kubernetes, Complete: true}
	if kubernetes {
		start.Expands = env.references()
	}
	start.Options = make([]jvmflag.Option, 0, len(words))
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

// handsOver finds what a script may use to have java replace it, or to pass signals on.
var handsOver = lazyregexp.New(`\b(?:exec|trap|wait|kill|supervisord|start-stop-daemon)\b`)

// shellStarted is a script, which gets all variables of the container.
func shellStarted(script start.Script, env *Environment, kubernetes bool) StartCommand {
	written := script.Text
	if kubernetes && script.Name == "" {
		script.Text = ExpandReferences(script.Text, env)
	}
	result := env.run(script)
	if env.exhausted() {
		return StartCommand{Scripted: scripted{over: true}}
	}
	begun := startOf(script.Text, result)
	if begun.Java.Len() == 0 {
		if script.Name != "" && startsNothing(script, result) {
			return StartCommand{Nothing: true}
		}
		scripted := scriptVariables(script.Text, env)
		scripted.over = scripted.over || result.Over
		return StartCommand{Scripted: scripted}
	}
	if script.Name == "" {
		begun.Java, begun.parentheses = written, kubernetes
	} else {
		begun.Read = append(begun.Read, script.Text)
	}
	begun.Inline = script.Name == ""
	begun.Waits = !begun.beside && !slices.ContainsFunc(append(begun.Read, script.Text), func(t source.Text) bool { return handsOver.MatchString(t.String()) })
	for v := range env.All() {
		begun.Exported[v.Name] = true
	}
	begun.Expands = append(append(begun.Expands, env.references()...), Expansion{Text: strings.Join(reference.FindAllString(written.String(), -1), " ")})
	return begun
}

// Runs are those of the scripts that containers of one file start.
type Runs struct {
	commands int
	kept     *start.Kept
}

// Counts charges the scripts that run with an environment to the file.
func (in *Input) Counts(env *Environment) {
	in.runs.kept = in.Options.Kept.Scripts()
	env.Runs = &in.runs
}

// Closes notes that an environment is that of a container of an image that brings a JDK alone.
func (in *Input) Closes(env *Environment, image source.Text) {
	reference := images.Parse(image.String())
	known, _ := in.Options.Images.Find(reference)
	in.Counts(env)
	env.Closed = in.Options.Images.BringsJVM(reference) && !known.Declared
}

// startsNothing reports whether all that a script of a container does is known, and no JVM is among it. What
// it is given may be a program.
func startsNothing(script start.Script, result start.Result) bool {
	return !result.Unknown && !result.Missing && !result.Over && !handsOn.MatchString(script.Text.String()) &&
		!slices.ContainsFunc(result.Launches, func(l start.Launch) bool { return l.Variable == "" })
}

var handsOn = lazyregexp.New(`\$(?:[@*\d]|\{[@*\d])`)

// scriptOver is the start of a container in which a script stands in the place of the program that its image starts.
func (in *Input) scriptOver(w workload.Workload, env *Environment, begun StartCommand) StartCommand {
	image, found := in.Options.Images.Find(images.Parse(w.Image.String()))
	if !found || env.Files == nil || begun.Replaced || begun.Java.Located() || begun.program(image) != ownProgram {
		return begun
	}
	for _, program := range image.Programs {
		if script, is := env.scriptOf([]Item{{Text: source.Unlocated(program, "image "+w.Image.String())}}); is {
			over := shellStarted(script, env, false)
			over.Replaced, over.Own, over.Built, over.Probes = true, begun.Own, begun.Built, begun.Probes
			return over
		}
	}
	return begun
}

// startOf tells how a script starts java, by a run of it.
func startOf(script source.Text, result start.Result) StartCommand {
	c := StartCommand{Exported: map[string]bool{}, Children: result.Unknown, Sources: result.Missing}
	c.Scripted.over = result.Over
	c.Read = slices.Clone(result.Read)
	for _, l := range result.Launches {
		if l.Variable == "" {
			l.Complete = l.Complete && !result.Missing
			c.commands = append(c.commands, javaCommand{Launch: l, options: optionsOf(l)})
		}
	}
	if c.chooseMain(); c.Java.Len() == 0 {
		return c
	}
	for _, text := range append(result.Read, script) {
		if parsed, ok := shell.Parse(text); ok {
			c.Expands = append(c.Expands, parsed.Expands...)
			for _, command := range parsed.Commands {
				for _, a := range command.Assigned {
					c.Exported[a.Name.String()] = c.Exported[a.Name.String()] || command.Exports
				}
			}
		}
	}
	return c
}

// run runs a script in the container. One that never speaks of java, and finds no other, is not run.
func (e *Environment) run(script start.Script) start.Result {
	if e.Files == nil && !strings.Contains(strings.ToLower(script.Text.String()), "java") {
		return start.Result{}
	}
	for v := range e.All() {
		if v.Known {
			script.Names = append(script.Names, v.Name)
		}
	}
	script.Variables = e.Known
	if e.Closed && !e.Open && script.Unset == nil {
		script.Unset = optionsVariable.MatchString
	}
	if e.Files != nil {
		script.File, script.Folder = e.Files, e.folder()
	}
	if e.exhausted() {
		return start.Result{Over: true}
	}
	if e.Runs != nil {
		script.Kept = e.Runs.kept
	}
	result, _ := start.Run(script)
	e.spend(result.Steps)
	return result
}

// exhausted reports whether no further script runs.
func (e *Environment) exhausted() bool { return e.Runs != nil && e.Runs.commands > mostContainerSteps }

// spend counts what takes as long as so many commands of a script.
func (e *Environment) spend(commands int) {
	if e.Runs != nil {
		e.Runs.commands += commands
	}
}

// mostContainerSteps bounds the commands of scripts that all containers of a file run, and what is read of those.
const mostContainerSteps = 100_000
