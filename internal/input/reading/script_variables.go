package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

// scripted is what a shell script sets for the programs that it starts.
type scripted struct {
	Variables []Variable // that hold options, in the order of the script
	set       []Variable // all; what a branch sets is not known
	branches  bool       // some of them are set in one
	over      bool       // as Environment.Over
}

// on are the variables of a container with those of the script.
func (s scripted) on(env *Environment) *Environment {
	env = env.Clone()
	for _, v := range s.set {
		env.Set(v)
	}
	return env
}

// replaces reports whether the script sets a variable in any case.
func (s scripted) replaces(name string) bool {
	return !s.branches && slices.ContainsFunc(s.Variables, func(v Variable) bool { return v.Name == name })
}

// scriptVariables are the variables that a script sets to options of the JVM,
// with the values of others put in; what is not known stays as it is written.
func scriptVariables(text source.Text, env *Environment) scripted {
	var s scripted
	script, ok := shell.Parse(text)
	if !ok {
		return s
	}
	held, found := env.Clone(), Environment{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if !a.Set || c.Inner {
				continue
			}
			value, _ := a.Value.Value(held.Known)
			if a.Adds {
				before, _ := held.Known(a.Name.String())
				value = a.Value.Behind(before, value)
			}
			v := Variable{Name: a.Name.String(), At: a.Name, Value: value, Known: true, Raw: a.Value.Text.String()}
			held.Set(v)
			all := v
			all.Known = !c.Branch
			s.set = append(s.set, all)
			if _, err := jvmflag.Words(v.Value); v.HoldsOptions() && err == nil {
				found.Set(v)
				s.branches = s.branches || c.Branch
			}
		}
	}
	env.spend(len(s.set) / 4)
	s.Variables, s.over = slices.Collect(found.All()), held.Over()
	return s
}

// Echoed are the variables of options that a script writes to a file, by echo: other scripts read them there.
func Echoed(text source.Text) []Variable {
	if !strings.Contains(text.String(), "echo") || !strings.Contains(text.String(), "=") {
		return nil
	}
	script, ok := shell.Parse(text)
	if !ok {
		return nil
	}
	var all []Variable
	for _, c := range script.Commands {
		if len(c.Words) < 2 || c.Words[0].Literal().String() != "echo" {
			continue
		}
		for _, w := range c.Words[1:] {
			found := assignedOnLines(w.Literal())
			if word := w.Literal().String(); len(found) == 0 && !strings.HasPrefix(word, "-") && word != "export" {
				break // what stands behind it belongs to its line
			}
			for _, a := range found {
				v := Variable{Name: a.Name, At: a.At, Value: a.Value, Known: true}
				if _, err := jvmflag.Words(v.Value); err == nil && a.Closed && v.HoldsOptions() {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// assignedOnLines are the assignments on each line of a word that echo prints.
func assignedOnLines(word source.Text) (all []Assigned) {
	word = word.Replace(escapedNewline.FindAllStringIndex(word.String(), -1), func([]int) (source.Text, bool) {
		return source.Unlocated("\n", "echo"), true
	})
	for at := 0; at < word.Len(); {
		var found []Assigned
		found, at = AssignmentsAt(word, at)
		all = append(all, found...)
	}
	return all
}

var escapedNewline = lazyregexp.New(`\\n`)

// addBare adds the JVMs that commands start without options of their own, beside those that
// others start with some, and those of variables that the command does not read.
func (in *Input) addBare(r *scriptRun, others []javaCommand) {
	taken := lists.Set(lists.Of(others, func(c javaCommand) source.Place { return beginning(c.At) }))
	for _, w := range in.Workloads {
		if w.Unread != nil {
			taken[beginning(w.Unread.Command)] = true
		}
	}
	in.addCommands(slices.DeleteFunc(r.commandsThat(startsBare), func(c javaCommand) bool { return taken[beginning(c.At)] }))
}

// MayStartJava tells a script that speaks of java: whether it starts one, a run of it tells.
func MayStartJava(f *source.File, whole source.Text) bool {
	script := strings.HasPrefix(whole.String(), "#!") || shellFile.MatchString(f.Name) // the first line may be misspelt
	return script && hasJava(whole) || startsSeveral(whole)
}

func hasJava(whole source.Text) bool {
	return strings.Contains(strings.ToLower(whole.String()), "java")
}

// RunsJava reports whether commands of a text start java, with options or without.
func RunsJava(whole source.Text) bool { return commandsIn(whole, StartsSome) > 0 }

var shellFile = lazyregexp.New(`\.(?:sh|bash|ksh|zsh|command)$`)

// startsSeveral tells a text whose commands start java more than once: one of options does so once.
func startsSeveral(whole source.Text) bool {
	return strings.Contains(whole.String(), "java") && len(javaLine.FindAllStringIndex(whole.String(), 2)) > 1 && commandsIn(whole, startsWithOptions) > 1
}

var javaLine = lazyregexp.New(`(?m)^[ \t]*(?:\S*/)?java[ \t]+["']?-`)

// StartsProgram reports whether commands of a text that need not be a script plainly start
// java, with options or without.
func StartsProgram(whole source.Text) bool {
	return commandsIn(whole, func(o []jvmflag.Option) bool { return startsWithOptions(o) || startsPlainly(o) }) > 0
}

func commandsIn(whole source.Text, starts func([]jvmflag.Option) bool) int {
	if !hasJava(whole) {
		return 0
	}
	r, ok := (&Input{}).runOf(whole)
	if !ok {
		return 0
	}
	return len(lists.Set(lists.Of(r.commandsThat(starts), func(c javaCommand) source.Place { return c.At.Place() })))
}

// ReadScript reads a script that starts JVMs, and the variables of which others get their options. It reports
// whether commands of it start java, with options or without.
func (in *Input) ReadScript(whole source.Text) (starts bool) {
	r, ok := in.runOf(whole)
	var commands []javaCommand
	if ok {
		commands = r.commandsThat(startsWithOptions)
	}
	if AssignsOptions(whole) {
		in.readOptions(whole, r, commands)
	}
	if ok {
		in.tooMuchDone(r, whole)
	}
	if in.addCommands(commands); ok {
		in.addBare(r, commands)
		in.addSlips(r.script, whole)
	}
	return ok && len(r.commandsThat(StartsSome)) > 0
}
