package hotspot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

func TestPlacesFindEveryFlagAndNoOther(t *testing.T) {
	for _, jdk := range jvmflag.Tables {
		table := tableOf(jdk)
		for i, r := range table.rows {
			got, ok := table.places.of(r.flag.Name)
			assert.True(t, ok, r.flag.Name)
			assert.Equal(t, i, got, r.flag.Name)
			for _, other := range []string{"", "x", r.flag.Name[1:], r.flag.Name + "s", r.flag.Name[:len(r.flag.Name)-1]} {
				if _, known := jvmflag.Lookup(jdk, other); !known && hidden[other] == 0 {
					_, ok := table.places.of(other)
					assert.False(t, ok, other)
				}
			}
		}
	}
}
