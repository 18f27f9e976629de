package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func text(s string) source.Text {
	f := source.NewFile("options", []byte(s))
	return source.Verbatim(f.Span(0, len(s)))
}

func strs(words []Word) []string {
	out := []string{}
	for _, w := range words {
		out = append(out, w.Text.String())
	}
	return out
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", []string{}},
		{" \t\n", []string{}},
		{"-Xmx1g -Xms1g", []string{"-Xmx1g", "-Xms1g"}},
		{"  -Xmx1g\n-Xms1g\t", []string{"-Xmx1g", "-Xms1g"}},
		{`-Da="b c" -Xmx1g`, []string{"-Da=b c", "-Xmx1g"}},
		{`'-Da=b c'-Xmx1g`, []string{"-Da=b c-Xmx1g"}},
		{`-Da="it's"`, []string{"-Da=it's"}},
		{`-Da=\"b\" c`, []string{`-Da=\b\`, "c"}}, // outside quotes a backslash stands for itself, and does not shield one
		{`""`, []string{""}},
		{"-Xmx1g # no comment", []string{"-Xmx1g", "#", "no", "comment"}},
	} {
		got, err := Words(text(c.in))
		require.NoError(t, err, "%q", c.in)
		assert.Equal(t, c.want, strs(got), "%q", c.in)
	}
}

func TestWordsKeepTheirPlace(t *testing.T) {
	words, err := Words(text(`-Xmx1g  "-Xms1g" -Da='b c'd`))
	require.NoError(t, err)
	spans := [][2]int{}
	editable := []bool{}
	for _, w := range words {
		spans = append(spans, [2]int{w.Written.Span().Start, w.Written.Span().End})
		editable = append(editable, w.Text.Editable())
	}
	assert.Equal(t, [][2]int{{0, 6}, {8, 16}, {17, 27}}, spans)
	assert.Equal(t, []bool{true, true, false}, editable)
}

func TestWordsUnmatchedQuote(t *testing.T) {
	words, err := Words(text(`-Xmx1g -Da="b c`))
	require.EqualError(t, err, `unmatched quote "`)
	assert.Equal(t, []string{"-Xmx1g"}, strs(words))
	assert.Equal(t, 11, err.(*QuoteError).At.Span().Start)
}

func FuzzWords(f *testing.F) {
	f.Add(`-Xmx1g "-Da=b c" 'x`)
	f.Fuzz(func(t *testing.T, s string) {
		whole := text(s)
		words, _ := Words(whole)
		end := 0
		for _, w := range words {
			span := w.Written.Span()
			require.LessOrEqual(t, end, span.Start)
			require.LessOrEqual(t, span.End, len(s))
			end = span.End
			if inner := w.Text.Span(); w.Text.Editable() {
				require.True(t, span.Covers(inner))
				require.Equal(t, w.Text.String(), inner.String())
			}
		}
	})
}
