package helmchart

import (
	"bytes"

	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v3"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

// Bounds of YAML: how large it is, how much its aliases may stand for, and how
// deep it is nested.
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
	if level > mostDeep {
		return true
	}
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if deep(e, level+1) {
				return true
			}
		}
	case []any:
		for _, e := range v {
			if deep(e, level+1) {
				return true
			}
		}
	}
	return false
}
