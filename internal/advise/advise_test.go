package advise_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/source"
)

// number is what an environment variable says, else another: JVMLINT_SEED repeats
// a run, JVMLINT_WISHES sets how many are drawn.
func number(t *testing.T, variable string, other uint64) uint64 {
	n := other
	if s := os.Getenv(variable); s != "" {
		var err error
		n, err = strconv.ParseUint(s, 10, 64)
		require.NoError(t, err, variable)
	}
	t.Logf("%s=%d", variable, n)
	return n
}

const everydaySeed, everydayWishes = 20261121, 2000

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
	seed := number(t, "JVMLINT_SEED", everydaySeed)
	random := rand.New(rand.NewPCG(seed, seed))
	wishes := number(t, "JVMLINT_WISHES", everydayWishes)
	short, impossible := 0, uint64(0)
	for range wishes {
		wish, said := drawn(t, random)
		if wish.Impossible() != "" { // it asks for ZGC
			impossible++
			continue
		}
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
	t.Logf("%d took more memory than there was, %d asked for ZGC", short, impossible)
	assert.Less(t, impossible, wishes/20+1)
}
