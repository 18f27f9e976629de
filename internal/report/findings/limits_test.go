package findings

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// many is a report of n findings, the last of them the worst.
func many(n int) report.Check {
	file := source.NewFile("a.yaml", []byte(strings.Repeat("-Xmx9g\n", n)))
	w := &workload.Workload{Identity: workload.Identity{Name: "w", File: file, JDK: workload.JDK{Candidates: []int{17}}}}
	rule := &lint.Rule{ID: "a-rule", Title: "it is so"}
	r := report.Check{Result: &lint.Result{}, Rules: []*lint.Rule{rule}}
	for i := range n {
		r.Result.Findings = append(r.Result.Findings, &lint.Finding{Rule: rule, Severity: lint.Warning, Message: fmt.Sprintf("finding %d", i+1), Span: file.Span(7*i, 7*i+6), Workload: w, JDKs: []int{17}})
	}
	if n > 0 {
		r.Result.Findings[n-1].Severity = lint.Error
	}
	return r
}

// GitHub drops what is over its limits without a word: the worst comes first,
// and what is left out is said.
func TestGitHubLimits(t *testing.T) {
	var b strings.Builder
	require.NoError(t, writeGitHub(&b, report.Of(many(14))))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	require.Len(t, lines, 12)
	assert.Equal(t, "::error file=a.yaml,line=14,endLine=14,col=1,endColumn=6,title=a-rule::finding 14", lines[0])
	assert.Equal(t, "::warning file=a.yaml,line=10,endLine=10,col=1,endColumn=6,title=a-rule::finding 10", lines[10])
	assert.Equal(t, "GitHub shows 10 annotations of a kind: 3 more of severity warning are left out", lines[11])
}

// A comment of more than 65,536 characters is refused.
func TestMarkdownLimit(t *testing.T) {
	for n, want := range map[int]string{
		100:  "",
		400:  "A comment has no more room: 400 of 400 findings are in the table, 90 with their details.",
		3000: "A comment has no more room: 515 of 3000 findings are in the table, 0 with their details.",
	} {
		r := many(n)
		for i := range 300 {
			r.Result.NotJudged = append(r.Result.NotJudged, lint.NotJudged{Rule: &lint.Rule{ID: fmt.Sprintf("rule-%d", i)}, Needs: []lint.Fact{lint.FactCPUs},
				Workload: &workload.Workload{Identity: workload.Identity{Name: strings.Repeat("🐢", 100), File: source.NewFile(fmt.Sprintf("%d.yaml", i), nil)}}})
		}
		var b strings.Builder
		require.NoError(t, writeMarkdown(&b, report.Of(r), false), n)
		assert.LessOrEqual(t, utf8.RuneCountInString(b.String()), commentLimit, n)
		assert.Equal(t, strings.Count(b.String(), "<details>"), strings.Count(b.String(), "</details>"), n)
		if want == "" {
			assert.NotContains(t, b.String(), "no more", n)
			continue
		}
		_, left, _ := strings.Cut(b.String(), "\nA comment")
		left, _, _ = strings.Cut(left, "\n")
		assert.Equal(t, want, "A comment"+left, n)
		_, first, _ := strings.Cut(b.String(), "---")
		assert.Contains(t, first[:80], "| error |", "%v: the worst comes first", n)
	}
}

func TestMarkdownText(t *testing.T) {
	assert.Equal(t, "a\\|b \\`c\\` \\*d\\* &lt;e&gt; &amp;f @<!-- -->all #<!-- -->1 \\[g\\](h) \\\\i", report.Markdown("a|b `c` *d* <e> &f @all #1 [g](h) \\i"))
	assert.Equal(t, "``a`b``", code("a`b"))
	assert.Equal(t, "`` `a\\|b ``", code("`a|b"))
	assert.Equal(t, "`````text\na\n````\nb\n`````\n", report.Fenced("text", "a\n````\nb\n"))
}

// Paths are percent-encoded, and absolute ones are files.
func TestSARIFPaths(t *testing.T) {
	for name, want := range map[string]string{
		"a b/ż%.yaml": "a%20b/%C5%BC%25.yaml", "/etc/a.yaml": "file:///etc/a.yaml", "C:/a.yaml": "file:///C:/a.yaml", "a:b.yaml": "./a:b.yaml",
		source.CommandLine: "%3Ccommand%20line%3E", "../a.yaml": "../a.yaml",
	} {
		assert.Equal(t, want, sarifURI(report.Report{}, report.PlaceOf(source.NewFile(name, nil).Span(0, 0))), name)
	}
}
