package chart

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestTraceLeavesOneOfTheSame keeps a finding whose place is lost only where no other says the same.
func TestTraceLeavesOneOfTheSame(t *testing.T) {
	template := source.NewFile("shop/templates/shop.yaml", []byte("# Apache\nkind: Deployment\n"))
	values := source.NewFile("shop/values.yaml", []byte("limit: 64Mi\n"))
	rule := &lint.Rule{ID: "request-below-heap"}
	lost := &lint.Finding{Rule: rule, Message: "64Mi", Span: template.Span(0, 1)}
	alone := &lint.Finding{Rule: rule, Message: "128Mi", Span: template.Span(0, 1)}
	placed := &lint.Finding{Rule: rule, Message: "64Mi", Span: values.Span(7, 11)}
	for name, all := range map[string][]*lint.Finding{"first": {lost, alone, placed}, "last": {placed, alone, lost}} {
		t.Run("the lost one "+name, func(t *testing.T) {
			result := &lint.Result{Findings: all}
			Trace(result, func(*source.File) bool { return true })
			assert.Equal(t, []*lint.Finding{alone, placed}, result.Findings)
		})
	}
}
