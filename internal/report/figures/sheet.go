package figures

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Sheet is what figures say of one workload, for pages: Markdown and HTML.
type Sheet struct {
	Title   string
	Verdict string // what comes of it; empty where the tables say that
	Good    bool
	Options string // a line to copy
	Context []string
	Tables  [][][]string // each with its header
	Memory  []MemoryBars
	Curves  []Curve
	Plain   string // text of several lines
	Notes   []string
}

// MemoryBars is a budget, and what it is of: now, advised.
type MemoryBars struct {
	Of     string
	Memory *report.Memory
}

// Curve is how figures change with the CPUs, with the memory, or over time.
type Curve struct {
	Title, Along string
	Lines        []CurveLine
	Show         func(int64) string // a value
	ShowAlong    func(int64) string
	Log          bool // each step up is ten times as much
}

// CurveLine are points, from left to right. Those that are apart have no line between.
type CurveLine struct {
	Name   string
	Points [][2]int64
	Apart  bool
}

func PredictSheets(workloads []*predict.Predictions) []Sheet {
	return lists.Of(workloads, func(of *predict.Predictions) Sheet {
		all := Predictions(of)
		s := Sheet{Title: titleOf(of.Workload)}
		if len(all) == 1 {
			s.predicted(all[0])
		} else {
			s.Context = []string{lint.ContextOfAll(of.Workload)}
			verdicts := report.Rows([]string{"JDK", "outcome"}, all, func(p Prediction) []string {
				return []string{fmt.Sprint(p.JDK), strings.Join(append([]string{p.Verdict()}, p.Start.Lines()...), "; ")}
			})
			s.Tables = [][][]string{verdicts, sideBySide(all)}
		}
		return s.of(of.Workload)
	})
}

func (s *Sheet) predicted(p Prediction) {
	s.Verdict, s.Good, s.Context = p.Verdict(), p.Start.OK, []string{lint.Context(p.Prediction)}
	s.Notes = p.Start.Lines()
	if p.JVM == nil {
		return
	}
	s.Tables = [][][]string{append([][]string{{"outcome", "value"}}, p.answerTable()...), p.table()}
	if memory, ok := p.Memory(); ok {
		s.Memory = []MemoryBars{{"", memory}}
	}
	var b strings.Builder
	p.writePause(&b)
	p.writeGCLog(&b)
	s.Curves = p.pausesOverTime()
	s.Plain = strings.TrimSpace(b.String())
}

func WhatIfSheets(workloads []*predict.Predictions, q predict.Question) []Sheet {
	return lists.Of(predictions(workloads), func(p Prediction) Sheet {
		s := Sheet{
			Title: titleOf(p.Workload), Context: []string{lint.Context(p.Prediction)},
			Tables: [][][]string{p.outcomeTable(q)}, Curves: p.curves(q),
		}
		if p.JVM != nil {
			if full, ok := p.FullGCPauseIn(p.JVM); ok {
				s.Context = append(s.Context, "full GC: estimated for "+full.Machine)
			}
		}
		return s.of(p.Workload)
	})
}

// curves are the memory, and the pause of a full GC, along the range that is asked for.
func (p Prediction) curves(q predict.Question) []Curve {
	along, show := Along(q)
	heap, planned, pause, worst := CurveLine{Name: "heap"}, CurveLine{Name: "planned"}, CurveLine{Name: "full GC, expected"}, CurveLine{Name: "at worst"}
	for _, t := range p.Along(q) {
		if t.JVM == nil {
			continue
		}
		if t.JVM.Heap.Known() {
			heap.Points = append(heap.Points, [2]int64{t.N, t.JVM.Heap.N})
		}
		if n := p.PlannedIn(t.JVM); n > 0 {
			planned.Points = append(planned.Points, [2]int64{t.N, n})
		}
		if full, ok := p.FullGCPauseIn(t.JVM); ok {
			pause.Points, worst.Points = append(pause.Points, [2]int64{t.N, full.Expected}), append(worst.Points, [2]int64{t.N, full.High})
		}
	}
	limit := CurveLine{Name: "limit"}
	for _, point := range planned.Points {
		if q.Of == predict.Memory {
			limit.Points = append(limit.Points, [2]int64{point[0], point[0]})
		} else if p.Workload.Memory.Known() {
			limit.Points = append(limit.Points, [2]int64{point[0], p.Workload.Memory.N})
		}
	}
	all := []Curve{
		{Title: "memory", Along: along, Lines: []CurveLine{heap, planned, limit}, Show: lint.MiB, ShowAlong: show},
		{Title: "full GC", Along: along, Lines: []CurveLine{pause, worst}, Show: lint.Seconds, ShowAlong: show},
	}
	for i := range all {
		all[i].Lines = slices.DeleteFunc(all[i].Lines, func(l CurveLine) bool { return len(l.Points) < 2 })
	}
	return slices.DeleteFunc(all, func(c Curve) bool { return len(c.Lines) == 0 })
}

