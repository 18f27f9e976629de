// Package start works out what a script runs: it lets an interpreter run the script, within this
// process and with nothing of the host, and writes down each java that the script comes to. It reads
// no file but those that it is given, starts no program, and is bounded by counting.
package start

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Script is what is to be run, and what it finds there.
type Script struct {
	Text      source.Text
	Name      string                                // what $0 gives; empty: a command of a container
	Arguments []source.Text                         // $1 and so on
	Variables func(name string) (source.Text, bool) // of the environment; nil: nothing is known of them
	Names     []string                              // the variables that are known to be set
	Decided   bool                                  // all is known that it decides by: no other way is tried
	Unset     func(name string) bool                // variables that are known not to be set; nil: none is
	Left      []string                              // variables of which it is asked what they hold at the end
	File      func(name string) (source.Text, bool) // a file, by its path from the folder of the script; nil: there are none
	Folder    string                                // of a container, in which the script runs: files are then named by their whole paths
	Kept      *Kept                                 // of the run of jvmlint; nil: nothing is kept
}

func (s Script) isUnset(name string) bool { return s.Unset != nil && s.Unset(name) }

// Launch is one run of java.
type Launch struct {
	Variable string                 // one that the script leaves behind; empty: java is run
	At       source.Text            // the word that names java, as it is written
	Command  source.Text            // all words of the command from there on, as they are written
	Words    []Word                 // behind java; what is not known stands in them as it is written
	Channels map[string]source.Text // what the JVM itself reads in its environment
	Complete bool                   // nothing that is not known was put in
	Beside   bool                   // the script goes on while it runs
	World    int                    // the run that came to it first: 0 where nobody sets anything, -1 where programs fail
	JDKs     JDKs

	plain []string // the words that are known, without marks
}

// Word is a word of java.
type Word struct {
	Text    source.Text
	Perhaps bool // only some runs of the script hand it on
	JDKs    JDKs

	loose bool // marks do not tell where all of it stands
}

// JDKs are releases of java, a bit for each.
type JDKs uint64

const everyJDK JDKs = (2<<jvmflag.Newest - 1) &^ (1<<jvmflag.Oldest - 1)

// Range is the releases as their ends, 0 where there is none, and those between them that are left out.
func (j JDKs) Range() (since, until int, except uint64) {
	if j == everyJDK || j == 0 {
		return 0, 0, 0
	}
	since, until = bits.TrailingZeros64(uint64(j)), bits.Len64(uint64(j))-1
	except = (2<<until - 1) &^ (1<<since - 1) &^ uint64(j)
	if since == jvmflag.Oldest {
		since = 0
	}
	if until == jvmflag.Newest {
		until = 0
	}
	return since, until, except
}

// Result is what a script does.
type Result struct {
	Launches []Launch
	Read     []source.Text // other scripts and files that it read
	Missing  bool          // it reads other scripts, which are not at hand
	Unknown  bool          // it starts programs that nobody here knows
	Said     string        // by echo, last
	Ended    bool          // by itself, and it starts no java before
	Over     bool          // a bound ended it
	Steps    int           // commands that ran, in all runs together; to read six statements takes as long
}

// Run runs a script in several worlds, and tells what holds in all of them and what in some. It
// reports false for what is no script.
func Run(s Script) (Result, bool) {
	w := newWorlds(s)
	result := w.explore()
	s.Kept.keep(w.kept)
	return result, !w.noScript
}

// worlds are the runs of one script.
type worlds struct {
	script  Script
	result  Result
	reached map[place]bool // branches that some run came to, or tried to
	decided map[place]bool // those of which it is known whether they run
	open    map[place]bool // those of which some run could not tell
	arms    []*arm
	steps   int
	said    string

	kept     map[state]*instrumented
	noScript bool
}

func newWorlds(s Script) *worlds {
	if s.File != nil {
		s.File = Asked(s.File)
	}
	return &worlds{
		script: s, reached: map[place]bool{}, decided: map[place]bool{}, open: map[place]bool{},
		kept: map[state]*instrumented{},
	}
}

// mostWorlds bounds the runs of a script in which a branch is forced.
const mostWorlds = 12

