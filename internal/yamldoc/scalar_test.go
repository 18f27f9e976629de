package yamldoc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// shown gives the last scalar of a text as its value, its span, and its
// characters with the source of each run: what stands as it is without marks,
// the rest as (decoded=source), all quoted as Go does.
func shown(t *testing.T, text string) string {
	t.Helper()
	docs, err := Parse(source.NewFile("f", []byte(text)))
	require.NoError(t, err)
	var last *Node
	eachNode(docs[len(docs)-1].Root, func(n *Node) {
		checkPlace(t, n)
		if n.Kind() == Scalar {
			last = n
		}
	})
	require.True(t, last.Exact(), "value %q, span %q", last.Value(), last.Span())
	return runs(last.Text())
}

func runs(text source.Text) string {
	var b strings.Builder
	for i := 0; i < text.Len(); {
		j := i + 1 // the bytes that stand for one character, or one fold
		for j < text.Len() && text.Slice(j, j+1).Span() == text.Slice(i, i+1).Span() {
			j++
		}
		if c := text.Slice(i, j); c.String() == c.Span().String() && c.String() != "\n" {
			b.WriteString(quoted(c.String()))
		} else {
			fmt.Fprintf(&b, "(%s=%s)", quoted(c.String()), quoted(c.Span().String()))
		}
		i = j
	}
	return b.String()
}

func quoted(s string) string {
	q := fmt.Sprintf("%q", s)
	if len(s) == 1 && s[0] >= 0x80 { // one byte of a character
		return s
	}
	return q[1 : len(q)-1]
}

func TestScalars(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a: -Xmx4g -Xms4g", `-Xmx4g -Xms4g`},
		{"plain with a sharp", "a: b#c # d", `b#c`},
		{"plain over lines", "a: b  \n   c\n\n\n  d", `b( =  \n   )c(\n\n=\n\n\n  )d`},
		{"plain, CRLF", "a: b\r\n  c\r\n\r\n  d\r\n", `b( =\r\n  )c(\n=\r\n\r\n  )d`},
		{"plain, bare CR", "a: b\r  c", `b( =\r  )c`},
		{"plain, line separator", "a: b\u2028  c", `b(\u2028=\u2028  )c`},
		{"plain, other letters", "ключ: жё", `жё`},
		{"plain, emoji", "a: x😀y", `x😀y`},
		{"plain with tabs", "a:\tb\tc\t", `b\tc`},
		{"plain, byte order mark", "\ufeffa: b", `b`},
		{"plain at the top", "b c", `b c`},
		{"plain, no final line end", "a: b", `b`},
		{"plain in flow", "{a: b c , d: [e,f g]}", `f g`},
		{"empty", "a:", ``},
		{"empty with anchor", "a: &b", ``},
		{"empty with tag", "a: !!str # c\n", ``},
		{"empty in flow", "{a: b, c}", ``},
		{"tag", "a: !!str b", `b`},
		{"tag, anchor, comment", "a: !t &x # c\n  # d\n  b", `b`},
		{"anchor, tag", "a: &x !<tag:x,2000:y> b", `b`},

		{"single", "a: 'b ''c'' \"d\\n'", `b ('='')c('='') \"d\\n`},
		{"single over lines", "a: 'b \n\n  c\n  d '", `b(\n= \n\n  )c( =\n  )d `},
		{"single, blanks at ends", "a: ' \n b \n '", `( = \n )b( = \n )`},
		{"single, empty", "a: ''", ``},

		{"double", `a: "b 'c'"`, `b 'c'`},
		{"double, empty", `a: ""`, ``},
		{"escapes", `a: "\0\a\b\t\n\v\f\r\e\ \"\'\\\N\_\L\P"`,
			`(\x00=\\0)(\a=\\a)(\b=\\b)(\t=\\t)(\n=\\n)(\v=\\v)(\f=\\f)(\r=\\r)(\x1b=\\e)( =\\ )(\"=\\\")('=\\')(\\=\\\\)(\u0085=\\N)(\u00a0=\\_)(\u2028=\\L)(\u2029=\\P)`},
		{"escaped tab", "a: \"\\\tb\"", `(\t=\\\t)b`},
		{"hexadecimal", `a: "\x41\u0416\U0001F600"`, `(A=\\x41)(Ж=\\u0416)(😀=\\U0001F600)`},
		{"double over lines", "a: \"b \n \t c\n\n  d\"", `b( = \n \t )c(\n=\n\n  )d`},
		{"escaped line break", "a: \"b \\\n   c\"", `b c`},
		{"escaped line break, CRLF", "a: \"b\\\r\n   c\"", `bc`},
		{"escaped line break before empty lines", "a: \"b\\\n\n  \n  c\"", `b(\n\n=\\\n\n  \n  )c`},
		{"escaped blank at a line end", "a: \"b\\ \n  c\"", `b( =\\ )( =\n  )c`},
		{"escaped line break at the end", "a: \"b\\\n  \"", `b`},

		{"literal", "a: |\n  b\n  c\n", `b(\n=\n  )c(\n=\n)`},
		{"literal, no final line end", "a: |\n  b", `b`},
		{"literal, strip", "a: |-\n  b\n\n", `b`},
		{"literal, keep", "a: |+\n  b\n\n \n", `b(\n=\n)(\n=\n )(\n=\n)`},
		{"literal, clip with empty lines", "a: |\n  b\n\n\n", `b(\n=\n)`},
		{"literal, indicator", "a: |2\n   b\n  c\n", ` b(\n=\n  )c(\n=\n)`},
		{"literal, indicators", "a: |1-\n  b\n", ` b`},
		{"literal, indicators swapped", "a: |-1\n  b\n", ` b`},
		{"literal, nested indicator", "x:\n  - a: |1\n      b\n", ` b(\n=\n)`},
		{"literal in sequences, indicator", "- - |1\n    b\n", ` b(\n=\n)`},
		{"literal key, indicator", "? |1\n  b\n", ``},
		{"literal, comment after header", "a: | # c\n  b # d\n", `b # d(\n=\n)`},
		{"literal, tag and anchor", "a: !!str &x |\n  b\n", `b(\n=\n)`},
		{"literal, CRLF", "a: |\r\n  b\r\n\r\n  c\r\n", `b(\n=\r\n)(\n=\r\n  )c(\n=\r\n)`},
		{"literal, empty lines first", "a: |\n\n \n  b\n", `(\n=\n )(\n=\n  )b(\n=\n)`},
		{"literal, only blanks", "a: |\n  \n   \n", ``},
		{"literal, only blanks, keep", "a: |+\n  \n   \n", `(\n=\n   )(\n=\n)`},
		{"literal, blanks beyond the indentation", "a: |\n  b\n    \n  c\n", `b(\n=\n  )  (\n=\n  )c(\n=\n)`},
		{"literal, tabs", "a: |2\n  \tb\n", `\tb(\n=\n)`},
		{"literal, empty", "a: |", ``},
		{"literal at the top", "|\n b\n c", `b(\n=\n )c`},
		{"literal at the top, indicator", "--- |2\n   b\n", ` b(\n=\n)`},
		{"literal in the second document", "a: b\n---\n|\n c\n...\n", `c(\n=\n)`},
		{"literal in a tagged mapping", "!!map\na: |1\n  b\n", ` b(\n=\n)`},
		{"literal, key has a tag", "&x\n!!str a: |1\n  b\n", ` b(\n=\n)`},
		{"literal in a sequence without indentation", "a:\n- |1\n  b\n", ` b(\n=\n)`},

		{"folded", "a: >\n  b\n  c\n\n  d\n", `b( =\n  )c(\n=\n\n  )d(\n=\n)`},
		{"folded, more indented", "a: >\n  b\n    c\n  d\n", `b(\n=\n  )  c(\n=\n  )d(\n=\n)`},
		{"folded, empty lines around more indented", "a: >\n  b\n\n    c\n\n  d\n", `b(\n=\n)(\n=\n  )  c(\n=\n)(\n=\n  )d(\n=\n)`},
		{"folded, strip", "a: >-\n  b\n  c\n", `b( =\n  )c`},
		{"folded, keep", "a: >+\n  b\n\n", `b(\n=\n)(\n=\n)`},
		{"folded, CRLF", "a: >\r\n  b\r\n  c", `b( =\r\n  )c`},
		{"folded, empty lines first", "a: >\n\n  b\n", `(\n=\n  )b(\n=\n)`},
		{"folded, tab first", "a: >\n  b\n  \tc\n", `b(\n=\n  )\tc(\n=\n)`},
		{"folded, blanks at a line end", "a: >\n  b \n  c\n", `b ( =\n  )c(\n=\n)`},
		{"folded, comment ends it", "a: >\n  b\n # c\n", `b(\n=\n)`},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, shown(t, c.in)) })
	}
}

