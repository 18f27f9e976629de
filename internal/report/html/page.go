// Package html writes one page of what a check came to, and of what was predicted.
package html

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

//go:embed page.html
var pageTemplate string

//go:embed page.js
var pageScript string

//go:embed page.css
var pageStyle string

// page is all that the page shows. It reaches no network: a browser that heeds its policy could not if it tried.
type page struct {
	Style     template.CSS
	Version   string
	Verdict   string
	Findings  []finding
	Script    template.JS
	ScriptSHA string
	Workloads []prediction
	NotJudged []report.Want
	Problems  []report.Problem
	Notes     []report.Problem
	Rules     []rule // of the findings
	Home      string
}

type finding struct {
	report.Finding
	Elsewhere []string // where else the same is said
}

func (f finding) Lines() []line { return sourceOf(f.Finding) }

func (f finding) Chart() *memoryChart {
	if f.Memory == nil {
		return nil
	}
	return memoryOf(f.Memory)
}

type rule struct{ *lint.Rule }

func (r rule) Heading() string { return pages.Capital(r.Title) }

func (r rule) URL() string { return pages.RulePageURL(r.Rule) }

func (r rule) Sections() []pages.Section {
	all := pages.Sections(r.Rule)
	for i := range all {
		all[i].Body = pages.Unwrapped(all[i].Body)
	}
	return all
}

// Write writes one page to look at, keep or print: the findings on the source, and what was predicted, drawn.
func Write(w io.Writer, r report.Report) error {
	p := page{Style: template.CSS(pageStyle), Version: r.Version, Verdict: r.Verdict(), Home: pages.Homepage, NotJudged: r.Wants()}
	p.Findings, p.Workloads = findingsOf(r.Findings), workloadsOf(r.Workloads)
	sum := sha256.Sum256([]byte(pageScript))
	p.Script, p.ScriptSHA = template.JS(pageScript), base64.StdEncoding.EncodeToString(sum[:])
	p.Problems, p.Notes = r.Problems, r.Notes()
	p.Rules = rulesOf(r.Findings)
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// rulesOf are the rules that found something.
func rulesOf(findings []report.Finding) []rule {
	var all []rule
	for _, f := range findings {
		all = append(all, rule{f.Rule})
	}
	slices.SortFunc(all, func(a, b rule) int { return cmp.Compare(a.ID, b.ID) })
	return slices.CompactFunc(all, func(a, b rule) bool { return a.ID == b.ID })
}

// findingsOf are the findings of a page, with those taken together that say the same of the
// same JDK, limits and CPUs.
func findingsOf(all []report.Finding) []finding {
	var shown []finding
	at := map[string]int{}
	for _, f := range all {
		key := place.ReplaceAllString(fmt.Sprintln(f.Rule.ID, f.Severity, f.Message, f.Notes, f.Under(), f.Fixes), "")
		if i, before := at[key]; before {
			shown[i].Elsewhere = append(shown[i].Elsewhere, f.At.String())
			continue
		}
		at[key] = len(shown)
		shown = append(shown, finding{Finding: f})
	}
	return shown
}

// place is where a fact stands, behind it.
var place = lazyregexp.New(`\([^()\s]+:\d+(?::\d+)?\)`)

// workloadsOf are the workloads that start a JVM, with those taken together of which the same is predicted.
func workloadsOf(all []*report.Workload) []prediction {
	var shown []prediction
	at := map[string]int{}
	for _, of := range all {
		if !of.Predicted.Workload.HasJVM() {
			continue
		}
		p := predictionOf(of)
		key := p.outcome()
		if i, before := at[key]; before {
			shown[i].Alike = append(shown[i].Alike, p.Name)
			continue
		}
		at[key] = len(shown)
		shown = append(shown, p)
	}
	return shown
}

// outcome is all that is predicted, but for where it is from.
func (w prediction) outcome() string {
	key := fmt.Sprintln(w.Verdict, w.Messages, w.MemoryUnknown, w.PauseUnknown)
	for _, f := range w.Facts {
		key += f.What + "=" + f.Value + "\n"
	}
	if w.Memory != nil {
		key += w.Memory.Alt + fmt.Sprintln(w.Memory.Pools)
	}
	if w.Pause != nil {
		key += w.Pause.Alt
	}
	return key
}

// line is a line of a file with its marks. File is set where it is another
// file than that of the line before, or than that of the finding.
type line struct {
	File   string
	Number int
	Pieces []piece
}

// piece is a run of characters. Kind is "at" where the finding stands,
// "part" for a place that has a part in it. Labels stand behind it.
type piece struct {
	Text, Kind string
	Labels     []string
}

// sourceOf are the lines that a finding is about, as in the text output.
func sourceOf(f report.Finding) []line {
	var lines []line
	for i, extract := range f.Source() {
		for j, shown := range extract.Lines {
			l := line{Number: shown.Number, Pieces: piecesOf(shown)}
			if i > 0 && j == 0 {
				l.File = extract.At.File()
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// piecesOf cuts a line into runs of one kind. The label of a mark stands behind its last character.
func piecesOf(shown report.Line) []piece {
	marks := shown.Marks
	last := make([]int, len(marks)) // character of each mark; -1: it has none, at the end of the line
	for j, m := range marks {
		last[j] = -1
		for i, c := range shown.Chars {
			if m.Covers(c.Offset) {
				last[j] = i
			}
		}
	}
	var pieces []piece
	cut := true
	for i, c := range shown.Chars {
		kind := kindAt(marks, c.Offset)
		if cut || pieces[len(pieces)-1].Kind != kind {
			pieces = append(pieces, piece{Kind: kind})
		}
		p := &pieces[len(pieces)-1]
		p.Text += string(c.Rune)
		p.Labels = labelsOf(marks, last, i)
		cut = len(p.Labels) > 0
	}
	for j, m := range marks {
		if last[j] < 0 {
			pieces = append(pieces, piece{Kind: kindAt(marks, m.Start), Labels: labelsOf(marks, last, -1)})
			break
		}
	}
	return pieces
}

func labelsOf(marks []report.Mark, last []int, at int) []string {
	var labels []string
	for j, m := range marks {
		if last[j] == at && m.Label != "" {
			labels = append(labels, m.Label)
		}
	}
	return labels
}

func kindAt(marks []report.Mark, offset int) string {
	kind := ""
	for _, m := range marks {
		switch {
		case !m.Covers(offset):
		case m.Primary:
			return "at"
		default:
			kind = "part"
		}
	}
	return kind
}
