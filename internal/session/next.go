package session

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// mostNext is how many findings are told of a JVM that come up once it is mended.
const mostNext = 3

// tellNext tells of what comes up with fixes: a heap that equals the limit behind a flag that
// is refused. The first of the findings of a workload tells it, of the fix that it offers first.
func (c *tried) tellNext(all []offered) {
	var told []identity
	for _, o := range all {
		of := c.trial.ids.of[o.finding.Workload]
		if !o.first() || slices.Contains(told, of) {
			continue
		}
		told = append(told, of)
		o.finding.Then = nil
		for _, f := range c.fresh[of] {
			if len(o.finding.Then) < mostNext {
				o.finding.Then = append(o.finding.Then, fmt.Sprintf("then also: %s [%s]", f.Message, f.Rule.ID))
			}
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
		c.judge()
		c.tellNext(together)
	}
}
