// Package advise works out the whole set of options that a JVM should have in its container: it lets the models of
// the other packages size it, and the rules judge what comes of it, until nothing is left to say. It holds no formula
// of its own.
package advise

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// DefaultReserve is the share of the limit, in percent, that stays free: what is
// planned for is an estimate, and a container that is full is killed.
const DefaultReserve = 3

// Wish is what is asked for.
type Wish struct {
	Workload *workload.Workload
	Profile  Profile // empty: to be worked out
	Reserve  int64   // percent of the limit
	Heap     int64   // bytes that the heap is to have; 0: as many as fit
	Rules    []*lint.Rule
	Settings lint.Settings   // of the rules for the workload
	Others   *predict.Others // of the run; nil: each step predicts them

	Settled *int // how often options were chosen: a limit that is looked for takes some twenty times; nil: nobody counts

	sized bool // the limit is the one that it takes
}

// Option is an option of the advice, or one that it drops, and why.
type Option struct {
	Text   string
	Reason string
	Source string // what teaches that; empty where it is as it was
	Kept   bool   // as it was given
	Apart  bool   // with an argument of its own: it decides nothing here

	Assumed bool // a bound that nobody measured: the plan counts with it, and nobody is to copy it
}

func (o Option) String() string { return o.Text }

// Advice is the whole set of options for one workload on one JDK.
type Advice struct {
	Workload   *workload.Workload
	JDK        int
	Profile    Profile
	ProfileWhy string
	Options    []Option
	Dropped    []Option
	LeftAlone  []Option // flags
	Before     *predict.Prediction
	After      *predict.Prediction
	Share      *programs.HeapShare // that the program's vendor allows its heap; nil: it needs no such care
	Remaining  []*lint.Finding     // what options cannot mend, on a file of the advice's own
	RefusedOn  []string            // other JDKs that may run it, which do not start with it, and why
	Limit      int64               // bytes of memory that would mend it, or that a wanted heap takes; 0: none needed
	ForLimit   bool                // the options are those for that limit: with the one that there is nothing fits

	channel jvmflag.Channel // of further options
}

// steps decide in this order; each finds the options as the ones before leave them.
var steps = []func(*sheet){
	startable, chooseCollector, sizeHeap, boundPools, sizeHeap, setTenuring, obeyRules, resize, dropFaulty, dropOwnChoices,
}

// For works out the advice. It is the same for options that it has advised.
func For(w Wish) *Advice {
	if given := w.Workload.FullGCPause; given.Known() && given.Origin != source.Measured {
		own := *w.Workload
		own.PauseOf = predict.Of(w.Workload, slices.Max(own.JDK.Candidates)).JVM
		w.Workload = &own
	}
	shared, others := w.share()
	if others == 0 {
		return w.alone()
	}
	a := shared.alone()
	before := *asBefore(w.Workload, a.JDK)
	before.Companions = nil
	a.Before = w.predict(&before, a.JDK)
	if a.Limit > 0 {
		a.Limit += others
	}
	return a
}

// alone is the advice for a JVM that has its limit for itself.
func (w Wish) alone() *Advice {
	s := w.settled()
	if !w.sized && !s.fits() {
		if limit := w.leastLimit(); limit > 0 {
			return w.withLimit(limit)
		}
	}
	a := &Advice{
		Workload: w.Workload, JDK: s.jdk, Before: s.before, After: s.prediction(),
		Dropped: s.dropped, Remaining: s.judge(), Share: s.share,
	}
	if !w.sized && a.After.Beside().Touched == 0 && slices.ContainsFunc(a.Remaining, wantsMemory) { // a larger heap would be touched twice, too
		a.Limit = w.leastLimit()
	}
	a.Profile, a.ProfileWhy = profileOf(w.Workload, w.Profile)
	a.Options = append(slices.Clone(s.apart), lists.Of(s.lines, func(l line) Option { return l.Option })...)
	a.RefusedOn, a.channel = s.refusedOn(), s.channel
	a.Dropped = slices.DeleteFunc(a.Dropped, func(o Option) bool { return s.has(o.Text) })
	a.LeftAlone = leftAlone(s)
	return a
}

// MendedByLimit reports whether the limit that is named mends what is left.
func (a *Advice) MendedByLimit(f *lint.Finding) bool {
	return a.Limit > 0 && !a.ForLimit && wantsMemory(f)
}

// withLimit advises for the limit that it takes, where nobody says one or what
// is asked for does not fit the one that there is.
func (w Wish) withLimit(limit int64) *Advice {
	given, sized := w.Workload, *w.Workload
	sized.Memory = source.Value{N: limit, Origin: source.Assumed, Why: "the limit that it takes"}
	w.Workload, w.sized = &sized, true
	a := w.alone()
	a.Workload, a.Limit, a.ForLimit = given, limit, true
	a.Before = w.predict(asBefore(given, a.JDK), a.JDK)
	return a
}

