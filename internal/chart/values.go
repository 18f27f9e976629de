package chart

import (
	"fmt"
	"maps"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

type values = helmchart.Values

// markFile marks the values that Helm read from a file with where they stand
// in it. A value that is not found there stays as it is.
func (m *marks) markFile(f *source.File, read map[string]any, skip func(path string) bool) map[string]any {
	m.bounds.Spend(perYAML*len(f.Data), "places in values")
	documents, err := yamldoc.Parse(f)
	if err != nil {
		return read
	}
	var marked any = read
	for _, d := range documents { // Helm merges them
		marked = m.markNode(d.Root, marked, "", skip)
	}
	return marked.(map[string]any)
}

// markNode marks the values that a node holds. Values are merged and looked at
// before templates see them: what switches a dependency on keeps its type.
func (m *marks) markNode(n *yamldoc.Node, v any, path string, skip func(string) bool) any {
	switch v := v.(type) {
	case map[string]any:
		m.bounds.Spend(perEntry*len(v), "places in values")
		out, nodes := make(map[string]any, len(v)), entries(n)
		for key, e := range v {
			out[key] = e
			if value := nodes[key]; value != nil {
				out[key] = m.markNode(value, e, path+"."+key, skip)
			}
		}
		return out
	case []any:
		m.bounds.Spend(perEntry*len(v), "places in values")
		out, items := make([]any, len(v)), n.Items()
		for i, e := range v {
			out[i] = e
			if len(items) == len(v) {
				out[i] = m.markNode(items[i], e, path, skip)
			}
		}
		return out
	case nil:
		return nil
	case string:
		if mayHoldMarks(v) { // by an earlier document, or a character of the same number
			return v
		}
	}
	if n.Kind() != yamldoc.Scalar || skip(path) {
		return v
	}
	return m.leaf(n, v)
}

// perEntry is what finding the place of one value takes.
const perEntry = 500

// entries are the values of a mapping by their keys, as Entry finds them.
func entries(n *yamldoc.Node) map[string]*yamldoc.Node {
	all := map[string]*yamldoc.Node{}
	for _, e := range n.Entries() {
		if key := e.Key.Value(); e.Key.Kind() == yamldoc.Scalar && (!e.Merged || all[key] == nil) {
			all[key] = e.Value
		}
	}
	return all
}

// leaf marks one value. A number may print as another text than was written.
func (m *marks) leaf(n *yamldoc.Node, v any) any {
	k := mark{text: n.Text().Written(), typed: typedOrNil(v), node: n}
	if !n.Alias().IsZero() {
		k.text = source.Vague(n.Value(), n.Alias().Written().Foremost())
	}
	if k.typed != nil {
		k.spelt = k.text
	}
	if k.text.Foremost().IsZero() {
		return v
	}
	if printed := fmt.Sprint(v); printed != k.text.String() {
		k.text = source.Vague(printed, n.Span().Written().Foremost())
	}
	return m.marked(k)
}

// key marks a key of a mapping that came from a file with its value.
func (m *marks) key(key, v any) any {
	name, ok := key.(string)
	if !ok || mayHoldMarks(name) {
		return key
	}
	n := m.nodeOf(v, 0)
	if k := n.Key(); k != nil && k.Value() == name && k.Exact() {
		return m.encode(k.Text().Written())
	}
	return key
}

// nodeOf is the node of a file that a value came from; a collection came from
// what holds the nodes of its values.
func (m *marks) nodeOf(v any, depth int) *yamldoc.Node {
	if depth > 8 {
		return nil
	}
	m.bounds.Spend(100*(1+itemsOf(v)), "places")
	switch v := v.(type) {
	case string:
		if k := m.only(v); k != nil {
			return k.node
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if n := m.nodeOf(v[key], depth+1); n != nil && n.Key() != nil && n.Key().Value() == strip(key) {
				return n.Parent()
			}
		}
	case []any:
		for _, e := range v {
			if n := m.nodeOf(e, depth+1); n != nil && n.Parent().Kind() == yamldoc.Sequence {
				return n.Parent()
			}
		}
	}
	return nil
}
