package lint

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

type Result struct {
	Findings  []*Finding
	NotJudged []NotJudged
	Refused   []Refused
	Predicted []*predict.Predictions // what was judged, in the order in which it was given
	Faults    []error                // of jvmlint itself: what they took out of the result was not judged
	Unlisted  []*source.Problem      // where there is more to find than is listed

	Suppressed []Suppressed // findings that comments left out
	Adopted    int          // that the baseline did
	Untouched  int          // that a change does not touch
}

// NotJudged is a rule that lacked facts about a workload.
type NotJudged struct {
	Rule     *Rule
	Workload *workload.Workload
	Needs    []Fact
}

// Refused is a workload whose JVM does not start, on these JDKs.
type Refused struct {
	Workload *workload.Workload
	JDKs     []int
	Refusal  *jvmflag.Refusal
	All      bool // on every candidate: little of the workload was judged
	Reported bool // a finding tells of it
}

// Check runs rules over workloads, several at the same time. Its result is sorted by place. A fault of jvmlint itself
// takes its own rule, or workload, out of the result and leaves the others; the error joins those faults.
func Check(workloads []*workload.Workload, rules []*Rule) (*Result, error) {
	predicted := lists.Of(workloads, func(w *workload.Workload) *predict.Predictions {
		return predict.For(w, workload.Facts{})
	})
	return CheckWith(predicted, Always(rules), func(*workload.Workload) Settings { return nil })
}

func Always(rules []*Rule) func(*workload.Workload) []*Rule {
	return func(*workload.Workload) []*Rule { return rules }
}

// CheckWith runs rules over what workloads are predicted to do, each by the rules and the settings for it.
func CheckWith(predicted []*predict.Predictions, rules func(*workload.Workload) []*Rule, settings func(*workload.Workload) Settings) (*Result, error) {
	_, inFile := lists.By(predicted, func(ps *predict.Predictions) *source.File { return ps.Workload.File })
	each := make([]Result, len(predicted))
	parallel.Each(len(predicted), func(i int) {
		w := predicted[i].Workload
		defer func() { each[i].addFault(fault(recover(), nil, w)) }()
		defer predicted[i].LetGo()
		checkOne(&each[i], predicted[i], rules(w), settings(w), len(inFile[w.File]) > 1)
	})
	result := &Result{Predicted: predicted}
	for _, r := range each {
		result.Findings = append(result.Findings, r.Findings...)
		result.NotJudged = append(result.NotJudged, r.NotJudged...)
		result.Refused = append(result.Refused, r.Refused...)
		result.Faults = append(result.Faults, r.Faults...)
		result.Unlisted = append(result.Unlisted, r.Unlisted...)
	}
	slices.SortStableFunc(result.Findings, func(a, b *Finding) int {
		return cmp.Or(order(a.Span, b.Span), cmp.Compare(a.Rule.ID, b.Rule.ID))
	})
	return result, errors.Join(result.Faults...)
}

// addFault adds a fault once: a rule fails on several JDKs alike.
func (r *Result) addFault(err error) {
	if err != nil && !slices.ContainsFunc(r.Faults, func(have error) bool { return have.Error() == err.Error() }) {
		r.Faults = append(r.Faults, err)
	}
}

