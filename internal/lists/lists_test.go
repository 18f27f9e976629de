package lists

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	assert.Equal(t, []string{"1", "2"}, Of([]int{1, 2}, strconv.Itoa))
	assert.Equal(t, []string{}, Of(nil, strconv.Itoa))
}

func TestFlat(t *testing.T) {
	assert.Equal(t, []string{"a", "b", "c"}, Flat([]string{"a b", "", "c"}, strings.Fields))
	assert.Nil(t, Flat([]string{""}, strings.Fields))
}

func TestWhere(t *testing.T) {
	assert.Equal(t, []int{4, 6}, Where([]int{1, 4, 5, 6}, isEven))
	assert.Nil(t, Where([]int{1}, isEven))
}

func TestFound(t *testing.T) {
	number := func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil
	}
	assert.Equal(t, []int{1, 0}, Found([]string{"1", "a", "0"}, number))
	assert.Nil(t, Found([]string{"a"}, number))
}

func TestFirst(t *testing.T) {
	first, found := First([]int{1, 4, 6}, isEven)
	assert.Equal(t, 4, first)
	assert.True(t, found)
	first, found = First([]int{1}, isEven)
	assert.Zero(t, first)
	assert.False(t, found)
}

func isEven(n int) bool { return n%2 == 0 }

func TestBy(t *testing.T) {
	order, of := By([]string{"b", "aa", "c", "dd"}, func(s string) int { return len(s) })
	assert.Equal(t, []int{1, 2}, order)
	assert.Equal(t, map[int][]string{1: {"b", "c"}, 2: {"aa", "dd"}}, of)
	order, of = By(nil, func(s string) int { return len(s) })
	assert.Empty(t, order)
	assert.Empty(t, of)
}

func TestSum(t *testing.T) {
	assert.Equal(t, 3, Sum([]string{"a", "bc"}, func(s string) int { return len(s) }))
	assert.Zero(t, Sum(nil, func(s string) int { return len(s) }))
}

func TestSet(t *testing.T) {
	assert.Equal(t, map[string]bool{"a": true, "b": true}, Set([]string{"a", "b", "a"}))
	assert.Equal(t, map[string]bool{}, Set[string](nil))
}

func TestWith(t *testing.T) {
	assert.Equal(t, []string{"a", "b", "c"}, With([]string{"a", "b"}, "b", "c", "a", "c"))
	assert.Equal(t, []string{"a"}, With(nil, "a", "a"))
	assert.Nil(t, With[string](nil))
}

func TestAny(t *testing.T) {
	assert.True(t, Any(slices.Values([]int{1, 4}), isEven))
	assert.False(t, Any(slices.Values([]int{1}), isEven))
}

func TestMap(t *testing.T) {
	assert.Equal(t, map[string]int{"1": 1, "2": 2}, Map([]int{1, 2}, func(n int) (string, int) { return strconv.Itoa(n), n }))
	assert.Equal(t, map[int]int{}, Map(nil, func(n int) (int, int) { return n, n }))
}
