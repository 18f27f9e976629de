package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var heapOptionRefused = lint.Rule{
	ID: "heap-option-refused", Severity: lint.Error, Confidence: lint.Certain, Groups: ofStart,
	Title: "the program or its image refuses how the heap is sized",
	Check: func(p *lint.Pass) {
		for _, r := range p.Workload.Refused {
			if r.Why != "" {
				f := p.Report(lint.Places{r.Option}, "the start script of image %s ends without a JVM: %s", p.Workload.Image, r.Why)
				if !r.Ends {
					f.Message, f.Severity = r.Why, lint.Warning
				}
				f.Because(p.Workload.Image, "its start script")
				continue
			}
			p.Report(lint.Places{r.Option}, "the program refuses %s in %s, and does not start", r.Option, r.In).
				Suggest(lint.Manual, "give the size to "+r.Setting)
		}
	},
}
