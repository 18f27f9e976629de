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

func TestLists(t *testing.T) {
	assert.Equal(t, "", And(nil))
	assert.Equal(t, "a", Or([]string{"a"}))
	assert.Equal(t, "a and b", And([]string{"a", "b"}))
	assert.Equal(t, "a, b or c", Or([]string{"a", "b", "c"}))
}
