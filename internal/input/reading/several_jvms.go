package reading

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// chooseMain takes the java command that the container is for: the last one that
// the script waits for, or else the last.
func (c *StartCommand) chooseMain() {
	main := len(c.commands) - 1
	for i, command := range c.commands {
		if !command.Beside {
			main = i
		}
	}
	if main >= 0 {
		chosen := c.commands[main]
		c.Java, c.Options, c.Complete, c.world = chosen.Command, chosen.options, chosen.Complete, chosen.World
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
