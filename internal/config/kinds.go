package config

import (
	"fmt"
	"path/filepath"
	"regexp"

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

// text is a word of a form, which read makes a value of.
func text[V any](f form, read func(Word) (V, error)) kind[V] {
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

// checked is a word of a form that can be read.
func checked[V any](f form, read func(string) (V, error)) kind[Word] {
	return text(f, func(w Word) (Word, error) {
		_, err := read(w.Value)
		return w, err
	})
}

// plain is any word of a form.
func plain(f form) kind[Word] { return text(f, func(w Word) (Word, error) { return w, nil }) }

// localPath is a path below the folder of the file.
func localPath() kind[Word] {
	return text(aPath, func(w Word) (Word, error) {
		if !filepath.IsLocal(w.Value) {
			return w, fmt.Errorf("%q is not %s", w.Value, aPath.what)
		}
		return w, nil
	})
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
