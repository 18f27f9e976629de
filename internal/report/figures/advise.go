package figures

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// AdviseText writes for people the options that are advised, and in a few lines what comes
// of them beside what there is now; in full, the reason for each and all that is predicted.
func AdviseText(w io.Writer, all []*advise.Advice, colour, full bool) error {
	of := func(a *advise.Advice) *workload.Workload { return a.Workload }
	return writeEach(w, all, of, func(b *strings.Builder, a *advise.Advice, hidden report.Secrets) {
		style := report.Style(colour)
		writeAdvice(b, a, style, hidden)
		if full {
			for _, r := range reasons(a) {
				r.write(b, hidden)
			}
			writeOutcomes(b, a, style)
		}
		writeRemaining(b, a, full)
	})
}

func writeAdvice(b *strings.Builder, a *advise.Advice, style report.Style, hidden report.Secrets) {
	fmt.Fprintf(b, "%s\n", style.Bold(fmt.Sprintf("%s: %s", titleOf(a.Workload), a.Profile)))
	for _, note := range a.Notes() {
		fmt.Fprintf(b, "note: %s\n", hidden.Show(note))
	}
	if line := inALine(a.Options); line != "" {
		fmt.Fprintf(b, "\n  %s\n\n", hidden.Show(line))
	}
	b.WriteString(report.Table(outcomeRows(a, Prediction.answer), 1) + "\n\n")
	for _, line := range restsOn(a) {
		fmt.Fprintf(b, "%s\n", hidden.Show(line))
	}
}

// restsOn is what the advice rests on, a line each.
func restsOn(a *advise.Advice) []string {
	lines := []string{fmt.Sprintf("profile: %s; %s", a.ProfileWhy, lint.Context(a.After))}
	if len(a.Workload.JDK.Candidates) > 1 {
		lines = append(lines, fmt.Sprintf("assuming JDK %d, the newest of %s (--jdk)", a.JDK, lint.Releases(a.Workload.JDK.Candidates)))
	}
	if a.After.JVM != nil && !a.After.JVM.CPUs.Known() {
		lines = append(lines, fmt.Sprintf("assuming %s, because the number is unknown (--cpus)", plural.Of(a.After.BudgetMachine().CPUs.N, "CPU")))
	}
	if full, ok := a.After.FullGCPause(); ok && !a.After.Workload.FullGCPause.Known() {
		lines = append(lines, "full GC: estimated for "+full.Machine)
	}
	if a.ForLimit {
		lines = append(lines, fmt.Sprintf("for a memory limit of %s, the smallest that holds this", lint.MiB(a.Limit)))
	}
	return append(lines, a.RefusedOn...)
}

// reasons are the options that are advised, dropped, or left to the JVM.
func reasons(a *advise.Advice) []reasonsOf {
	return []reasonsOf{{"option", a.Options}, {"dropped", a.Dropped}, {"left to the JVM", a.LeftAlone}}
}

type reasonsOf struct {
	what    string
	options []advise.Option
}

// inALine are options as they are handed to java, without bounds that nobody measured.
func inALine(all []advise.Option) string {
	measured := slices.DeleteFunc(slices.Clone(all), func(o advise.Option) bool { return o.Assumed })
	return strings.Join(lists.Of(measured, advise.Option.String), " ")
}

// A reason goes on in the next line where it is wider, and begins in it where the option is.
const widestReason, widestOption = 100, 40

// write lists options with what speaks for each, and what teaches that.
func (r reasonsOf) write(b *strings.Builder, hidden report.Secrets) {
	if len(r.options) == 0 {
		return
	}
	width := len(r.what)
	for _, o := range r.options {
		if n := len(hidden.Show(o.Text)); n <= widestOption {
			width = max(width, n)
		}
	}
	fmt.Fprintf(b, "\n%-*s  why\n", width, r.what)
	for _, o := range r.options {
		option, reason := hidden.Show(o.Text), hidden.Show(o.Reason)+lint.If(o.Source != "", " ("+o.Source+")")
		if len(option) > width {
			b.WriteString(option + "\n")
			option = ""
		}
		for line := range strings.Lines(text.WrapSoft(reason, widestReason)) {
			fmt.Fprintf(b, "%-*s  %s\n", width, option, strings.TrimRight(line, " \n"))
			option = ""
		}
	}
}

// writeOutcomes sets all that is predicted now and with the advice side by side.
func writeOutcomes(b *strings.Builder, a *advise.Advice, style report.Style) {
	b.WriteString("\n" + report.Table(outcomeRows(a, Prediction.everything), 1) + "\n")
	if budget, ok := a.After.Budget(); ok {
		b.WriteString("\n" + report.MemoryOf(budget, a.After.Workload).Table() + "\n")
	}
	for _, side := range memoryOfBoth(a) {
		fmt.Fprintf(b, "\n%s\n%s", side.Of, Bar(side.Memory, style))
	}
}

