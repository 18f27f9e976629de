package reading

import (
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// scriptRun is a script as it runs where nothing but the script sets variables:
// what each of them holds at each command.
type scriptRun struct {
	script *shell.Script
	writes map[string][]write // of each variable, in their order
	holds  map[string]bool    // variables that options may stand in
	flags  map[string]bool    // those in which flags of the JVM may
	others map[string]bool    // those in which properties and agents may
	opens  bool               // it reads other scripts, which may set anything
	spent  int                // how much was done
}

// write is where a variable is set.
type write struct {
	command int
	order   int // within the command
	set     shell.Assignment
	reads   []string // the variables that it puts in
	alone   bool     // for one command: NAME=value command, or within $( )
	flag    bool     // flags of the JVM stand in the value
	other   bool     // properties or agents do
}

// puts reports whether what is set holds one of some variables, other than itself.
func (w write) puts(some map[string]bool) bool {
	name := w.set.Name.String()
	return slices.ContainsFunc(w.reads, func(of string) bool { return of != name && some[of] })
}

// setsFlags reports whether flags of the JVM stand in what is set, but for those that
// the variable held before; setsOthers does so for properties and agents.
func (r *scriptRun) setsFlags(w write) bool  { return w.flag || w.puts(r.flags) }
func (r *scriptRun) setsOthers(w write) bool { return w.other || w.puts(r.others) }

// adds reports whether the variable keeps what it held.
func (w write) adds() bool { return w.set.Adds || slices.Contains(w.reads, w.set.Name.String()) }

// mostSpent bounds what is done to read the variables of one script: each of its
// JVMs may read all of them.
const mostSpent = 1 << 20

// mostVariants bounds the ways through the branches of a script that are followed, each by itself.
const mostVariants = 16

var optionInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:X|D[A-Za-z]|javaagent:|agentlib:|agentpath:|ea|da|server|client|verbose|-add-|-enable-|-illegal-)`)

// flagInValue is one that the JVM reads as a flag, or that chooses how it runs.
var flagInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:X|server|client)`)

var otherInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:D[A-Za-z]|javaagent:|agentlib:|agentpath:)`)

// runOf is the run of a script; false where the text is none.
func runOf(text source.Text) (*scriptRun, bool) {
	script, ok := shell.Parse(text)
	if !ok {
		return nil, false
	}
	r := &scriptRun{script: script, writes: map[string][]write{}, holds: map[string]bool{}, flags: map[string]bool{}, others: map[string]bool{}}
	madeOf := map[string][]string{} // what each variable is a part of
	for i, c := range script.Commands {
		if words := c.Words; len(words) > 0 {
			first := words[0].Literal().String()
			r.opens = r.opens || first == "." || first == "source"
		}
		for n, a := range c.Assigned {
			if !a.Set {
				continue
			}
			name, value := a.Name.String(), a.Value.Text.String()
			w := write{command: i, order: n, set: a, reads: namesIn(value), alone: c.Inner || len(c.Words) > 0 && !a.IfEmpty}
			for _, of := range w.reads {
				madeOf[of] = append(madeOf[of], name)
			}
			if w.flag = flagInValue.MatchString(value); w.flag {
				r.flags[name] = true
			}
			if w.other = otherInValue.MatchString(value); w.other {
				r.others[name] = true
			}
			if optionInValue.MatchString(value) {
				r.holds[name] = true
			}
			r.writes[name] = append(r.writes[name], w)
		}
	}
	spread(r.holds, madeOf)
	spread(r.flags, madeOf)
	spread(r.others, madeOf)
	return r, true
}

// point is where a script reads variables.
type point struct {
	at       int  // the command; their number where the script has ended
	own      bool // what is set by that command counts, too
	arm      *shell.Arm
	releases shell.Releases
	names    []string
}

// end is where all commands have run.
func (r *scriptRun) end(names []string) point {
	return point{at: len(r.script.Commands), releases: shell.EveryRelease(), names: names}
}

// behind is where a command has run, with what is set for it alone.
func (r *scriptRun) behind(command int, names []string) point {
	c := r.script.Commands[command]
	return point{at: command, own: true, arm: c.Arm, releases: c.Releases, names: names}
}

// found is a JVM that gets variables of a script.
type found struct {
	options  []jvmflag.Option
	partly   bool          // others may be added, or other variables set
	beside   bool          // it gets variables that a script may set which is not read
	branches bool          // some of the options stand in branches that need not run
	flags    bool          // flags of the JVM among them
	others   bool          // properties or agents among them
	perhaps  []source.Span // where those stand
	over     bool          // as Environment.Over
}

// optionsOf makes options of what variables hold. It reports whether they are all.
type optionsOf func(env *Environment) (options []jvmflag.Option, complete bool)

// jvms are those that read variables at a point: one, or several where branches
// that rule each other out set them.
func (r *scriptRun) jvms(p point, read optionsOf) []found {
	writes := r.writesFor(p)
	spans := r.spansOf(p, writes)
	var all []found
	for _, choice := range r.variants(p, writes, spans) {
		var one found
		for _, span := range spans {
			env := r.run(p, writes, span.since, choice, &one)
			options, complete := read(env)
			one.mark(options)
			one.partly = one.partly || !complete || r.opens
			one.beside = one.beside || !complete && r.opens
			one.over = one.over || env.Over() || r.spent > mostSpent
			if len(spans) > 1 || !span.open {
				one.options = mergeSpans(one.options, options, span)
			} else {
				one.options = options
			}
		}
		if len(spans) > 0 && !slices.ContainsFunc(all, one.same) {
			all = append(all, one)
		}
	}
	return all
}

// mark tells of options that they stand in a branch that need not run.
func (f found) mark(options []jvmflag.Option) {
	if len(f.perhaps) == 0 {
		return
	}
	for i, o := range options {
		at := o.Text.Slice(0, min(1, o.Text.Len()))
		options[i].Perhaps = slices.ContainsFunc(f.perhaps, func(s source.Span) bool { return at.StandsIn(at.Span()) && s.Covers(at.Span()) })
	}
}

func (f found) same(other found) bool {
	return slices.EqualFunc(f.options, other.options, func(a, b jvmflag.Option) bool {
		return a.Text.Same(b.Text) && a.Channel == b.Channel && a.Since == b.Since && a.Until == b.Until && a.Except == b.Except
	})
}

// writesFor are the places that set what is read at a point, or what decides
// whether they run.
func (r *scriptRun) writesFor(p point) []write {
	var all []write
	chosen := statements(p.arm)
	seen, left := map[string]bool{}, slices.Clone(p.names)
	for _, c := range jvmflag.EnvironmentChannels {
		left = append(left, c.String())
	}
	for len(left) > 0 {
		name := left[len(left)-1]
		left = left[:len(left)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, w := range r.writes[name] {
			if r.spent++; r.spent > mostSpent {
				return nil
			}
			_, channel := ChannelOf(name) // of the program that the command starts
			if w.command > p.at || w.command == p.at && !p.own && !channel || w.alone && w.command != p.at || r.excluded(w, chosen) {
				continue
			}
			all = append(all, w)
			left = append(left, w.reads...)
			for a := range r.script.Commands[w.command].Arm.Around() {
				if a.Empty != "" {
					left = append(left, a.Empty)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b write) int {
		if a.command != b.command {
			return a.command - b.command
		}
		return a.order - b.order
	})
	return all
}

// statements are the branches that something stands in, by their statements.
func statements(arm *shell.Arm) map[int]int {
	all := map[int]int{}
	for a := range arm.Around() {
		all[a.Statement] = a.Number
	}
	return all
}

// excluded reports whether a write stands in another branch than those that are chosen.
func (r *scriptRun) excluded(w write, chosen map[int]int) bool {
	for a := range r.script.Commands[w.command].Arm.Around() {
		r.spent++
		if number, is := chosen[a.Statement]; is && number != a.Number {
			return true
		}
	}
	return false
}

// span are releases on which a script does the same.
type span struct {
	since, until int
	open         bool // these are all
}

// spansOf are the releases on which the command of a point runs, cut where a
// write is for some only.
func (r *scriptRun) spansOf(p point, writes []write) []span {
	differ := []shell.Releases{p.releases}
	for _, w := range writes {
		if releases := r.script.Commands[w.command].Releases; !slices.Contains(differ, releases) {
			differ = append(differ, releases)
		}
	}
	var all []span
	before := ""
	for jdk := jvmflag.Oldest; jdk <= jvmflag.Newest; jdk++ {
		does := make([]byte, len(differ))
		for i, releases := range differ {
			if on, known := releases.On(jdk); on || !known {
				does[i] = 1
			}
		}
		switch last := len(all) - 1; {
		case does[0] == 0:
		case string(does) == before:
			all[last].until = jdk
		default:
			all = append(all, span{since: jdk, until: jdk})
		}
		before = string(does)
	}
	if len(all) == 1 && all[0] == (span{since: jvmflag.Oldest, until: jvmflag.Newest}) {
		all[0].open = true
	}
	return all
}

// bounds are how an option says so; 0 leaves an end open.
func (s span) bounds() (since, until int) {
	if s.since > jvmflag.Oldest {
		since = s.since
	}
	if s.until < jvmflag.Newest {
		until = s.until
	}
	return since, until
}

// mergeSpans adds the options of further releases to those of the ones before: one
// that both have is for both.
func mergeSpans(before, further []jvmflag.Option, s span) []jvmflag.Option {
	since, until := s.bounds()
	next := 0 // where those that only the further releases have go in
	for _, o := range further {
		at := slices.IndexFunc(before[next:], func(b jvmflag.Option) bool {
			return b.Until == s.since-1 && b.Channel == o.Channel && b.Text.Same(o.Text)
		})
		if at >= 0 {
			next += at
			before[next].Until = until
		} else {
			o.Since, o.Until, o.Except = since, until, 0
			before = slices.Insert(before, next, o)
		}
		next++
	}
	return before
}

// alternatives are the branches of a statement that set what a point reads.
type alternatives struct {
	statement int
	arms      []*shell.Arm
	replaces  bool // what was set before is gone
}

// noArm is the choice of a statement of which no branch runs.
const noArm = -1

// variants are the ways through the statements of which several branches set
// options, as choices of branches. The first is the one where nothing is set, as far
// as that can be told; each other one differs from it in one statement.
func (r *scriptRun) variants(p point, writes []write, spans []span) []map[int]int {
	chosen := statements(p.arm)
	byStatement := map[int]*alternatives{}
	var order []*alternatives
	before := map[string][]*shell.Arm{} // where each variable was set
	for _, w := range writes {
		name := w.set.Name.String()
		if !r.setsFlags(w) || w.set.IfEmpty {
			continue
		}
		for a := range r.script.Commands[w.command].Arm.Around() {
			if _, own := chosen[a.Statement]; own {
				continue
			}
			of := byStatement[a.Statement]
			if of == nil {
				of = &alternatives{statement: a.Statement}
				byStatement[a.Statement], order = of, append(order, of)
			}
			if !slices.ContainsFunc(of.arms, func(b *shell.Arm) bool { return b.Number == a.Number }) {
				of.arms = append(of.arms, a)
			}
			of.replaces = of.replaces || !w.adds() && a.Empty == "" && slices.ContainsFunc(before[name], a.Apart)
		}
		before[name] = append(before[name], r.script.Commands[w.command].Arm)
	}
	base, others := map[int]int{}, []map[int]int{}
	for _, of := range order {
		numbers := of.numbers(spans)
		if len(numbers) < 2 {
			continue
		}
		base[of.statement] = numbers[0]
		for _, n := range numbers[1:] {
			others = append(others, map[int]int{of.statement: n})
		}
	}
	if len(others) >= mostVariants {
		return []map[int]int{{}} // as if all of them ran
	}
	all := []map[int]int{base}
	for _, other := range others {
		choice := maps.Clone(base)
		maps.Copy(choice, other)
		all = append(all, choice)
	}
	return all
}

// numbers are the branches to choose from, first the one that runs where nothing is
// set. Those of different releases leave no choice.
func (of *alternatives) numbers(spans []span) []int {
	meet := false
	for _, s := range spans {
		live := 0
		for _, a := range of.arms {
			if on, known := a.Releases.On(s.since); on || !known {
				live++
			}
		}
		meet = meet || live > 1
	}
	if !meet && !(of.replaces && len(of.arms) == 1) {
		return nil
	}
	slices.SortStableFunc(of.arms, func(a, b *shell.Arm) int { return weight(a) - weight(b) })
	var numbers []int
	if len(of.arms) == 1 {
		numbers = append(numbers, noArm)
	}
	for _, a := range of.arms {
		numbers = append(numbers, a.Number)
	}
	return numbers
}

func weight(a *shell.Arm) int {
	switch {
	case a.Empty != "":
		return 0
	case a.Else:
		return 1
	}
	return 2
}

// run sets what a point reads, on a release and by a choice of branches.
func (r *scriptRun) run(p point, writes []write, jdk int, choice map[int]int, one *found) *Environment {
	env := &Environment{}
	chosen, entered := statements(p.arm), map[*shell.Arm]reach{}
	for _, w := range writes {
		if r.spent++; r.spent > mostSpent {
			break
		}
		c := r.script.Commands[w.command]
		runs, known := c.Releases.On(jdk)
		if known && !runs {
			continue
		}
		reached := certainly
		for a := range c.Arm.Around() {
			if _, own := chosen[a.Statement]; !own {
				reached = min(reached, r.enter(a, env, choice, entered))
			}
		}
		name := w.set.Name.String()
		before, _ := env.Get(name)
		switch {
		case reached == never, w.set.IfEmpty && !before.empty():
			continue
		case reached == unlessSet, w.set.IfEmpty:
			one.partly = true
		case reached == perhaps && (!w.adds() && !before.empty() || r.looksOdd(w)):
			one.partly = true // what it held before counts where nothing is set
			continue
		case reached == perhaps && r.holds[name]:
			one.perhaps = append(one.perhaps, w.set.Value.Text.Span())
			one.branches = true
			one.flags, one.others = one.flags || r.setsFlags(w), one.others || r.setsOthers(w)
		}
		if !known {
			if one.partly = true; !w.adds() {
				env.Set(Variable{Name: name, At: w.set.Name})
			}
			continue
		}
		value, _ := w.set.Value.Value(within(c.Arm, env))
		if w.set.Adds {
			held, _ := env.Known(name)
			value = w.set.Value.Behind(held, value)
		}
		env.Set(Variable{Name: name, At: w.set.Name, Value: value, Known: true})
	}
	r.spent += env.put / pieceBytes
	return env
}

// within gives variables as a branch finds them: one that holds something there has
// a value that is not known where it holds nothing here.
func within(arm *shell.Arm, env *Environment) shell.Variables {
	var filled []string
	for a := range arm.Around() {
		if v, _ := env.Get(a.Filled); a.Filled != "" && v.empty() {
			filled = append(filled, a.Filled)
		}
	}
	if len(filled) == 0 {
		return env.Known
	}
	return func(name string) (source.Text, bool) {
		if slices.Contains(filled, name) {
			return source.Text{}, false
		}
		return env.Known(name)
	}
}

// looksOdd tells options that are hardly the JVM's, or hardly all of them.
func (r *scriptRun) looksOdd(w write) bool {
	return dashInValue.MatchString(w.set.Value.Text.String()) && !r.setsFlags(w) && !r.setsOthers(w)
}

var dashInValue = lazyregexp.New(`(?:^|[\s"'(=])-[A-Za-z]`)

// reach is whether a branch runs.
type reach int

const (
	never     reach = iota
	perhaps         // nobody knows here
	unlessSet       // where nobody sets a variable
	certainly
)

// enter decides once whether a branch runs: what it sets does not change that.
func (r *scriptRun) enter(a *shell.Arm, env *Environment, choice map[int]int, entered map[*shell.Arm]reach) reach {
	if before, decided := entered[a]; decided {
		return before
	}
	reached := perhaps
	number, is := choice[a.Statement]
	switch v, _ := env.Get(a.Empty); {
	case is && number != a.Number:
		reached = never
	case a.Empty != "" && v.empty():
		reached = unlessSet
	case a.Empty != "" && !is:
		reached = never
	case is, a.ByRelease:
		reached = certainly
	}
	entered[a] = reached
	return reached
}

// empty reports whether a variable holds nothing where nothing but the script sets
// any.
func (v Variable) empty() bool {
	return !v.Known || strings.TrimSpace(putIn.ReplaceAllString(v.Value.String(), "")) == ""
}

// putIn is what comes from somewhere else.
var putIn = lazyregexp.New(`\$\{[^}]*\}|\$\w+|\$[@*#?]|["']|` + source.Gap)
