package reading

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// readScript takes over what the commands of a script set and none of them reads, and what it writes to other files.
func (r *optionsReader) readScript(whole source.Text, run *scriptRun, commands []javaCommand) {
	r.tooMuchDone(run, whole)
	r.held = map[source.Place]bool{}
	taken := gotBy(commands)
	left := r.leftovers(run, taken)
	for _, names := range r.together(run, left, len(commands) > 0) {
		r.readLeft(run, names, taken)
	}
	slices.SortStableFunc(r.named, func(a, b *workload.Workload) int { return PlaceOf(a).Start - PlaceOf(b).Start })
}

// leftovers are the variables whose options no command of their script gets: another script does. What the JVM reads
// itself is shared by all.
func (r *optionsReader) leftovers(run *scriptRun, gets map[source.Place]bool) (left []string) {
	others := forOtherPrograms(run.script)
	for _, c := range run.script.Commands {
		r.branch = c.Branch
		for _, set := range c.Assigned {
			value := set.Value.Default()
			a := Assigned{Name: set.Name.String(), At: set.Name, Value: value, adds: set.Adds || addsTo(set.Name.String(), value), Closed: true}
			if !set.Set || others[a.Name] || !a.HoldsOptions() {
				continue
			}
			channel, own := ChannelOf(a.Name)
			options := jvmflag.Known(EvidenceOf(a.Name), r.JVMOptions(channel, a.Value))
			take(r.held, options)
			switch {
			case own:
				r.share(channel, a.adds, options)
			case !getsAll(gets, options):
				left = lists.With(left, a.Name)
			}
			r.set = append(r.set, a)
		}
	}
	return left
}

// together are the variables that hold options when the script ends, those of one
// JVM beside each other; before those that they are made of.
func (r *optionsReader) together(run *scriptRun, names []string, starts bool) [][]string {
	parts, madeOf := map[string]bool{}, map[string][]string{}
	for _, c := range run.script.Commands {
		for _, a := range c.Assigned {
			madeOf[a.Name.String()] = append(madeOf[a.Name.String()], namesIn(a.Value.Text.String(), shellReads)...)
		}
	}
	for _, name := range names {
		for _, of := range madeOf[name] {
			parts[of] = parts[of] || of != name
		}
	}
	maps.DeleteFunc(parts, func(_ string, is bool) bool { return !is })
	spread(parts, madeOf)
	whole := func(name string) bool { return !parts[name] }
	names = append(lists.Where(names, whole), lists.Where(names, func(name string) bool { return parts[name] })...)
	if !starts {
		return inFamilies(names, whole)
	}
	return lists.Of(names, func(name string) []string { return []string{name} })
}

// readLeft adds the JVMs that read variables when the script has ended: where one of them holds
// something else in some cases, one for each.
func (r *optionsReader) readLeft(run *scriptRun, names []string, taken map[source.Place]bool) {
	var base []javaCommand
	for _, name := range names {
		if ways := run.left[name]; len(ways) > 0 {
			base = append(base, ways[len(ways)-1])
		}
	}
	r.addLeft(base, names, taken)
	for i, name := range names {
		for n, way := range run.left[name] {
			if n+1 < len(run.left[name]) && i < len(base) {
				ways := slices.Clone(base)
				ways[i] = way
				r.addLeft(ways, names, taken)
			}
		}
	}
}

func (r *optionsReader) addLeft(ways []javaCommand, names []string, taken map[source.Place]bool) {
	var one javaCommand
	for i, way := range ways {
		for _, o := range r.heldOf(way.options) {
			o.Evidence = EvidenceOf(names[i])
			one.options = append(one.options, o)
		}
		one.branches, one.flags, one.others = one.branches || way.branches, one.flags || way.flags, one.others || way.others
	}
	if len(one.options) == 0 || getsAll(taken, one.options) {
		return
	}
	take(taken, one.options)
	w := r.addNamed(one.options, names...)
	one.branchesOf(w)
}

// heldOf leaves out what stands in variables that hold no options of the JVM. The argument of an option may.
func (r *optionsReader) heldOf(options []jvmflag.Option) []jvmflag.Option {
	var all []jvmflag.Option
	argument := false
	for _, o := range options {
		if argument || jvmflag.FilledIn(o.String()) || r.held[beginning(o.Text)] {
			all = append(all, o)
			argument = !argument && jvmflag.TakesArgument(o.String())
		}
	}
	return all
}

