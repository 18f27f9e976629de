package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// reader gathers what is wrong with a file while it is read.
type reader struct {
	file   *source.File
	faults Faults
}

// fault is about a node. A null has no characters of its own: then it is about
// its key.
func (r *reader) fault(n *yamldoc.Node, format string, args ...any) {
	span := n.Span()
	if span.Len() == 0 && n.Key() != nil {
		span = n.Key().Span()
	}
	fault := &source.Problem{File: r.file, Span: span, Message: fmt.Sprintf(format, args...)}
	i, _ := slices.BinarySearchFunc(r.faults, fault, func(a, b *source.Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start+1) })
	r.faults = slices.Insert(r.faults, i, fault)
}

// by is the place of a node as numbers cite it: the file and the line.
func (r *reader) by(n *yamldoc.Node) string {
	return fmt.Sprintf("%s:%d", r.file.Name, r.file.Position(n.Span().Start).Line)
}

// kind is what a value may be: how it reads, and what the schema says of it.
type kind[V any] struct {
	read   func(r *reader, n *yamldoc.Node) (V, bool)
	schema func() object
}

// key is a key of a mapping, and where its value goes.
type key[T any] struct {
	name     string
	doc      string
	required bool
	read     func(r *reader, n *yamldoc.Node, to *T)
	schema   func() object
}

// keys are all that a mapping may have.
type keys[T any] []key[T]

// row is a key of a kind.
func row[T, V any](name, doc string, k kind[V], put func(*T, V)) key[T] {
	return key[T]{name: name, doc: doc, schema: k.schema, read: func(r *reader, n *yamldoc.Node, to *T) {
		if v, ok := k.read(r, n); ok {
			put(to, v)
		}
	}}
}

// must is a key that may not be left out.
func must[T any](k key[T]) key[T] {
	k.required = true
	return k
}

// within are the keys of a part, as keys of the whole.
func within[T, P any](part keys[P], of func(*T) *P) keys[T] {
	var all keys[T]
	for _, k := range part {
		all = append(all, key[T]{name: k.name, doc: k.doc, required: k.required, schema: k.schema, read: func(r *reader, n *yamldoc.Node, to *T) {
			k.read(r, n, of(to))
		}})
	}
	return all
}

func (ks keys[T]) names() []string {
	var names []string
	for _, k := range ks {
		names = append(names, k.name)
	}
	return names
}

func (ks keys[T]) read(r *reader, n *yamldoc.Node, to *T) { ks.readNames(r, n, to, "key") }

// readNames reads a mapping; what says what its keys are. Whatever is wrong is
// a fault, and the rest is read.
func (ks keys[T]) readNames(r *reader, n *yamldoc.Node, to *T, what string) {
	if n.Kind() != yamldoc.Mapping {
		r.fault(n, "expected a mapping with %s", list(ks.names()))
		return
	}
	for _, e := range n.Duplicates() {
		r.fault(e.Key, "%q is given a second time", e.Key.Value())
	}
	for _, e := range n.Entries() {
		i := slices.IndexFunc(ks, func(k key[T]) bool { return k.name == e.Key.Value() })
		switch {
		case i < 0 || e.Key.Kind() != yamldoc.Scalar:
			r.fault(e.Key, "%v", spelling.Unknown(what, e.Key.Value(), ks.names()))
		case e.Value.IsNull():
			r.fault(e.Value, "%q has no value", ks[i].name)
		default:
			ks[i].read(r, e.Value, to)
		}
	}
	for _, k := range ks {
		if k.required && n.Get(k.name) == nil {
			r.fault(n, "%q is missing", k.name)
		}
	}
}

// mapping is a value with keys.
func mapping[T any](ks keys[T]) kind[T] {
	return kind[T]{
		read: func(r *reader, n *yamldoc.Node) (T, bool) {
			var to T
			ks.read(r, n, &to)
			return to, true
		},
		schema: ks.schema,
	}
}

func list(names []string) string {
	if len(names) > 12 {
		return strings.Join(names[:12], ", ") + " ..."
	}
	return strings.Join(names, ", ")
}
