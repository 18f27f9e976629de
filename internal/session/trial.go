package session

import (
	"errors"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// trial is inputs on which changes of their files are tried before any is made.
type trial struct {
	session *Session
	inputs  []*input.Input
	of      map[string][]int // inputs that may be read again from a file, by its name
	refused map[*workload.Workload]int
	found   map[ofRule]int // findings
}

// ofRule is what a rule finds about a workload.
type ofRule struct {
	rule *lint.Rule
	of   identity
}

func (s *Session) trial(inputs []*input.Input) *trial {
	t := &trial{s, slices.Clone(inputs), map[string][]int{}, map[*workload.Workload]int{}, map[ofRule]int{}}
	for i, in := range inputs {
		for _, f := range changeable(in) {
			t.of[f.Name] = append(t.of[f.Name], i)
		}
	}
	return t
}

// tried is a change of a file, and what was read again with it.
type tried struct {
	trial     *trial
	after     *source.File
	inputs    []*input.Input // in the order of those of the trial that they take the place of
	predicted []*predict.Predictions
	said      map[*workload.Workload]said
}

// edit makes edits of a file and reads again all that was read from it. It
// proves the file by itself, what charts render with it, and that JVMs start on
// as many JDKs as before.
func (t *trial) edit(before *source.File, edits []source.Edit) (*tried, error) {
	alone := t.readAlone(before)
	apply := fix.Splice
	if alone { // what was read of it before need not be read again
		apply = fix.Apply
	}
	after, err := apply(before, edits)
	if err != nil {
		return nil, err
	}
	c := &tried{trial: t, after: after}
	refused := 0
	for _, i := range t.of[before.Name] {
		in := t.inputs[i]
		again := readAgain(in, []*source.File{after})
		switch {
		case in.Chart != nil:
			err = provesRendered(in, edits, again)
		case alone:
			err = fix.Prove(in, edits, again)
		}
		if err != nil {
			return nil, err
		}
		c.inputs = append(c.inputs, again)
		for _, w := range in.Workloads {
			refused += t.refused[w]
		}
	}
	leaveToCharts(c.inputs)
	c.predicted, c.said, _ = t.session.predictions(c.inputs, func(*workload.Workload, workload.Facts) {})
	for _, ps := range c.predicted {
		refused -= refusing(ps)
	}
	if refused < 0 {
		return nil, errors.New("with them the JVM would start on fewer JDKs")
	}
	return c, nil
}

// readAlone reports whether a file of YAML or XML was read as it is, and with
// nothing else.
func (t *trial) readAlone(f *source.File) bool {
	of := t.of[f.Name]
	return len(of) == 1 && t.inputs[of[0]].File == f && t.inputs[of[0]].Chart == nil && (t.inputs[of[0]].IsYAML() || t.inputs[of[0]].Proof() != nil)
}

// provesRendered holds what a chart renders after edits of its values against
// what it rendered before.
func provesRendered(before *input.Input, edits []source.Edit, after *input.Input) error {
	if before.Rendered && !after.Rendered {
		why := slices.Concat(after.Problems, after.Notes)
		return errors.New("the chart does not render with the change: " + why[len(why)-1].Message)
	}
	return chart.Prove(before.File, edits, after.File)
}

// refusing counts the JDKs on which a workload does not start.
func refusing(ps *predict.Predictions) int {
	n := 0
	for _, p := range ps.All() {
		if p.Start.Refusal != nil {
			n++
		}
	}
	return n
}

// mends reports whether so many findings of each kind are gone with the change.
func (c *tried) mends(gone map[ofRule]int) bool {
	rules := map[identity][]*lint.Rule{}
	for what := range gone {
		rules[what.of] = append(rules[what.of], what.rule)
	}
	ids := identify(c.inputs)
	left := map[ofRule]int{}
	for _, ps := range c.predicted {
		of := ids.of[ps.Workload]
		if rules[of] == nil {
			continue
		}
		result, _ := lint.CheckWith([]*predict.Predictions{ps}, lint.Always(rules[of]), c.settings)
		for _, f := range result.Findings {
			left[ofRule{f.Rule, of}]++
		}
	}
	for what, n := range gone {
		if left[what] > c.trial.found[what]-n {
			return false
		}
	}
	return true
}

// settings are those of the rules for a workload that was read again.
func (c *tried) settings(w *workload.Workload) lint.Settings {
	return config.Lint(c.said[w].Rules, c.trial.session.options.Rules.Selected)
}

// keep makes a change that was tried.
func (t *trial) keep(c *tried) {
	for n, i := range t.of[c.after.Name] {
		t.inputs[i] = c.inputs[n]
	}
	for _, ps := range c.predicted {
		t.refused[ps.Workload] = refusing(ps)
	}
}
