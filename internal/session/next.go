package session

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// mostNext is how many findings are told of a JVM that starts once it is mended.
const mostNext = 3

// tellNext tells of what comes up once a JVM starts: a heap that equals the limit behind a
// flag that is refused. The first of the findings that its refusal is mended by tells it.
func (c *tried) tellNext(all []offered) {
	ids := identify(c.inputs)
	holding := c.trial.session.holding(c.trial.session.chosenRules())
	var told []identity
	for _, o := range all {
		of := c.trial.ids.of[o.finding.Workload]
		if o.finding.Refusal == nil || c.trial.starts[of] || len(o.finding.Then) > 0 || slices.Contains(told, of) {
			continue
		}
		told = append(told, of)
		i := slices.IndexFunc(c.predicted, func(ps *predict.Predictions) bool { return ids.of[ps.Workload] == of })
		if i < 0 || refusing(c.predicted[i]) > 0 {
			continue
		}
		result, _ := lint.CheckWith(c.predicted[i:i+1], holding, c.settings)
		for _, f := range result.Findings {
			if f.Severity > lint.Info && len(o.finding.Then) < mostNext {
				o.finding.Then = append(o.finding.Then, fmt.Sprintf("then also: %s [%s]", f.Message, f.Rule.ID))
			}
		}
	}
}

// tellNextOfCommand tells of what comes up once a command line starts its JVM, with as many
// of its fixes as can be made together.
func (t *trial) tellNextOfCommand(all []offered) {
	for _, in := range t.inputs {
		if in.Reread == nil {
			continue
		}
		together, _ := disjoint(slices.DeleteFunc(slices.Clone(all), func(o offered) bool { return o.fix.Edits[0].Span.File != in.File }))
		var edits []source.Edit
		for _, o := range together {
			edits = append(edits, o.fix.Edits...)
		}
		again, err := in.Reread(edits)
		if err != nil || len(edits) == 0 {
			continue
		}
		c := &tried{trial: t, inputs: []*input.Input{again}}
		c.predicted, c.said, _ = t.session.predictions(c.inputs, func(*workload.Workload, workload.Facts) {})
		c.tellNext(together)
	}
}
