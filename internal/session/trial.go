package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// trial is inputs on which changes of their files are tried before any is made.
type trial struct {
	session *Session
	inputs  []*project.Input
	of      map[string][]int // inputs that may be read again from a file, by its name
	read    map[*workload.Workload]*project.Input
	ids     identities
	refused map[identity]refusals
	found   map[ofRule]int    // findings
	warned  map[ofRule]int    // those of them that are more than infos
	errors  map[identity]int  // findings that are errors
	starts  map[identity]bool // on some JDK that may be meant

	named  map[string]error         // ports that others name, and where
	limits map[source.Span][]string // names of the workloads that share a limit, by its place; nil until asked for

	rules func(*workload.Workload) []*lint.Rule // that a change is held against
}

// ofRule is what a rule finds about a workload.
type ofRule struct {
	rule *lint.Rule
	of   identity
}

func (s *Session) trial(inputs []*project.Input) *trial {
	t := &trial{session: s, inputs: slices.Clone(inputs), of: map[string][]int{}, ids: identify(inputs),
		refused: map[identity]refusals{}, found: map[ofRule]int{}, warned: map[ofRule]int{}, errors: map[identity]int{},
		starts: map[identity]bool{}, named: map[string]error{}, read: map[*workload.Workload]*project.Input{}, rules: s.holding(s.chosenRules())}
	for i, in := range inputs {
		for _, w := range in.Workloads {
			t.read[w] = in
		}
		for _, f := range project.Changeable(in) {
			t.of[f.Name] = append(t.of[f.Name], i)
		}
	}
	return t
}

// tried is a change of files, and what was read again with it.
type tried struct {
	trial     *trial
	after     project.Newer
	of        []int            // the inputs of the trial
	inputs    []*project.Input // that take their place
	ids       identities
	predicted []*predict.Predictions
	said      map[*workload.Workload]said
	results   []*lint.Result               // of each that is predicted
	fresh     map[identity][]*lint.Finding // that were not there before
	prints    []func() error               // which hold what charts print against what they printed before
}

// edit makes edits of files and reads again all that was read from these. It proves each file by itself, what charts
// render with it, and that JVMs start on as many JDKs as before.
func (t *trial) edit(edits []source.Edit) (*tried, error) {
	c, err := t.readEdited(edits, false)
	if err != nil {
		return nil, err
	}
	return c, c.provePrints()
}

// provePrints proves all that charts print: where each character comes from takes as long as the rest of a trial.
func (c *tried) provePrints() error {
	for _, proves := range c.prints {
		if err := proves(); err != nil {
			return err
		}
	}
	return nil
}

// readEdited is edit without the proof of what charts print; tries tells that the change is not made.
func (t *trial) readEdited(edits []source.Edit, tries bool) (*tried, error) {
	c := &tried{trial: t, after: project.Newer{}}
	before, byFile := lists.By(edits, fileOf)
	for _, f := range before {
		apply := fix.Splice
		if t.readAlone(f) { // what was read of it before need not be read again
			apply = fix.Apply
		}
		after, err := apply(f, byFile[f])
		if err != nil {
			return nil, err
		}
		c.after[f.Name] = after
	}
	c.of = t.readFrom(before)
	c.inputs = make([]*project.Input, len(c.of))
	faults := make([]error, len(c.of))
	parallel.Each(len(c.of), func(n int) { c.inputs[n], faults[n] = t.readAgain(t.inputs[c.of[n]], c.after, byFile, tries) })
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	t.session.project.ResolveAgain(c.inputs)
	c.predicted, c.said, _ = t.session.predictions(c.inputs, func(*workload.Workload, workload.Facts) {})
	for n, in := range c.inputs {
		if before := t.inputs[c.of[n]]; in.Chart != nil {
			c.prints = append(c.prints, func() error { return chart.Prove(before.File, editsIn(before, byFile), in.File) })
		}
	}
	c.ids = identify(nil)
	for n, in := range c.inputs {
		c.ids.add(c.of[n], in)
	}
	for _, ps := range c.predicted {
		switch was, is := t.refused[c.ids.of[ps.Workload]], refusalsOf(ps); {
		case is.jdks > was.jdks:
			return nil, errors.New("with them the JVM would start on fewer JDKs")
		case is.jdks > 0 && is.why != was.why && len(before) > 1: // one file may bring it, and another mend what was there
			return nil, errors.New("with them the JVM would not start for another reason")
		}
	}
	return c, nil
}

// readAgain reads an input again with changed files, and proves that it was changed as it should be.
func (t *trial) readAgain(in *project.Input, after project.Newer, edits map[*source.File][]source.Edit, tries bool) (*project.Input, error) {
	again := project.ReadAgain(in, after, tries)
	if in.Chart != nil {
		return again, stillRenders(in, again)
	}
	if !t.readAlone(in.File) || edits[in.File] == nil {
		return again, nil
	}
	was := in
	if !in.IsYAML() && in.Proof() == nil { // it is proved by its options, and more may be known of them by now
		was = project.ReadAgain(in, project.NewerOf(in.File), tries)
	}
	return again, fix.Prove(was.Input, editsIn(in, edits), again.Input)
}

