// Package figures writes numbers: what a JVM will do, what is advised, what a
// plan comes to, and what was measured beside it.
package figures

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// PredictText writes for people what each workload will do: in full where one
// JDK may run it, and side by side where several may.
func PredictText(w io.Writer, workloads []*predict.Predictions, colour bool) error {
	style := report.Style(colour)
	err := writeEach(w, workloads, ofPredictions, func(b *strings.Builder, of *predict.Predictions, _ report.Secrets) {
		fmt.Fprintf(b, "%s\n", style.Bold(titleOf(of.Workload)))
		all := Predictions(of)
		if len(all) == 1 {
			all[0].writeText(b, style)
		} else {
			writeSideBySide(b, all, style)
		}
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, comparedLogs(workloads))
	return err
}

func (p Prediction) writeText(b *strings.Builder, style report.Style) {
	fmt.Fprintf(b, "%s: %s\n", style.Verdict(p.Start.OK, p.Verdict()), lint.Context(p.Prediction))
	p.writeMessages(b)
	if p.JVM == nil {
		return
	}
	b.WriteString(report.Table(p.answerTable()) + "\n\n" + report.Table(p.table(), 1) + "\n")
	p.writePause(b)
	p.writeGCLog(b)
	p.writeBudget(b, style)
}

// answerTable is what a reader looks for first, but for the verdict.
func (p Prediction) answerTable() (table [][]string) {
	for _, r := range p.answer()[1:] {
		table = append(table, []string{r.What, r.Value})
	}
	return table
}

func (p Prediction) table() [][]string {
	table := [][]string{{"what", "set", "value", "because"}}
	for _, r := range p.Rows() {
		table = append(table, []string{r.What, r.Set, r.Value, r.Because})
	}
	return table
}

// writeMessages says what the JVM prints before it starts, or does not.
func (p Prediction) writeMessages(b *strings.Builder) {
	for _, line := range p.Start.Lines() {
		fmt.Fprintf(b, "  %s\n", report.Show(line))
	}
}

func (p Prediction) writePause(b *strings.Builder) {
	full, ok := p.FullGCPause()
	if !ok {
		return
	}
	fmt.Fprintf(b, "\nfull GC: %s, ", plural.Of(full.Workers, "worker"))
	if given := p.Workload.FullGCPause; given.Known() {
		fmt.Fprintf(b, "%s (%s)\n  the estimate was ", givenPause(given), given.Why)
	}
	b.WriteString(pauseText(full) + "\n")
	for _, line := range full.Basis {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

func pauseText(p pause.Pause) string {
	return fmt.Sprintf("%d ms expected, %d to %d ms", p.Expected, p.Low, p.High)
}

func (p Prediction) writeBudget(b *strings.Builder, style report.Style) {
	sum, ok := p.Memory()
	if !ok {
		b.WriteString("\nmemory: " + memory.Missing(p.JVM) + "\n")
		if m := p.Workload.NativeMemory; m != nil {
			b.WriteString(measuredTotal(m) + ", and not compared\n")
		}
		return
	}
	b.WriteString("\n" + sum.Table() + "\n")
	b.WriteString("\n" + Bar(sum, style))
	if sum.Compared != nil {
		b.WriteString("\n" + measuredText(sum.Compared))
	}
}

// Because is why a value is what it is, and where that stands.
func Because(v source.Value) string {
	if span := v.Text.Written().Foremost(); !span.IsZero() {
		at := span.File.Position(span.Start)
		if v.Why == fmt.Sprintf("%s:%d", span.File.Name, at.Line) {
			return v.Why
		}
		return fmt.Sprintf("%s (%s:%d:%d)", v.Why, span.File.Name, at.Line, at.Column)
	}
	if origin := v.Text.Origin(); origin != "" && origin != v.Why {
		return fmt.Sprintf("%s (%s)", v.Why, origin)
	}
	return v.Why
}

func bytesText(v source.Value) string { return jvmflag.FormatSize(uint64(v.N)) }
