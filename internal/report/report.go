// Package report is what all outputs share: findings as they may be shown, masked once for all formats, and the
// tables, colours and lines of source that they are made of. The packages below it write: findings, figures, html,
// pages and hover.
package report

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Check is what a check came to, as it is handed in.
type Check struct {
	Version  string
	Result   *lint.Result
	Problems []*source.Problem
	Notes    func() []*source.Problem // what was left out without fault; nil: nothing

	Extents       []lint.Judged // of all workloads
	Named         int           // JVMs that notes name, and of which nothing is judged
	Files, Charts int           // that were read

	Rules  []*lint.Rule                          // all there are
	Judged func(*workload.Workload) []*lint.Rule // those that a workload was judged by
	Fails  func(*lint.Finding) bool              // reports whether a build fails for a finding

	// Path is the name of a file as seen from the root of the repository that
	// it stands in; nil leaves names as they are.
	Path func(name string) string
}

// Report is a check as outputs show it.
type Report struct {
	Version   string
	Findings  []Finding
	NotJudged []NotJudged
	Problems  []Problem
	Notes     func() []Problem // outputs that list none need not find where they stand
	LeftOut   LeftOut
	Workloads []*Workload
	Rules     []*lint.Rule
	Counts    Summary

	path func(name string) string
}

// Workload is a workload as outputs show it.
type Workload struct {
	Name      Masked
	File      string
	Judged    func() []*lint.Rule
	Predicted *predict.Predictions
	Extent    lint.Extent
	Why       []string // it was not judged in full
	Noted     bool     // a note tells the first reason
	At        Problem  // where it was written
	Evidence  string   // how sure it is that a JVM reads its options; empty where none is known
	Worst     *Worst   // of its findings; nil where there are none

	hidden func() Secrets // looked up when something is shown
}

// Worst is the severity of a finding and its rule.
type Worst struct {
	Severity lint.Severity
	Rule     *lint.Rule
}

// NotJudged is a rule that lacked facts about a workload.
type NotJudged struct {
	Rule     *lint.Rule
	Workload *Workload
	Needs    []lint.Fact
}

// Problem is a message at a place, or about a whole file.
type Problem struct {
	Message Masked
	At      Place
	Whole   bool
}

// LeftOut are findings that are not listed.
type LeftOut struct {
	Suppressed          []Suppressed // by comments
	Baseline, Unchanged int
}

// Suppressed is a finding that a comment leaves out.
type Suppressed struct {
	Finding
	Reason  Masked
	Comment Place
}

func Of(c Check) Report {
	known := map[*workload.Workload]*Workload{}
	of := func(w *workload.Workload) *Workload {
		if known[w] == nil {
			known[w] = workloadOf(w)
			known[w].Judged = func() []*lint.Rule { return c.Judged(w) }
		}
		return known[w]
	}
	r := Report{
		Version: c.Version, Rules: c.Rules, Problems: problemsOf(c.Problems), path: c.Path,
		Findings: make([]Finding, len(c.Result.Findings)), LeftOut: LeftOut{Baseline: c.Result.Adopted, Unchanged: c.Result.Untouched},
	}
	r.Notes = func() []Problem {
		if c.Notes == nil {
			return nil
		}
		return problemsOf(c.Notes())
	}
	for _, p := range c.Result.Predicted {
		w := of(p.Workload)
		w.Predicted = p
		r.Workloads = append(r.Workloads, w)
	}
	for _, f := range c.Result.Findings { // those below are looked up by several at once
		for _, x := range f.All() {
			if w := of(x.Workload); w.Worst == nil || x.Severity > w.Worst.Severity {
				w.Worst = &Worst{x.Severity, x.Rule}
			}
		}
	}
	for _, e := range c.Extents {
		of(e.Workload).judged(e)
	}
	r.Counts = countsOf(c)
	parallel.Each(len(r.Findings), func(i int) {
		f := c.Result.Findings[i]
		r.Findings[i] = findingOf(f, of)
		r.Findings[i].Fails = c.Fails != nil && c.Fails(f)
	})
	r.NotJudged = lists.Of(c.Result.NotJudged, func(n lint.NotJudged) NotJudged {
		return NotJudged{n.Rule, of(n.Workload), n.Needs}
	})
	r.LeftOut.Suppressed = lists.Of(c.Result.Suppressed, func(s lint.Suppressed) Suppressed {
		return Suppressed{findingOf(s.Finding, of), SecretsOf(s.By.Span.File).Mask(s.By.Reason), PlaceOf(s.By.Span)}
	})
	return r
}

func workloadOf(w *workload.Workload) *Workload {
	shown := &Workload{Name: Mask(w.Name), hidden: sync.OnceValue(func() Secrets { return SecretsOfWorkload(w) })}
	file := cmp.Or(w.File, source.NewFile("", nil))
	shown.File, shown.At = Show(file.Name), Problem{At: PlaceOf(file.Span(0, 0)), Whole: true}
	return shown
}

func (w *Workload) judged(e lint.Judged) {
	w.Extent, w.Noted = e.Extent, e.Noted
	w.Why = lists.Of(e.Why, w.Show)
	if len(e.Workload.Options) > 0 {
		w.Evidence = e.Workload.Evidence().String()
	}
	if !e.At.IsZero() {
		w.At = Problem{At: PlaceOf(e.At)}
	}
}

// Show is a line about a workload, without its secrets.
func (w *Workload) Show(line string) string { return w.hidden().Show(line) }

