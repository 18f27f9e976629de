package chart

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
)

func TestMergingEnds(t *testing.T) {
	itself := map[string]any{}
	itself["itself"] = itself
	merge := func(into, from map[string]any) (merged any, err error) {
		defer budget.Catch(&err)
		b := &bounds{Budget: budget.New(1 << 30)}
		return b.merging()["mustMerge"].(func(map[string]any, ...map[string]any) (any, error))(into, from)
	}

	_, err := merge(itself, itself)
	require.ErrorContains(t, err, tooDeep)

	merged, err := merge(map[string]any{"a": map[string]any{"b": 1}}, map[string]any{"a": map[string]any{"b": 2, "c": 3}})
	require.NoError(t, err)
	assert.Equal(t, map[string]any{"a": map[string]any{"b": 1, "c": 3}}, merged)
}
