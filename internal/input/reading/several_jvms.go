package reading

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// javaCommand is one of several java commands of a script.
type javaCommand struct {
	words    []shell.Word
	beside   bool // the script goes on while it runs
	arm      *shell.Arm
	options  []jvmflag.Option
	complete bool
}

// chooseMain takes the java command that the container is for: the last one that
// the script waits for, or else the last.
func (c *StartCommand) chooseMain() {
	main := len(c.commands) - 1
	for i, command := range c.commands {
		if !command.beside {
			main = i
		}
	}
	if main >= 0 {
		chosen := c.commands[main]
		c.words, c.Java = chosen.words, shell.Together(chosen.words)
		c.arm = chosen.arm
		c.commands = slices.DeleteFunc(slices.Delete(c.commands, main, main+1), func(other javaCommand) bool {
			return shell.Together(other.words).String() == c.Java.String() // tried again
		})
	}
}

// addFurther adds the JVMs of the other java commands of a script. What the script
// goes on after runs together with what it waits for, and with all others of that kind; what it
// waited for has ended. In branches that rule each other out only one runs.
func (in *Input) addFurther(w workload.Workload, main *workload.Workload, start StartCommand) {
	together := []*workload.Workload{main}
	for _, c := range start.commands {
		if slices.ContainsFunc(c.options, printsOnly) {
			continue
		}
		each := w
		java := c.words[0].Text
		each.At, each.Name = shell.Together(c.words), JoinNames(w.Name, programOf(c.options))
		each.Options, each.Whole, each.AnyProgram = append(slices.Clone(w.Options), c.options...), c.complete, !w.IsMember
		in.RunByPath(&each, java)
		if !c.complete {
			each.KnowsAtMost(workload.PartOfOptions)
		}
		branch := !runsWith(c.arm, start.arm)
		for i := range each.Options {
			each.Options[i].Perhaps = each.Options[i].Perhaps || branch
		}
		each.Short = each.Short || !c.beside && !branch
		before := len(in.Workloads)
		if in.Add(each); len(in.Workloads) > before && !branch && c.beside {
			together = append(together, in.Workloads[before])
		}
	}
	workload.RunTogether(together)
}

// runsWith reports whether a command in one branch runs wherever one in another does.
func runsWith(arm, other *shell.Arm) bool {
	for a := range arm.Around() {
		if !slices.Contains(slices.Collect(other.Around()), a) {
			return false
		}
	}
	return true
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
