package advise_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/source"
)

// draws is how many wishes are drawn.
const draws = 2000

// texts are the options of an advice.
func texts(a *advise.Advice) []string {
	var all []string
	for _, o := range a.Options {
		all = append(all, o.Text)
	}
	return all
}

// TestAdviceLeavesNothingToFind draws containers, programs and options: what is
// advised starts, fits, gets no finding, and is advised again.
func TestAdviceLeavesNothingToFind(t *testing.T) {
	const seed = 8
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, seed))
	short := 0
	for range draws {
		wish, said := drawn(t, random)
		a := advise.For(wish)
		if a.Limit > 0 { // it takes more memory: with it the advice holds
			short++
			larger := *wish.Workload
			larger.Memory = source.Value{N: a.Limit, Origin: source.Argument, Why: "--memory"}
			wish.Workload = &larger
			a = advise.For(wish)
			require.Zero(t, a.Limit, said)
		}
		require.NotNil(t, a.After.JVM, "%s\n%v\n%v", said, texts(a), a.After.Start.Lines())
		for _, f := range a.Remaining {
			assert.Fail(t, "a finding is left", "%s\n%v\n%s: %s", said, texts(a), f.Rule.ID, f.Message)
		}
		budget, ok := a.After.Budget()
		require.True(t, ok, said)
		limit := wish.Workload.Memory.N
		assert.LessOrEqual(t, budget.Committed(), limit, said)
		assert.LessOrEqual(t, budget.Planned(), limit-limit*wish.Reserve/100, said)

		again := *wish.Workload
		again.Options = a.After.Workload.Options
		wish.Workload = &again
		second := advise.For(wish)
		want, got := slices.Sorted(slices.Values(texts(a))), slices.Sorted(slices.Values(texts(second)))
		assert.Equal(t, want, got, said)
		if t.Failed() {
			return // one is enough to look at
		}
	}
	t.Logf("%d took more memory than there was", short)
}
