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