// editsIn are those of files that an input was read from.
func editsIn(in *project.Input, edits map[*source.File][]source.Edit) []source.Edit {
	return lists.Flat(project.Changeable(in), func(f *source.File) []source.Edit { return edits[f] })
}

func fileOf(e source.Edit) *source.File { return e.Span.File }

// readFrom are the numbers of the inputs that may be read again from some files.
func (t *trial) readFrom(files []*source.File) []int {
	all := lists.Flat(files, func(f *source.File) []int { return t.of[f.Name] })
	slices.Sort(all)
	return slices.Compact(all)
}

// readAlone reports whether a file was read as it is, and with nothing else, or as YAML or XML, of which each value is
// proved.
func (t *trial) readAlone(f *source.File) bool {
	of := t.of[f.Name]
	return len(of) == 1 && t.inputs[of[0]].File == f && t.inputs[of[0]].Chart == nil &&
		(len(t.inputs[of[0]].Links) == 0 || t.inputs[of[0]].IsYAML() || t.inputs[of[0]].Proof() != nil)
}

// stillRenders says why a chart does not render after a change, which rendered before.
func stillRenders(before, after *project.Input) error {
	if !before.Rendered || after.Rendered {
		return nil
	}
	why := slices.Concat(after.Problems, after.Notes)
	return errors.New("the chart does not render with the change: " + why[len(why)-1].Message)
}

// refusals are on how many JDKs a workload does not start, and why.
type refusals struct {
	jdks int
	why  string
}

func refusalsOf(ps *predict.Predictions) (all refusals) {
	var why []string
	for _, p := range ps.All() {
		if refusal := p.Start.Refusal; refusal != nil {
			all.jdks++
			why = lists.With(why, fmt.Sprintf("%q", refusal.Lines))
		}
	}
	slices.Sort(why)
	all.why = strings.Join(why, "")
	return all
}

// remember takes over what rules found, and which workloads do not start.
func (t *trial) remember(result *lint.Result) {
	for _, r := range result.Refused {
		of := t.ids.of[r.Workload]
		was := t.refused[of]
		t.refused[of] = refusals{was.jdks + len(r.JDKs), was.why + fmt.Sprintf("%q", r.Refusal.Lines)}
	}
	for _, f := range result.Findings {
		of := t.ids.of[f.Workload]
		t.found[ofRule{f.Rule, of}]++
		if f.Severity > lint.Info {
			t.warned[ofRule{f.Rule, of}]++
		}
		if f.Severity == lint.Error {
			t.errors[of]++
		}
	}
	for w, of := range t.ids.of {
		n := t.refused[of].jdks
		t.starts[of] = n == 0 || n < len(w.JDK.Candidates)
	}
}

// mends says why a change does not do what it is for: the findings of its fixes have to be gone, their
// rules may find no more in other workloads that read the file, none of those that start may get an error, none
// that the change is not for may get worse, and what it is for may get nothing as bad as what is gone. Several fixes
// may bring nothing at all: what one mends would hide what another one does.
func (c *tried) mends(fixes []offered) error {
	gone, worst := map[ofRule]int{}, map[identity]lint.Severity{}
	for _, o := range fixes {
		if o.finding.Rule.Check == nil {
			continue
		}
		for _, f := range o.finding.All() {
			of := c.trial.ids.of[f.Workload]
			gone[ofRule{f.Rule, of}]++
			worst[of] = max(worst[of], f.Severity)
		}
	}
	rules := lists.Set(lists.Of(fixes, func(o offered) *lint.Rule { return o.finding.Rule }))
	c.judge()
	for i, ps := range c.predicted {
		of := c.ids.of[ps.Workload]
		left, wrong, more := map[ofRule]int{}, 0, false
		for _, f := range c.results[i].Findings {
			left[ofRule{f.Rule, of}]++
			if f.Severity == lint.Error {
				wrong++
			}
		}
		for what, n := range left {
			if allowed := c.trial.found[what] - gone[what]; n > allowed && gone[what] > 0 {
				return errStays
			} else if n > allowed && rules[what.rule] && c.trial.starts[of] {
				more = true
			}
		}
		if !c.trial.starts[of] {
			wrong = 0 // it gets no further before
		}
		severity, mended := worst[of]
		if len(fixes) > 1 {
			severity = lint.Info
		}
		at := slices.IndexFunc(c.fresh[of], func(f *lint.Finding) bool {
			return f.Severity >= severity && (f.Severity > lint.Info || mended && f.Rule.Severity > lint.Info)
		})
		switch {
		case more:
			return fmt.Errorf("the same finding would appear in %s", ps.Workload.Name)
		case wrong > c.trial.errors[of]:
			return fmt.Errorf("it would cause an error in %s", ps.Workload.Name)
		case at < 0 || !c.trial.starts[of]:
		case mended:
			return fmt.Errorf("it would bring another %s: %s [%s]", c.fresh[of][at].Severity, c.fresh[of][at].Message,
				c.fresh[of][at].Rule.ID)
		default:
			return fmt.Errorf("%s, which reads the same line, would get worse: %s [%s]", ps.Workload.Name,
				c.fresh[of][at].Message, c.fresh[of][at].Rule.ID)
		}
	}
	return nil
}

