package spelling

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearest(t *testing.T) {
	names := []string{"info", "warning", "error", "memory", "members"}
	for name, want := range map[string]string{
		"memroy": "memory", "warn": "warning", "err": "error", "member": "members", "colour": "",
		"": "", strings.Repeat("memory", 20): "",
	} {
		assert.Equal(t, want, Nearest(name, names), name)
	}
	assert.EqualError(t, Unknown("key", "memroy", names), `unknown key "memroy", did you mean "memory"?`)
	assert.EqualError(t, Unknown("key", "colour", names), `unknown key "colour", there are info, warning, error, memory, members`)
}
