package session

import (
	"errors"
	"maps"
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
	t := &trial{s, inputs, map[string][]int{}, map[*workload.Workload]int{}, map[ofRule]int{}}
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
	inputs    map[int]*input.Input // by their place among those of the trial
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
	c := &tried{trial: t, after: after, inputs: map[int]*input.Input{}}
	var now []*input.Input
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
		c.inputs[i] = again
		now = append(now, again)
		for _, w := range in.Workloads {
			refused += t.refused[w]
		}
	}
	leaveToCharts(now)
	c.predicted, c.said, _ = t.session.predictions(now, func(*workload.Workload, workload.Facts) {})
	for _, ps := range c.predicted {
		refused -= refusing(ps)
	}
	if refused < 0 {
		return nil, errors.New("with them the JVM would start on fewer JDKs")
	}
	return c, nil
}

// readAlone reports whether a file of YAML was read as it is, and with nothing else.
func (t *trial) readAlone(f *source.File) bool {
	of := t.of[f.Name]
	return len(of) == 1 && t.inputs[of[0]].File == f && t.inputs[of[0]].Chart == nil && t.inputs[of[0]].IsYAML()
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
	ids := identify(slices.Collect(maps.Values(c.inputs)))
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

// with is the trial with a change made.
func (t *trial) with(c *tried) *trial {
	changed := *t
	changed.inputs, changed.refused = slices.Clone(t.inputs), maps.Clone(t.refused)
	for i, in := range c.inputs {
		changed.inputs[i] = in
	}
	for _, ps := range c.predicted {
		changed.refused[ps.Workload] = refusing(ps)
	}
	return &changed
}
