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
	Severity, Confidence, Message, Where, Rule, JVM string

	Lines          []line
	Memory         *memoryChart
	Notes, Context []string
	Fixes          []fix
	Elsewhere      []string // where else the same is said
}

// fix is one, and the lines that it writes; empty where it leaves that to people.
type fix struct{ Title, Lines string }

type rule struct {
	ID, Title, URL string
	Sections       []pages.Section
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

func findingOf(f report.Finding) finding {
	out := finding{
		Severity: f.Severity.String(), Confidence: f.Confidence.String(), Message: f.Message.String(), Where: f.At.String(), Rule: f.Rule.ID, JVM: f.Workload.Name.String() + " of " + report.Show(f.Workload.File),
		Lines: sourceOf(f), Context: f.Under(),
	}
	if f.Memory != nil {
		out.Memory = memoryOf(f.Memory)
	}
	for _, n := range f.Notes {
		out.Notes = append(out.Notes, n.Lines()...)
	}
	for _, x := range f.Fixes {
		out.Fixes = append(out.Fixes, fix{x.String(), x.Lines()})
	}
	return out
}

// rulesOf are the pages of the rules that found something.
func rulesOf(findings []report.Finding) []rule {
	var all []rule
	for _, f := range findings {
		if slices.ContainsFunc(all, func(r rule) bool { return r.ID == f.Rule.ID }) {
			continue
		}
		shown := rule{ID: f.Rule.ID, Title: pages.Capital(f.Rule.Title), URL: pages.RulePageURL(f.Rule)}
		for _, s := range pages.Sections(f.Rule) {
			shown.Sections = append(shown.Sections, pages.Section{Title: s.Title, Body: pages.Unwrapped(s.Body)})
		}
		all = append(all, shown)
	}
	slices.SortFunc(all, func(a, b rule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
