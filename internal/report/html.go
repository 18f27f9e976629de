package report

import (
	"cmp"
	_ "embed"
	"html/template"
	"io"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
)

//go:embed html/page.html
var pageTemplate string

//go:embed html/page.css
var pageStyle string

// htmlPage is all that the page shows. It reaches no network: a browser that
// heeds its policy could not if it tried.
type htmlPage struct {
	Style     template.CSS
	Version   string
	Verdict   string
	Findings  []htmlFinding
	Workloads []htmlWorkload
	NotJudged []htmlWant
	Problems  []htmlProblem
	Notes     []htmlProblem
	Rules     []htmlRule // of the findings
	Home      string
}

type htmlFinding struct {
	Severity, Confidence, Message, Where, Rule string

	Lines                 []htmlLine
	Memory                *memoryChart
	Notes, Fixes, Context []string
}

type htmlWant struct{ Rules, Needs, Where string }

type htmlProblem struct{ Where, Message string }

type htmlRule struct {
	ID, Title, URL string
	Sections       []htmlSection
}

type htmlSection struct{ Title, Body string }

// HTML writes one page to look at, keep or print: the findings on the source,
// and what was predicted, drawn.
func HTML(w io.Writer, r Report) error {
	page := htmlPage{Style: template.CSS(pageStyle), Version: r.Version, Verdict: verdict(r), Home: homepage}
	for _, f := range r.Result.Findings {
		page.Findings = append(page.Findings, findingHTML(f))
	}
	for _, of := range r.Result.Predicted {
		if of.Workload.HasJVM {
			page.Workloads = append(page.Workloads, workloadHTML(of))
		}
	}
	for _, want := range wantsOf(r.Result.NotJudged) {
		page.NotJudged = append(page.NotJudged, htmlWant{want.rules, want.needs, show(want.where)})
	}
	page.Problems, page.Notes = problemsHTML(shownProblems(r.Problems)), problemsHTML(shownProblems(r.Notes))
	page.Rules = rulesHTML(r.Result.Findings)
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	return t.Execute(w, page)
}

func findingHTML(f *lint.Finding) htmlFinding {
	s := showFinding(f)
	out := htmlFinding{
		Severity: s.severity.String(), Confidence: s.confidence.String(), Message: s.message, Where: s.at.String(), Rule: s.rule.ID,
		Lines: sourceHTML(f), Notes: s.notes, Context: s.context,
	}
	if f.Budget != nil {
		out.Memory = memoryHTML(*f.Budget, f.Workload.Memory)
	}
	for _, fix := range s.fixes {
		out.Fixes = append(out.Fixes, fix.String())
	}
	return out
}

func problemsHTML(problems []shownProblem) []htmlProblem {
	var all []htmlProblem
	for _, p := range problems {
		where := p.file
		if p.at != nil {
			where = p.at.String()
		}
		all = append(all, htmlProblem{where, p.message})
	}
	return all
}

// rulesHTML are the pages of the rules that found something.
func rulesHTML(findings []*lint.Finding) []htmlRule {
	var all []htmlRule
	for _, f := range findings {
		if slices.ContainsFunc(all, func(r htmlRule) bool { return r.ID == f.Rule.ID }) {
			continue
		}
		rule := htmlRule{ID: f.Rule.ID, Title: capital(f.Rule.Title), URL: RulePageURL(f.Rule)}
		for _, s := range sections(f.Rule) {
			if s.body != "" {
				rule.Sections = append(rule.Sections, htmlSection{s.title, unwrapped(s.body)})
			}
		}
		all = append(all, rule)
	}
	slices.SortFunc(all, func(a, b htmlRule) int { return cmp.Compare(a.ID, b.ID) })
	return all
}
