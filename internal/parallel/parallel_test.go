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

func TestRepeatedKeepsWhatIsWorkedOutAgain(t *testing.T) {
	r := Repeated[string, int]{Room: 10}
	one, two := 1, 2
	put := func(key string, v *int, size int) *int { r.Put(key, v, size); return r.Get(key) }
	for _, c := range []struct {
		name string
		got  *int
		want *int
	}{
		{"once", put("a", &one, 6), nil},
		{"again", put("a", &one, 6), &one},
		{"by somebody else at the same time", put("a", &two, 6), &one},
		{"another, once", put("b", &two, 6), nil},
		{"too large for the room that is left", put("b", &two, 6), nil},
		{"small enough by now", put("b", &two, 4), &two},
		{"never", r.Get("c"), nil},
	} {
		assert.Same(t, c.want, c.got, c.name)
	}
	assert.Zero(t, r.Room)
}
