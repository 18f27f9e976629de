package report

import (
	"encoding/json"
	"io"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Schema is the version of the machine-readable output. It rises when
// something is taken away or changes its meaning; additions leave it.
const Schema = 1

type jsonReport struct {
	Schema    int             `json:"schema"`
	Version   string          `json:"version"`
	Findings  []jsonFinding   `json:"findings"`
	NotJudged []jsonNotJudged `json:"not_judged"`
	Problems  []jsonProblem   `json:"problems"`
	Notes     []jsonProblem   `json:"notes"`

	Suppressed []jsonSuppressed `json:"suppressed"`
	LeftOut    jsonLeftOut      `json:"left_out"`
}

type jsonFinding struct {
	Rule       string        `json:"rule"`
	Severity   string        `json:"severity"`
	Confidence string        `json:"confidence"`
	Message    string        `json:"message"`
	Workload   string        `json:"workload"`
	JDK        []int         `json:"jdk"`
	Location   jsonLocation  `json:"location"`
	Related    []jsonRelated `json:"related"`
	Notes      []string      `json:"notes"`
	Memory     *jsonMemory   `json:"memory,omitempty"`
	Fixes      []jsonFix     `json:"fixes"`
}

// jsonLocation counts offsets in bytes from 0, lines and columns from 1,
// columns in code points.
type jsonLocation struct {
	File  string          `json:"file"`
	Start source.Position `json:"start"`
	End   source.Position `json:"end"`
}

type jsonRelated struct {
	Message  string       `json:"message"`
	Location jsonLocation `json:"location"`
}

type jsonFix struct {
	Title  string     `json:"title"`
	Safety string     `json:"safety"`
	Edits  []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

type jsonNotJudged struct {
	Rule     string   `json:"rule"`
	Workload string   `json:"workload"`
	Needs    []string `json:"needs"`
}

type jsonProblem struct {
	File     string        `json:"file"`
	Message  string        `json:"message"`
	Location *jsonLocation `json:"location,omitempty"`
}

// JSON writes the machine-readable output.
func JSON(w io.Writer, r Report) error {
	out := jsonReport{
		Schema: Schema, Version: r.Version,
		Findings: []jsonFinding{}, NotJudged: []jsonNotJudged{}, Problems: problemsJSON(r.Problems), Notes: problemsJSON(r.Notes),
	}
	for _, f := range r.Result.Findings {
		out.Findings = append(out.Findings, findingJSON(f))
	}
	out.Suppressed, out.LeftOut = leftOutJSON(r.Result)
	for _, n := range r.Result.NotJudged {
		needs := []string{}
		for _, fact := range n.Needs {
			needs = append(needs, string(fact))
		}
		out.NotJudged = append(out.NotJudged, jsonNotJudged{Rule: n.Rule.ID, Workload: n.Workload.Name, Needs: needs})
	}
	return encode(w, out)
}

func problemsJSON(problems []*source.Problem) []jsonProblem {
	out := []jsonProblem{}
	for _, p := range problems {
		problem := jsonProblem{File: p.File.Name, Message: maskSecrets(p.Message)}
		if !p.Span.IsZero() {
			at := locationJSON(p.Span)
			problem.Location = &at
		}
		out = append(out, problem)
	}
	return out
}

func findingJSON(f *lint.Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule.ID, Severity: f.Severity.String(), Confidence: f.Confidence.String(),
		Message: maskSecrets(f.Message), Workload: f.Workload.Name, JDK: f.JDKs, Location: locationJSON(f.Span),
		Related: []jsonRelated{}, Notes: []string{}, Fixes: []jsonFix{},
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, jsonRelated{Message: maskSecrets(r.Message), Location: locationJSON(r.Span)})
	}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, maskSecrets(n))
	}
	if f.Budget != nil {
		out.Memory = memoryJSON(*f.Budget, f.Workload.Memory)
	}
	for _, fix := range f.Fixes {
		edits := []jsonEdit{}
		for _, e := range showFix(fix).edits {
			edits = append(edits, jsonEdit{File: e.Span.File.Name, Start: e.Span.Start, End: e.Span.End, New: e.New})
		}
		out.Fixes = append(out.Fixes, jsonFix{Title: maskSecrets(fix.Title), Safety: fix.Safety.String(), Edits: edits})
	}
	return out
}

func locationJSON(s source.Span) jsonLocation {
	return jsonLocation{File: s.File.Name, Start: s.File.Position(s.Start), End: s.File.Position(s.End)}
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
