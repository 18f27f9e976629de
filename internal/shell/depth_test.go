package shell

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Nothing that a megabyte can hold of brackets takes the stack.
func TestDepth(t *testing.T) {
	for _, c := range []struct{ name, before, inner, after string }{
		{"subshells", "(", "a", ")"},
		{"substitutions", "$(", "a", ")"},
		{"quoted substitutions", `"$(`, "a", `)"`},
		{"blocks", "{ ", "a;", " };"},
		{"parameters", "${A:-", "a", "}"},
		{"arithmetic", "$((", "1", "))"},
		{"branches", "if a; then ", "a", "; fi"},
		{"loops", "while a; do ", "a", "; done"},
		{"pipes", "a | ", "a", ""},
		{"lists", "a && ", "a", ""},
		{"sums", "$((1", "+1", "))"},
		{"functions", "a() ", "a", ""},
		{"processes", "a <(", "a", ")"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := (longest - len(c.inner)) / (len(c.before) + len(c.after))
			text := strings.Repeat(c.before, n) + c.inner + strings.Repeat(c.after, n)
			_, ok := parse(text)
			assert.False(t, ok)
		})
	}
	for _, text := range []string{strings.Repeat("(", 100) + "a" + strings.Repeat(")", 100), strings.Repeat("a && ", 1000) + "a", strings.Repeat("a; ", 100_000)} {
		t.Run("not deep", func(t *testing.T) {
			_, ok := parse(text)
			assert.True(t, ok)
		})
	}
}

func parse(text string) (*Script, bool) {
	return Parse(source.Verbatim(source.NewFile("a.sh", []byte(text)).Span(0, len(text))))
}
