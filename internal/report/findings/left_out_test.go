package findings

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func suppressed() lint.Suppressed {
	f := source.NewFile("o", []byte("-ea # because"))
	return lint.Suppressed{
		Finding: &lint.Finding{Rule: &lint.Rule{ID: "r"}, Message: "m", Span: f.Span(0, 3), Workload: &workload.Workload{Identity: workload.Identity{Name: "w"}}, JDKs: []int{17}},
		By:      &suppression.Comment{Span: f.Span(4, 13), Reason: "because password=x"},
	}
}

// Code scanning does not read the mark of SARIF for what is left out, and would
// open an alert for each. None is written.
func TestSuppressedSARIF(t *testing.T) {
	var b strings.Builder
	require.NoError(t, writeSARIF(&b, report.Of(report.Check{Result: &lint.Result{Suppressed: []lint.Suppressed{suppressed()}, Adopted: 2, Untouched: 3}})))
	var log struct{ Runs []struct{ Results []any } }
	require.NoError(t, json.Unmarshal([]byte(b.String()), &log))
	assert.Equal(t, []any{}, log.Runs[0].Results)
	assert.NotContains(t, b.String(), "suppressions")
}

func TestSuppressedJSON(t *testing.T) {
	var b strings.Builder
	require.NoError(t, writeJSON(&b, report.Of(report.Check{Result: &lint.Result{Suppressed: []lint.Suppressed{suppressed()}, Adopted: 2, Untouched: 3}})))
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(b.String()), &got))
	assert.Empty(t, got["findings"])
	assert.Equal(t, map[string]any{"suppressed": 1.0, "baseline": 2.0, "unchanged": 3.0}, got["left_out"])
	one, err := json.Marshal(got["suppressed"])
	require.NoError(t, err)
	assert.JSONEq(t, `[{"rule": "r", "severity": "info", "confidence": "certain", "message": "m", "workload": "w", "workloads": ["w"], "jdk": [17],
		"location": {"file": "o", "start": {"offset": 0, "line": 1, "column": 1}, "end": {"offset": 3, "line": 1, "column": 4}},
		"related": [], "notes": [], "fixes": [],
		"reason": "because password=*", 
		"comment": {"file": "o", "start": {"offset": 4, "line": 1, "column": 5}, "end": {"offset": 13, "line": 1, "column": 14}}}]`, string(one))
}
