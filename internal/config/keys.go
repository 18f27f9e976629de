package config

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// reader gathers what is wrong with a file while it is read.
type reader struct {
	file   *source.File
	faults Faults
	listed int // items of lists
}

// fault is about a node. A null has no characters of its own: then it is about its key.
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
	return fmt.Sprintf("%s:%d", r.file.Name, r.file.LineAt(n.Span().Start))
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

type keys[T any] []key[T]

func row[T, V any](name, doc string, k kind[V], put func(*T, V)) key[T] {
	return key[T]{name: name, doc: doc, schema: k.schema, read: func(r *reader, n *yamldoc.Node, to *T) {
		if v, ok := k.read(r, n); ok {
			put(to, v)
		}
	}}
}

func must[T any](k key[T]) key[T] {
	k.required = true
	return k
}

// within are the keys of a part, as keys of the whole.
func within[T, P any](part keys[P], of func(*T) *P) keys[T] {
	return lists.Of(part, func(k key[P]) key[T] {
		read := func(r *reader, n *yamldoc.Node, to *T) { k.read(r, n, of(to)) }
		return key[T]{name: k.name, doc: k.doc, required: k.required, schema: k.schema, read: read}
	})
}

func (ks keys[T]) names() []string { return lists.Of(ks, func(k key[T]) string { return k.name }) }

func (ks keys[T]) read(r *reader, n *yamldoc.Node, to *T) { ks.readNames(r, n, to, "key") }

// readNames reads a mapping; what says what its keys are. Whatever is wrong is a fault, and the rest is read.
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

type form struct {
	what    string // in words, for people
	pattern string // of the whole word, in what RE2 and ECMAScript share
	least   int64  // number that it may be in place of a string; 0 where it may not
	whole   bool   // such a number is an integer
}

func text[V any](f form, read func(Word) (V, error)) kind[V] {
	pattern := lazyregexp.New(f.pattern)
	return kind[V]{
		read: func(r *reader, n *yamldoc.Node) (v V, ok bool) {
			switch {
			case n.Kind() != yamldoc.Scalar || n.IsNull():
				r.fault(n, "expected %s", f.what)
				return v, false
			case !pattern.MatchString(n.Value()):
				r.fault(n, "%q is not %s", n.Value(), f.what)
				return v, false
			}
			v, err := read(Word{n.Value(), r.by(n), n.Span()})
			if err != nil {
				r.fault(n, "%v", err)
			}
			return v, err == nil
		},
		schema: func() object {
			word := object{"type": "string", "pattern": f.pattern}
			if f.least == 0 {
				return word
			}
			number := object{"type": "number", "exclusiveMinimum": 0}
			if f.whole {
				number = object{"type": "integer", "minimum": f.least}
			}
			return anyOf(number, word)
		},
	}
}

func word(what string, names []string) kind[Word] {
	return kind[Word]{
		read: func(r *reader, n *yamldoc.Node) (Word, bool) {
			if n.Kind() == yamldoc.Scalar && slices.Contains(names, n.Value()) {
				return Word{n.Value(), r.by(n), n.Span()}, true
			}
			r.fault(n, "%v", spelling.Unknown(what, n.Value(), names))
			return Word{}, false
		},
		schema: func() object { return object{"enum": names} },
	}
}

func aSwitch() kind[Word] {
	k := word("setting", []string{"true", "false"})
	k.schema = func() object { return object{"type": "boolean"} }
	return k
}

// checked is a word of a form that can be read.
func checked[V any](f form, read func(string) (V, error)) kind[Word] {
	return text(f, func(w Word) (Word, error) {
		_, err := read(w.Value)
		return w, err
	})
}

func plain(f form) kind[Word] { return text(f, func(w Word) (Word, error) { return w, nil }) }

func localPath() kind[Word] {
	return text(aPath, func(w Word) (Word, error) {
		if !filepath.IsLocal(w.Value) {
			return w, fmt.Errorf("%q is not %s", w.Value, aPath.what)
		}
		return w, nil
	})
}

// mostListed are the items of all lists of a configuration: each pattern of them is held against each file.
const mostListed = 1000

// many is a list, of at least one.
func many[V any](k kind[V]) kind[[]V] {
	return kind[[]V]{
		read: func(r *reader, n *yamldoc.Node) ([]V, bool) {
			if n.Kind() != yamldoc.Sequence || len(n.Items()) == 0 {
				r.fault(n, "expected a list of at least one")
				return nil, false
			}
			before := r.listed
			if r.listed += len(n.Items()); r.listed > mostListed {
				if before <= mostListed { // once
					r.fault(n, "the lists of a configuration have more than %d items", mostListed)
				}
				return nil, false
			}
			return lists.Found(n.Items(), func(item *yamldoc.Node) (V, bool) { return k.read(r, item) }), true
		},
		schema: func() object { return object{"type": "array", "minItems": 1, "items": k.schema()} },
	}
}

func oneOrMany[V any](k kind[V]) kind[[]V] {
	list := many(k)
	return kind[[]V]{
		read: func(r *reader, n *yamldoc.Node) ([]V, bool) {
			if n.Kind() == yamldoc.Sequence {
				return list.read(r, n)
			}
			v, ok := k.read(r, n)
			return []V{v}, ok
		},
		schema: func() object { return anyOf(k.schema(), list.schema()) },
	}
}

// object is a JSON object; its keys are written in order.
type object map[string]any

func (ks keys[T]) schema() object {
	properties := object{}
	var required []string
	for _, k := range ks {
		of := k.schema()
		of["description"] = k.doc
		properties[k.name] = of
		if k.required {
			required = append(required, k.name)
		}
	}
	o := object{"type": "object", "additionalProperties": false, "properties": properties}
	if required != nil {
		o["required"] = required
	}
	return o
}

func anyOf(all ...object) object { return object{"anyOf": all} }