// judge finds what is wrong after a change, and which of it was not wrong before.
func (c *tried) judge() {
	c.fresh, c.results = map[identity][]*lint.Finding{}, nil
	settings := func(w *workload.Workload) lint.Settings {
		return config.Lint(c.said[w].Rules, c.trial.session.chosen.Selected)
	}
	for i, ps := range c.predicted {
		ps.Tried = true
		of := c.ids.of[ps.Workload]
		result, _ := lint.CheckWith(c.predicted[i:i+1], c.trial.rules, settings)
		c.results = append(c.results, result)
		now, warned := map[*lint.Rule]int{}, map[*lint.Rule]int{}
		for _, f := range result.Findings {
			what := ofRule{f.Rule, of}
			now[f.Rule]++
			if f.Severity > lint.Info {
				warned[f.Rule]++
			}
			if now[f.Rule] > c.trial.found[what] || f.Severity > lint.Info && warned[f.Rule] > c.trial.warned[what] {
				c.fresh[of] = append(c.fresh[of], f)
			}
		}
	}
}

var errStays = errors.New("the finding would stay")

// keep makes a change that was tried.
func (t *trial) keep(c *tried) {
	for n, i := range c.of {
		t.inputs[i] = c.inputs[n]
	}
	for _, ps := range c.predicted {
		t.refused[c.ids.of[ps.Workload]] = refusalsOf(ps)
	}
}

// mostNext is how many findings are told of a JVM that come up once it is mended.
const mostNext = 3

// next is what comes up with a change: a heap that equals the limit behind a flag that is refused.
func (c *tried) next() map[identity][]string {
	next := map[identity][]string{}
	for of, fresh := range c.fresh {
		some := lists.Where(fresh, func(f *lint.Finding) bool { return f.Severity > lint.Info })
		next[of] = lists.Of(some[:min(mostNext, len(some))], func(f *lint.Finding) string {
			return fmt.Sprintf("then also: %s [%s]", f.Message, f.Rule.ID)
		})
	}
	return next
}

// tellNext tells of what comes up with fixes. The first of the findings of a workload tells it, of the fix that it
// offers first.
func (t *trial) tellNext(all []offered, next map[identity][]string) {
	told := map[identity]bool{}
	for _, o := range all {
		if of := t.ids.of[o.finding.Workload]; o.first() && !told[of] {
			told[of], o.finding.Then = true, next[of]
		}
	}
}

// first reports whether a fix is the one that is applied of those of its finding.
func (o offered) first() bool {
	i := slices.IndexFunc(o.finding.Fixes, func(x lint.Fix) bool { return len(x.Edits) > 0 })
	return i >= 0 && &o.finding.Fixes[i] == o.fix
}

// tellNextOfCommand tells of what comes up once a command line starts its JVM, with as many
// of its fixes as can be made together.
func (t *trial) tellNextOfCommand(all []offered) {
	for i, in := range t.inputs {
		if in.Reread == nil {
			continue
		}
		together, _ := disjoint(slices.DeleteFunc(slices.Clone(all), func(o offered) bool { return o.fix.Edits[0].Span.File != in.File }))
		edits := editsOf(together)
		again, err := in.Reread(edits)
		if err != nil || len(edits) == 0 {
			continue
		}
		c := &tried{trial: t, inputs: []*project.Input{{Input: again}}, ids: identify(nil)}
		c.ids.add(i, c.inputs[0])
		c.predicted, c.said, _ = t.session.predictions(c.inputs, func(*workload.Workload, workload.Facts) {})
		c.judge()
		t.tellNext(together, c.next())
	}
}

// identity tells a workload from all others that were read, also after its files were changed.
type identity struct {
	namesakes
	input int // of which number it was read
	nth   int // of its namesakes there
}

// namesakes are workloads of one name in one file.
type namesakes struct {
	chart string // and the values that it is installed with; empty where it is none
	file  string
	name  string
}

// identities are those of all workloads that were read.
type identities struct {
	of    map[*workload.Workload]identity
	count map[namesakes]int
}

func identify(inputs []*project.Input) identities {
	all := identities{map[*workload.Workload]identity{}, map[namesakes]int{}}
	for i, in := range inputs {
		all.add(i, in)
	}
	return all
}

// add takes over the workloads of the input of a number.
func (all *identities) add(number int, in *project.Input) {
	chart := ""
	if in.Chart != nil {
		chart = in.Chart.Path
		for _, f := range in.Release.Values {
			chart += "\n" + f.Name
		}
	}
	before := map[namesakes]int{}
	for _, w := range in.Workloads {
		group := namesakes{chart, w.File.Name, w.Name}
		all.of[w] = identity{group, number, before[group]}
		before[group]++
		all.count[group]++
	}
}
