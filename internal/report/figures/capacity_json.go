package figures

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/report"
)

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

// CapacityJSON writes plans for machines.
func CapacityJSON(w io.Writer, plans []capacity.MapPlan) error {
	out := jsonCapacity{Schema: report.Schema, Plans: []shown[jsonCapacityPlan]{}}
	for _, p := range plans {
		out.Plans = append(out.Plans, shown[jsonCapacityPlan]{p.Pass.Workload, planJSON(p)})
	}
	return report.Encode(w, out)
}

func planJSON(p capacity.MapPlan) jsonCapacityPlan {
	plan := p.Plan
	out := jsonCapacityPlan{
		Name: p.Pass.Workload.Name, JDK: p.Pass.JDK, Map: p.Map, Verdict: plan.Verdict,
		Facts: figuresJSON(plan.Facts), Moving: figuresJSON(plan.Moving), Partitions: figuresJSON(plan.Partitions),
		Needed: figuresJSON(plan.Needed), Bounds: []jsonBound{}, Losses: plan.Losses, Notes: append([]string{}, plan.Notes...),
	}
	for _, b := range plan.Bounds {
		out.Bounds = append(out.Bounds, jsonBound{figureJSON(b.Figure), b.Member})
	}
	return out
}

func figuresJSON(figures []capacity.Figure) []jsonFigure {
	all := []jsonFigure{}
	for _, f := range figures {
		all = append(all, figureJSON(f))
	}
	return all
}

func figureJSON(f capacity.Figure) jsonFigure {
	return jsonFigure{f.ID, f.N, string(f.Unit), f.Origin, strings.TrimSpace(Because(f.Value))}
}
