// Package html writes one page of what a check came to, and of what was predicted.
package html

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"
	"slices"

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

// page is all that the page shows. It reaches no network: a browser that
// heeds its policy could not if it tried.
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

// Write writes one page to look at, keep or print: the findings on the source,
// and what was predicted, drawn.
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
