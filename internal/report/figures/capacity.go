package figures

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func planTitle(p capacity.MapPlan) string {
	return fmt.Sprintf("%s, map %q", titleOf(p.Pass.Workload), p.Map)
}

// CapacityText writes plans for people: what fits and what becomes of it when members are
// lost; in full, with all figures that the plan is made of and where each is from.
func CapacityText(w io.Writer, plans []capacity.MapPlan, colour, full bool) error {
	style := report.Style(colour)
	of := func(p capacity.MapPlan) *workload.Workload { return p.Pass.Workload }
	return writeEach(w, plans, of, func(b *strings.Builder, p capacity.MapPlan, _ report.Secrets) {
		if p.Plan.Answer != "" {
			fmt.Fprintf(b, "%s\n", style.Bold(p.Plan.Answer))
		}
		fmt.Fprintf(b, "%s\n%s\n\n", style.Bold(planTitle(p)), style.Bold(p.Plan.Verdict))
		for _, rows := range answerRows(p.Plan) {
			b.WriteString(report.Table(rows) + "\n\n")
		}
		b.WriteString(report.Table(lossRows(p.Plan.Losses)) + "\n\n")
		fmt.Fprintf(b, "%s\n", lint.Context(p.Pass))
		for _, note := range p.Plan.Notes {
			fmt.Fprintf(b, "note: %s\n", note)
		}
		if full {
			writePlan(b, p.Plan)
		}
	})
}

// answerRows have how many entries fit, and what those that are asked for need.
func answerRows(p *capacity.Plan) [][][]string {
	rows := report.Rows([]string{"entries", "cluster", "copies per member"}, p.Bounds, boundCells)
	if len(p.Needed) == 0 {
		return [][][]string{rows}
	}
	cells := func(f capacity.Figure) []string { return []string{f.What, quantityOf(f)} }
	return [][][]string{rows, report.Rows([]string{"needed", "value"}, p.Needed, cells)}
}

func boundCells(b capacity.Bound) []string {
	return []string{b.What, fmt.Sprint(b.N), fmt.Sprint(b.Member)}
}

func writePlan(b *strings.Builder, p *capacity.Plan) {
	cells := func(b capacity.Bound) []string { return append(boundCells(b), b.Origin, b.Why) }
	bounds := report.Rows([]string{"entries", "cluster", "copies per member", "origin", "because"}, p.Bounds, cells)
	b.WriteString("\n" + figureTable("what", p.Facts) + "\n\n" + report.Table(bounds, 3) + "\n")
	for _, figures := range [][]capacity.Figure{p.Moving, p.Partitions, p.Needed} {
		if len(figures) > 0 {
			b.WriteString("\n" + figureTable("", figures) + "\n")
		}
	}
}

func figureTable(what string, figures []capacity.Figure) string {
	var rows [][]string
	if what != "" {
		rows = [][]string{{what, "value", "origin", "because"}}
	}
	return report.Table(append(rows, lists.Of(figures, func(f capacity.Figure) []string {
		return []string{f.What, quantityOf(f), f.Origin, strings.TrimSpace(Because(f.Value))}
	})...), 2)
}

func lossRows(losses []capacity.Loss) [][]string {
	header := []string{"members", "lost", "entries kept", "copies each", "needed", "as counted", "of the heap", "beside", "reserve", "outcome"}
	return report.Rows(header, losses, func(l capacity.Loss) []string {
		return []string{fmt.Sprint(l.Members), fmt.Sprint(l.Lost), fmt.Sprint(l.Kept), fmt.Sprint(l.Each), fmt.Sprint(l.Needed),
			gib(l.Counted), gib(l.Heap), gib(l.Beside), gib(l.Reserve), outcomeOf(l)}
	})
}

func outcomeOf(l capacity.Loss) string {
	says := map[capacity.Outcome]string{
		capacity.Fits:    "all fit",
		capacity.Tight:   "all fit, but without the reserve for migration",
		capacity.Evicts:  plural.Of(l.Evicted, "entry", "entries") + " evicted",
		capacity.RunsOut: "out of memory",
	}[l.Outcome]
	crash := fmt.Sprintf("; in a crash %d are kept, and %s missing", l.InCrash, plural.Of(l.Missing, "backup is", "backups are"))
	says += lint.If(l.InCrash > l.Kept, crash)
	says += lint.If(l.Outcome == capacity.Evicts && l.Short, ", and no reserve for migration: it may run out of memory")
	if l.Gone > 0 {
		how := either.Of(l.Lost == 1, "in a crash", "lost at once")
		says += fmt.Sprintf("; "+how+", %.0f %% of all entries are gone (assumed: spread evenly)", 100*l.Gone)
	}
	return says
}

// exactBelow is where sizes are written to the byte: those of entries are.
const exactBelow = 16 << 20

func quantityOf(f capacity.Figure) string {
	switch {
	case f.Unit != capacity.Bytes:
		return fmt.Sprint(f.N)
	case f.N >= exactBelow || f.N >= 1<<20 && f.N%(1<<20) == 0:
		return gib(f.N)
	}
	return fmt.Sprintf("%d bytes", f.N)
}

// gib writes bytes in GiB from 100 of them on, and in MiB below.
func gib(n int64) string {
	if n < 100<<30 {
		return lint.MiB(n)
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}

type jsonCapacity struct {
	Schema int                       `json:"schema"`
	Plans  []shown[jsonCapacityPlan] `json:"plans"`
}

type jsonCapacityPlan struct {
	Name       string          `json:"name"`
	JDK        int             `json:"jdk"`
	Map        string          `json:"map"`
	Facts      []jsonFigure    `json:"facts"`
	Bounds     []jsonBound     `json:"bounds"`
	Answer     string          `json:"answer"` // yes or no to the entries that were asked for
	Verdict    string          `json:"verdict"`
	Losses     []capacity.Loss `json:"losses"`
	Moving     []jsonFigure    `json:"moving"`
	Partitions []jsonFigure    `json:"partitions"`
	Needed     []jsonFigure    `json:"needed"`
	Notes      []string        `json:"notes"`
}

type jsonFigure struct {
	ID      string `json:"id"`
	Value   int64  `json:"value"`
	Unit    string `json:"unit"`
	Origin  string `json:"origin"`
	Because string `json:"because"`
}

type jsonBound struct {
	jsonFigure
	Member int64 `json:"copies_per_member"`
}

func CapacityJSON(w io.Writer, plans []capacity.MapPlan) error {
	return report.Encode(w, jsonCapacity{report.Schema, lists.Of(plans, planJSON)})
}

func planJSON(p capacity.MapPlan) shown[jsonCapacityPlan] {
	plan, of := p.Plan, p.Pass.Workload
	return shown[jsonCapacityPlan]{of, jsonCapacityPlan{
		Name: of.Name, JDK: p.Pass.JDK, Map: p.Map, Answer: plan.Answer, Verdict: plan.Verdict,
		Facts: lists.Of(plan.Facts, figureJSON), Moving: lists.Of(plan.Moving, figureJSON),
		Partitions: lists.Of(plan.Partitions, figureJSON), Needed: lists.Of(plan.Needed, figureJSON),
		Bounds: lists.Of(plan.Bounds, func(b capacity.Bound) jsonBound { return jsonBound{figureJSON(b.Figure), b.Member} }),
		Losses: plan.Losses, Notes: append([]string{}, plan.Notes...),
	}}
}

func figureJSON(f capacity.Figure) jsonFigure {
	return jsonFigure{f.ID, f.N, string(f.Unit), f.Origin, strings.TrimSpace(Because(f.Value))}
}
