package budget_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
)

// over is the bound that do goes beyond.
func over(do func()) (err error) {
	defer budget.Catch(&err)
	do()
	return nil
}

func TestSpend(t *testing.T) {
	b := budget.New(10)
	assert.NoError(t, over(func() { b.Spend(10, "a") }))
	assert.EqualError(t, over(func() { b.Spend(1, "b") }), "takes more than 10 steps, in b")
	assert.EqualError(t, over(func() { b.Spend(0, "c") }), "takes more than 10 steps, in b", "the first one counts")
	assert.EqualError(t, over(func() { budget.New(10).Spend(-1, "too many") }), "takes more than 10 steps, in too many")
	assert.NoError(t, over(func() { (*budget.Budget)(nil).Spend(math.MaxInt, "none") }))
	assert.PanicsWithValue(t, "other", func() { _ = over(func() { panic("other") }) })
}

func TestCounts(t *testing.T) {
	assert.Equal(t, []int{6, 0, math.MaxInt, math.MaxInt}, []int{budget.Times(2, 3), budget.Times(math.MaxInt, 0), budget.Times(math.MaxInt, 2), budget.Times(1<<40, 1<<40)})
	assert.Equal(t, []int{5, math.MaxInt, math.MaxInt}, []int{budget.Plus(2, 3), budget.Plus(math.MaxInt, 0), budget.Plus(math.MaxInt, math.MaxInt)})
}

// TestQueue: whichever work is done first, the same of it is beyond the run.
func TestQueue(t *testing.T) {
	const half = 1_000_000_000 // of what a run has
	for _, order := range [][]int{{0, 1, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 0, 1, 3}} {
		run := budget.NewRun()
		q := run.Queue(len(order))
		for _, i := range order {
			q.Took(i, 1, half)
		}
		beyond, why := q.Beyond()
		assert.Equal(t, 2, beyond, order)
		assert.EqualError(t, why, "this run takes more than 2000000000 steps plus 2000 for each byte that it reads", order)
		assert.Equal(t, []bool{true, false}, []bool{q.Affords(2), q.Affords(3)}, order)
		assert.False(t, run.Pay(1), "%v: the third took more than there was", order)
		run.Read(1)
		assert.False(t, run.Pay(2_001), "%v: what is read later gives no more than its own", order)
	}
	run := budget.NewRun()
	run.Queue(1).Took(0, 100, half)
	assert.False(t, run.Pay(half+200_001))
	assert.True(t, run.Pay(half+200_000))
	assert.False(t, run.Pay(1))
}

// TestExpressions: what an expression takes is known before it is compiled, and
// before it is looked for.
func TestExpressions(t *testing.T) {
	const large = 1_000_000_000
	for _, c := range []struct {
		name, pattern, text string
		all                 bool
		least, most         int
	}{
		{"a word", "abc", "abc", false, 1000, 20_000},
		{"a class", "[a-z0-9]+", strings.Repeat("a", 1000), false, 50_000, 300_000},
		{"a class for each", "[^a-z]+", strings.Repeat("a-", 1000), true, 50_000, 1_000_000},
		{"repeated", "(x?){500}y", "x", false, 500_000, 2_000_000},
		{"repeated repetitions", "((x{30}){30})", "", false, 500_000, 3_000_000},
		{"to the end each time", "(?s:a.*b)|a", strings.Repeat("a", 2000), true, 100_000_000, large},
		{"the beginning of lines", "(?m)^#.*$", strings.Repeat("# a\nb\n", 1000), true, 300_000, 3_000_000},
		{"nothing", "x*", strings.Repeat("a", 2000), true, 100_000, 1_000_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := budget.New(large)
			e, err := b.Compile(c.pattern)
			require.NoError(t, err)
			if c.all {
				assert.GreaterOrEqual(t, b.MatchAll(e, c.text), len(e.FindAllString(c.text, -1)))
			} else {
				b.Match(e, c.text)
			}
			assert.GreaterOrEqual(t, b.Spent(), c.least)
			assert.LessOrEqual(t, b.Spent(), c.most)
		})
	}
	assert.EqualError(t, over(func() { _, _ = budget.New(large).Compile(strings.Repeat("a|", 5001)) }), "takes a regular expression of more than 10000 bytes")
	_, err := budget.New(large).Compile("(")
	assert.Error(t, err)
	assert.EqualError(t, over(func() { _, _ = budget.New(100_000).Compile("(x{30}){30}") }), "takes more than 100000 steps, in a regular expression")
}
