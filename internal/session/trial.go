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
	ids     identities
	refused map[*workload.Workload]int // on how many JDKs it does not start
	found   map[ofRule]int             // findings

	changed []*predict.Predictions // of the inputs that the last edit has changed
	said    map[*workload.Workload]said
}

// ofRule is what a rule finds about a workload.
type ofRule struct {
	rule *lint.Rule
	of   identity
}

func (s *Session) trial(inputs []*input.Input) *trial {
	return &trial{session: s, inputs: inputs, ids: identify(inputs), refused: map[*workload.Workload]int{}, found: map[ofRule]int{}}
}

// edit makes edits of a file and reads again all that was read from it. It
// proves the file by itself, what charts render with it, and that JVMs start on
// as many JDKs as before.
func (t *trial) edit(before *source.File, edits []source.Edit) (*source.File, *trial, error) {
	after, err := fix.Splice(before, edits)
	if err != nil {
		return nil, nil, err
	}
	changed := t.session.trial(slices.Clone(t.inputs))
	changed.refused = maps.Clone(t.refused)
	var now []*input.Input
	starts := 0 // how many more
	for i, in := range t.inputs {
		again := readAgain(in, []*source.File{after})
		if again == in {
			continue
		}
		if in.Chart != nil && slices.Contains(in.Chart.Values(in.Release), before) {
			if err := provesRendered(in, edits, again); err != nil {
				return nil, nil, err
			}
		}
		changed.inputs[i] = again
		now = append(now, again)
		for _, w := range in.Workloads {
			starts += t.refused[w]
		}
	}
	leaveToCharts(changed.inputs)
	changed.ids = identify(changed.inputs)
	changed.changed, changed.said, _ = t.session.predictions(now, func(*workload.Workload, workload.Facts) {})
	for _, ps := range changed.changed {
		changed.refused[ps.Workload] = refusing(ps)
		starts -= refusing(ps)
	}
	if starts < 0 {
		return nil, nil, errors.New("with them the JVM would start on fewer JDKs")
	}
	return after, changed, nil
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

// mends reports whether so many findings of each kind are gone after the last edit.
func (t *trial) mends(before *trial, gone map[ofRule]int) bool {
	for what, n := range gone {
		now := 0
		for _, ps := range t.changed {
			if t.ids.of[ps.Workload] == what.of {
				result, _ := lint.CheckWith([]*predict.Predictions{ps}, lint.Always([]*lint.Rule{what.rule}), t.settings)
				now += len(result.Findings)
			}
		}
		if now > before.found[what]-n {
			return false
		}
	}
	return true
}

// settings are those of the rules for a workload of the last edit.
func (t *trial) settings(w *workload.Workload) lint.Settings {
	return config.Lint(t.said[w].Rules, t.session.options.Rules.Selected)
}
