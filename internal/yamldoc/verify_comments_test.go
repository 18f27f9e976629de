package yamldoc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// The comment "# c", or what is left of it, may change, and nothing else.
func TestVerifyComments(t *testing.T) {
	for _, c := range []struct{ name, in, err string }{
		{"gone", "a: b« # c¦»\nd: e # f\n", ""},
		{"gone with its line", "a: b\r\n«# c\r\n¦»d: e # f\r\n", ""},
		{"gone from the end of another", "a: b # d« # c¦»\n", ""},
		{"a word gone", "a: b # c« d¦» e\n", ""},
		{"a word replaced", "a: b # c «d¦x» e\n", ""},
		{"with a value", "- a\n«- b # c\n¦»- d\n", `the comment "# c" is gone`},
		{"another one", "a: b # c\nd: e« # f¦»\n", `the comment "# f" is gone`},
		{"becomes text", "a: b «# ¦»c\n", `a: is !!str "b c" (plain), was !!str "b" (plain)`},
		{"the lines above it grow", "a: |+\n  b\n«# c\n¦»\nd: e\n", `a: is !!str "b\n\n" (literal), was !!str "b\n" (literal)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, edits := marked(t, c.in)
			data, err := before.Apply(edits)
			require.NoError(t, err)
			start := strings.Index(string(before.Data), "# c")
			end := start + strings.IndexAny(string(before.Data[start:])+"\n", "\r\n")
			err = Verify(before, nil, edits, source.NewFile("f", data), nil, before.Span(start, end))
			if c.err == "" {
				require.NoError(t, err)
				assert.Error(t, Verify(before, nil, edits, source.NewFile("f", data), nil), "no comment may change")
				return
			}
			assert.ErrorContains(t, err, c.err)
		})
	}
}