func (w *worlds) explore() Result {
	launches, ended := w.runs(world{})
	if w.result.Over || w.noScript {
		return w.result
	}
	goOn := ended && !slices.ContainsFunc(launches, startsJava)
	w.result.Said, w.result.Ended = w.said, goOn
	if goOn {
		launches, _ = w.runs(world{goOn: true})
	}
	w.result.Launches = launches
	if w.script.Decided {
		return w.result
	}
	if w.result.Unknown {
		others, _ := w.runs(world{goOn: goOn, fails: true})
		w.result.Launches = either(launches, others)
	}
	var way []place // to a java that the script does not come to by itself
	for n := range mostWorlds {
		next := w.unreached()
		if next == nil || w.steps > mostSteps {
			break
		}
		launches, _ = w.runs(world{goOn: goOn, forced: append(slices.Clone(way), next...)})
		w.reached[next[len(next)-1]] = true
		if way == nil && !slices.ContainsFunc(w.result.Launches, startsJava) && slices.ContainsFunc(launches, startsJava) {
			way = next
		}
		for _, l := range launches {
			l.World = n + 1
			w.addPerhaps(l)
		}
	}
	return w.result
}

func startsJava(l Launch) bool { return l.Variable == "" }

// runs are the launches of a world: of a script that asks for the release of java, on each.
func (w *worlds) runs(in world) (launches []Launch, ended bool) {
	in.jdk = jvmflag.Oldest
	r := w.run(in)
	w.steps += r.steps + (r.read+r.data)/1000 // to read takes time, too
	asksVariable := slices.ContainsFunc(r.texts, func(t source.Text) bool {
		return strings.Contains(t.String(), "$JAVA_VERSION") || strings.Contains(t.String(), "${JAVA_VERSION")
	})
	if !r.askedRelease && !asksVariable {
		for i := range r.launches {
			r.launches[i].on(everyJDK)
		}
		return r.launches, r.ended
	}
	if asksVariable {
		w.run(in.on(0)) // nobody may have set it
	}
	in.agreed = r.agreed
	tried := releases(r.texts)
	w.steps += r.steps * len(tried)
	for n, jdk := range tried {
		if n > 0 {
			r = w.run(in.on(jdk))
		}
		ended = ended || r.ended
		next := jvmflag.Newest + 1
		if n+1 < len(tried) {
			next = tried[n+1]
		}
		for _, l := range r.launches {
			l.on(1<<next - 1<<jdk)
			i := slices.IndexFunc(launches, func(have Launch) bool { return have.At.Same(l.At) && have.JDKs&l.JDKs == 0 })
			if i < 0 {
				launches = append(launches, l)
				continue
			}
			launches[i].Words = together(launches[i].Words, l.Words)
			launches[i].JDKs |= l.JDKs
			launches[i].Complete = launches[i].Complete && l.Complete
		}
	}
	return launches, ended
}

// perhapsRelease finds numbers that may be releases.
var perhapsRelease = lazyregexp.New(`\b\d{1,2}\b`)

// releases are those on which a script may do something else than on the one before: the ones whose numbers stand in what
// it reads, and those behind them. A number may stand in another, as 11 does in 011000: those with long-term support are
// always among them.
func releases(texts []source.Text) (all []int) {
	numbers := func(t source.Text) []string { return perhapsRelease.FindAllString(t.String(), -1) }
	named := lists.Set(lists.Flat(texts, numbers))
	for jdk := jvmflag.Oldest; jdk <= jvmflag.Newest; jdk++ {
		if slices.Contains(jvmflag.LongTerm, jdk) || named[strconv.Itoa(jdk)] || named[strconv.Itoa(jdk-1)] {
			all = append(all, jdk)
		}
	}
	return all
}

func (l *Launch) on(jdks JDKs) {
	l.JDKs = jdks
	for i := range l.Words {
		l.Words[i].JDKs = jdks
	}
}

func (w *worlds) run(in world) *run {
	r := &run{script: w.script, world: in, reached: w.reached, kept: w.kept}
	r.start()
	w.result.Steps += r.steps + r.parts/6
	w.said = r.said
	for _, a := range r.arms {
		before, seen := w.decided[a.at]
		w.decided[a.at] = before || r.decided(a)
		w.open[a.at] = w.open[a.at] || len(in.forced) == 0 && in.jdk > 0 && slices.ContainsFunc(a.tests, func(n int) bool { return r.calls[n].ran && r.calls[n].doubt })
		if a.at.file != nil && !seen {
			w.arms = append(w.arms, a)
		}
	}
	for _, t := range r.files {
		if !slices.ContainsFunc(w.result.Read, t.Same) {
			w.result.Read = append(w.result.Read, t)
		}
	}
	w.result.Unknown = w.result.Unknown || r.unknown
	w.result.Missing = w.result.Missing || r.missing
	w.result.Over = w.result.Over || r.over
	w.noScript = w.noScript || r.noScript
	return r
}

