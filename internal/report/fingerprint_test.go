package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// A finding keeps its fingerprint where lines move, and two of a kind have two.
func TestFingerprints(t *testing.T) {
	of := func(text string, starts ...int) []string {
		file := source.NewFile("a.yaml", []byte(text))
		w := &workload.Workload{Identity: workload.Identity{Name: "w", File: file}}
		var findings []Finding
		for _, start := range starts {
			findings = append(findings, FindingOf(&lint.Finding{Rule: &lint.Rule{ID: "r"}, Span: file.Span(start, start+2), Workload: w}))
		}
		return Report{Findings: findings}.Fingerprints()
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
