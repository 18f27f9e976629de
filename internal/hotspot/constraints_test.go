package hotspot

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// TestOneConstraintPerFlag: HotSpot calls one function for a flag, and a second
// row for the same JDK would hide the first.
func TestOneConstraintPerFlag(t *testing.T) {
	for _, jdk := range jvmflag.Tables {
		seen := map[string]bool{}
		for _, group := range constraints {
			for _, c := range group {
				if !jvmflag.Within(jdk, c.since, c.until) {
					continue
				}
				assert.False(t, seen[c.flag], "JDK %d has two rows for %s", jdk, c.flag)
				seen[c.flag] = true
			}
		}
	}
}
