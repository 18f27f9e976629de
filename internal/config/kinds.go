package config

import (
	"fmt"
	"regexp"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// form is how a word of the file is written.
type form struct {
	what    string // in words, for people
	pattern string // of the whole word, in what RE2 and ECMAScript share
	least   int64  // number that it may be in place of a string; 0 where it may not
	whole   bool   // such a number is an integer
}

// text is a word of a form, which read makes a value of. by is its place.
func text[V any](f form, read func(word, by string) (V, error)) kind[V] {
	return kind[V]{
		read: func(r *reader, n *yamldoc.Node) (v V, ok bool) {
			switch {
			case n.Kind() != yamldoc.Scalar || n.IsNull():
				r.fault(n, "expected %s", f.what)
				return v, false
			case !regexp.MustCompile(f.pattern).MatchString(n.Value()):
				r.fault(n, "%q is not %s", n.Value(), f.what)
				return v, false
			}
			v, err := read(n.Value(), r.by(n))
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

// word is one of some names.
func word(what string, names []string) kind[Word] {
	return kind[Word]{
		read: func(r *reader, n *yamldoc.Node) (Word, bool) {
			if n.Kind() == yamldoc.Scalar {
				for _, name := range names {
					if name == n.Value() {
						return Word{name, r.by(n), n.Span()}, true
					}
				}
			}
			r.fault(n, "%v", spelling.Unknown(what, n.Value(), names))
			return Word{}, false
		},
		schema: func() object { return object{"enum": names} },
	}
}

// aSwitch is true or false.
func aSwitch() kind[Word] {
	k := word("setting", []string{"true", "false"})
	k.schema = func() object { return object{"type": "boolean"} }
	return k
}

// placed are numbers that can be pointed at, and not changed: what must change
// is the container, and not what is said of it.
func placed(k kind[source.Value]) kind[source.Value] {
	read := k.read
	k.read = func(r *reader, n *yamldoc.Node) (source.Value, bool) {
		v, ok := read(r, n)
		v.Text = source.Vague(v.Text.String(), n.Span())
		return v, ok
	}
	return k
}

// place is a word with its place, such as a path.
func place(f form, valid func(string) bool) kind[Word] {
	k := text(f, func(word, by string) (Word, error) {
		if !valid(word) {
			return Word{}, fmt.Errorf("%q is not %s", word, f.what)
		}
		return Word{Value: word, By: by}, nil
	})
	read := k.read
	k.read = func(r *reader, n *yamldoc.Node) (Word, bool) {
		w, ok := read(r, n)
		w.At = n.Span()
		return w, ok
	}
	return k
}

// many is a list, of at least one.
func many[V any](k kind[V]) kind[[]V] {
	return kind[[]V]{
		read: func(r *reader, n *yamldoc.Node) ([]V, bool) {
			if n.Kind() != yamldoc.Sequence || len(n.Items()) == 0 {
				r.fault(n, "expected a list of at least one")
				return nil, false
			}
			var all []V
			for _, item := range n.Items() {
				if v, ok := k.read(r, item); ok {
					all = append(all, v)
				}
			}
			return all, true
		},
		schema: func() object { return object{"type": "array", "minItems": 1, "items": k.schema()} },
	}
}

// oneOrMany is a value, or a list of them.
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
