package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// commandsThat are the JVMs that commands of the script start with some options.
func (r *scriptRun) commandsThat(start func([]jvmflag.Option) bool) []javaCommand {
	return lists.Where(r.jvms, func(c javaCommand) bool { return start(c.options) })
}

// startsWithOptions reports whether options of the JVM stand before the program.
func startsWithOptions(options []jvmflag.Option) bool {
	options = slices.DeleteFunc(slices.Clone(options), func(o jvmflag.Option) bool { return o.Channel != jvmflag.CommandLine })
	program := jvmflag.ProgramAt(options)
	if program < len(options) && asksOnly.MatchString(options[program].String()) {
		return false
	}
	if program < len(options) && options[program].String() == "-jar" { // options go on up to the archive
		for program+1 < len(options) && strings.HasPrefix(options[program+1].String(), "-") {
			program++
		}
		program = min(program+1, len(options))
	}
	return slices.ContainsFunc(options[:program], func(o jvmflag.Option) bool { return OptionInside.MatchString(o.String()) })
}

// startsBare reports whether a program is started that is no option of java's: an
// archive, a class in a package, or what a file of arguments names. Variables may still hold options.
func startsBare(options []jvmflag.Option) bool {
	options = slices.DeleteFunc(slices.Clone(options), func(o jvmflag.Option) bool { return o.Channel != jvmflag.CommandLine })
	program := jvmflag.ProgramAt(options)
	ofFile := func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), "@") }
	return slices.ContainsFunc(options[:program], ofFile) || program < len(options) && (program+1 < len(options) && options[program].String() == "-jar" || className.MatchString(options[program].String()) ||
		slices.Contains([]string{"-cp", "-classpath"}, options[0].String()) && simpleName.MatchString(options[program].String()))
}

// StartsSome reports whether the words behind java start a program, with options or without.
func StartsSome(words []jvmflag.Option) bool { return startsWithOptions(words) || startsBare(words) }

// startsPlainly is startsBare for what may be no command: a sentence about "java Programs".
func startsPlainly(options []jvmflag.Option) bool {
	return startsBare(options) && (strings.HasPrefix(options[0].String(), "-") || qualifiedName.MatchString(options[0].String()))
}

// qualifiedName matches a class in a package.
var qualifiedName = lazyregexp.New(`^[a-z]\w*(?:\.\w+)*\.[A-Z]\w*$`)

// className matches a class in a package, or one that is written as classes are.
var className = lazyregexp.New(`^(?:[a-z]\w*(?:\.\w+)+|[A-Z]\w*[a-z]\w*)$`)

// simpleName matches a class that a class path tells from other words.
var simpleName = lazyregexp.New(`^[A-Za-z]\w*$`)

// AsksOnly reports whether java gets nothing but a question after its release.
func AsksOnly(words []jvmflag.Option) bool {
	return len(words) > 0 && asksOnly.MatchString(words[len(words)-1].String()) && jvmflag.ProgramAt(words) >= len(words)-1
}

// asksOnly is what java prints and ends after: a script asks for the release by it.
var asksOnly = lazyregexp.New(`^--?(?:full)?-?version$`)

// addCommands adds the JVMs that a script starts, in place of variables whose
// options they get. What others hold may come from where it runs.
func (in *Input) addCommands(commands []javaCommand) {
	if len(commands) == 0 {
		return
	}
	gets := gotBy(commands)
	in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool { return getsAll(gets, w.Options) })
	times := map[source.Place]map[source.Place]bool{} // the commands that get an option
	for _, c := range commands {
		for _, o := range c.options {
			at := beginning(o.Text)
			if times[at] == nil {
				times[at] = map[source.Place]bool{}
			}
			times[at][c.At.Place()] = true
		}
	}
	var added []javaCommand
	for _, c := range commands {
		for i, o := range c.options {
			c.options[i].Shared = len(times[beginning(o.Text)]) > 1
		}
		if !in.room(len(in.Workloads), len(c.options), c.At.Span()) {
			return
		}
		w := in.OptionsWorkload("java", c.options)
		w.At, w.Whole, c.workload = c.At, c.Complete, w
		in.RunByPath(w, c.At)
		readBySome(w)
		w.KnowsOptions(c.Complete)
		w.Fragment = w.Fragment || c.sourced
		c.branchesOf(w)
		in.Workloads = append(in.Workloads, w)
		added = append(added, c)
	}
	runTogether(added)
}

// runTogether tells JVMs of a script of those that run at the same time: those that it goes on after run together with
// the last that it waits for. A command that is read several times, for JDKs or branches, is left out, and so is
// another way to start the program of the last.
func runTogether(added []javaCommand) {
	times := map[source.Place]int{}
	main := -1
	for i, a := range added {
		times[a.At.Place()]++
		if !a.Beside || main < 0 || added[main].Beside {
			main = i
		}
	}
	if main < 0 {
		return
	}
	all := []*workload.Workload{added[main].workload}
	for i, a := range added {
		again := a.World != added[main].World && a.program().Same(added[main].program())
		if i != main && a.Beside && (a.World == 0 || a.World == added[main].World) && times[a.At.Place()] == 1 && !again {
			all = append(all, a.workload)
		}
	}
	if len(all) > 1 {
		workload.RunTogether(all)
	}
}

// program is the word that names what java runs; empty where there is none.
func (c javaCommand) program() source.Text {
	if at := jvmflag.ProgramAt(c.options); at < len(c.options) {
		return c.options[at].Text
	}
	return source.Text{}
}

func gotBy(commands []javaCommand) map[source.Place]bool {
	gets := map[source.Place]bool{}
	for _, c := range commands {
		take(gets, c.options)
	}
	return gets
}

// take adds the places of options, and of those that a command gets with others as one word.
func take(gets map[source.Place]bool, options []jvmflag.Option) {
	for _, o := range options {
		gets[beginning(o.Text)] = true
		for _, blank := range blanks.FindAllStringIndex(o.String(), -1) {
			gets[beginning(o.Text.Slice(blank[1], o.Text.Len()))] = true
		}
	}
}

var blanks = lazyregexp.New(`\s+`)

// getsAll reports whether java gets all of the options, as they stand in the text.
func getsAll(gets map[source.Place]bool, options []jvmflag.Option) bool {
	return !slices.ContainsFunc(options, func(o jvmflag.Option) bool { return !gets[beginning(o.Text)] })
}

// beginning is where an option or a command begins, whatever is put in further on.
func beginning(t source.Text) source.Place { return t.Slice(0, min(1, t.Len())).Place() }

// branchesOf takes over which options stand in branches.
func (c javaCommand) branchesOf(w *workload.Workload) {
	w.Branches, w.FlagsOutside, w.OthersOutside = c.branches, !c.flags, !c.others
}
