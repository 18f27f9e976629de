package findings

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/suppression"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/editor"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/source"
)

// said is all that the formats and an editor say of a check.
func said(t *testing.T, c report.Check) map[string]string {
	all := map[string]string{}
	put := func(name string, write func(io.Writer) error) {
		var b strings.Builder
		require.NoError(t, write(&b), name)
		all[name] = b.String()
	}
	for _, name := range formats.Names() {
		put(name, func(w io.Writer) error { return Write(w, name, report.Of(c), verbatim) })
	}
	for _, f := range report.Of(c).Findings {
		all["hover"], all["headline"] = editor.Finding(f), editor.Headline(f)
		all["quick fix"] = editor.FixTitle(f.Fixes[0])
	}
	return all
}

// Wherever a secret stands, no format shows it; nearly everywhere one at least
// shows what stands around it.
func TestNoFormatLeaks(t *testing.T) {
	nowhere := []string{"an edit", "the line of a problem"} // no format has a place for them
	line := source.NewFile("a.yaml", []byte("x: 1\n"+secret+" -ea\n"))
	for _, c := range []struct {
		name string
		put  func(*report.Check, *lint.Finding)
	}{
		{"the message", func(_ *report.Check, f *lint.Finding) { f.Message = secret }},
		{"its line", func(_ *report.Check, f *lint.Finding) { f.Span = line.Span(5, 10) }},
		{"the line of a command", func(_ *report.Check, f *lint.Finding) {
			f.Span = source.NewFile(source.CommandLine, []byte("java "+secret)).Span(0, 4)
		}},
		{"a note", func(_ *report.Check, f *lint.Finding) { f.Notes = []string{"a table\n" + secret} }},
		{"a related place", func(_ *report.Check, f *lint.Finding) { f.Related[0].Message = secret }},
		{"the line of a related place", func(_ *report.Check, f *lint.Finding) { f.Related[0].Span = line.Span(5, 5) }},
		{"a fix", func(_ *report.Check, f *lint.Finding) { f.Fixes[0].Title = secret }},
		{"an edit", func(_ *report.Check, f *lint.Finding) { f.Fixes[0].Edits[0].New = secret }},
		{"the context", func(_ *report.Check, f *lint.Finding) { f.Context = secret }},
		{"a part of the memory", func(_ *report.Check, f *lint.Finding) {
			f.Budget = &memory.Budget{Pools: []memory.Pool{{Name: "heap", Why: secret}}}
		}},
		{"the workload", func(_ *report.Check, f *lint.Finding) { f.Workload.Name = secret }},
		{"a problem", func(c *report.Check, _ *lint.Finding) { c.Problems = []*source.Problem{{File: line, Message: secret}} }},
		{"the line of a problem", func(c *report.Check, _ *lint.Finding) {
			c.Problems = []*source.Problem{{File: line, Span: line.Span(5, 9), Message: "m"}}
		}},
		{"what was left out", func(c *report.Check, _ *lint.Finding) {
			c.Notes = func() []*source.Problem { return []*source.Problem{{File: line, Message: secret}} }
		}},
		{"a suppressed finding", func(c *report.Check, f *lint.Finding) {
			gone := *f
			gone.Message = secret
			c.Result.Suppressed = []lint.Suppressed{{Finding: &gone, By: &suppression.Comment{Span: f.Span}}}
		}},
		{"the reason of a comment", func(c *report.Check, f *lint.Finding) {
			c.Result.Suppressed = []lint.Suppressed{{Finding: f, By: &suppression.Comment{Span: f.Span, Reason: secret}}}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			check := hostile("words", []byte("some\ndata"), 2, 4)
			c.put(&check, check.Result.Findings[0])
			asterisks := false
			for format, text := range said(t, check) {
				assert.False(t, strings.Contains(text, "hunter2"), "%s shows a secret", format)
				asterisks = asterisks || strings.Contains(text, "*******")
			}
			assert.NotEqual(t, slices.Contains(nowhere, c.name), asterisks, "it is shown, without the secret")
		})
	}
}

// Formats take findings from report alone: none gets at what a rule said, or at
// the bytes of a file.
func TestFormatsSeeMaskedFindings(t *testing.T) {
	for _, folder := range []string{".", "../html", "../editor", "../pages"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err, folder)
		require.NotEmpty(t, files, folder)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err, name)
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, raw := range []string{"lint.Finding", "lint.Result", "source.File", "source.Span", "source.Problem"} {
				assert.NotContains(t, string(text), raw, name)
			}
		}
	}
}
