package lint

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// The nearest words are those that a look at all options finds.
func TestNeighbours(t *testing.T) {
	random := rand.New(rand.NewPCG(20261122, 2))
	file := source.NewFile("a.options", []byte(strings.Repeat("x ", 50)))
	for range 500 {
		var options []jvmflag.Option
		for range 1 + random.IntN(8) {
			start := 2 * random.IntN(50)
			options = append(options, jvmflag.Option{Text: source.Verbatim(file.Span(start, start+1))})
		}
		p := NewPass(&predict.Prediction{Workload: &workload.Workload{Launch: workload.Launch{Options: options}}})
		for _, o := range options {
			word := o.Word().Span()
			var before, after source.Span
			alone := true
			for _, other := range options {
				s := other.Word().Span()
				if s == word {
					continue
				}
				alone = false
				if s.End <= word.Start && (before.IsZero() || s.End > before.End) {
					before = s
				}
				if s.Start >= word.End && (after.IsZero() || s.Start < after.Start) {
					after = s
				}
			}
			b, a, only := p.neighbours(word)
			assert.Equal(t, []any{before, after, alone}, []any{b, a, only})
		}
	}
}

// The comment that leaves a finding out is the first about its lines, else the
// first about its file.
func TestAsked(t *testing.T) {
	random := rand.New(rand.NewPCG(20261122, 3))
	file := source.NewFile("a.yaml", []byte("rule-a rule-b "+strings.Repeat(".", 100)))
	names := []source.Span{file.Span(0, 6), file.Span(7, 13)}
	for range 500 {
		var all []*suppression.Comment
		for range 1 + random.IntN(8) {
			s := &suppression.Comment{Span: file.Span(0, 1), File: random.IntN(3) == 0, Rules: names[:1+random.IntN(2)]}
			if !s.File || random.IntN(2) == 0 {
				for range 1 + random.IntN(2) {
					start := random.IntN(100)
					s.Covers = append(s.Covers, file.Span(start, start+random.IntN(20)))
				}
			}
			all = append(all, s)
		}
		asked := askedOf(all)
		for at := range 110 {
			f := &Finding{Rule: &Rule{ID: "rule-b"}, Span: file.Span(at, at)}
			var want *suppression.Comment
			for _, c := range all {
				named := slices.ContainsFunc(c.Rules, func(s source.Span) bool { return s.String() == f.Rule.ID })
				covers := c.File && c.Covers == nil || slices.ContainsFunc(c.Covers, func(s source.Span) bool { return s.Start <= at && at <= s.End })
				if named && covers && (want == nil || want.File && !c.File) {
					want = c
				}
			}
			got, found := asked.by(f)
			assert.Equal(t, want != nil, found)
			assert.Same(t, want, got.comment)
		}
	}
}
