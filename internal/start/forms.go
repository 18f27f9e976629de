package start

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

// instrumented is a script that tells what it does. Marks tell where its words stand.
func (r *run) instrumented(t source.Text) (*syntax.File, error) {
	if r.read += t.Len(); r.read > mostRead {
		return nil, r.beyond()
	}
	key := r.formKey(t)
	if have, is := r.forms[key]; is {
		return r.again(have), nil
	}
	whole := t
	file, t, ok := shell.Syntax(t)
	if !ok {
		return nil, errNoScript
	}
	withoutChance(file)
	i := &instrument{run: r, text: t, form: &form{file: file}}
	i.stmts(file.Stmts)
	r.keepForm(key, whole, i.form)
	return r.begin(i.form), nil
}

// form is a text as it was made to tell what it does: other worlds run it again.
type form struct {
	file      *syntax.File
	texts     []markedText
	calls     []call
	arms      []arm
	functions []string
	numbers   []int
	choices   []func(*forcing) // what is changed where a branch is forced
	restore   []func()         // takes the changes of the last world back
}

// formKey is all that decides what a text is made into.
type formKey struct {
	text               source.Place
	marked, inside     bool
	marks, calls, arms int // how many come before its own
}

func (r *run) formKey(t source.Text) formKey {
	return formKey{t.Place(), r.world.marked, r.inside > 0, len(r.marks.texts), len(r.calls), len(r.arms)}
}

// keepForm keeps what a text was made into, for texts of which the place tells all.
func (r *run) keepForm(key formKey, t source.Text, f *form) {
	if r.over || len(r.texts) > 1 && t.Span().String() != t.String() {
		return
	}
	f.texts, f.calls = slices.Clone(r.marks.texts[key.marks:]), slices.Clone(r.calls[key.calls:])
	for _, a := range r.arms[key.arms:] {
		f.arms = append(f.arms, *a)
	}
	r.forms[key] = f
}

// again adds to a run what a text was made into.
func (r *run) again(f *form) *syntax.File {
	r.marks.texts, r.calls = append(r.marks.texts, f.texts...), append(r.calls, f.calls...)
	for _, a := range f.arms {
		r.arms = append(r.arms, &a)
	}
	return r.begin(f)
}

// begin takes over what a text tells before it runs, and forces the branches of the world.
func (r *run) begin(f *form) *syntax.File {
	for _, name := range f.functions {
		r.functions[name] = true
	}
	for _, n := range f.numbers {
		r.numbers[n] = true
	}
	for _, back := range slices.Backward(f.restore) {
		back()
	}
	f.restore = nil
	if w := (&forcing{world: r.world, form: f}); len(w.forced) > 0 {
		for _, choose := range f.choices {
			choose(w)
		}
	}
	file := *f.file // it gets a name
	return &file
}

// forcing changes a form for a world in which branches are forced.
type forcing struct {
	world
	form *form
}

// most is which of several branches that exclude each other is taken; -1: none is forced.
func (w *forcing) most(arms []place) int {
	taken, most := -1, 0
	for n, at := range arms {
		if f := w.forces(at); f > most {
			taken, most = n, f
		}
	}
	return taken
}

func change[T any](w *forcing, at *T, to T) {
	before := *at
	*at = to
	w.form.restore = append(w.form.restore, func() { *at = before })
}

func further[T any](w *forcing, at *[]T, last T) { change(w, at, append(slices.Clip(*at), last)) }

func (i *instrument) choice(choose func(*forcing)) { i.form.choices = append(i.form.choices, choose) }
