package either

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	assert.Equal(t, "less", Of(1 < 2, "less", "greater"))
	assert.Equal(t, int64(3), Of(false, 2, int64(3)))
}
