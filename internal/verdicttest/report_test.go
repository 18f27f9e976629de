package verdicttest

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hotspot"
)

// Report counts how verdicts of the model compare with real ones, and groups
// the differences. It may be used by several goroutines.
type Report struct {
	Huge bool // heaps may be larger than the machine's memory: one that it does not grant has no verdict

	mu     sync.Mutex
	counts map[int]*Counts
	groups map[group]*examples
}

// Counts are numbers of lines of one JDK.
type Counts struct {
	Lines    int // that have a verdict
	Starts   int // of these, those that the real JVM starts
	Verdicts int // on which the model is right
	First    int // on which verdict and first message are right
	All      int // on which verdict and all messages are right
	Flags    int // that the model and the real JVM print
	Wrong    int // of these, those whose values differ
	Stopped  int // that the runner ended: no verdict
	Unstable int // that the real JVM judges now so, now so: no verdict
}

type group struct {
	jdk             int
	what            string
	real, predicted string // kinds of messages
}

type examples struct {
	count int
	shown []string
}

const (
	mostExamples = 3
	mostRuns     = 16 // the rarest crash met yet comes in one start of fifteen
	unstable     = "now so, now so"
)

// Compare adds one line. The line is run again by again where the verdicts
// differ, in case that the JVM's is not stable.
func (r *Report) Compare(jdk int, l Line, real Outcome, predicted Said, again func() (Outcome, error)) {
	actual, shell := real.read(l), l.shell()
	for run := 0; run < mostRuns && real.Stopped == "" && actual.Starts != predicted.Starts && again != nil; run++ {
		if next, err := again(); err != nil || next.Stopped != "" || (next.Exit == 0) != actual.Starts {
			real.Stopped = unstable
		}
	}
	if r.Huge && predicted.Starts && strings.Contains(real.Stdout+real.Stderr, "os::commit_memory(") {
		real.Stopped = "the machine lacks the memory" // and not the JVM a reason to start
	}
	if real.Stopped == "" {
		r.compare(jdk, shell, actual, predicted)
		r.compareFlags(jdk, shell, real, predicted.model)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.of(jdk)
	if real.Stopped == unstable {
		c.Unstable++
	} else {
		c.Stopped++
	}
	r.add(group{jdk: jdk, what: "stopped", real: real.Stopped}, shell, actual, predicted)
}

// of are the counts of a JDK.
func (r *Report) of(jdk int) *Counts {
	if r.counts == nil {
		r.counts, r.groups = map[int]*Counts{}, map[group]*examples{}
	}
	if r.counts[jdk] == nil {
		r.counts[jdk] = &Counts{}
	}
	return r.counts[jdk]
}

// compare adds a line whose verdict is known.
func (r *Report) compare(jdk int, shell string, actual, predicted Said) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.of(jdk)
	c.Lines++
	if actual.Starts {
		c.Starts++
	}
	what := ""
	switch {
	case actual.Starts && !predicted.Starts:
		what = "verdict: starts, predicted not to"
	case !actual.Starts && predicted.Starts:
		what = "verdict: does not start, predicted to"
	case actual.first() != predicted.first():
		what = "first message"
	case !slices.Equal(actual.Messages, predicted.Messages):
		what = "further messages"
	}
	if !strings.HasPrefix(what, "verdict") {
		c.Verdicts++
		if what != "first message" {
			c.First++
		}
		if what == "" {
			c.All++
			return
		}
	}
	g := group{jdk: jdk, what: what}
	switch what {
	case "first message":
		g.real, g.predicted = kind(actual.first()), kind(predicted.first())
	case "further messages":
		a, p := firstDifference(actual.Messages, predicted.Messages)
		g.real, g.predicted = kind(a), kind(p)
	default:
		g.real, g.predicted = kind(actual.decisive()), kind(predicted.decisive())
	}
	r.add(g, shell, actual, predicted)
}

// compareFlags adds the flags of a JVM that starts, where it printed them.
func (r *Report) compareFlags(jdk int, shell string, real Outcome, model *hotspot.JVM) {
	if model == nil {
		return
	}
	printed, _ := printedFlags(real.Stdout)
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.of(jdk)
	byName := func(a, b hotspot.Flag) int { return strings.Compare(a.Name, b.Name) }
	for _, flag := range slices.SortedFunc(model.Flags(), byName) {
		is, ok := printed[flag.Name]
		if !ok || flag.Value == nil {
			continue
		}
		if c.Flags++; sameValue(flag.Value, is) {
			continue
		}
		c.Wrong++
		shown := func(value any) Said {
			return Said{Starts: true, Messages: []string{fmt.Sprintf("%s=%v", flag.Name, value)}}
		}
		r.add(group{jdk: jdk, what: "flag " + flag.Name}, shell, shown(is), shown(flag.Value))
	}
}

