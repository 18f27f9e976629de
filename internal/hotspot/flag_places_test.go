package hotspot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

func TestPlacesFindEveryFlagAndNoOther(t *testing.T) {
	for _, jdk := range jvmflag.Tables {
		table := tableOf(jdk)
		for _, i := range jvmflag.Order(jdk) {
			name := table.rowAt(int(i)).flag.Name
			got, ok := table.of(name)
			assert.True(t, ok, name)
			assert.Equal(t, int(i), got, name)
			for _, other := range []string{"", "x", name[1:], name + "s", name[:len(name)-1]} {
				if _, known := jvmflag.Lookup(jdk, other); !known {
					_, ok := table.of(other)
					assert.False(t, ok, other)
				}
			}
		}
		for _, h := range hidden {
			if _, known := jvmflag.Lookup(jdk, h.flag.Name); !known {
				i, ok := table.of(h.flag.Name)
				assert.True(t, ok, h.flag.Name)
				assert.Same(t, h.flag, table.rowAt(i).flag)
			}
		}
	}
}
