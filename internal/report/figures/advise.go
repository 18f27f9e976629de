package figures

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// AdviseText writes for people the options that are advised, each with its
// reason, and what comes of them beside what there is now.
func AdviseText(w io.Writer, all []*advise.Advice, colour bool) error {
	of := func(a *advise.Advice) *workload.Workload { return a.Workload }
	return writeEach(w, all, of, func(b *strings.Builder, a *advise.Advice, hidden report.Secrets) {
		writeAdvice(b, a, report.Style(colour), hidden)
	})
}

func writeAdvice(b *strings.Builder, a *advise.Advice, style report.Style, hidden report.Secrets) {
	fmt.Fprintf(b, "%s\n", style.Bold(fmt.Sprintf("%s of %s: %s", a.Workload.Name, a.Workload.File.Name, a.Profile)))
	writeOptions(b, a.Options, hidden)
	fmt.Fprintf(b, "profile: %s; %s\n", a.ProfileWhy, lint.Context(a.After))
	if len(a.Workload.JDK.Candidates) > 1 {
		fmt.Fprintf(b, "assuming JDK %d, the newest of %s (--jdk)\n", a.JDK, lint.Releases(a.Workload.JDK.Candidates))
	}
	if a.After.JVM != nil && !a.After.JVM.CPUs.Known() {
		fmt.Fprintf(b, "assuming %s, as nobody says how many there are (--cpus)\n", plural.Of(a.After.BudgetMachine().CPUs.N, "CPU"))
	}
	if a.ForLimit {
		fmt.Fprintf(b, "for a memory limit of %s, which it takes\n", lint.MiB(a.Limit))
	}
	for _, why := range a.RefusedOn {
		fmt.Fprintf(b, "%s\n", hidden.Show(why))
	}
	writeReasons(b, "option", a.Options, hidden)
	writeReasons(b, "dropped", a.Dropped, hidden)
	writeOutcomes(b, a, style)
	var left []advise.Option
	for _, c := range a.LeftAlone {
		left = append(left, advise.Option{Text: c.What, Reason: c.Why})
	}
	writeReasons(b, "left to the JVM", left, hidden)
	writeRemaining(b, a)
}

// writeOptions writes all options in a line, to be copied.
func writeOptions(b *strings.Builder, all []advise.Option, hidden report.Secrets) {
	var words []string
	for _, o := range all {
		words = append(words, hidden.Show(o.Text))
	}
	if len(words) > 0 {
		fmt.Fprintf(b, "\n  %s\n\n", strings.Join(words, " "))
	}
}

// A reason goes on in the next line where it is wider, and begins in it where the
// option is.
const widestReason, widestOption = 100, 40

// writeReasons lists options with what speaks for each, and what teaches that.
func writeReasons(b *strings.Builder, what string, options []advise.Option, hidden report.Secrets) {
	if len(options) == 0 {
		return
	}
	width := len(what)
	for _, o := range options {
		if n := len(hidden.Show(o.Text)); n <= widestOption {
			width = max(width, n)
		}
	}
	fmt.Fprintf(b, "\n%-*s  why\n", width, what)
	for _, o := range options {
		option, reason := hidden.Show(o.Text), hidden.Show(o.Reason)
		if len(option) > width {
			b.WriteString(option + "\n")
			option = ""
		}
		if o.Source != "" {
			reason += " (" + o.Source + ")"
		}
		for line := range strings.Lines(text.WrapSoft(reason, widestReason)) {
			fmt.Fprintf(b, "%-*s  %s\n", width, option, strings.TrimRight(line, " \n"))
			option = ""
		}
	}
}

// writeOutcomes sets what is predicted now and with the advice side by side.
func writeOutcomes(b *strings.Builder, a *advise.Advice, style report.Style) {
	table := [][]string{{"outcome", "now", "advised"}}
	for _, o := range outcomes(a) {
		table = append(table, []string{o.what, o.now, o.advised})
	}
	b.WriteString("\n" + report.Table(table) + "\n")
	if budget, ok := a.After.Budget(); ok {
		b.WriteString("\n" + report.MemoryOf(budget, a.After.Workload).Table() + "\n")
	}
	for _, side := range []struct {
		name string
		pass *predict.Prediction
	}{{"now", a.Before}, {"advised", a.After}} {
		if budget, ok := side.pass.Budget(); ok {
			fmt.Fprintf(b, "\n%s\n%s", side.name, Bar(report.MemoryOf(budget, a.After.Workload), style))
		}
	}
}

type outcome struct{ what, now, advised string }

// outcomes are the rows of both predictions.
func outcomes(a *advise.Advice) []outcome {
	var all []outcome
	add := func(pass *predict.Prediction, put func(*outcome, string)) {
		p := Prediction{pass}
		rows := append([]Row{{What: "start", Value: p.Verdict()}}, p.summary()...)
		if beats := pass.Heartbeats; beats != nil && beats.Timeout.Known() {
			rows = append(rows, Row{What: "heartbeats missed for", Value: fmt.Sprintf("%d ms", beats.Timeout.N)})
		}
		for _, e := range rows {
			i := slices.IndexFunc(all, func(o outcome) bool { return o.what == e.What })
			if i < 0 {
				all, i = append(all, outcome{what: e.What}), len(all)
			}
			put(&all[i], e.Value)
		}
	}
	add(a.Before, func(o *outcome, v string) { o.now = v })
	add(a.After, func(o *outcome, v string) { o.advised = v })
	return all
}

// writeRemaining says what options cannot mend.
func writeRemaining(b *strings.Builder, a *advise.Advice) {
	if a.Limit > 0 {
		fmt.Fprintf(b, "\nmemory limit that this takes: %s\n", lint.MiB(a.Limit))
	}
	for i, f := range a.Remaining {
		if i == 0 {
			b.WriteString("\nleft to do:\n")
		}
		shown := report.FindingOf(f)
		fmt.Fprintf(b, "  %s: %s [%s]\n", shown.Severity, shown.Message, shown.Rule.ID)
		for _, fix := range shown.Fixes {
			fmt.Fprintf(b, "    %s\n", fix.Title)
		}
	}
}
