package yamldoc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func root(t *testing.T, text string) *Node {
	t.Helper()
	docs, err := Parse(source.NewFile("f", []byte(text)))
	require.NoError(t, err)
	require.NotEmpty(t, docs)
	return docs[0].Root
}

func TestParse(t *testing.T) {
	for in, want := range map[string][]string{
		"": nil, "# only a comment\n": nil, "---": {"!!null"}, "a: b\n---\n- c\n---\n": {"!!map", "!!seq", "!!null"}, "5\n...\n": {"!!int"},
	} {
		docs, err := Parse(source.NewFile("f", []byte(in)))
		require.NoError(t, err, in)
		var got []string
		for _, d := range docs {
			got = append(got, d.Root.Tag())
		}
		assert.Equal(t, want, got, "%q", in)
	}
}

func TestErrors(t *testing.T) {
	laughs := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i <= 9; i++ {
		laughs += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	for _, c := range []struct{ name, in, want string }{
		{"scanner", "a: b\nc: d: e\n", "f:2:1: mapping values are not allowed in this context: a value contains a colon followed by a blank: quote the value, or check the indentation"},
		{"first line", "a: b: c", "f:1:1: mapping values are not allowed in this context: a value contains a colon followed by a blank: quote the value, or check the indentation"},
		{"parser", "a:\n  - b\n  c: d\n", "f:2:3: did not find expected '-' indicator: an item of the list begins with -, indented like the others"},
		{"not closed", "x: y\na: \"b\n", "f:2:1: found unexpected end of stream: a quote or a bracket is not closed"},
		{"unknown alias", "a: b\nc: *d\n", "f:2:4: unknown anchor 'd' referenced"},
		{"not UTF-8", "a: b\n  \xff", "f:2:3: byte 0xff is not valid UTF-8"},
		{"control character", "a: \x07", "f:1:4: control character U+0007 is not allowed"},
		{"UTF-16", "\xff\xfea\x00", "f: is UTF-16; only UTF-8 is read"},
		{"anchor in itself", "a: &x\n  b: [*x]", "f:2:7: anchor 'x' contains itself"},
		{"merge of itself", "a: &x\n  <<: *x", "f:2:7: anchor 'x' contains itself"},
		{"billion laughs", laughs, "f:6:45: aliases stand for more than 1000000 nodes"},
		{"deep", strings.Repeat("[", 1001) + strings.Repeat("]", 1001), "f:1:1: is nested more than 1000 levels deep"},
		{"large", strings.Repeat(" ", MaxBytes+1), "f: is 16777217 bytes, over the limit of 16777216"},
		{"many", strings.Repeat(",", MaxMarks+1), "f:1:2000001: holds more than 2000000 values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse(source.NewFile("f", []byte(c.in)))
			var e *source.Problem
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.want, e.Error())
		})
	}
}

func TestScalarKinds(t *testing.T) {
	var got []string
	for i, n := range root(t, "[a, '1', \"1\", 1, 0x1F, 1.5, true, yes, null, ~, {x: }, 2001-01-01, !!str 1, !x y]").Items() {
		if i == 10 {
			n = n.Get("x")
		}
		got = append(got, fmt.Sprintf("%s %s %v %v", n.Value(), n.Tag(), n.Quoted(), n.IsNull()))
	}
	assert.Equal(t, []string{
		"a !!str false false", "1 !!str true false", "1 !!str true false", "1 !!int false false", "0x1F !!int false false",
		"1.5 !!float false false", "true !!bool false false", "yes !!str false false", "null !!null false true", "~ !!null false true", " !!null false true",
		"2001-01-01 !!timestamp false false", "1 !!str false false", "y !x false false",
	}, got)
}

// entries lists entries as key=value@line of the key.
func entries(list []Entry) string {
	var out []string
	for _, e := range list {
		line := e.Key.Span().File.LineAt(e.Key.Span().Start)
		mark := ""
		if e.Merged {
			mark = "+"
		}
		out = append(out, fmt.Sprintf("%s%s=%s@%d", mark, e.Key.Value(), e.Value.Value(), line))
	}
	return strings.Join(out, " ")
}

