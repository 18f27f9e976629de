package advise

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLimitIsDividedWhole(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name string
		of   []int64
		want []int64
	}{
		{"halves", []int64{500 * mib, 500 * mib}, []int64{16, 16}},
		{"the largest remainder gets what is left", []int64{1000 * mib, 1000 * mib, 1000 * mib}, []int64{11, 11, 10}},
		{"the same again, a little off", []int64{1051 * mib, 930 * mib}, []int64{17, 15}},
		{"none gets nothing", []int64{mib, mib, 4000 * mib}, []int64{1, 1, 30}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, divided(c.of)) })
	}
}
