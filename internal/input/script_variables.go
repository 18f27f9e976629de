package input

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

var script = reader{
	name:     "lines such as JAVA_OPTS=...",
	formats:  []Format{OptionsText},
	files:    []string{"*.env", ".env", ".env.*", "*.sh", "setenv", "standalone.conf", "domain.conf"},
	content:  func(c *candidate) bool { return assignsOptions(c.whole) || startsJava(c.whole) },
	read:     func(in *Input, c *candidate) { in.readScript(c.whole) },
	comments: optionsSyntax.of,
}

// scripted is what a shell script sets for the programs that it starts.
type scripted struct {
	variables []variable // that hold options, in the order of the script
	branches  bool       // some of them are set in one
}

// replaces tells whether the script sets a variable in any case.
func (s scripted) replaces(name string) bool {
	return !s.branches && slices.ContainsFunc(s.variables, func(v variable) bool { return v.name == name })
}

// scriptVariables are the variables that a script sets to options of the JVM,
// with the values of others put in; what is not known stays as it is written.
func scriptVariables(text source.Text, env *environment) scripted {
	var s scripted
	script, ok := shell.Parse(text)
	if !ok {
		return s
	}
	held := &environment{variables: slices.Clone(env.variables)}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if !a.Set || c.Inner {
				continue
			}
			value, _ := a.Value.Value(held.known)
			if a.Adds {
				before, _ := held.known(a.Name.String())
				value = source.Join(before, value)
			}
			v := variable{name: a.Name.String(), at: a.Name, value: value, known: true, raw: a.Value.Text.String()}
			held.set(v)
			if _, err := jvmflag.Words(v.value); v.holdsOptions() && err == nil {
				s.variables = slices.DeleteFunc(s.variables, func(old variable) bool { return old.name == v.name })
				s.variables = append(s.variables, v)
				s.branches = s.branches || c.Branch
			}
		}
	}
	return s
}

// echoed are the variables of options that a script writes to a file, by echo:
// other scripts read them there.
func echoed(text source.Text) []variable {
	script, ok := shell.Parse(text)
	if !ok {
		return nil
	}
	var all []variable
	for _, c := range script.Commands {
		if len(c.Words) < 2 || c.Words[0].Literal().String() != "echo" {
			continue
		}
		for _, w := range c.Words[1:] {
			found, _ := assignmentsAt(w.Literal(), 0)
			for _, a := range found {
				v := variable{name: a.name, at: a.at, value: a.value, known: true}
				if _, err := jvmflag.Words(v.value); err == nil && a.closed && v.holdsOptions() {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// startsJava tells a script that does, with options.
func startsJava(whole source.Text) bool {
	return strings.HasPrefix(whole.String(), "#!") && len(javaCommands(whole)) > 0
}

// readScript reads a script of which the JVM gets variables, or all of its options.
func (in *Input) readScript(whole source.Text) {
	if assignsOptions(whole) {
		in.readOptions(whole)
	}
	in.addJavaCommands(javaCommands(whole))
}

// javaCommands are the commands of a script that start java with options,
// each with what of it is known.
func javaCommands(text source.Text) []startCommand {
	if !strings.Contains(text.String(), "java") {
		return nil
	}
	script, ok := shell.Parse(text)
	if !ok {
		return nil
	}
	set := sync.OnceValue(func() scripted { return scriptVariables(text, &environment{}) })
	known := func(name string) (source.Text, bool) {
		i := slices.IndexFunc(set().variables, func(v variable) bool { return v.name == name })
		if i < 0 || set().branches {
			return source.Text{}, false
		}
		return set().variables[i].value, true
	}
	var all []startCommand
	for _, c := range script.Commands {
		words := unwrapped(c.Words)
		if c.Inner || len(words) < 2 || path.Base(words[0].Literal().String()) != "java" {
			continue
		}
		split, complete := shell.Expand(words[1:], known)
		options := jvmflag.OnChannel(jvmflag.CommandLine, split)
		if slices.ContainsFunc(options[:jvmflag.ProgramAt(options)], func(o jvmflag.Option) bool { return heapOrX.MatchString(o.String()) }) {
			all = append(all, startCommand{java: words[0].Text, options: options, complete: complete})
		}
	}
	return all
}
