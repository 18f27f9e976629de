package yamldoc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is obvious is what parsing finds.
func TestObviousTag(t *testing.T) {
	obvious := 0
	for _, value := range []string{
		"per-entry-stats-enabled", "memory", "limits", "server.port", "none", "nan", "Inf", "True", "FALSE", "nUll", "null", "yes", "on", "off",
		"0", "1", "12", "123456789", "1234567890", "007", "0x1f", "0o17", "1e5", "1_000", "12:30", "2001-01-01", "true-", "a.b", "name.", "",
		"memory:", "memory #", "- a", "~", "truely", "nullable", "é",
	} {
		for _, flow := range []bool{false, true} {
			tag := obviousTag(value)
			if tag == "" {
				continue
			}
			obvious++
			v := readValue(value, flow)
			require.NotNil(t, v, value)
			assert.Equal(t, []string{tag, value}, []string{v.Tag(), v.Value()}, value)
			if tag == "!!str" {
				k := readKey(value, flow)
				require.NotNil(t, k, value)
				assert.Equal(t, []any{Plain, value}, []any{k.Style(), k.Value()}, value)
			}
			assert.False(t, ambiguous.MatchString(value), value)
		}
	}
	assert.Equal(t, 24, obvious)
}
