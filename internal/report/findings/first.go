package findings

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
)

// firstWidth is how wide the lines before the findings are, on any terminal.
const firstWidth = 80

// first writes what a single JVM comes to, and what to do first.
func (t Text) first(b *strings.Builder, r report.Report, entries []entry) {
	jvms := slices.DeleteFunc(slices.Clone(r.Workloads), func(w *report.Workload) bool {
		return !w.Predicted.Workload.HasJVM()
	})
	if len(jvms) != 1 {
		return
	}
	of := jvms[0].Predicted
	if w := of.Workload; !w.Decided() || w.Evidence() == jvmflag.LooksLike {
		return
	}
	todo, on := slices.IndexFunc(entries, func(e entry) bool { return len(e.Fixes) > 0 }), 0
	if todo >= 0 {
		on = entries[todo].On
	}
	b.WriteString(figures.First(of, on, t.Style))
	if todo >= 0 {
		fix := entries[todo].Fixes[0]
		const lead = "do this first: "
		title := strings.Split(text.WrapSoft(fix.Title.String(), firstWidth-len(lead)), "\n")
		b.WriteString(t.Style.Bold(lead) + report.TrimLines(strings.Join(title, "\n"+strings.Repeat(" ", len(lead)))) + "\n")
		for _, copied := range []string{strings.TrimSpace(fix.Lines()), fix.Words()} { // the line, or what is new in it
			if copied != "" && !strings.Contains(copied, "\n") && text.StringWidthWithoutEscSequences(copied) <= firstWidth-2 {
				b.WriteString("  " + copied + "\n")
				break
			}
		}
	}
	b.WriteByte('\n')
}