// String is the name of a workload, and its file.
func (w *Workload) String() string {
	if w.Name.text == "" {
		return w.File
	}
	return w.Name.String() + " of " + w.File
}

// secretsOfProblem are those of the files that a problem speaks of.
func secretsOfProblem(p *source.Problem) Secrets {
	return SecretsOf(append(p.Cites[:len(p.Cites):len(p.Cites)], p.File)...)
}

// ProblemMessage is what a problem says, in a line to show.
func ProblemMessage(p *source.Problem) string { return secretsOfProblem(p).Show(p.Message) }

func Error(err error) string {
	var p *source.Problem
	if errors.As(err, &p) {
		return secretsOfProblem(p).Show(err.Error())
	}
	return Show(err.Error())
}

func problemsOf(problems []*source.Problem) []Problem {
	return lists.Of(problems, func(p *source.Problem) Problem {
		shown := Problem{Message: secretsOfProblem(p).Mask(p.Message), At: PlaceOf(p.Span), Whole: p.Span.IsZero()}
		if shown.Whole {
			shown.At = PlaceOf(p.File.Span(0, 0))
		}
		return shown
	})
}

// Where is the place of a problem, or its file.
func (p Problem) Where() string {
	if p.Whole {
		return p.At.File()
	}
	return p.At.String()
}

// Path is the name of a file as seen from the root of its repository.
func (r Report) Path(p Place) string {
	if r.path == nil {
		return p.File()
	}
	return r.path(p.File())
}

// Memory is a budget as outputs show it, its reasons without secrets, and the limit over it.
type Memory struct {
	memory.Budget
	Limit  source.Value
	Beside int64 // bytes of it that other JVMs of the container may take
}

// MemoryOf is the budget of a workload to be shown.
func MemoryOf(b memory.Budget, w *workload.Workload) *Memory {
	return SecretsOfWorkload(w).memory(b, w.Memory)
}

func (s Secrets) memory(b memory.Budget, limit source.Value) *Memory {
	b.Pools = slices.Clone(b.Pools)
	for i := range b.Pools {
		b.Pools[i].Why = s.hide(b.Pools[i].Why)
	}
	return &Memory{Budget: b, Limit: limit}
}

func (m *Memory) Table() string { return Table(m.Rows("pool")) }

// Rows are a header, of which the first column has a name, a row for each pool, and the sum.
func (m *Memory) Rows(name string) [][]string {
	rows := Rows([]string{name, "at start", "planned", "at most", "kind", "why"}, m.Pools, func(p memory.Pool) []string {
		return []string{p.Name, lint.MiB(p.Committed), lint.MiB(p.Planned), lint.MiB(p.Ceiling), p.Kind.String(), Show(p.Why)}
	})
	return append(rows, []string{"sum", lint.MiB(m.Committed()), lint.MiB(m.Planned()), lint.MiB(m.Ceiling()), "", ""})
}

// Spare says what is left of the limit, or lacks.
func (m *Memory) Spare() (text string, fits bool) {
	if left := m.Limit.N - m.Beside - m.Planned(); left >= 0 {
		return lint.MiB(left) + " to spare", true
	}
	return lint.MiB(m.Planned()+m.Beside-m.Limit.N) + " too little", false
}

// Outlook is what comes of a workload on the newest of its JDKs that it starts on.
type Outlook struct {
	JDKs      []int  `json:"jdk,omitempty"` // that may run it; none where no JVM does
	Open      bool   `json:"-"`             // nothing names them
	On        int    `json:"-"`             // the one of them
	Collector string `json:"collector,omitempty"`

	// Bytes, the plan those of all its memory pools; 0 where they are not known.
	Heap  int64 `json:"heap,omitempty"`
	Limit int64 `json:"limit,omitempty"`
	Plan  int64 `json:"plan,omitempty"`

	Beside int64 `json:"beside,omitempty"` // bytes of the limit for other JVMs of the container
}

// Outlook is what comes of the workload. It is computed anew each time.
func (w *Workload) Outlook() Outlook {
	of := w.Predicted.Workload
	if !of.HasJVM() {
		return Outlook{}
	}
	defer w.Predicted.LetGo()
	look := Outlook{JDKs: of.JDK.Candidates, Open: of.JDK.Open, Limit: knownBytes(of.Memory)}
	p := w.Predicted.NewestThatStarts()
	look.On = p.JDK
	if p.JVM == nil {
		return look
	}
	look.Collector, look.Heap = p.JVM.Collector.String(), knownBytes(p.JVM.Heap)
	if budget, ok := p.Budget(); ok {
		look.Plan, look.Beside = budget.Planned(), p.Beside().Planned
	}
	return look
}

// JDK says which releases may run it, and on which of several this is what comes of it.
func (o Outlook) JDK() string {
	switch {
	case len(o.JDKs) == 1:
		return lint.Releases(o.JDKs)
	case o.Open:
		return fmt.Sprintf("unknown (%d assumed)", o.On)
	}
	return fmt.Sprintf("%s (%d assumed)", lint.Releases(o.JDKs), o.On)
}

// String says in a line what comes of a workload; it is empty where no JVM runs it.
func (o Outlook) String() string {
	if o.JDKs == nil {
		return ""
	}
	size := func(what string, n int64) string { return lint.If(n > 0, what+" "+lint.MiB(n)) }
	limit := cmp.Or(size("limit", o.Limit), "no limit known")
	parts := []string{limit, size("plan", o.Plan), size("heap", o.Heap), o.Collector, "JDK " + o.JDK()}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func knownBytes(v source.Value) int64 {
	if !v.Known() {
		return 0
	}
	return v.N
}
