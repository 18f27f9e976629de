package reading

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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
				value = source.Join(before, value)
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
	s.Variables, s.over = slices.Collect(found.All()), held.Over()
	return s
}

// Echoed are the variables of options that a script writes to a file, by echo:
// other scripts read them there.
func Echoed(text source.Text) []Variable {
	if !strings.Contains(text.String(), "echo") {
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
			found, _ := AssignmentsAt(w.Literal(), 0)
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

// StartsJava tells a script that does, with options.
func StartsJava(whole source.Text) bool {
	return strings.HasPrefix(whole.String(), "#!") && len(JavaCommands(whole)) > 0
}

// ReadScript reads a script of which the JVM gets variables, or all of its options.
func (in *Input) ReadScript(whole source.Text) {
	if AssignsOptions(whole) {
		in.ReadOptions(whole)
	}
	in.addJavaCommands(JavaCommands(whole))
}

// JavaCommands are the commands of a script that start java with options,
// each with what of it is known.
func JavaCommands(text source.Text) []StartCommand {
	if !strings.Contains(text.String(), "java") {
		return nil
	}
	script, ok := shell.Parse(text)
	if !ok {
		return nil
	}
	env, over := &Environment{}, false
	set := sync.OnceFunc(func() {
		variables := scriptVariables(text, env)
		over = variables.over
		if !variables.branches {
			for _, v := range variables.Variables {
				env.Set(v)
			}
		}
	})
	known := func(name string) (source.Text, bool) {
		set()
		return env.Known(name)
	}
	var all []StartCommand
	for _, c := range script.Commands {
		words := unwrapped(c.Words)
		if c.Inner || len(words) < 2 || path.Base(words[0].Literal().String()) != "java" {
			continue
		}
		split, complete := shell.Expand(words[1:], known)
		options := jvmflag.Known(jvmflag.Runs, jvmflag.OnChannel(jvmflag.CommandLine, split))
		if slices.ContainsFunc(options[:jvmflag.ProgramAt(options)], func(o jvmflag.Option) bool { return OptionInside.MatchString(o.String()) }) {
			all = append(all, StartCommand{Java: words[0].Text, Options: options, Complete: complete, over: over || env.Over(), jdks: releasesOf(c)})
		}
	}
	return all
}

// addJavaCommands adds the JVMs that a script starts, in place of variables
// whose options they get. What others hold may come from where it runs.
func (in *Input) addJavaCommands(commands []StartCommand) {
	for _, c := range commands {
		if !in.room(len(in.Workloads), len(c.Options), c.Java.Span()) {
			return
		}
		gets := map[source.Place]bool{}
		for _, o := range c.Options {
			gets[beginning(o)] = true
		}
		in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool { return getsAll(gets, w.Options) })
		options, known := c.jdks.bound(in, c.Java, c.Options)
		if !known {
			continue
		}
		w := in.OptionsWorkload("java", options)
		readBySome(w)
		w.At = c.Java
		w.Whole = c.Complete
		w.KnowsOptions(c.Complete)
		if c.over {
			in.tooMuchPut(w)
		}
		in.Workloads = append(in.Workloads, w)
	}
}

// getsAll reports whether java gets all of the options, as they stand in the text.
func getsAll(gets map[source.Place]bool, options []jvmflag.Option) bool {
	return !slices.ContainsFunc(options, func(o jvmflag.Option) bool { return !gets[beginning(o)] })
}

// beginning is where an option begins, whatever is put in further on.
func beginning(o jvmflag.Option) source.Place { return o.Text.Slice(0, min(1, o.Text.Len())).Place() }
