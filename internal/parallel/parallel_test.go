package parallel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEachDoesAllOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		times := make([]int, n)
		Each(n, func(i int) { times[i]++ })
		assert.NotContains(t, times, 0, n)
		assert.NotContains(t, times, 2, n)
	}
}

func TestMemoWorksOutOnce(t *testing.T) {
	var m Memo[int, int]
	times := 0
	double := func(n int) int { times++; return 2 * n }
	for range 2 {
		assert.Equal(t, 6, m.Of(3, double))
	}
	assert.Equal(t, 1, times)
	for n := range 3 * mostKept {
		assert.Equal(t, 2*n, m.Of(n, double))
	}
	kept := 0
	m.kept.Range(func(any, any) bool { kept++; return true })
	assert.LessOrEqual(t, kept, mostKept)
}
