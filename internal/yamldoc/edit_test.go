package yamldoc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// applied makes an edit, proves it, and gives the new file.
func applied(t *testing.T, n *Node, edit source.Edit) string {
	t.Helper()
	before := n.stream.file
	data, err := before.Apply([]source.Edit{edit})
	require.NoError(t, err)
	require.NoError(t, Verify(before, nil, []source.Edit{edit}, source.NewFile("f", data), nil))
	return string(data)
}

func TestInsertEntry(t *testing.T) {
	for _, c := range []struct {
		name, in   string
		path       []string
		key, value string
		want, err  string
	}{
		{"block", "a:\n  b: 1\nc: 2\n", []string{"a"}, "k", "v", "a:\n  b: 1\n  k: v\nc: 2\n", ""},
		{"root", "a: 1\n", nil, "k", "v", "a: 1\nk: v\n", ""},
		{"root, byte order mark", "\ufeffa: 1\n", nil, "k", "v", "\ufeffa: 1\nk: v\n", ""},
		{"no final line end", "a:\n  b: 1", []string{"a"}, "k", "v", "a:\n  b: 1\n  k: v", ""},
		{"CRLF", "a:\r\n  b: 1\r\nc: 2\r\n", []string{"a"}, "k", "v", "a:\r\n  b: 1\r\n  k: v\r\nc: 2\r\n", ""},
		{"CRLF, no final line end", "a:\r\n  b: 1", []string{"a"}, "k", "v", "a:\r\n  b: 1\r\n  k: v", ""},
		{"before what follows", "a:\n  b: 1 # one\n\n# c is\nc: 2\n", []string{"a"}, "k", "v", "a:\n  b: 1 # one\n  k: v\n\n# c is\nc: 2\n", ""},
		{"behind nested", "a:\n  b:\n    - c\n    - d: e\nf: g\n", []string{"a"}, "k", "v", "a:\n  b:\n    - c\n    - d: e\n  k: v\nf: g\n", ""},
		{"behind a literal", "a:\n  b: |\n    x\n\nc: d\n", []string{"a"}, "k", "v", "a:\n  b: |\n    x\n  k: v\n\nc: d\n", ""},
		{"behind a literal that keeps", "a:\n  b: |+\n    x\n\nc: d\n", []string{"a"}, "k", "v", "a:\n  b: |+\n    x\n\n  k: v\nc: d\n", ""},
		{"behind an open literal", "a:\n  b: |\n    x", []string{"a"}, "k", "v", "", "add k: the last entry is a block of text without a line end, and would get one"},
		{"behind an open stripped literal", "b: |-\n    x", nil, "k", "v", "b: |-\n    x\nk: v", ""},
		{"behind nothing", "a:\n  b:\n  # c\nd: e\n", []string{"a"}, "k", "v", "a:\n  b:\n  k: v\n  # c\nd: e\n", ""},
		{"behind flow", "a:\n  b: {\n    x: y # z\n  } # e\n", []string{"a"}, "k", "v", "a:\n  b: {\n    x: y # z\n  } # e\n  k: v\n", ""},
		{"behind an alias", "x: &x 1\na:\n  b: *x\n", []string{"a"}, "k", "v", "x: &x 1\na:\n  b: *x\n  k: v\n", ""},
		{"over a merge", "x: &x {k: 1}\na:\n  <<: *x\n", []string{"a"}, "k", "v", "x: &x {k: 1}\na:\n  <<: *x\n  k: v\n", ""},
		{"document end", "a: 1\n...\n---\nb: 2\n", nil, "k", "v", "a: 1\nk: v\n...\n---\nb: 2\n", ""},
		{"flow", "a: {b: 1}\n", []string{"a"}, "k", "v", "a: {b: 1, k: v}\n", ""},
		{"flow, empty", "a: {}\n", []string{"a"}, "k", "v", "a: {k: v}\n", ""},
		{"flow, last comma", "a: {b: 1, # c\n}\n", []string{"a"}, "k", "v", "a: {b: 1, k: v # c\n}\n", ""},
		{"flow, no value", "a: {b }\n", []string{"a"}, "k", "v", "a: {b , k: v }\n", ""},
		{"flow, empty value", "a: {b: }\n", []string{"a"}, "k", "v", "a: {b: , k: v }\n", ""},
		{"flow value in quotes", "a: {}\n", []string{"a"}, "k", "a,b", "a: {k: \"a,b\"}\n", ""},
		{"number", "a: 1\n", nil, "k", "16", "a: 1\nk: 16\n", ""},
		{"empty string", "a: 1\n", nil, "k", "", "a: 1\nk: \"\"\n", ""},
		{"null", "a: 1\n", nil, "k", "null", "a: 1\nk: \"null\"\n", ""},
		{"yes", "a: 1\n", nil, "k", "yes", "a: 1\nk: \"yes\"\n", ""},
		{"comment", "a: 1\n", nil, "k #", "v # c", "a: 1\n\"k #\": \"v # c\"\n", ""},
		{"lines", "a: 1\n", nil, "1", "b\n\"c\"\\", "a: 1\n\"1\": \"b\\n\\\"c\\\"\\\\\"\n", ""},
		{"options", "a: 1\n", nil, "k", "-Xmx4g -Dx=y", "a: 1\nk: -Xmx4g -Dx=y\n", ""},
		{"there already", "a: 1\n", nil, "a", "2", "", "add a: the key already exists"},
		{"not a mapping", "a: 1\n", []string{"a"}, "k", "v", "", "add k: not a mapping"},
		{"nowhere", "a: 1\n", []string{"b"}, "k", "v", "", "add k: not a mapping"},
		{"an alias", "x: &x {k: 1}\na: *x\n", []string{"a"}, "k", "v", "", "add k: the mapping is an alias, which is used elsewhere too"},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := root(t, c.in)
			edit, err := InsertEntry(n.Get(c.path...), c.key, c.value, false)
			if c.err != "" {
				require.EqualError(t, err, c.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, applied(t, n, edit))
		})
	}
	item := root(t, "- - a: 1\n- x\n").Items()[0].Items()[0]
	edit, err := InsertEntry(item, "k", "v", false)
	require.NoError(t, err)
	assert.Equal(t, "- - a: 1\n    k: v\n- x\n", applied(t, item, edit))

	_, err = InsertEntry(root(t, "[a: b]").Items()[0], "k", "v", false)
	assert.EqualError(t, err, "add k: the mapping is a single pair in a sequence")
}

// What only looks like a number or a switch is quoted.
func TestInsertString(t *testing.T) {
	for value, want := range map[string]string{
		"60": "a: b\nk: \"60\"\n", "true": "a: b\nk: \"true\"\n", "GRACEFUL": "a: b\nk: GRACEFUL\n", "1.5": "a: b\nk: \"1.5\"\n", "": "a: b\nk: \"\"\n",
	} {
		n := root(t, "a: b\n")
		edit, err := InsertEntry(n, "k", value, true)
		require.NoError(t, err, value)
		assert.Equal(t, want, applied(t, n, edit), value)
	}
}