// Text that cannot be mapped is never given a precise place. The library loses
// a character behind a second byte order mark.
func TestVague(t *testing.T) {
	docs, err := Parse(source.NewFile("f", []byte("\ufeff\ufeffa: b\n  c\n")))
	require.NoError(t, err)
	eachNode(docs[0].Root, func(n *Node) {
		if n.Kind() == Scalar && !n.Exact() {
			assert.Equal(t, n.Value(), n.Text().String())
			assert.False(t, n.Text().Editable())
		}
	})
}

func TestSpans(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string // of every node, in the order of the file
	}{
		{"a: b # c\n", []string{"a: b", "a", "b"}},
		{"a: &x !!map\n  b: c\n", []string{"a: &x !!map\n  b: c", "a", "b: c", "b", "c"}},
		{"- 'a'\n- \"b\"\n", []string{"- 'a'\n- \"b\"", "'a'", `"b"`}},
		{"a: | # c\n  b\n\n", []string{"a: | # c\n  b", "a", "| # c\n  b"}},
		{"a: |+\n  b\n\nc:\n", []string{"a: |+\n  b\n\nc:", "a", "|+\n  b\n", "c", ""}},
		{"a: &x {b: c , # d\n}", []string{"a: &x {b: c , # d\n}", "a", "{b: c , # d\n}", "b", "c"}},
		{"[a: b, {}, [ ] ]", []string{"[a: b, {}, [ ] ]", "a: b", "a", "b", "{}", "[ ]"}},
		{"? a\n\n\nb: c", []string{"? a\n\n\nb: c", "a", "", "b", "c"}},
		{"[{a: b}: c]", []string{"[{a: b}: c]", "{a: b}: c", "{a: b}", "a", "b", "c"}},
	} {
		docs, err := Parse(source.NewFile("f", []byte(c.in)))
		require.NoError(t, err, c.in)
		var got []string
		eachNode(docs[0].Root, func(n *Node) {
			checkPlace(t, n)
			got = append(got, n.Span().String())
		})
		assert.Equal(t, c.want, got, "%q", c.in)
	}
}
