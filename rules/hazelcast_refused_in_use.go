package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastRefusedInUse = lint.Rule{
	ID: "hazelcast-refused-in-use", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupHazelcast},
	Title:  "a member refuses a setting that its schema and its parser let pass",
	Check: func(p *lint.Pass) {
		for _, r := range slices.Concat(p.Workload.Hazelcast.UseRefusals(), p.Workload.HazelcastClient.UseRefusals()) {
			f := p.Report([]source.Text{r.At}, "%s", r.Message)
			f.Because(r.Other, "excludes it")
			if r.Meant != "" {
				f.Suggest(lint.Unsafe, "write "+r.Meant, lint.Replace(r.At, r.Meant))
			}
			if r.Advice != "" {
				f.Suggest(lint.Manual, r.Advice)
			}
		}
	},
}
