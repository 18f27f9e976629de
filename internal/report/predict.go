package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// prediction is one workload under one JDK.
type prediction struct{ *predict.Prediction }

func predictions(workloads []*predict.Predictions) []prediction {
	var all []prediction
	for _, w := range workloads {
		all = append(all, predictionsOf(w)...)
	}
	return all
}

// predictionsOf are those of one workload, the newest JDK last.
func predictionsOf(w *predict.Predictions) []prediction {
	var all []prediction
	for _, p := range slices.Backward(w.All()) {
		all = append(all, prediction{p})
	}
	return all
}

// PredictText writes for people what each workload will do: in full where one
// JDK may run it, and side by side where several may.
func PredictText(w io.Writer, workloads []*predict.Predictions, colour bool) error {
	style := style(colour)
	var b strings.Builder
	for i, of := range workloads {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s\n", style.bold(fmt.Sprintf("%s of %s", of.Workload.Name, of.Workload.File.Name)))
		all := predictionsOf(of)
		if len(all) == 1 {
			all[0].writeText(&b, style)
		} else {
			writeSideBySide(&b, all, style)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p prediction) writeText(b *strings.Builder, style style) {
	fmt.Fprintf(b, "%s: %s\n", style.verdict(p.Start.OK, p.verdict()), lint.Context(p.Prediction))
	p.writeMessages(b)
	if p.JVM == nil {
		return
	}
	table := [][]string{{"what", "set", "comes to", "because"}}
	for _, r := range p.rows() {
		table = append(table, []string{r.what, r.set, r.value, r.because})
	}
	b.WriteString("\n" + renderTable(table, 1) + "\n")
	p.writePause(b)
	p.writeGCLog(b)
	p.writeBudget(b, style)
}

// writeMessages says what the JVM prints before it starts, or does not.
func (p prediction) writeMessages(b *strings.Builder) {
	for _, line := range p.Start.Lines() {
		fmt.Fprintf(b, "  %s\n", maskSecrets(Plain(line)))
	}
}

func (p prediction) verdict() string {
	switch {
	case !p.Start.OK:
		return "does not start"
	case p.JVM == nil:
		return "prints what " + p.Options.Program.Name + " asks for and ends"
	}
	return "starts"
}

func (p prediction) writePause(b *strings.Builder) {
	pause, ok := p.JVM.FullGCPause(p.LiveData())
	if !ok {
		return
	}
	fmt.Fprintf(b, "\nfull GC: %s, ", lint.Count(pause.Workers, "worker"))
	if given := p.Workload.FullGCPause; given.Origin == source.Measured {
		fmt.Fprintf(b, "%d ms measured (%s)\n  the estimate was ", given.N, given.Why)
	}
	b.WriteString(pauseText(pause) + "\n")
	for _, line := range pause.Basis {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

func pauseText(p hotspot.Pause) string {
	return fmt.Sprintf("%d ms expected, %d to %d ms", p.Expected, p.Low, p.High)
}

func (p prediction) writeBudget(b *strings.Builder, style style) {
	budget, ok := p.Budget()
	if !ok {
		b.WriteString("\nmemory: not known without the memory limit (--memory) or a heap size\n")
		if m := p.Workload.NativeMemory; m != nil {
			b.WriteString(measuredTotal(m) + ", and not compared\n")
		}
		return
	}
	b.WriteString("\n" + renderTable(budgetTable(budget)) + "\n")
	b.WriteString("\n" + budgetBar(budget, p.Workload.Memory, style))
	if budget.Compared != nil {
		b.WriteString("\n" + measuredText(budget.Compared))
	}
}

func because(v source.Value) string {
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

// budgetTable lays out a budget: a header, a row for each pool, the sum.
func budgetTable(b hotspot.Budget) [][]string {
	table := [][]string{{"pool", "at start", "planned", "at most", "kind", "why"}}
	for _, pool := range b.Pools {
		table = append(table, []string{pool.Name, lint.MiB(pool.Committed), lint.MiB(pool.Planned), lint.MiB(pool.Ceiling), pool.Kind.String(), pool.Why})
	}
	return append(table, []string{"sum", lint.MiB(b.Committed()), lint.MiB(b.Planned()), lint.MiB(b.Ceiling()), "", ""})
}
