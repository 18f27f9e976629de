package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/report"
)

// writeText writes findings for people: where, what, the line with its carets, the
// fixes, and what was assumed. Its first lines serve editors and grep.
func writeText(w io.Writer, r report.Report, style report.Style) error {
	findings := make([]strings.Builder, len(r.Findings))
	parallel.Each(len(findings), func(i int) {
		writeFinding(&findings[i], r.Findings[i], style)
		findings[i].WriteByte('\n')
	})
	var b strings.Builder
	for i := range findings {
		b.WriteString(findings[i].String())
	}
	writeNotJudged(&b, r)
	if line := r.LastLine(); line != "" {
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFinding(b *strings.Builder, f report.Finding, style report.Style) {
	fmt.Fprintf(b, "%s: %s: %s [%s]\n", style.Bold(f.At.String()), style.Severity(f.Severity), f.Message, f.Rule.ID)
	source := f.Source()
	b.WriteString(snippet(source, style))
	indent := strings.Repeat(" ", gutterWidth(source)+2)
	details := f.Details()
	if f.Memory != nil {
		details = append([]string{f.Memory.Table()}, details...)
	}
	for _, detail := range details {
		lead := "= "
		for line := range strings.SplitSeq(detail, "\n") {
			b.WriteString(strings.TrimRight(indent+style.Dim(lead)+line, " ") + "\n")
			lead = "  "
		}
	}
}

// plainFindings are findings as people read them, without colours.
func plainFindings(findings []report.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteByte('\n')
		writeFinding(&b, f, false)
	}
	return b.String()
}

// writeNotJudged says once for each want which rules lack it, and where.
func writeNotJudged(b *strings.Builder, r report.Report) {
	for _, w := range r.Wants() {
		verb := "needs"
		if strings.Contains(w.Rules, ", ") {
			verb = "need"
		}
		fmt.Fprintf(b, "not judged: %s: %s %s: %s\n", w.Rules, verb, w.Needs, w.Where)
	}
	if len(r.NotJudged) > 0 {
		b.WriteByte('\n')
	}
}
