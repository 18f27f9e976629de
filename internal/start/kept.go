package start

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

// instrumented is a text that tells what it does, and what it adds to a run. Nobody changes it.
type instrumented struct {
	file      *syntax.File
	printed   func() string // empty where nothing can print it
	calls     []call
	arms      []arm
	texts     []markedText
	functions map[string][]string
	unset     map[string]bool // variables that were asked for, and whether they are known not to be set
	parts     int             // that were read
	length    int             // bytes
	alone     bool            // it stands in one file, and nothing that was read before it counts
}

// state is by what runs differ when they come to a text: the same state leads to the same instrumented text, where the
// same variables are known not to be set.
type state struct {
	text                     source.Place
	forced                   string
	guess, marked, arguments bool
	calls, arms, texts       int
}

func (r *run) stateAt(t source.Text) state {
	at := state{
		text: t.Place(), guess: len(r.world.forced) > 0, marked: r.world.marked, arguments: r.mayHaveArguments(),
		calls: len(r.calls), arms: len(r.arms), texts: len(r.marks.texts),
	}
	file := t.Span().File
	for _, f := range r.world.forced {
		if f.file == file {
			at.forced += strconv.Itoa(f.start) + " "
		}
	}
	return at
}

// Kept are the scripts that several containers of a run start, as they were instrumented for the first ones. What a run
// of them is charged for does not depend on it.
type Kept struct {
	texts  parallel.Repeated[state, instrumented]
	models parallel.Memo[model, *source.File]
}

// mostKept bounds the scripts that are kept, in bytes. What is kept of one takes about a hundred times as much.
const mostKept = 256 << 10

// NewKept has kept nothing yet.
func NewKept() *Kept { return &Kept{texts: parallel.Repeated[state, instrumented]{Room: mostKept}} }

// model is a script by which a program is known.
type model struct{ name, text string }

// Model is the file of one: the same for all containers that start it.
func (k *Kept) Model(name, text string) *source.File {
	of := func(m model) *source.File { return source.NewFile(m.name, []byte(m.text)) }
	if k == nil {
		return of(model{name, text})
	}
	return k.models.Of(model{name, text}, of)
}

// of is the text of a state, where the script agrees to what was taken for not set; nil: none is kept.
func (k *Kept) of(at state, s Script) *instrumented {
	if k == nil {
		return nil
	}
	known := k.texts.Get(at)
	differs := func(name string) bool { return s.isUnset(name) != known.unset[name] }
	if known != nil && lists.Any(maps.Keys(known.unset), differs) {
		return nil
	}
	return known
}

// keep keeps the texts of a script, but for those that others decide on.
func (k *Kept) keep(texts map[state]*instrumented) {
	if k == nil {
		return
	}
	for at, text := range texts {
		if text.alone {
			k.texts.Put(at, text, text.length)
		}
	}
}

// instrumented is a script that tells what it does. Marks tell where its words stand. A text that several runs come to
// in one state is read once.
func (r *run) instrumented(t source.Text) (*instrumented, error) {
	if r.read += t.Len(); r.read > mostRead {
		return nil, r.beyond()
	}
	at := r.stateAt(t)
	known := r.kept[at]
	// It is no text that was put together, and no function that was read before it counts.
	alone := t.Exact() && t.Located() && len(t.Pieces()) == 1 && len(r.functions) == 0
	if known == nil && alone {
		if known = r.script.Kept.of(at, r.script); known != nil {
			r.kept[at], r.parts = known, r.parts+known.parts
		}
	}
	if known != nil {
		r.add(known)
		return known, nil
	}
	file, t, ok := shell.Syntax(t)
	if !ok {
		return nil, errNoScript
	}
	withoutChance(file)
	i := &instrument{run: r, text: t, file: file, unset: map[string]bool{}}
	parts := r.parts
	i.stmts(file.Stmts)
	done := &instrumented{
		file: file, calls: slices.Clone(r.calls[at.calls:]), texts: slices.Clone(r.marks.texts[at.texts:]),
		arms: lists.Of(r.arms[at.arms:], func(a *arm) arm { return *a }), functions: map[string][]string{},
		unset: i.unset, parts: r.parts - parts, alone: alone, length: t.Len(),
	}
	done.printed = sync.OnceValue(func() string {
		var b strings.Builder
		if err := syntax.NewPrinter().Print(&b, file); err != nil {
			return ""
		}
		return b.String()
	})
	for _, name := range i.functions {
		done.functions[name] = r.functions[name]
	}
	if !r.over && (t.Exact() || t.Same(r.script.Text)) { // else it is put together
		r.kept[at] = done
	}
	return done, nil
}

// add has a run go on as if it had read the text itself.
func (r *run) add(known *instrumented) {
	r.calls = append(r.calls, known.calls...)
	for _, a := range known.arms {
		r.arms = append(r.arms, &a)
	}
	r.marks.texts = append(r.marks.texts, known.texts...)
	maps.Copy(r.functions, known.functions)
}
