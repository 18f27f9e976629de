package figures

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/report"
)

type jsonCapacity struct {
	Schema int                     `json:"schema"`
	Plans  []raw[jsonCapacityPlan] `json:"plans"`
}

type jsonCapacityPlan struct {
	Name       string       `json:"name"`
	JDK        int          `json:"jdk"`
	Map        string       `json:"map"`
	Facts      []jsonFigure `json:"facts"`
	Bounds     []jsonBound  `json:"bounds"`
	Verdict    string       `json:"verdict"`
	Losses     []jsonLoss   `json:"losses"`
	Moving     []jsonFigure `json:"moving"`
	Partitions []jsonFigure `json:"partitions"`
	Needed     []jsonFigure `json:"needed"`
	Notes      []string     `json:"notes"`
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

// jsonLoss gives sizes in bytes, each of one member.
type jsonLoss struct {
	Lost    int64   `json:"lost"`
	Members int64   `json:"members"`
	Kept    int64   `json:"entries"` // that are kept
	Evicted int64   `json:"evicted"`
	InCrash int64   `json:"entries_in_crash"`
	Missing int64   `json:"backups_missing_in_crash"`
	Needed  int64   `json:"copies_needed"`
	Each    int64   `json:"copies"`
	Counted int64   `json:"counted"`
	Heap    int64   `json:"heap"`
	Moved   int64   `json:"moved"`
	Reserve int64   `json:"reserve"`
	Beside  int64   `json:"beside"`
	Short   bool    `json:"reserve_short"`
	Outcome string  `json:"outcome"`      // fits, no_reserve, evicts, out_of_memory
	Gone    float64 `json:"gone_at_once"` // of all entries, from 0 to 1
}

// CapacityJSON writes plans for machines.
func CapacityJSON(w io.Writer, plans []capacity.MapPlan) error {
	out := jsonCapacity{Schema: report.Schema, Plans: []raw[jsonCapacityPlan]{}}
	for _, p := range plans {
		shown, err := encoded(p.Pass.Workload, planJSON(p))
		if err != nil {
			return err
		}
		out.Plans = append(out.Plans, shown)
	}
	return report.Encode(w, out)
}

func planJSON(p capacity.MapPlan) jsonCapacityPlan {
	plan := p.Plan
	out := jsonCapacityPlan{Name: p.Pass.Workload.Name, JDK: p.Pass.JDK, Map: p.Map, Verdict: plan.Verdict, Notes: append([]string{}, plan.Notes...),
		Facts: figuresJSON(plan.Facts), Moving: figuresJSON(plan.Moving), Partitions: figuresJSON(plan.Partitions), Needed: figuresJSON(plan.Needed),
		Bounds: []jsonBound{}, Losses: []jsonLoss{}}
	for _, b := range plan.Bounds {
		out.Bounds = append(out.Bounds, jsonBound{figureJSON(b.Figure), b.Member})
	}
	for _, l := range plan.Losses {
		out.Losses = append(out.Losses, jsonLoss{Lost: l.Lost, Members: l.Members, Kept: l.Kept, Evicted: l.Evicted, InCrash: l.InCrash, Missing: l.Missing, Needed: l.Needed, Each: l.Each, Counted: l.Counted,
			Heap: l.Heap, Moved: l.Moved, Reserve: l.Reserve.N, Beside: max(0, l.Beside), Short: l.Short, Outcome: strings.ReplaceAll(string(l.Outcome), " ", "_"), Gone: l.Gone})
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