// refusedOn tries the options on the other JDKs that may run the workload.
func (s *sheet) refusedOn() []string {
	var all []string
	for _, jdk := range s.Workload.JDK.Candidates {
		if jdk == s.jdk {
			continue
		}
		if refusal := s.prediction().On(jdk).Start.Refusal; refusal != nil {
			all = append(all, fmt.Sprintf("JDK %d does not start with it: %v", jdk, refusal))
		}
	}
	return all
}

// settled is the sheet after all steps.
func (w Wish) settled() *sheet {
	s := newSheet(w)
	if w.Settled != nil {
		*w.Settled++
	}
	s.profile, _ = profileOf(w.Workload, w.Profile)
	s.asked = s.collectorAsked()
	taken := either.Of(s.keepsAll(), stepsThatMend, steps)
	for _, step := range taken {
		step(s)
	}
	slices.SortStableFunc(s.lines, func(a, b line) int { return a.rank() - b.rank() })
	s.predicted = nil
	return s
}

// rank is where people look for an option: unlocks before what they unlock, what
// was there, the heap, the collector, the rest.
func (l line) rank() int {
	switch {
	case strings.HasPrefix(l.Text, "-XX:+Unlock"):
		return 0
	case l.Kept:
		return 1
	case strings.HasPrefix(l.Text, "-Xm"):
		return 2
	case slices.Contains(slices.Collect(maps.Values(collectorOptions)), l.Text):
		return 3
	}
	return 4
}

// judge gives what the rules find on a sheet.
func (s *sheet) judge() []*lint.Finding {
	of := func(*workload.Workload) lint.Settings { return s.Settings }
	result, _ := lint.CheckWith([]*predict.Predictions{s.predictions()}, lint.Always(s.Rules), of)
	return result.Findings
}

// predict keeps what is said of the other JVMs of the container.
func (w Wish) predict(of *workload.Workload, jdk int) *predict.Prediction {
	return (&predict.Predictions{Workload: of, Others: w.Others}).On(jdk)
}

// asBefore is the workload on the one JDK that is advised for.
func asBefore(w *workload.Workload, jdk int) *workload.Workload {
	before := *w
	before.JDK = workload.JDK{Candidates: []int{jdk}, Builds: w.JDK.Builds, Why: w.JDK.Why, At: w.JDK.At}
	return &before
}

// resize lets the heap follow what the rules have added since it was sized, and the rules the heap.
func resize(s *sheet) {
	const most = 3
	for range most {
		before := slices.Sorted(strings.Lines(s.text()))
		boundPools(s)
		sizeHeap(s)
		s.lines = slices.DeleteFunc(s.lines, func(l line) bool { return l.ruled && !l.Kept }) // rules say it again
		s.predicted = nil
		obeyRules(s)
		if slices.Equal(before, slices.Sorted(strings.Lines(s.text()))) {
			return
		}
	}
}

// chosenFlags are decided anew, whatever they were: the sizes of the heap and of
// its generations, the collector, its goals and its threads.
var chosenFlags = strings.Fields(chosenFlagsText)

//go:embed chosen_flags.txt
var chosenFlagsText string

// chosenHere reports whether all that an option sets is decided anew. Flags of one
// collector alone go with the collector, those that this JDK refuses, too.
func chosenHere(r *jvmflag.Resolution, o jvmflag.Option) bool {
	if name, xx := strings.CutPrefix(o.String(), "-XX:"); xx {
		name, _, _ = strings.Cut(strings.TrimLeft(name, "+-"), "=")
		return slices.Contains(chosenFlags, name) || jvmflag.Flag{Name: name}.Collector() != ""
	}
	sets := 0
	for _, set := range r.History {
		if set.Option.Text.Span() != o.Text.Span() || set.Option.String() != o.String() {
			continue
		}
		if !slices.Contains(chosenFlags, set.Flag.Name) && set.Flag.Collector() == "" {
			return false
		}
		sets++
	}
	return sets > 0
}

// keyOf is what two options share of which only one may stand: -Xmx9g and
// -Xmx8g, -XX:+UseG1GC and -XX:-UseG1GC, -Dname=a and -Dname=b.
func keyOf(option string) string {
	begins := func(short string) bool { return strings.HasPrefix(option, short) }
	if short, is := lists.First([]string{"-Xmx", "-Xms", "-Xmn", "-Xss"}, begins); is {
		return short
	}
	name, _, _ := strings.Cut(option, "=")
	return strings.NewReplacer("-XX:+", "-XX:", "-XX:-", "-XX:").Replace(name)
}
