package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// many is a report of n findings, the last of them the worst.
func many(n int) Report {
	file := source.NewFile("a.yaml", []byte(strings.Repeat("-Xmx9g\n", n)))
	w := &workload.Workload{Name: "w", File: file, JDK: workload.JDK{Candidates: []int{17}}}
	rule := &lint.Rule{ID: "a-rule", Title: "it is so"}
	r := Report{Result: &lint.Result{}, Rules: []*lint.Rule{rule}}
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
	require.NoError(t, GitHub(&b, many(14)))
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
		400:  "A comment holds no more: 400 of 400 findings are in the table, 87 with their details.",
		3000: "A comment holds no more: 515 of 3000 findings are in the table, 0 with their details.",
	} {
		r := many(n)
		for i := range 300 {
			r.Result.NotJudged = append(r.Result.NotJudged, lint.NotJudged{Rule: &lint.Rule{ID: fmt.Sprintf("rule-%d", i)}, Needs: []lint.Fact{lint.FactCPUs},
				Workload: &workload.Workload{Name: strings.Repeat("🐢", 100), File: source.NewFile(fmt.Sprintf("%d.yaml", i), nil)}})
		}
		var b strings.Builder
		require.NoError(t, Markdown(&b, r), n)
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
	assert.Equal(t, "a\\|b \\`c\\` \\*d\\* &lt;e&gt; &amp;f @<!-- -->all #<!-- -->1 \\[g\\](h) \\\\i", markdown("a|b `c` *d* <e> &f @all #1 [g](h) \\i"))
	assert.Equal(t, "``a`b``", code("a`b"))
	assert.Equal(t, "`` `a\\|b ``", code("`a|b"))
	assert.Equal(t, "`````", fenceAround("a\n````\nb"))
}

// A finding keeps its fingerprint where lines move, and two of a kind have two.
func TestFingerprints(t *testing.T) {
	of := func(text string, starts ...int) []string {
		file := source.NewFile("a.yaml", []byte(text))
		w := &workload.Workload{Name: "w", File: file}
		var findings []shown
		for _, start := range starts {
			findings = append(findings, showFinding(&lint.Finding{Rule: &lint.Rule{ID: "r"}, Span: file.Span(start, start+2), Workload: w}))
		}
		return Report{}.fingerprints(findings)
	}
	before := of("-Xmx9g -Xms9g\n", 4, 11)
	after := of("# a comment\n-Xmx9g   -Xms9g\n", 16, 25)
	assert.Equal(t, before, after)
	assert.NotEqual(t, before[0], before[1])
	assert.NotEqual(t, before[0], of("-Xmx8g\n", 4)[0])
}

// The hashes are those that fingerprints.ts of codeql-action gave for these
// files.
func TestLineHashes(t *testing.T) {
	for text, want := range map[string][]string{
		"limit: 10Gi\r\nżółw: -Xmx9g 😀\r\n\r\n   \nlimit: 10Gi\nend": {
			"53c08cf3d3869f61:1", "f9605f29045e3515:1", "43e8c0d5299a4f9e:1", "d883b8c9042cef6c:1", "52e98f079b5e0832:1", "43b6461eda086fe2:1"},
		"":           {"c129715d7a2bc9a3:1"},
		"a\n\n\nb\n": {"356f58d66fa44792:1", "b8d96ae672d1b223:1", "bf4c4d48992e2ca5:1", "ade70578248be16f:1", "c129715d7a2bc9a3:1"},
	} {
		assert.Equal(t, want, lineHashes(source.NewFile("a", []byte(text))), text)
	}
}

// Columns of SARIF count UTF-16: a character beyond the first plane is two.
func TestSARIFColumns(t *testing.T) {
	file := source.NewFile("a.yaml", []byte("\xef\xbb\xbfa: 😀ż -Xmx9g\nb"))
	at := strings.Index(string(file.Data), "9g")
	region := sarifRegionOf(file, at, at+2)
	assert.Equal(t, sarifRegion{StartLine: 1, StartColumn: 12, EndLine: 1, EndColumn: 14}, region)
	assert.Equal(t, 11, file.Position(at).Column, "in code points")
}

// Paths are percent-encoded, and absolute ones are files.
func TestSARIFPaths(t *testing.T) {
	for name, want := range map[string]string{
		"a b/ż%.yaml": "a%20b/%C5%BC%25.yaml", "/etc/a.yaml": "file:///etc/a.yaml", "C:/a.yaml": "file:///C:/a.yaml", "a:b.yaml": "./a:b.yaml",
		source.CommandLine: "%3Ccommand%20line%3E", "../a.yaml": "../a.yaml",
	} {
		assert.Equal(t, want, Report{}.sarifArtifact(name).URI, name)
	}
}
