package figures

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// WhatIfText writes for people how the outcome changes with the machine.
func WhatIfText(w io.Writer, workloads []*predict.Predictions, q predict.Question, colour bool) error {
	style := report.Style(colour)
	of := func(p Prediction) *workload.Workload { return p.Workload }
	return writeEach(w, predictions(workloads), of, func(b *strings.Builder, p Prediction, _ report.Secrets) {
		fmt.Fprintf(b, "%s\n%s\n\n", style.Bold(titleOf(p.Workload)), lint.Context(p.Prediction))
		b.WriteString(report.Table(p.outcomeTable(q)) + "\n")
	})
}

// Along is what a question has a range of, and how a number of it is written.
func Along(q predict.Question) (what string, written func(int64) string) {
	if q.Of == predict.Memory {
		return "memory", lint.MiB
	}
	return "CPUs", func(n int64) string { return fmt.Sprint(n) }
}

func (p Prediction) outcomeTable(q predict.Question) [][]string {
	machine, n := Along(q)
	rows := [][]string{{machine, "heap", "G1 region", "GC threads", "planned", "outcome"}}
	for _, o := range p.Answer(q) {
		row := []string{extent(n(o.First.N), n(o.Last.N)), "", "", "", "", p.outcome(o, q)}
		if first, last := o.First.JVM, o.Last.JVM; first != nil && last != nil {
			row[1] = extent(sizeCell(first.Heap), sizeCell(last.Heap))
			if first.G1 != nil {
				row[2] = sizeCell(first.G1.RegionSize)
			}
			row[3] = extent(threadsCell(first), threadsCell(last))
			row[4] = extent(p.plannedCell(first), p.plannedCell(last))
		}
		rows = append(rows, row)
	}
	return rows
}

// outcome says how it comes out: whether the JVM starts, and whether it fits.
func (p Prediction) outcome(o hotspot.Outcome, q predict.Question) string {
	switch {
	case !o.First.OK:
		return "does not start: " + report.Show(o.First.Refusal.Error())
	case o.First.JVM == nil:
		return "prints and ends"
	}
	says := "starts, " + o.First.JVM.Collector.String()
	limit := p.Workload.Memory.N
	if q.Of == predict.Memory {
		limit = o.First.N
	} else if !p.Workload.Memory.Known() {
		return says
	}
	return says + lint.If(p.PlannedIn(o.First.JVM) > limit, ", does not fit")
}

func (p Prediction) plannedCell(jvm *hotspot.JVM) string {
	planned := p.PlannedIn(jvm)
	return lint.If(planned > 0, lint.MiB(planned))
}

func sizeCell(v source.Value) string {
	if !v.Known() {
		return "not known"
	}
	return lint.Size(v)
}

func threadsCell(jvm *hotspot.JVM) string {
	n := jvm.ParallelGCThreads
	return lint.If(n.Known() && n.N > 0, fmt.Sprint(n.N)) // Serial has none
}

func extent(first, last string) string {
	if first == last {
		return first
	}
	return first + " to " + last
}

type jsonOutcome struct {
	From    int64     `json:"from"`
	To      int64     `json:"to"`
	Start   jsonStart `json:"start"`
	GC      string    `json:"gc,omitempty"`
	Heap    []*int64  `json:"heap,omitempty"` // in bytes, at from and at to
	Region  *int64    `json:"region_size,omitempty"`
	Threads []*int64  `json:"parallel_gc_threads,omitempty"`
	Planned []int64   `json:"planned,omitempty"` // in bytes
}

type jsonWhatIfs struct {
	Schema    int                 `json:"schema"`
	Workloads []shown[jsonWhatIf] `json:"what_if"`
}

type jsonWhatIf struct {
	Name     string        `json:"name"`
	JDK      int           `json:"jdk"`
	Of       string        `json:"of"` // cpus or memory, which is in bytes
	Outcomes []jsonOutcome `json:"outcomes"`
}

func WhatIfJSON(w io.Writer, workloads []*predict.Predictions, q predict.Question) error {
	return report.Encode(w, jsonWhatIfs{report.Schema, lists.Of(predictions(workloads), func(p Prediction) shown[jsonWhatIf] {
		return shown[jsonWhatIf]{p.Workload, jsonWhatIf{p.Workload.Name, p.JDK, string(q.Of), lists.Of(p.Answer(q), p.outcomeJSON)}}
	})})
}

func (p Prediction) outcomeJSON(o hotspot.Outcome) jsonOutcome {
	out := jsonOutcome{From: o.First.N, To: o.Last.N, Start: startJSON(o.First.Verdict)}
	if first, last := o.First.JVM, o.Last.JVM; first != nil && last != nil {
		out.GC = first.Collector.String()
		out.Heap = []*int64{known(first.Heap), known(last.Heap)}
		out.Threads = []*int64{known(first.ParallelGCThreads), known(last.ParallelGCThreads)}
		if first.G1 != nil {
			out.Region = known(first.G1.RegionSize)
		}
		if planned := p.PlannedIn(first); planned > 0 {
			out.Planned = []int64{planned, p.PlannedIn(last)}
		}
	}
	return out
}

func startJSON(v hotspot.Verdict) jsonStart {
	return jsonStart{OK: v.OK, Messages: lists.Of(v.Lines(), report.Mask)}
}
