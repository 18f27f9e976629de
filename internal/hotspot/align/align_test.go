package align

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAlign(t *testing.T) {
	assert.Equal(t, []uint64{0, 4096, 4096, 8192, math.MaxUint64 &^ 4095}, []uint64{Up(0, 4096), Up(1, 4096), Up(4096, 4096), Up(4097, 4096), Up(math.MaxUint64, 4096)})
	assert.Equal(t, []uint64{0, 4096, 8}, []uint64{Down(4095, 4096), Down(8191, 4096), DownBounded(7, 8)})
	assert.Equal(t, []uint64{0, 0, 1, 63}, []uint64{Log2(0), Log2(1), Log2(3), Log2(math.MaxUint64)})
	assert.Equal(t, []uint64{1, 2, 1 << 63}, []uint64{PowerOfTwoDown(0), PowerOfTwoDown(3), PowerOfTwoDown(math.MaxUint64)})
	assert.Equal(t, []uint64{1, 4, 1 << 63}, []uint64{PowerOfTwoUp(0), PowerOfTwoUp(3), PowerOfTwoUp(math.MaxUint64)})
}
