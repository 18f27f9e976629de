package helmchart

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v3"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// Values are what templates see as .Values, with the methods that they may call.
type Values map[string]any

const globalKey = "global"

func (v Values) AsMap() map[string]any {
	if len(v) == 0 {
		return map[string]any{}
	}
	return v
}

// Table gives the mapping at a path: a.b.c.
func (v Values) Table(path string) (Values, error) {
	for key := range strings.SplitSeq(path, ".") {
		switch below := v[key].(type) {
		case map[string]any:
			v = below
		case Values:
			v = below
		default:
			return Values{}, fmt.Errorf("%q is not a table", key)
		}
	}
	return v, nil
}

// PathValue gives the value at a path; a mapping is none.
func (v Values) PathValue(path string) (any, error) {
	table, key := v, path
	if i := strings.LastIndex(path, "."); i >= 0 {
		key = path[i+1:]
		var err error
		if table, err = v.Table(path[:i]); err != nil {
			return nil, fmt.Errorf("%q is not a value", key)
		}
	}
	value, ok := table[key]
	if _, mapping := value.(map[string]any); !ok || mapping {
		return nil, fmt.Errorf("%q is not a value", key)
	}
	return value, nil
}

// ReadValues reads a file of values. Where it holds several documents, the last one counts.
func ReadValues(data []byte) (map[string]any, error) {
	all := map[string]any{}
	documents, err := split(data)
	if err != nil {
		return nil, fmt.Errorf("error reading yaml document: %w", err)
	}
	for _, d := range documents {
		one := map[string]any{}
		if err := Unmarshal(d, &one); err != nil {
			return nil, fmt.Errorf("cannot unmarshal yaml document: %w", err)
		}
		if deep(one, 0) {
			return nil, budget.Beyond("values are nested more than %d deep", mostDeep)
		}
		all = Merge(all, one)
	}
	return all, nil
}

// split cuts documents of YAML apart as Kubernetes does: at lines that begin with dashes, wherever they stand.
func split(data []byte) ([][]byte, error) {
	var documents [][]byte
	var one bytes.Buffer
	end := func() {
		if one.Len() > 0 {
			documents = append(documents, bytes.Clone(one.Bytes()))
			one.Reset()
		}
	}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if behind, ok := bytes.CutPrefix(line, []byte("---")); ok {
			if behind = bytes.TrimSpace(behind); len(behind) > 0 && behind[0] != '#' {
				return nil, fmt.Errorf("invalid Yaml document separator: %s", behind)
			}
			if one.Len() > 0 {
				end()
				continue
			}
		}
		one.Write(line)
		one.WriteByte('\n')
	}
	end()
	return documents, nil
}

// Merge puts mappings together; what the second says counts.
func Merge(a, b map[string]any) map[string]any {
	out := make(map[string]any, len(a))
	maps.Copy(out, a)
	for k, v := range b {
		below, ok := v.(map[string]any)
		before, both := out[k].(map[string]any)
		if ok && both {
			out[k] = Merge(before, below)
		} else {
			out[k] = v
		}
	}
	return out
}

// deepCopy copies mappings and lists with all that they hold.
func deepCopy(v any) any { return Changed(v, deepCopy) }

// Changed is a mapping or a list of what becomes of each value that one holds. Any other value stays.
func Changed(v any, change func(any) any) any {
	switch v := v.(type) {
	case map[string]any:
		if v == nil {
			return v
		}
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = change(e)
		}
		return out
	case []any:
		if v == nil {
			return v
		}
		return lists.Of(v, change)
	}
	return v
}

// Held are the values that a mapping or a list holds.
func Held(v any) iter.Seq[any] {
	if m, is := v.(map[string]any); is {
		return maps.Values(m)
	}
	list, _ := v.([]any)
	return slices.Values(list)
}

// Bounds of YAML: how large it is, how much its aliases may stand for, and how deep it is nested.
const (
	mostYAML    = 16 << 20
	mostWritten = 1 << 20 // and ten times the document
	mostDeep    = 1000
)

// Unmarshal reads YAML as Helm does. What aliases stand for is written out, so
// that a few lines may come to gigabytes: it is counted before.
func Unmarshal(data []byte, to any) error {
	if len(data) > mostYAML {
		return budget.Beyond("YAML of %d bytes, over the limit of %d", len(data), mostYAML)
	}
	if bytes.IndexByte(data, '&') >= 0 && bytes.IndexByte(data, '*') >= 0 {
		var root goyaml.Node
		if goyaml.Unmarshal(data, &root) == nil {
			if most := mostWritten + 10*len(data); (written{}).size(&root) > most {
				return budget.Beyond("YAML whose aliases stand for more than %d bytes", most)
			}
		}
	}
	return yaml.Unmarshal(data, to)
}

// written are the bytes that nodes are written in, with what aliases stand for.
type written map[*goyaml.Node]int

func (w written) size(n *goyaml.Node) int {
	if have, ok := w[n]; ok {
		return have
	}
	w[n] = 0 // one within itself is refused by the reader
	size := 8 + len(n.Value)
	if n.Alias != nil {
		size = budget.Plus(size, w.size(n.Alias))
	}
	for _, below := range n.Content {
		size = budget.Plus(size, w.size(below))
	}
	w[n] = size
	return size
}

// deep reports whether values stand too deep within each other.
func deep(v any, level int) bool {
	return level > mostDeep || lists.Any(Held(v), func(e any) bool { return deep(e, level+1) })
}