var (
	// otherCommand is one that takes -D, -P and the like for itself.
	otherCommand = lazyregexp.New(`^(?:mvnw?|mvnd|gradlew?|sbt|sbtx|ant|lein|clojure|bazel|make|cmake|npm|git|docker|docker-compose|podman|helm|kubectl|curl|wget)$`)
	// or a variable that names it.
	otherVariable = lazyregexp.New(`(?i)^\$\{?(?:\w*_)?(?:mvnw?|maven|gradlew?|sbt|ant)(?:_?(?:cmd|command|bin|exec|executable))?\}?$`)
	// silent are commands that show words, or look at them.
	silent = strings.Fields("echo printf [ test : export")
)

// forOtherPrograms are the variables of a script that it hands to build tools and their like, and to no other command.
func forOtherPrograms(script *shell.Script) map[string]bool {
	made := map[string][]string{} // what each variable is made of
	others, kept := map[string]bool{}, map[string]bool{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			made[a.Name.String()] = append(made[a.Name.String()], namesIn(a.Value.Text.String(), shellReads)...)
		}
		words := unwrapped(c.Words)
		if len(words) == 0 || slices.Contains(silent, words[0].Literal().String()) {
			continue
		}
		first, gets := words[0].Literal().String(), kept
		if otherCommand.MatchString(path.Base(first)) || otherVariable.MatchString(first) {
			gets = others
		}
		for _, w := range words {
			maps.Copy(gets, lists.Set(namesIn(w.Text.String(), shellReads)))
		}
	}
	spread(kept, made)
	spread(others, made)
	maps.DeleteFunc(others, func(name string, _ bool) bool { return kept[name] })
	return others
}

// spread adds to some variables those that they are made of.
func spread(some map[string]bool, made map[string][]string) {
	for left := slices.Collect(maps.Keys(some)); len(left) > 0; {
		name := left[len(left)-1]
		left = left[:len(left)-1]
		for _, of := range made[name] {
			if !some[of] {
				some[of] = true
				left = append(left, of)
			}
		}
	}
}

// namesIn are the variables that a text names in some forms.
func namesIn(text string, forms ...*lazyregexp.Regexp) []string {
	return lists.Flat(forms, func(form *lazyregexp.Regexp) []string {
		return lists.Of(form.FindAllStringSubmatch(text, -1), func(m []string) string { return m[1] })
	})
}

// families tell of a variable, by its name, with which others a start script puts it on one
// command line: the name of the first, and where it stands.
var families = sync.OnceValue(func() map[string]member {
	all := map[string]member{}
	for _, f := range catalogue.Facts("Together") {
		names := f.Words("Together")
		for i, name := range names {
			all[name] = member{names[0], i}
		}
	}
	return all
})

type member struct {
	of string
	at int
}

// partName is a variable that holds some of the options of a program, as its start script names them: KAFKA_HEAP_OPTS,
// PULSAR_GC. Those of one program are in the order of kafka-run-class.sh.
// https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh
// https://github.com/apache/pulsar/blob/v3.2.0/bin/pulsar
// https://github.com/apache/bookkeeper/blob/release-4.16.4/bin/common.sh
var partName = lazyregexp.New(`^([A-Z][A-Z0-9_]*?)_(HEAP|MEM|JVM_PERFORMANCE|GC|GC_LOG|GC_LOGGING|JMX|LOG4J|EXTRA)(_OPTS)?$`)

var partOrder = strings.Fields("HEAP MEM JVM_PERFORMANCE GC GC_LOG GC_LOGGING JMX LOG4J EXTRA")

// family tells to which JVM a variable belongs, and where in its command line it
// stands. The JVM has no name where that is not known.
func family(name string) (of string, at int) {
	if f, known := families()[name]; known {
		return f.of, f.at
	}
	if m := partName.FindStringSubmatch(name); m != nil {
		return m[1] + "_", slices.Index(partOrder, m[2])
	}
	if program, all := strings.CutSuffix(name, "_OPTS"); all {
		return program + "_", len(partOrder)
	}
	return "", 0
}

// inFamilies puts names of one JVM beside each other, where they may be joined.
func inFamilies(names []string, may func(name string) bool) [][]string {
	order, of := lists.By(names, func(name string) string {
		if of, _ := family(name); of != "" && may(name) {
			return of
		}
		return "=" + name // by itself
	})
	for _, together := range of {
		slices.SortStableFunc(together, func(a, b string) int {
			_, x := family(a)
			_, y := family(b)
			return x - y
		})
	}
	return lists.Of(order, func(key string) []string { return of[key] })
}