func TestEntries(t *testing.T) {
	n := root(t, `base: &base
  a: 1
  b: 2
more: &more {b: 3, c: 4}
one:
  <<: *base
  b: 5
many:
  d: 6
  <<: [*more, *base, {e: 7}]
chain:
  <<: {<<: *base, f: 8}
twice: {a: 1, b: 2, a: 3, "a": 4}
quoted: {"<<": 1}
odd: {<<: 1}
`)
	for path, want := range map[string]string{
		"base":  "a=1@2 b=2@3",
		"one":   "b=5@7 +a=1@2",
		"many":  "d=6@9 +b=3@4 +c=4@4 +a=1@2 +e=7@10",
		"chain": "+f=8@12 +a=1@2 +b=2@3",
		"twice": "a=1@13 b=2@13 a=3@13 a=4@13", "quoted": "<<=1@14", "odd": "<<=1@15", "none": "",
	} {
		assert.Equal(t, want, entries(n.Get(path).Entries()), path)
	}
	assert.Equal(t, "a=3@13 a=4@13", entries(n.Get("twice").Duplicates()))
	assert.Equal(t, "4", n.Get("twice", "a").Value())
	assert.Empty(t, n.Get("one").Duplicates())
}

func TestAlias(t *testing.T) {
	n := root(t, "a: &x {b: c}\nd: *x\n")
	direct, alias := n.Get("a", "b"), n.Get("d", "b")
	assert.Same(t, direct, alias)
	assert.Equal(t, "{b: c}", n.Get("d").Span().String())
	assert.Equal(t, source.Span{}, n.Get("a").Alias())
	at := n.Get("d").Alias()
	assert.Equal(t, "*x", at.String())
	assert.Equal(t, 16, at.Start)
}

func TestNil(t *testing.T) {
	n := root(t, "a: [b]").Get("a", "x", "y")
	assert.Nil(t, n)
	e, ok := n.Entry("z")
	assert.Equal(t, Entry{}, e)
	assert.False(t, ok)
	assert.Zero(t, n.Kind())
	assert.Zero(t, n.Style())
	assert.Zero(t, n.Text())
	assert.Zero(t, n.Span())
	assert.Zero(t, n.Alias())
	assert.Empty(t, n.Items())
	assert.Empty(t, n.Entries())
	assert.False(t, n.Exact() || n.IsNull() || n.Quoted())
}

func TestComments(t *testing.T) {
	f := source.NewFile("f", []byte("\ufeff# top\na: b#c # one\n'd': '# no' # two\ne: | # three\n  # no\n # four\nf: [a, # five\n  \"#\",#six\n]\n  # seven\n---\n# last"))
	_, comments, err := ParseCommented(f)
	require.NoError(t, err)
	var got []string
	for _, c := range comments {
		assert.Equal(t, c.Text, c.Span.String())
		got = append(got, fmt.Sprintf("%s %v", c.Text, c.OwnLine))
	}
	assert.Equal(t, []string{"# top true", "# one false", "# two false", "# three false", "# four true", "# five false", "#six false", "# seven true", "# last true"}, got)
	_, _, err = ParseCommented(source.NewFile("f", []byte("[")))
	assert.Error(t, err)
}

// Of many keys those are found that a look at each would find: the last own one, or the first that is merged.
func TestEntryOfMany(t *testing.T) {
	var b strings.Builder
	b.WriteString("a: &a {k1: merged, k3: merged, z: merged}\nb: &b {k2: other, z: other}\nc:\n  <<: [*a, *b]\n")
	for i := range 2 * fewEntries {
		fmt.Fprintf(&b, "  k%d: %d\n", i%(fewEntries+5)+2, i)
	}
	n := root(t, b.String()).Get("c")
	require.Greater(t, len(n.Entries()), fewEntries)
	for _, key := range []string{"k1", "k2", "k3", "k30", "z", "none"} {
		var want string
		for _, e := range n.Entries() {
			if e.Key.Value() == key && !(e.Merged && want != "") {
				want = e.Value.Value()
			}
		}
		assert.Equal(t, want, n.Get(key).Value(), key)
	}
}
