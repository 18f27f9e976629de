package project

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/budget"
)

// Advice takes nothing from the trials of what it writes: each may take what reading has left.
func TestAdviceLeavesTrials(t *testing.T) {
	p := &Project{run: budget.NewRun()}
	before, n := *p.Rest(), 0
	for ; p.AffordsAdvice(100); n++ {
	}
	assert.Equal(t, []any{28, before}, []any{n, *p.Rest()})
}
