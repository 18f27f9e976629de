package wildcard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/wildcard"
)

func TestValid(t *testing.T) {
	for pattern, want := range map[string]bool{
		"apps/**": true, "*.yaml": true, "{a,b}/{c,d}.{yaml,yml}": true, "{values,values-{dev,prod}}.yaml": true, "[a-z]*": true, "": true,
		"[": false, "{a": false, strings.Repeat("{a,a}", 40): false, strings.Repeat("{a,", 40) + strings.Repeat("}", 40): false,
	} {
		assert.Equal(t, want, wildcard.Valid(pattern), pattern)
	}
}

func TestMatch(t *testing.T) {
	assert.True(t, wildcard.Match("apps/**/{a,b}.yaml", "apps/x/y/b.yaml"))
	assert.False(t, wildcard.Match("*.yaml", "apps/a.yaml"))
}
