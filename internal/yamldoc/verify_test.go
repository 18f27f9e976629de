package yamldoc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// marked makes a file and an edit of text with one «old|new» in it.
func marked(t *testing.T, text string) (*source.File, []source.Edit) {
	t.Helper()
	head, rest, ok := strings.Cut(text, "«")
	require.True(t, ok)
	middle, tail, ok := strings.Cut(rest, "»")
	require.True(t, ok)
	was, is, ok := strings.Cut(middle, "¦")
	require.True(t, ok)
	f := source.NewFile("f", []byte(head+was+tail))
	return f, []source.Edit{{Span: f.Span(len(head), len(head)+len(was)), New: is}}
}

func TestVerify(t *testing.T) {
	for _, c := range []struct{ name, in, err string }{
		{"in plain", "a: -Xmx«4¦8»g # c\n", ""},
		{"in a key", "a«¦b»: c\n", ""},
		{"in double", `a: "x\t-Xmx«4¦8»g"`, ""},
		{"in double, an escape", `a: "x«\t¦\u0416»y"`, ""},
		{"in single", `a: 'it''s «4¦''8»'`, ""},
		{"in literal", "a: |\n  -Xmx«4¦8»g\n  b\n", ""},
		{"a line of a literal", "a: |\n  «b\n  ¦»c\n", ""},
		{"a new line in a literal", "a: |\n  b«¦\n  x»\n  c\n", ""},
		{"in folded, over lines", "a: >\n  b «c\n  d¦x» e\n", ""},
		{"over a fold", "a: b «c\n  d¦x» e\n", ""},
		{"at the end of an empty one", "a: \"«¦x»\"", ""},
		{"replaced", "a: «'b'¦8»\n", ""},
		{"filled", "a:«¦ 8»\n", `a: is !!int "8" (plain), was !!null "" (plain)`},
		{"emptied", "a:« 8¦»\n", "a: an edit reaches beyond it"},
		{"blanks only", "a:« ¦   »b\n", ""},
		{"added", "a:\n  b: c\n«¦  d: e\n»f: g\n", ""},
		{"added, nested", "a:\n  b: c\n«¦  d:\n    e: f\n»", ""},
		{"an item added", "- a\n- b«¦\n- c»\n- d\n", ""},
		{"an item added in flow", "[a«¦, b»]", ""},
		{"an item gone", "- a\n«- b\n¦»- c\n", ""},
		{"an item gone in flow", "[a«, b¦»]", ""},
		{"added in flow", "{a: b«¦, c: d»}", ""},

		{"becomes a number", "a: «x¦»8\n", `a: is !!int "8" (plain), was !!str "x8" (plain)`},
		{"added twice", "a: b\n«¦a: c\n»", "a: the key already exists"},
		{"added elsewhere", "a:\n  b: c\n«¦d: e\n»  f: g\n", "after the edits: f:4:3: mapping values are not allowed in this context: a value contains a colon followed by a blank: quote the value, or check the indentation"},
		{"half of an escape", `a: "x\«t¦n»"`, `a: an edit of "t" cuts through a character`},
		{"a quote", `a: "x«¦\" # y»"`, ""},
		{"ends the quotes", `a: "x«¦" # "»"`, `a: "\" # \"" cannot stand in a double quoted scalar`},
		{"becomes a comment", "a: b«¦ #»c\n", `a: is "b", should be "b #c"`},
		{"becomes a mapping", "- a«¦: b»\n", `[0]: is !!map of 2 (block), was !!str "a" (plain)`},
		{"more in a sequence", "[a«¦, b, c»]", `[1]: the item is not what was added, ", b, c"`},
		{"a new item elsewhere", "- a\n- «b¦c\n- d»\n", `[1]: "c\n- d" is not a value`},
		{"half an item gone", "- a\n«- b¦»c\n", "after the edits: f:2:1: could not find expected ':': a key lacks its colon, here or on the line before"},
		{"an entry gone", "a: b\n«c: d\n¦»", "c: the entry is gone"},
		{"a comment gone", "a: b« # c¦»\n", `the comment "# c" is gone`},
		{"a comment changed", "a: b # «c¦d»\n", `a comment: is "# d", was "# c"`},
		{"a comment new", "a: b\n«¦# c\n»", `a new comment, "# c"`},
		{"an anchor", "a: &«x¦y» b\n", "a: is &y, was anchor &x"},
		{"an alias", "a: &x b\nc: &y b\nd: *«x¦y»\n", "d: is *y, was alias *x"},
		{"a tag", "a: «!!str ¦»1\n", `a: is !!int "1" (plain), was !!str "1" (plain)`},
		{"another document", "a: b\n«¦---\n»c: d\n", "2 documents, were 1"},
		{"the indentation", "a:\n  b: c\n«  ¦»d: e\n", "a.d: the entry is gone"},
		{"in the second document", "a: b\n---\nc: [d, e«¦: f»]\n", `document 2: c[1]: is !!map of 2 (flow), was !!str "e" (plain)`},
		{"literal to folded", "a: «|¦>»\n  b\n", `a: an edit of "|" cuts through a character`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, edits := marked(t, c.in)
			data, err := before.Apply(edits)
			require.NoError(t, err)
			err = Verify(before, nil, edits, source.NewFile("f", data), nil)
			if c.err == "" {
				assert.NoError(t, err)
				return
			}
			assert.EqualError(t, err, c.err)
		})
	}
}

func TestVerifySeveral(t *testing.T) {
	before := source.NewFile("f", []byte("a: \"-Xmx4g -Xms4g\"\nb: 1\n"))
	edits := []source.Edit{
		{Span: before.Span(15, 16), New: "16"}, {Span: before.Span(8, 9), New: "16"}, {Span: before.Span(24, 24), New: "c: 2\n"},
	}
	assert.NoError(t, Verify(before, nil, edits, source.NewFile("f", []byte("a: \"-Xmx16g -Xms16g\"\nb: 1\nc: 2\n")), nil))
	assert.EqualError(t, Verify(before, nil, edits, source.NewFile("f", []byte("a: x\n")), nil), "f is not the result of the edits")
	assert.EqualError(t, Verify(before, nil, append(edits, edits[0]), before, nil), "edits overlap at byte 15 of f")
}

// What a reader puts into a value is no part of the file: a change is proved by what stands there.
func TestVerifyTakesWhatWasRead(t *testing.T) {
	before := source.NewFile("f", []byte("a: $B\nc: 1\n"))
	edits := []source.Edit{{Span: before.Span(9, 10), New: "2"}}
	after := source.NewFile("f", []byte("a: $B\nc: 2\n"))
	for name, read := range map[string]func(*Node){
		"as it stands":    func(*Node) {},
		"with a value in": func(root *Node) { root.Get("a").PutIn(source.Unlocated("x", "test")) },
		"with others below": func(root *Node) {
			ForeignMapping(source.Span{}, Writing{}).AddEntry(ForeignScalar(source.Text{}, Writing{}), root)
		},
	} {
		was, err := Parse(before)
		require.NoError(t, err, name)
		is, err := Parse(after)
		require.NoError(t, err, name)
		read(was[0].Root)
		assert.NoError(t, Verify(before, was, edits, after, is), name)
		assert.Equal(t, name != "as it stands", was[0].Root.stream.changed, name)
	}
}
