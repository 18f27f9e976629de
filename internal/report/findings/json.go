package findings

//go:generate go test . -run UpToDate -update

import (
	"io"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/source"
)

type jsonReport struct {
	Schema    int             `json:"schema"`
	Version   string          `json:"version"`
	Findings  []jsonFinding   `json:"findings"`
	NotJudged []jsonNotJudged `json:"not_judged"`
	Problems  []jsonProblem   `json:"problems"`
	Notes     []jsonProblem   `json:"notes"`

	Suppressed []jsonSuppressed `json:"suppressed"`
	LeftOut    jsonLeftOut      `json:"left_out"`

	Summary   report.Summary `json:"summary"`
	Workloads []jsonWorkload `json:"workloads"`
}

// jsonWorkload is a JVM, a configuration of Hazelcast, or both. Sizes are in bytes, on the newest of its JDKs that it
// starts on; those that are not known are left out.
type jsonWorkload struct {
	Name     report.Masked `json:"name"`
	File     string        `json:"file"`
	Location *jsonLocation `json:"location,omitempty"`
	Evidence string        `json:"evidence,omitempty"`
	Judged   string        `json:"judged"`
	WhyNot   []string      `json:"why_not"`

	report.Outlook
	Worst *jsonWorst `json:"worst,omitempty"`
}

type jsonWorst struct {
	Severity string `json:"severity"`
	Rule     string `json:"rule"`
}

type jsonFinding struct {
	Rule       string          `json:"rule"`
	Severity   string          `json:"severity"`
	Confidence string          `json:"confidence"`
	Message    report.Masked   `json:"message"`
	Workload   report.Masked   `json:"workload"`
	Workloads  []report.Masked `json:"workloads"`
	JDK        []int           `json:"jdk"`
	Location   jsonLocation    `json:"location"`
	Related    []jsonRelated   `json:"related"`
	Notes      []report.Masked `json:"notes"`
	Memory     *figures.Memory `json:"memory,omitempty"`
	Fixes      []jsonFix       `json:"fixes"`
}

// jsonLocation counts offsets in bytes from 0, lines and columns from 1, columns in code points.
type jsonLocation struct {
	File  string          `json:"file"`
	Start source.Position `json:"start"`
	End   source.Position `json:"end"`
}

type jsonRelated struct {
	Message  report.Masked `json:"message"`
	Location jsonLocation  `json:"location"`
}

type jsonFix struct {
	Title  report.Masked `json:"title"`
	Safety string        `json:"safety"`
	Edits  []jsonEdit    `json:"edits"`
}

type jsonEdit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

type jsonNotJudged struct {
	Rule     string        `json:"rule"`
	Workload report.Masked `json:"workload"`
	Needs    []lint.Fact   `json:"needs"`
}

type jsonProblem struct {
	File     string        `json:"file"`
	Message  report.Masked `json:"message"`
	Location *jsonLocation `json:"location,omitempty"`
}

// jsonSuppressed is a finding that a comment leaves out.
type jsonSuppressed struct {
	jsonFinding
	Reason  report.Masked `json:"reason"`
	Comment jsonLocation  `json:"comment"`
}

// jsonLeftOut counts findings that are not listed.
type jsonLeftOut struct {
	Suppressed int `json:"suppressed"`
	Baseline   int `json:"baseline"`
	Unchanged  int `json:"unchanged"`
}

func writeJSON(w io.Writer, r report.Report) error {
	out := jsonReport{
		Schema: report.Schema, Version: r.Version,
		Findings: lists.Of(r.Findings, findingJSON), Problems: problemsJSON(r.Problems), Notes: problemsJSON(r.Notes()),
		NotJudged: lists.Of(r.NotJudged, func(n report.NotJudged) jsonNotJudged {
			return jsonNotJudged{n.Rule.ID, n.Workload.Name, n.Needs}
		}),
		Suppressed: lists.Of(r.LeftOut.Suppressed, func(s report.Suppressed) jsonSuppressed {
			return jsonSuppressed{findingJSON(s.Finding), s.Reason, locationJSON(s.Comment)}
		}),
		LeftOut: jsonLeftOut{len(r.LeftOut.Suppressed), r.LeftOut.Baseline, r.LeftOut.Unchanged},
		Summary: r.Counts,
	}
	out.Workloads = make([]jsonWorkload, len(r.Workloads))
	parallel.Each(len(r.Workloads), func(i int) { out.Workloads[i] = workloadJSON(r.Workloads[i]) })
	return report.Encode(w, out)
}

func problemsJSON(problems []report.Problem) []jsonProblem {
	return lists.Of(problems, func(p report.Problem) jsonProblem {
		return jsonProblem{File: p.At.Name(), Message: p.Message, Location: ofPart(p)}
	})
}

func workloadJSON(w *report.Workload) jsonWorkload {
	out := jsonWorkload{Name: w.Name, File: w.At.At.Name(), Evidence: w.Evidence, Judged: w.Extent.String(), WhyNot: append([]string{}, w.Why...)}
	out.Location, out.Outlook = ofPart(w.At), w.Outlook()
	if w.Worst != nil {
		out.Worst = &jsonWorst{w.Worst.Severity.String(), w.Worst.Rule.ID}
	}
	return out
}

func findingJSON(f report.Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule.ID, Severity: f.Severity.String(), Confidence: f.Confidence.String(),
		Message: f.Message, Workload: f.Workload.Name, Workloads: []report.Masked{f.Workload.Name}, JDK: f.JDKs, Location: locationJSON(f.At),
		Related: lists.Of(f.Related, func(p report.Place) jsonRelated { return jsonRelated{p.Message, locationJSON(p)} }),
		Notes:   append([]report.Masked{}, f.Notes...), Fixes: lists.Of(f.Fixes, fixJSON),
	}
	out.Workloads = append(out.Workloads, lists.Of(f.Also, func(w *report.Workload) report.Masked { return w.Name })...)
	if f.Memory != nil {
		out.Memory = figures.MemoryOf(f.Memory)
	}
	return out
}

func fixJSON(fix report.Fix) jsonFix {
	return jsonFix{fix.Title, fix.Safety.String(), lists.Of(fix.Edits, func(e report.Edit) jsonEdit {
		return jsonEdit{File: e.At.Name(), Start: e.At.Start().Offset, End: e.At.End().Offset, New: e.New}
	})}
}

// ofPart is where a problem stands; nil for a whole file.
func ofPart(p report.Problem) *jsonLocation {
	if p.Whole {
		return nil
	}
	return new(locationJSON(p.At))
}

func locationJSON(p report.Place) jsonLocation {
	return jsonLocation{File: p.Name(), Start: p.Start(), End: p.End()}
}
