package plural

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	assert.Equal(t, "0 workers", Of(0, "worker"))
	assert.Equal(t, "1 worker", Of(int64(1), "worker"))
	assert.Equal(t, "-1 workers", Of(-1, "worker"))
	assert.Equal(t, "1 entry", Of(1, "entry", "entries"))
	assert.Equal(t, "2 entries", Of(2, "entry", "entries"))
}

func TestFirst(t *testing.T) {
	assert.Equal(t, "a, b", First([]string{"a", "b"}, 2, " and %d more"))
	assert.Equal(t, "a and 2 more", First([]string{"a", "b", "c"}, 1, " and %d more"))
	assert.Equal(t, "", First(nil, 1, " and %d more"))
}

func TestLists(t *testing.T) {
	assert.Equal(t, "", And(nil))
	assert.Equal(t, "a", Or([]string{"a"}))
	assert.Equal(t, "a and b", And([]string{"a", "b"}))
	assert.Equal(t, "a, b or c", Or([]string{"a", "b", "c"}))
}
