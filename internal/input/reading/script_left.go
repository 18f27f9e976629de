package reading

import (
	"maps"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leftover is a variable of options that no command of its script reads: another
// script does.
type leftover struct {
	command int
	name    string
	options []jvmflag.Option
}

// readScript takes over what the commands of a script set and none of them reads,
// and what it writes to other files.
func (r *optionsReader) readScript(run *scriptRun, commands []commandJVM) {
	r.held = map[source.Place]bool{}
	left := r.leftovers(run, gotBy(commands))
	taken := gotBy(commands)
	for _, names := range r.together(run, left, len(commands) > 0) {
		r.readLeft(run, run.end(names), taken)
	}
	for i, l := range slices.Backward(left) {
		if !getsAll(taken, l.options) && !run.forgotten(left[i+1:], l) {
			r.readLeft(run, run.behind(l.command, []string{l.name}), taken)
		}
		take(taken, l.options)
	}
	slices.SortStableFunc(r.named, func(a, b *workload.Workload) int { return placeOf(a).Start - placeOf(b).Start })
	r.jdks = releases{}
	for _, document := range run.script.Here {
		name, _ := hereFile(document)
		if r.jdks = releasesFor(document.Releases); name == "" && !IsManifest(document.Text) {
			r.readLines(document.Text, optionStart)
		}
	}
	r.jdks = releases{}
}

// leftovers are the variables whose options no command gets. What the JVM reads
// itself is shared by all.
func (r *optionsReader) leftovers(run *scriptRun, gets map[source.Place]bool) []leftover {
	var left []leftover
	others := forOtherPrograms(run.script)
	for i, c := range run.script.Commands {
		r.branch, r.jdks = c.Branch, releasesOf(c)
		for _, set := range c.Assigned {
			value := set.Value.Default()
			a := Assigned{Name: set.Name.String(), At: set.Name, Value: value, adds: set.Adds || addsTo(set.Name.String(), value), Closed: true}
			if !set.Set || others[a.Name] || !a.HoldsOptions() {
				continue
			}
			channel, own := ChannelOf(a.Name)
			options, known := r.jdks.bound(r.Input, a.At, jvmflag.Known(EvidenceOf(a.Name), r.JVMOptions(channel, a.Value)))
			take(r.held, options)
			switch {
			case !known:
				continue
			case own:
				r.share(channel, a.adds, options)
			case !getsAll(gets, options):
				left = append(left, leftover{i, a.Name, options})
			}
			r.set = append(r.set, a)
		}
	}
	return left
}

// together are the variables that hold options when the script ends, those of one
// JVM beside each other; before those that they are made of.
func (r *optionsReader) together(run *scriptRun, left []leftover, starts bool) [][]string {
	var names []string
	parts, madeOf := map[string]bool{}, map[string][]string{}
	for name, writes := range run.writes {
		for _, w := range writes {
			madeOf[name] = append(madeOf[name], w.reads...)
		}
	}
	for _, l := range left {
		if slices.Contains(names, l.name) {
			continue
		}
		names = append(names, l.name)
		for _, of := range madeOf[l.name] {
			parts[of] = parts[of] || of != l.name
		}
	}
	maps.DeleteFunc(parts, func(_ string, is bool) bool { return !is })
	spread(parts, madeOf)
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case parts[a] == parts[b]:
			return 0
		case parts[a]:
			return 1
		}
		return -1
	})
	if !starts {
		return inFamilies(names, func(name string) bool { return !parts[name] })
	}
	var each [][]string
	for _, name := range names {
		each = append(each, []string{name})
	}
	return each
}

// readLeft adds the JVMs that read variables at a point.
func (r *optionsReader) readLeft(run *scriptRun, p point, taken map[source.Place]bool) {
	for _, f := range run.jvms(p, func(env *Environment) ([]jvmflag.Option, bool) {
		var options []jvmflag.Option
		for _, name := range p.names {
			if value, known := env.Known(name); known {
				options = append(options, jvmflag.Known(EvidenceOf(name), r.heldOf(r.JVMOptions(jvmflag.CommandLine, value)))...)
			}
		}
		return options, true
	}) {
		if !f.over && (len(f.options) == 0 || getsAll(taken, f.options)) {
			continue
		}
		take(taken, f.options)
		w := r.addNamed(f.options, p.names...)
		f.branchesOf(w)
		if f.over {
			w.At = run.writes[p.names[0]][0].set.Name
			r.tooMuchPut(w)
		}
	}
}

// heldOf leaves out what stands in variables that hold no options of the JVM. The
// argument of an option may.
func (r *optionsReader) heldOf(options []jvmflag.Option) []jvmflag.Option {
	var all []jvmflag.Option
	argument := false
	for _, o := range options {
		if argument || jvmflag.FilledIn(o.String()) || r.held[beginning(o)] {
			all = append(all, o)
			argument = !argument && jvmflag.TakesArgument(o.String())
		}
	}
	return all
}

// forgotten reports whether a variable is set anew before any program runs.
func (r *scriptRun) forgotten(after []leftover, l leftover) bool {
	i := slices.IndexFunc(after, func(a leftover) bool { return a.name == l.name })
	if i < 0 || r.script.Commands[after[i].command].Arm != r.script.Commands[l.command].Arm {
		return false
	}
	for _, c := range r.script.Commands[l.command:after[i].command] {
		words := unwrapped(c.Words)
		if len(words) > 0 && !slices.Contains(harmless, words[0].Literal().String()) {
			return false
		}
	}
	return true
}