// memoryOfBoth is what the memory comes to now and with the advice, where it is known.
func memoryOfBoth(a *advise.Advice) (both []MemoryBars) {
	for i, pass := range []*predict.Prediction{a.Before, a.After} {
		if budget, ok := pass.Budget(); ok {
			both = append(both, MemoryBars{[]string{"now", "advised"}[i], report.MemoryOf(budget, a.After.Workload)})
		}
	}
	return both
}

func outcomeRows(a *advise.Advice, rows func(Prediction) []Row) [][]string {
	return columns([]string{"outcome", "now", "advised"}, []Prediction{{a.Before}, {a.After}}, rows)
}

func (p Prediction) everything() []Row {
	rows := append([]Row{{What: "start", Value: p.Verdict()}}, p.summary()...)
	if beats := p.Heartbeats; beats != nil && beats.Timeout.Known() {
		rows = append(rows, Row{What: "heartbeats missed for", Value: fmt.Sprintf("%d ms", beats.Timeout.N)})
	}
	return rows
}

// writeRemaining says what options cannot mend, and with all fixes how to.
func writeRemaining(b *strings.Builder, a *advise.Advice, fixes bool) {
	for i, f := range a.Remaining {
		if i == 0 {
			b.WriteString("\nleft to do:\n")
		}
		shown := report.FindingOf(f)
		fmt.Fprintf(b, "  %s: %s [%s]\n", shown.Severity, shown.Message, shown.Rule.ID)
		if a.MendedByLimit(f) {
			fmt.Fprintf(b, "    a memory limit of %s fixes it\n", lint.MiB(a.Limit))
		}
		if !fixes {
			continue
		}
		for _, fix := range shown.Fixes {
			fmt.Fprintf(b, "    %s\n", fix.Title)
		}
	}
}

type jsonAdvices struct {
	Schema int                 `json:"schema"`
	Advice []shown[jsonAdvice] `json:"advice"`
}

type jsonAdvice struct {
	Name      string             `json:"name"`
	File      string             `json:"file"`
	JDK       int                `json:"jdk"`
	Profile   jsonProfile        `json:"profile"`
	Notes     []string           `json:"notes"`
	Options   []jsonAdvised      `json:"options"`
	Dropped   []jsonAdvised      `json:"dropped"`
	LeftAlone []jsonLeftAlone    `json:"left_alone"`
	Now       jsonPrediction     `json:"now"`
	Advised   jsonPrediction     `json:"advised"`
	Limit     *int64             `json:"limit_needed"` // bytes; null: what there is does
	Remaining []jsonAdviceRemain `json:"remaining"`
}

type jsonProfile struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

type jsonAdvised struct {
	Option string `json:"option"`
	Why    string `json:"why"`
	From   string `json:"from,omitempty"`
	Kept   bool   `json:"kept,omitempty"`

	Assumed bool `json:"assumed,omitempty"` // a bound that nobody measured: not to be copied
}

type jsonLeftAlone struct {
	Flag string `json:"flag"`
	Why  string `json:"why"`
}

type jsonAdviceRemain struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

func AdviseJSON(w io.Writer, all []*advise.Advice) error {
	return report.Encode(w, jsonAdvices{report.Schema, lists.Of(all, adviceJSON)})
}

func adviceJSON(a *advise.Advice) shown[jsonAdvice] {
	out := jsonAdvice{
		Name: a.Workload.Name, File: a.Workload.File.Name, JDK: a.JDK, Profile: jsonProfile{string(a.Profile), a.ProfileWhy},
		Notes: append([]string{}, a.Notes()...), Options: lists.Of(a.Options, advised), Dropped: lists.Of(a.Dropped, advised),
		LeftAlone: lists.Of(a.LeftAlone, func(o advise.Option) jsonLeftAlone { return jsonLeftAlone{o.Text, o.Reason} }),
		Now:       Prediction{a.Before}.json(), Advised: Prediction{a.After}.json(),
		Remaining: lists.Of(a.Remaining, func(f *lint.Finding) jsonAdviceRemain {
			return jsonAdviceRemain{f.Rule.ID, f.Severity.String(), report.Show(f.Message)}
		}),
	}
	if a.Limit > 0 {
		out.Limit = &a.Limit
	}
	return shown[jsonAdvice]{a.Workload, out}
}

func advised(o advise.Option) jsonAdvised {
	return jsonAdvised{Option: report.Show(o.Text), Why: report.Show(o.Reason), From: o.Source, Kept: o.Kept, Assumed: o.Assumed}
}
