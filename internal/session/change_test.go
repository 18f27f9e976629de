package session

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each line knows its number before, and that it is new.
func TestLinesBefore(t *testing.T) {
	for _, c := range []struct {
		before, after string
		want          []int
	}{
		{"a\nb\n", "a\nb\n", []int{1, 2, 3}},
		{"a\nb\nc\n", "a\nX\nc\n", []int{1, 0, 3, 4}},
		{"a\nb\nc\n", "a\nc\n", []int{1, 3, 4}},
		{"a\nb\nc\n", "X\na\nb\nY\nZ\nc", []int{0, 1, 2, 0, 0, 4}},
		{"a\nb\nc\nd\n", "b\nX\nd\n", []int{2, 0, 4, 5}},
		{"", "", []int{1}},
	} {
		assert.Equal(t, c.want, linesBefore(c.before, c.after), c.after)
	}
}
