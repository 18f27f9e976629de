package reading

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Undoubled puts one character in for two of it.
func Undoubled(t source.Text, c byte) source.Text {
	s, twice := t.String(), string([]byte{c, c})
	var parts []source.Text
	from := 0
	for {
		i := strings.Index(s[from:], twice)
		if i < 0 {
			break
		}
		parts = append(parts, t.Slice(from, from+i+1))
		from += i + len(twice)
	}
	if from == 0 {
		return t
	}
	return source.Join(append(parts, t.Slice(from, len(s)))...)
}