func AdviseSheets(all []*advise.Advice) []Sheet {
	return lists.Of(all, func(a *advise.Advice) Sheet {
		s := Sheet{
			Title:   fmt.Sprintf("%s: %s", titleOf(a.Workload), a.Profile),
			Options: inALine(a.Options), Context: append(a.Notes(), restsOn(a)...), Tables: [][][]string{outcomeRows(a, Prediction.answer)},
			Memory: memoryOfBoth(a),
			Notes: lists.Of(a.Remaining, func(f *lint.Finding) string {
				shown := report.FindingOf(f)
				return fmt.Sprintf("left to do: %s: %s [%s]", shown.Severity, shown.Message, shown.Rule.ID)
			}),
		}
		for _, r := range reasons(a) {
			cells := func(o advise.Option) []string { return []string{o.Text, o.Reason} }
			s.Tables = append(s.Tables, report.Rows([]string{r.what, "why"}, r.options, cells))
		}
		return s.of(a.Workload)
	})
}

func CapacitySheets(plans []capacity.MapPlan) []Sheet {
	return lists.Of(plans, func(p capacity.MapPlan) Sheet {
		s := Sheet{
			Title: planTitle(p), Verdict: strings.TrimPrefix(p.Plan.Answer+"; "+p.Plan.Verdict, "; "), Good: !strings.HasPrefix(p.Plan.Answer, "no"), Context: []string{lint.Context(p.Pass)},
			Tables: append(answerRows(p.Plan), lossRows(p.Plan.Losses)), Notes: p.Plan.Notes,
		}
		kept := CurveLine{Name: "entries kept"}
		for _, l := range p.Plan.Losses {
			kept.Points = append(kept.Points, [2]int64{l.Lost, l.Kept})
			s.Good = s.Good && l.Outcome != capacity.RunsOut
		}
		if len(kept.Points) > 1 {
			number := func(n int64) string { return fmt.Sprint(n) }
			s.Curves = []Curve{{Title: "entries", Along: "members lost", Lines: []CurveLine{kept}, Show: number, ShowAlong: number}}
		}
		return s.of(p.Pass.Workload)
	})
}

// of hides the secrets of the workload in all that is shown of it.
func (s Sheet) of(w *workload.Workload) Sheet {
	hidden := report.SecretsOfWorkload(w)
	s.Context, s.Notes = slices.Clone(s.Context), slices.Clone(s.Notes)
	s.Tables = slices.DeleteFunc(s.Tables, func(rows [][]string) bool { return len(rows) < 2 })
	s.Title, s.Verdict, s.Options, s.Plain = hidden.Show(s.Title), hidden.Show(s.Verdict), hidden.Show(s.Options), hidden.Text(s.Plain)
	for _, lines := range append([][]string{s.Context, s.Notes}, slices.Concat(s.Tables...)...) {
		for i := range lines {
			lines[i] = hidden.Show(lines[i])
		}
	}
	return s
}

// WriteMarkdown writes sheets for a page or a comment: what comes of it first, then tables.
func WriteMarkdown(w io.Writer, sheets []Sheet) error {
	return report.Print(w, strings.Join(lists.Of(sheets, Sheet.markdown), "\n"))
}

func (s Sheet) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n", report.Markdown(s.Title))
	if s.Verdict != "" {
		fmt.Fprintf(&b, "\n**%s**\n", report.Markdown(s.Verdict))
	}
	if s.Options != "" {
		b.WriteString("\n" + report.Fenced("", s.Options))
	}
	for _, rows := range s.Tables {
		writeTable(&b, rows)
	}
	for _, bars := range s.Memory {
		writeTable(&b, bars.Memory.Rows(strings.TrimSuffix("pool, "+bars.Of, ", ")))
	}
	if s.Plain != "" {
		b.WriteString("\n" + report.Fenced("text", s.Plain))
	}
	for i, line := range append(s.Context[:len(s.Context):len(s.Context)], s.Notes...) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", report.Markdown(line))
	}
	return b.String()
}

func writeTable(b *strings.Builder, rows [][]string) {
	b.WriteByte('\n')
	for i, row := range rows {
		cells := lists.Of(row, func(c string) string { return report.Markdown(strings.TrimSpace(c)) })
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
}
