package lint

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// TestJoin has workloads a, b and c share the line "-Xmx9g": what is said is the
// worst, and a fix is offered where it is the same for all, or elsewhere for each.
func TestJoin(t *testing.T) {
	file := source.NewFile("values.yaml", []byte("-Xmx9g 1Gi 2Gi"))
	rule := &Rule{ID: "r", Check: func(*Pass) {}}
	shared, limits := file.Span(4, 6), map[string]source.Span{"a": file.Span(7, 10), "b": file.Span(11, 14)}
	about := func(name, message string, weight int64, fixes ...Fix) *Finding {
		return &Finding{Rule: rule, Span: shared, Message: message, Weight: weight, Fixes: fixes,
			Workload: &workload.Workload{Identity: workload.Identity{Name: name, File: file}}, JDKs: []int{17}}
	}
	same := Fix{Title: "remove it", Safety: Safe, Edits: []source.Edit{{Span: shared}}}
	lower := func(to string) Fix {
		return Fix{Title: "lower it to " + to, Safety: Unsafe, Edits: []source.Edit{{Span: shared, New: to}}}
	}
	raise := func(of string) Fix {
		return Fix{Title: "raise the limit", Safety: Unsafe, Edits: []source.Edit{{Span: limits[of], New: "12Gi"}}}
	}
	r := Result{Findings: []*Finding{
		about("a", "over 1Gi", 1, same, lower("512m"), raise("a")),
		about("b", "over 2Gi", 2, same, lower("1g"), raise("b")),
	}}
	r.Join()

	assert.Len(t, r.Findings, 1)
	f := r.Findings[0]
	assert.Equal(t, "over 2Gi", f.Message)
	assert.Equal(t, "a", f.Others()[0].Workload.Name)
	assert.Equal(t, []Fix{
		same,
		{Title: "for b: lower it to 1g; for a: lower it to 512m", Safety: Manual, Left: "the JVMs that share this line need different ones"},
		{Title: "raise the limit", Safety: Unsafe, Edits: append(raise("b").Edits, raise("a").Edits...)},
	}, f.Fixes)
	f.TellLeft()
	assert.Empty(t, f.Notes, "the other fix is automatic")
	assert.Equal(t, []string{`"for b: lower it to 1g; for a: lower it to 512m" is left to you: the JVMs that share this line need different ones`}, f.Details)
	f.Fixes, f.Details = slices.DeleteFunc(f.Fixes, func(x Fix) bool { return len(x.Edits) > 0 }), nil
	f.TellLeft()
	assert.Equal(t, []string{"no automatic fix: the JVMs that share this line need different ones"}, f.Notes)
	assert.Empty(t, f.Details)

	one := about("c", "x", 0)
	twice := Result{Findings: []*Finding{one, {Rule: rule, Span: shared, Message: "y", Workload: one.Workload}}}
	twice.Join()
	assert.Len(t, twice.Findings, 2, "two of one workload are two")
}
