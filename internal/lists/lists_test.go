package lists

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	assert.Equal(t, []string{"1", "2"}, Of([]int{1, 2}, strconv.Itoa))
	assert.Equal(t, []string{}, Of(nil, strconv.Itoa))
}

func TestWith(t *testing.T) {
	assert.Equal(t, []string{"a", "b", "c"}, With([]string{"a", "b"}, "b", "c", "a", "c"))
	assert.Equal(t, []string{"a"}, With(nil, "a", "a"))
	assert.Nil(t, With[string](nil))
}
