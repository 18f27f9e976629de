package yamldoc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/source"
)

var seeds = []string{
	"", "#", "a: b", "- 1\n- 'x''y'\n- \"\\x41\\u0416\\U0001F600\\\n  z\"\n", "a: |\n  x\n\n   y\nb: >-\n  x\n  y\n\n  z\n",
	"? |2+\n   x\n\n: >1\n  y", "a: &x {b: c, d: [e, f: g]}\n<<: *x\n", "---\n|\n a\n...\n%YAML 1.2\n--- >+\n b\n\n", "\ufeffa: b\r\nc: |\r\n  d\r\n",
	"a: !!str\n  # c\n  b # d\n", "'a\n\n b  \n\tc'", "\"a \\\n\n  b\\\r\n\"", "{a, ? b, : c, \"d\":e}", "[a: b, {c: d}: e]", "a: |\n \n   \n  x\n   \n",
	"a\u0085b: c\u2028 d", "x: - y", "!!map {a: !x , b: &c }\n", "- - |\n   a\n  - b\n", "a: b #c\n#d\n e: f",
	"-Xmx4g: \"-Xms4g \\\n -XX:+UseG1GC\"\n",
}

// Whatever parses keeps its value, and an exact place is a right one.
func FuzzScalar(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := source.NewFile("f", data)
		docs, err := Parse(file)
		if err != nil {
			require.IsType(t, &source.Problem{}, err)
			return
		}
		for _, d := range docs {
			eachNode(d.Root, func(n *Node) {
				checkPlace(t, n)
				n.Entries()
				n.Duplicates()
			})
		}
		_, _, err = ParseCommented(file)
		require.NoError(t, err)
	})
}

// An edit is accepted only if it changes one value, the one it is in.
func FuzzEdit(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), uint16(i), uint16(i%3), uint16(1), "y")
		f.Add([]byte(s), uint16(1), uint16(0), uint16(0), "\n  z")
	}
	f.Fuzz(func(t *testing.T, data []byte, which, from, length uint16, text string) {
		file := source.NewFile("f", data)
		docs, err := Parse(file)
		if err != nil {
			return
		}
		var scalars []*Node
		for _, d := range docs {
			eachNode(d.Root, func(n *Node) {
				if n.Kind() == Scalar && n.Exact() {
					scalars = append(scalars, n)
				}
			})
		}
		if len(scalars) == 0 {
			return
		}
		i := int(which) % len(scalars)
		n := scalars[i]
		start := int(from) % (n.Text().Len() + 1)
		end := start + int(length)%(n.Text().Len()-start+1)
		piece := n.Text().Slice(start, end)
		if !piece.Editable() {
			return
		}
		edits := []source.Edit{{Span: piece.Span(), New: text}}
		changed, err := file.Apply(edits)
		require.NoError(t, err)
		after := source.NewFile("f", changed)
		if Verify(file, nil, edits, after, nil) != nil {
			return
		}
		was, is := flatten(t, data), flatten(t, changed)
		if len(is) > len(was) { // the text added entries to a flow mapping: nothing may be lost
			for _, n := range is {
				if len(was) > 0 && was[0].value == n.value {
					was = was[1:]
				}
			}
			assert.Empty(t, was, "%q", changed)
			return
		}
		require.Equal(t, len(was), len(is), "%q", changed)
		different := 0
		for i := range was {
			if was[i] != is[i] {
				different++
			}
		}
		assert.LessOrEqual(t, different, 1, "%q\n%q", was, is)
	})
}

type flat struct{ path, value string }

// flatten lists every node as the library has it.
func flatten(t *testing.T, data []byte) []flat {
	var list []flat
	var walk func(path string, n *yaml.Node)
	walk = func(path string, n *yaml.Node) {
		list = append(list, flat{path, fmt.Sprintf("%d %s %q", n.Kind, n.Anchor, n.Value)})
		for i, c := range n.Content {
			walk(fmt.Sprintf("%s/%d", path, i), c)
		}
	}
	dec := yaml.NewDecoder(strings.NewReader(string(data)))
	for {
		var n yaml.Node
		if dec.Decode(&n) != nil {
			return list
		}
		walk("", &n)
	}
}

// What InsertEntry promises, Verify proves.
func FuzzPromise(f *testing.F) {
	for i, s := range seeds {
		f.Add([]byte(s), uint16(i), "true")
		f.Add([]byte(s), uint16(1), "a: #'\"\\\n\u2028")
		f.Add([]byte(s), uint16(2), "")
	}
	f.Fuzz(func(t *testing.T, data []byte, which uint16, value string) {
		file := source.NewFile("f", data)
		docs, err := Parse(file)
		if err != nil || len(docs) == 0 || bytes.ContainsRune(data, '\t') {
			return // the library takes a line of tabs behind a plain scalar, and not behind a quoted one
		}
		var nodes []*Node
		for _, d := range docs {
			eachNode(d.Root, func(n *Node) { nodes = append(nodes, n) })
		}
		n := nodes[int(which)%len(nodes)]
		edit, err := InsertEntry(n, "new key", value, false)
		if err != nil {
			return
		}
		edits := []source.Edit{edit}
		changed, err := file.Apply(edits)
		require.NoError(t, err)
		require.NoError(t, Verify(file, nil, edits, source.NewFile("f", changed), nil), "%q", changed)
	})
}
