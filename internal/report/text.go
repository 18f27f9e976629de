// Package report writes findings and predictions: one file per format.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Report is what a check came to.
type Report struct {
	Version  string
	Result   *lint.Result
	Problems []*source.Problem
	Notes    []*source.Problem // what was left out without fault

	Rules  []*lint.Rule                          // all there are
	Judged func(*workload.Workload) []*lint.Rule // those that a workload was judged by
	Fails  func(*lint.Finding) bool              // reports whether a build fails for a finding

	// Path is the name of a file as seen from the root of the repository that
	// it stands in; nil leaves names as they are.
	Path func(name string) string
}

// Text writes findings for people: where, what, the line with its carets, the
// fixes, and what was assumed. Its first lines serve editors and grep.
func Text(w io.Writer, r Report, colour bool) error {
	style := style(colour)
	findings := make([]strings.Builder, len(r.Result.Findings))
	parallel.Each(len(findings), func(i int) {
		writeFinding(&findings[i], r.Result.Findings[i], style)
		findings[i].WriteByte('\n')
	})
	var b strings.Builder
	for i := range findings {
		b.WriteString(findings[i].String())
	}
	writeNotJudged(&b, r.Result.NotJudged)
	if line := lastLine(r.Result); line != "" {
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFinding(b *strings.Builder, f *lint.Finding, style style) {
	fmt.Fprintf(b, "%s: %s: %s [%s]\n", style.bold(showPlace(f.Span, "").String()), style.severity(f.Severity), show(f.Message), f.Rule.ID)
	marks := marksOf(f)
	b.WriteString(snippet(marks, style))
	indent := strings.Repeat(" ", gutterWidth(marks)+2)
	write := func(s string) {
		for i, line := range strings.Split(strings.TrimRight(s, "\n"), "\n") {
			lead := "= "
			if i > 0 {
				lead = "  "
			}
			b.WriteString(strings.TrimRight(indent+style.dim(lead)+show(line), " ") + "\n")
		}
	}
	if f.Budget != nil {
		write(renderTable(budgetTable(*f.Budget)))
	}
	for _, n := range f.Notes {
		write(n)
	}
	for _, fix := range f.Fixes {
		write(fmt.Sprintf("fix (%s): %s", fix.Safety, fix.Title))
	}
	if f.Context != "" {
		write(f.Context)
	}
	if holds := partly(f); holds != "" {
		write(holds)
	}
}

// marksOf are the places of a finding, its own first.
func marksOf(f *lint.Finding) []mark {
	marks := []mark{{span: f.Span, primary: true}}
	for _, r := range f.Related {
		marks = append(marks, mark{span: r.Span, label: show(r.Message)})
	}
	return marks
}

// plainFindings are findings as people read them, without colours.
func plainFindings(findings []*lint.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteByte('\n')
		writeFinding(&b, f, false)
	}
	return b.String()
}

// partly names the JDKs that a finding holds on, where it does not hold on all
// that come into question.
func partly(f *lint.Finding) string {
	candidates := f.Workload.JDK.Candidates
	if len(f.JDKs) == len(candidates) {
		return ""
	}
	return fmt.Sprintf("holds on JDK %s of %s", lint.Releases(f.JDKs), lint.Releases(candidates))
}

// manyFiles is how many files are named one by one.
const manyFiles = 3

// want is a fact that rules lack, and where they lack it.
type want struct{ rules, needs, where string }

// writeNotJudged says once for each want which rules lack it, and where.
func writeNotJudged(b *strings.Builder, list []lint.NotJudged) {
	for _, w := range wantsOf(list) {
		verb := "needs"
		if strings.Contains(w.rules, ", ") {
			verb = "need"
		}
		fmt.Fprintf(b, "not judged: %s: %s %s: %s\n", w.rules, verb, w.needs, show(w.where))
	}
	if len(list) > 0 {
		b.WriteByte('\n')
	}
}

// wantsOf gathers the rules that lack the same.
func wantsOf(list []lint.NotJudged) []want {
	var gathered []want
	for _, w := range wantsByRule(list) {
		same := slices.IndexFunc(gathered, func(g want) bool { return g.needs == w.needs && g.where == w.where })
		if same < 0 {
			gathered = append(gathered, w)
		} else {
			gathered[same].rules += ", " + w.rules
		}
	}
	return gathered
}

// wantsByRule says where each rule lacks something, naming few of many files.
func wantsByRule(list []lint.NotJudged) []want {
	var wants []want
	files := map[want][]string{}
	for _, n := range list {
		w := want{rules: n.Rule.ID, needs: needsOf(n)}
		if !slices.Contains(wants, w) {
			wants = append(wants, w)
		}
		files[w] = append(files[w], n.Workload.Name+" of "+n.Workload.File.Name)
	}
	for i, w := range wants {
		where, more := files[w], ""
		if len(where) > manyFiles {
			more = fmt.Sprintf(" and %d more", len(where)-manyFiles)
			where = where[:manyFiles]
		}
		wants[i].where = strings.Join(where, ", ") + more
	}
	return wants
}

// needsOf says the facts that a rule lacks.
func needsOf(n lint.NotJudged) string {
	var needs []string
	for _, fact := range n.Needs {
		needs = append(needs, fact.String())
	}
	return strings.Join(needs, " and ")
}

// summary counts findings by severity, and what could be fixed.
func summary(findings []*lint.Finding) string {
	bySeverity := map[lint.Severity]int{}
	fixable := map[lint.Safety]int{}
	for _, f := range findings {
		bySeverity[f.Severity]++
		if len(f.Fixes) > 0 {
			best := lint.Manual
			for _, fix := range f.Fixes {
				best = min(best, fix.Safety)
			}
			fixable[best]++
		}
	}
	var parts []string
	for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info} {
		if n := bySeverity[s]; n > 0 {
			what := s.String()
			if s != lint.Info {
				parts = append(parts, lint.Count(n, what))
			} else {
				parts = append(parts, fmt.Sprintf("%d %s", n, what))
			}
		}
	}
	line := strings.Join(parts, ", ")
	var fixes []string
	if n := fixable[lint.Safe]; n > 0 {
		fixes = append(fixes, fmt.Sprintf("%d with --fix", n))
	}
	if n := fixable[lint.Unsafe]; n > 0 {
		fixes = append(fixes, fmt.Sprintf("%d with --unsafe-fixes", n))
	}
	if len(fixes) > 0 {
		line += "; can be fixed: " + strings.Join(fixes, ", ")
	}
	return line
}