// sameValue reports whether -XX:+PrintFlagsFinal prints a value so.
func sameValue(predicted any, text string) bool {
	switch v := predicted.(type) {
	case bool:
		return text == strconv.FormatBool(v)
	case float64:
		return text == strconv.FormatFloat(v, 'f', 6, 64)
	}
	return text == fmt.Sprint(predicted)
}

// decisive is the message that groups wrong verdicts: the reason of a refusal,
// and none of a start.
func (s Said) decisive() string {
	if s.Starts {
		return ""
	}
	return s.reason()
}

func firstDifference(a, b []string) (string, string) {
	at := func(s []string, i int) string {
		if i < len(s) {
			return s[i]
		}
		return ""
	}
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return at(a, i), at(b, i)
}

func (r *Report) add(g group, shell string, real, predicted Said) {
	e := r.groups[g]
	if e == nil {
		e = &examples{}
		r.groups[g] = e
	}
	e.count++
	if len(e.shown) < mostExamples {
		e.shown = append(e.shown, fmt.Sprintf("%s\n      real:      %s\n      predicted: %s", shell, real, predicted))
	}
}

// String is the verdict and its messages in one line.
func (s Said) String() string {
	verdict := "does not start"
	if s.Starts {
		verdict = "starts"
	}
	return strings.Join(append([]string{verdict}, s.Messages...), " | ")
}

// count gives the numbers of a JDK.
func (r *Report) count(jdk int) Counts {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.counts[jdk]; c != nil {
		return *c
	}
	return Counts{}
}

func (c Counts) String() string {
	percent := func(n int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(c.Lines, 1))) }
	return fmt.Sprintf("%d lines, %s start; verdict right %d (%s), first message %s, all messages %s; %d of %d flags wrong; %d stopped, %d unstable",
		c.Lines, percent(c.Starts), c.Verdicts, percent(c.Verdicts), percent(c.First), percent(c.All), c.Wrong, c.Flags, c.Stopped, c.Unstable)
}

// text is the whole report: the counts, then the groups, wrong verdicts first
// and large groups before small ones.
func (r *Report) text(prefix ...string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	for _, jdk := range slices.Sorted(maps.Keys(r.counts)) {
		fmt.Fprintf(&b, "JDK %d: %v\n", jdk, r.counts[jdk])
	}
	groups := slices.SortedFunc(maps.Keys(r.groups), func(x, y group) int {
		wrong := func(g group) int {
			return slices.Index([]string{"verdict", "flag", "first", "further", "stopped"}, strings.TrimRight(strings.Fields(g.what)[0], ":"))
		}
		return cmp.Or(cmp.Compare(wrong(x), wrong(y)), cmp.Compare(r.groups[y].count, r.groups[x].count),
			cmp.Compare(x.jdk, y.jdk), cmp.Compare(x.real, y.real), cmp.Compare(x.predicted, y.predicted))
	})
	for _, g := range groups {
		if len(prefix) > 0 && !strings.HasPrefix(g.what, prefix[0]) {
			continue
		}
		e := r.groups[g]
		fmt.Fprintf(&b, "\n%d times JDK %d, %s\n  real:      %s\n  predicted: %s\n", e.count, g.jdk, g.what, g.real, g.predicted)
		for _, x := range e.shown {
			fmt.Fprintf(&b, "    %s\n", x)
		}
	}
	return b.String()
}

// printedFlags takes the flags that -XX:+PrintFlagsFinal prints out of the other lines of an output.
func printedFlags(output string) (flags map[string]string, others []string) {
	flags = map[string]string{}
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		if m := flagRow.FindStringSubmatch(line); m != nil {
			flags[m[1]] = m[2]
		} else {
			others = append(others, line)
		}
	}
	return flags, others
}

// flagRow is a flag with its value and its kind.
var flagRow = regexp.MustCompile(`^\s*\w+\s+(\w+)\s+:?=\s*(.*?)\s*\{[^{}]*\}\s*(?:\{.*\})?\s*$`)