// checkOne judges a workload under each of its JDKs, newest first, and merges findings that differ in the JDK only.
// In a file crowded with workloads each finding names its own.
func checkOne(result *Result, predicted *predict.Predictions, rules []*Rule, settings Settings, crowded bool) {
	w := predicted.Workload
	if len(settings) > 0 {
		rules = slices.DeleteFunc(slices.Clone(rules), func(r *Rule) bool { return settings[r.ID].Off })
	}
	all := merged{open: w.JDK.Open, at: map[findingAt][]int{}, full: map[findingOn]int{}}
	needs := map[*Rule][]Fact{}
	refused := map[string]*Refused{}
	judged, evidence := 0, evidenceOf(w)
	for _, p := range predicted.All() {
		pass := NewPass(p)
		pass.settings = settings
		if refusal := pass.Start.Refusal; refusal != nil && !evidence.doubtful {
			key := fmt.Sprintf("%q", refusal.Lines)
			if refused[key] == nil {
				refused[key] = &Refused{Workload: w, Refusal: refusal}
			}
			refused[key].JDKs = append(refused[key].JDKs, p.JDK)
		} else {
			judged++
		}
		if n := p.Options.Further; n > 0 {
			result.tellLeft(w, "the JVM refuses too many options: at least %d of them are not listed", n)
		}
		for _, rule := range rules {
			pass.rule, pass.findings, pass.needs, pass.failures = rule, nil, nil, nil
			if err := run(pass, rule); err != nil {
				result.addFault(err)
				continue
			}
			if len(pass.findings) == mostFindings {
				result.tellLeft(w, "%s finds more than %d faults in one JVM or member: the others are not listed", rule.ID, mostFindings)
			}
			for _, err := range pass.failures {
				result.addFault(err)
			}
			for _, f := range pass.findings {
				if !evidence.settle(f) {
					continue
				}
				if f.On = p.JDK; !predicted.Tried { // of a change nobody reads it, and places in charts take a second rendering
					f.Context = Context(p)
				}
				f.Crowded = crowded && f.Context != ""
				if f.Crowded {
					f.Context = w.Name + ": " + f.Context
				}
				all.add(f)
			}
			if !evidence.doubtful && len(pass.needs) > 0 {
				needs[rule] = lists.With(needs[rule], pass.needs...)
			}
		}
	}
	var findings []*Finding
	for _, f := range all.settled() {
		if f.guessed(w) {
			needs[f.Rule] = append(needs[f.Rule], FactJDK)
			continue
		}
		if len(f.JDKs) < len(w.JDK.Candidates) {
			holdOnSome(f, w)
		}
		settings.apply(f)
		findings = append(findings, f)
	}
	result.Findings = append(result.Findings, findings...)
	for _, rule := range rules {
		if len(needs[rule]) > 0 {
			result.NotJudged = append(result.NotJudged, NotJudged{Rule: rule, Workload: w, Needs: needs[rule]})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(refused)) {
		r := refused[key]
		slices.Sort(r.JDKs)
		r.All = judged == 0
		r.Reported = !slices.ContainsFunc(r.JDKs, func(jdk int) bool {
			return !slices.ContainsFunc(findings, func(f *Finding) bool { return f.Refusal != nil && slices.Contains(f.JDKs, jdk) })
		})
		result.Refused = append(result.Refused, *r)
	}
}

// guessed reports whether an info holds on fewer than half of the releases with long-term support that may be meant,
// where nothing names one; the newest release does not count for as much as they do.
func (f *Finding) guessed(w *workload.Workload) bool {
	longTerm := func(jdks []int) int { return len(lists.Where(jdks, isLongTerm)) }
	return w.JDK.Open && f.Severity == Info && f.Refusal == nil && !f.Ahead && 2*longTerm(f.JDKs) < longTerm(w.JDK.Candidates)
}

// onAllFrom11 reports whether a finding holds on all releases with long-term support that may be meant,
// but for 8 where a later one may be meant too: few new programs run on it.
func (f *Finding) onAllFrom11(w *workload.Workload) bool {
	newer := slices.Max(w.JDK.Candidates) >= 11
	return !slices.ContainsFunc(w.JDK.Candidates, func(jdk int) bool {
		return isLongTerm(jdk) && (jdk >= 11 || !newer) && !slices.Contains(f.JDKs, jdk)
	})
}

// holdOnSome lowers a finding that does not hold on all of the JDKs that may be meant. A
// refusal is a warning: on other JDKs it starts. If nothing names the JDK, what does not hold on all of
// them from 11 on is info, and so is all that holds on the oldest alone, and what the
// newest alone refuses: hardly anybody means these. What would help there, others may need as it is.
func holdOnSome(f *Finding, w *workload.Workload) {
	switch {
	case w.JDK.Open && len(f.JDKs) == 1 && (f.JDKs[0] == jvmflag.Oldest || f.JDKs[0] == slices.Max(jvmflag.Candidates) && f.Refusal != nil):
		f.Severity = Info
		for i, fix := range f.Fixes {
			if fix.Safety == Unsafe || f.JDKs[0] == jvmflag.Oldest {
				f.Fixes[i].Safety, f.Fixes[i].Edits = Manual, nil
			}
		}
	case f.Severity >= Warning && w.JDK.Open && !f.onAllFrom11(w):
		f.Severity = Info
	case f.Refusal != nil && f.Severity == Error:
		f.Severity = Warning
	}
}

// run keeps a fault of one rule from taking the others with it.
func run(pass *Pass, rule *Rule) (err error) {
	defer func() { err = fault(recover(), rule, pass.Workload) }()
	if rule.Check != nil {
		rule.Check(pass)
		pass.doubtAssumed()
	}
	return nil
}

// fault tells of a panic; nil where there was none.
func fault(recovered any, rule *Rule, w *workload.Workload) error {
	switch {
	case recovered == nil, recovered == enough{}:
		return nil
	case rule == nil:
		return fmt.Errorf("internal error on %s, please report it: %v", w.File.Name, recovered)
	}
	return fmt.Errorf("internal error in rule %s on %s, please report it: %v", rule.ID, w.File.Name, recovered)
}

// Context says in one line what a finding was judged under, and where each fact stands.
func Context(p *predict.Prediction) string {
	w := p.Workload
	jdk := fmt.Sprintf("JDK %d (%s)", p.JDK, w.JDK.Why)
	if p.JDK == jvmflag.EarlyAccess {
		jdk += ", early access"
	}
	if len(w.JDK.Candidates) > 1 {
		jdk = fmt.Sprintf("assuming JDK %d of %s (%s)", p.JDK, Releases(w.JDK.Candidates), w.JDK.Why)
	}
	if table := p.Options.Table; table != p.JDK {
		jdk += fmt.Sprintf(", judged by the facts of JDK %d, the nearest that is known", table)
	}
	if !w.HasJVM() {
		return ""
	}
	parts := []string{jdk}
	if p.JVM != nil {
		collector := p.JVM.Collector
		parts = append(parts, collector.String()+If(collector.Origin == source.Assumed, " ("+collector.Why+")"))
	}
	parts = append(parts, limits(w)...)
	if p.JVM != nil && p.Machine().Blind {
		parts = append(parts, "sizes of the node: it does not see its limits ("+w.Node.By+")")
	}
	return strings.Join(parts, ", ")
}

// ContextOfAll says what all JDKs of a workload have in common.
func ContextOfAll(w *workload.Workload) string {
	jdks := fmt.Sprintf("JDK %s (%s)", Releases(w.JDK.Candidates), w.JDK.Why)
	return strings.Join(append([]string{jdks}, limits(w)...), ", ")
}

func limits(w *workload.Workload) []string {
	var known []string
	if w.CPUs.Known() {
		known = append(known, plural.Of(w.CPUs.N, "CPU")+place(w.CPUs))
	}
	switch m := w.Memory; {
	case m.Origin == source.Configured && m.Text.Len() == 0: // found on a machine
		known = append(known, fmt.Sprintf("memory %s (%s)", Size(m), m.Why))
	case m.Known():
		limit := Size(m)
		if m.Text.Len() > 0 {
			limit = w.WrittenLimit()
		}
		known = append(known, "limit "+limit+place(m))
	}
	return known
}

// place says where a value stands, or which of jvmlint's options or which default gave it.
func place(v source.Value) string {
	if span := v.Text.Written().Foremost(); !span.IsZero() {
		return fmt.Sprintf(" (%s:%d)", span.File.Name, span.File.LineAt(span.Start))
	}
	return If(v.Origin == source.Argument || v.Origin == source.Default, " ("+v.Why+")")
}

// mostFindings is how many findings of a rule are listed of a workload on a JDK:
// no file that people read comes near it.
const mostFindings = 1000

// enough ends a rule that has found so many.
type enough struct{}

// tellLeft tells once of what is not listed of a workload.
func (r *Result) tellLeft(w *workload.Workload, format string, args ...any) {
	at := w.At.Span()
	p := &source.Problem{File: cmp.Or(at.File, w.File), Span: at, Message: fmt.Sprintf(format, args...)}
	if !slices.ContainsFunc(r.Unlisted, func(have *source.Problem) bool { return have.Error() == p.Error() }) {
		r.Unlisted = append(r.Unlisted, p)
	}
}

// Extent is how much of a workload was judged.
type Extent uint8

const (
	NotAtAll Extent = iota // nothing is known of how it is started
	InPart                 // something kept some rules from judging it
	InFull
)

var extentNames = [...]string{"no", "part", "full"}

func (e Extent) String() string { return extentNames[e] }

// Judged is how much of a workload was judged, and why not more.
type Judged struct {
	Workload *workload.Workload
	At       source.Span // where it was written; zero: in the file as a whole
	JVM      bool        // it is one; else a configuration of Hazelcast, or options that reach no JVM
	Extent   Extent
	Why      []string
	Noted    bool // a note tells the first reason
}

// Extents are how much was judged of each workload. It is in full where the JVM was predicted, starts, and no rule
// lacked what files could say of it. What has to be measured, and what a start script may add to the options, are not
// asked for: that could be said of any.
func (r *Result) Extents() []Judged {
	refused := map[*workload.Workload][]int{}
	for _, f := range r.Refused {
		if f.All {
			refused[f.Workload] = append(refused[f.Workload], f.JDKs...)
		}
	}
	lacked := map[*workload.Workload][]string{}
	for _, n := range r.NotJudged {
		stated := slices.DeleteFunc(slices.Clone(n.Needs), measured)
		lacked[n.Workload] = lists.With(lacked[n.Workload], lists.Of(stated, Fact.String)...)
	}
	return lists.Of(r.Predicted, func(p *predict.Predictions) Judged {
		w := p.Workload
		isJVM := w.HasJVM() || w.Unread == nil && w.Hazelcast == nil && w.HazelcastClient == nil && w.Unmodelled == nil
		j := Judged{Workload: w, JVM: isJVM, Extent: InFull}
		switch {
		case j.JVM && !w.HasJVM():
			j.Extent, j.Why = NotAtAll, []string{cmp.Or(w.Doubt, "it is unknown how it is started")}
		case !j.JVM && w.Unmodelled != nil:
			if j.Extent, j.Why, j.Noted = NotAtAll, []string{w.Unmodelled.Judged()}, true; w.Unmodelled.Config != nil {
				j.Extent = InPart
			}
		case j.JVM && !w.Decided():
			j.because(cmp.Or(w.Doubt, "the value of one of its options is unknown"))
		case w.Evidence() == jvmflag.LooksLike:
			j.because(cmp.Or(w.Doubt, "this only looks like JVM options: no JVM is known to read it"))
		case len(refused[w]) > 0:
			slices.Sort(refused[w])
			j.because(fmt.Sprintf("it does not start on JDK %s, so its behaviour there is not predicted", Releases(slices.Compact(refused[w]))))
		}
		j.Noted = j.Noted || len(j.Why) > 0 && j.Why[0] == w.Doubt && !w.Decided()
		if facts := lacked[w]; len(facts) > 0 {
			unlimited := If(w.Node.Cgroup == hotspot.CgroupNone, "; no control group limits it ("+w.Node.By+")")
			j.because("unknown: " + strings.Join(facts, ", ") + unlimited)
		}
		return j
	})
}

// measured tells a fact that only a running program shows.
func measured(f Fact) bool { return f == FactPause || f == FactLargestObject || f == FactLive }

func (j *Judged) because(why string) { j.Extent, j.Why = InPart, append(j.Why, why) }

func (n NotJudged) Facts() string { return strings.Join(lists.Of(n.Needs, Fact.String), " and ") }
