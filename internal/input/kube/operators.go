package kube

import (
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

type fieldPath []string

// operatedJVMs are resources for which an operator starts JVMs: where each of them
// stands, from the resource on, and what decides unless an option does.
type operatedJVMs struct {
	group string // of apiVersion; with a dot in front what it ends with
	kinds string // empty: all that have a JVM at a path
	jvms  []fieldPath
	never bool // options do not size it either
	why   string
}

var operated = sync.OnceValue(func() []operatedJVMs {
	var all []operatedJVMs
	for _, f := range catalogue.Facts("Operator JVMs") {
		jvms := pathsOf(f.Get("JVMs"))
		if len(jvms) == 0 {
			jvms = []fieldPath{{}} // a resource with one kind of JVM
		}
		all = append(all, operatedJVMs{f.Subject(), f.Get("Kinds"), jvms, f.Get("Options") == "none", f.Get("Unsized")})
	}
	return all
})

// jvmShape is how the resources of an operator describe a JVM: where, from the
// mapping that describes one, its options and its resources stand.
type jvmShape struct {
	group     string      // of apiVersion
	within    string      // an entry of spec whose entries describe a JVM each; empty: any mapping with one of the options
	shared    fieldPath   // options of spec that count where a JVM has none of its own under the same key
	options   []fieldPath // strings and lists of options
	heap      []heapField
	flags     fieldPath   // a mapping of flags with their values
	some      []someField // options that count on some JDKs only
	resources []fieldPath // of which the first counts that is there
	image     []string    // the fields that name repository and tag
}

// someField holds options that count on the JDKs from one up to another.
type someField struct {
	path         fieldPath
	since, until int
}

// heapField is a size that the operator writes behind an option. One in units
// of Kubernetes becomes bytes.
type heapField struct {
	path     fieldPath
	option   string
	quantity bool
}

var jvmShapes = sync.OnceValue(func() []jvmShape {
	var all []jvmShape
	for _, f := range catalogue.Facts("Operator options") {
		s := jvmShape{
			group: f.Subject(), within: f.Get("Within"), shared: pathOf(f.Get("Shared")),
			options: pathsOf(f.Get("Options")), flags: pathOf(f.Get("Flags")), resources: pathsOf(f.Get("Resources")),
			image: pathOf(f.Get("Image")),
		}
		for _, field := range f.Fields[1:] {
			s.add(strings.Fields(field.Key), pathOf(field.Value))
		}
		all = append(all, s)
	}
	return all
})

// add adds a field whose key has more than one word: Size -Xmx, Options from 11 to 16.
func (s *jvmShape) add(key []string, path fieldPath) {
	switch {
	case len(key) == 1:
	case key[0] == "Options":
		of := someField{path: path}
		of.since, _ = strconv.Atoi(key[2])
		if len(key) > 4 {
			of.until, _ = strconv.Atoi(key[4])
		}
		s.some = append(s.some, of)
	default:
		s.heap = append(s.heap, heapField{path, key[1], key[0] == "Quantity"})
	}
}

// pathOf reads the keys that lead to a value: spec/kafka.
func pathOf(text string) fieldPath {
	if text == "" {
		return nil
	}
	return strings.Split(text, "/")
}

func pathsOf(text string) []fieldPath {
	var all []fieldPath
	for path := range strings.FieldsSeq(text) {
		all = append(all, pathOf(path))
	}
	return all
}