// unreached is a branch that may say something of a JVM and that no run came to, with those that it stands in.
func (w *worlds) unreached() []place {
	for _, a := range w.arms {
		if !a.words || w.reached[a.at] || w.never(a.at) || slices.ContainsFunc(a.around, w.never) {
			continue
		}
		for n, at := range a.around { // what it holds may then be reached by itself
			if !w.reached[at] {
				return a.around[:n+1]
			}
		}
		return append(slices.Clone(a.around), a.at)
	}
	return nil
}

// never reports whether it is known that a branch does not run.
func (w *worlds) never(at place) bool { return w.decided[at] && !w.open[at] && !w.reached[at] }

// decided reports whether it is known that a branch does not run, if it did not.
func (r *run) decided(a *arm) bool {
	return len(r.world.forced) == 0 && !r.doubts[a.within] && (r.known(a.tests) || r.known(a.chain))
}

// known reports whether some of the tests were made, and nothing that is not known decided.
func (r *run) known(tests []int) bool {
	ran := false
	for _, n := range tests {
		if ran = ran || r.calls[n].ran; r.calls[n].doubt {
			return false
		}
	}
	return ran
}

// either are the launches of two runs, of which nobody knows which is right: words that one of them
// lacks are perhaps.
func either(launches, others []Launch) []Launch {
	for i, l := range launches {
		n := slices.IndexFunc(others, func(o Launch) bool { return o.At.Same(l.At) })
		if n < 0 {
			continue
		}
		other := others[n]
		others = slices.Delete(others, n, n+1)
		lacks := func(words []Word) func(Word) bool {
			return func(w Word) bool { return w.countsWithout(words) }
		}
		if slices.ContainsFunc(l.Words, lacks(other.Words)) && slices.ContainsFunc(other.Words, lacks(l.Words)) {
			other.World = -1
			launches = append(launches, other)
			continue
		}
		words := together(l.Words, other.Words)
		for j, w := range words {
			_, first := find(l.Words, w)
			_, second := find(other.Words, w)
			words[j].Perhaps = w.Perhaps || !first || !second
		}
		launches[i].Words, launches[i].Complete = words, l.Complete && other.Complete
	}
	for _, o := range others {
		o.World = -1
		launches = append(launches, o)
	}
	return launches
}

// addPerhaps adds a launch of a run in which a branch was forced: words that only it has are
// perhaps in the one of the same command whose words it has, too.
func (w *worlds) addPerhaps(l Launch) {
	for i := range w.result.Launches {
		have := &w.result.Launches[i]
		if !have.At.Same(l.At) {
			continue
		}
		if !slices.ContainsFunc(have.Words, func(word Word) bool { return word.countsWithout(l.Words) }) {
			words := together(have.Words, l.Words)
			for j, word := range words {
				_, before := find(have.Words, word)
				words[j].Perhaps = word.Perhaps || !before
			}
			have.Words, have.Complete = words, have.Complete && l.Complete
			return
		}
	}
	if i := slices.IndexFunc(w.result.Launches, func(have Launch) bool { return have.At.Same(l.At) }); i >= 0 && l.Variable == "" {
		// what was forced may have left the program without its words
		have := w.result.Launches[i].Words
		flag := func(word Word) bool { return options.MatchString(word.Text.String()) }
		l.Words = slices.DeleteFunc(l.Words, func(word Word) bool {
			_, in := find(have, word)
			return !flag(word) && !in
		})
		l.Words = together(l.Words, slices.DeleteFunc(slices.Clone(have), flag))
	}
	w.result.Launches = append(w.result.Launches, l)
}

// countsWithout reports whether a word says something of the JVM and stands not among others.
func (w Word) countsWithout(words []Word) bool {
	_, in := find(words, w)
	return !in && !w.Perhaps && options.MatchString(w.Text.String())
}

// find looks for a word at its place; where one of both has no place of its own, for the same text.
func find(words []Word, w Word) (int, bool) {
	i := slices.IndexFunc(words, func(have Word) bool {
		return have.Text.Same(w.Text) || (have.loose || w.loose) && have.Text.String() == w.Text.String()
	})
	return i, i >= 0
}

// together are the words of two launches of one command, in the order that both keep: one that both
// have is for the releases of both.
func together(have, further []Word) []Word {
	have = slices.Clone(have)
	next := 0 // where those that only the further launch has go in
	for _, w := range further {
		if at, found := find(have[next:], w); found {
			next += at
			have[next].JDKs |= w.JDKs
		} else {
			have = slices.Insert(have, next, w)
		}
		next++
	}
	return have
}
