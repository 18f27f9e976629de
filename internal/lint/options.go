package lint

import (
	"cmp"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// options tells where options stand, without a look at each of them.
type options struct {
	at    map[source.Place]int // the first of each place
	words map[*source.File]*words
}

// words are those of a file, in order of where they begin and of where they end.
type words struct{ byStart, byEnd []source.Span }

func newOptions(all []jvmflag.Option) *options {
	o := &options{at: make(map[source.Place]int, len(all)), words: map[*source.File]*words{}}
	for i, option := range all {
		place := option.Text.Place()
		if _, have := o.at[place]; !have {
			o.at[place] = i
		}
		word := option.Word.Span()
		if word.IsZero() {
			continue
		}
		if o.words[word.File] == nil {
			o.words[word.File] = &words{}
		}
		w := o.words[word.File]
		w.byStart = append(w.byStart, word)
	}
	for _, w := range o.words {
		w.byEnd = slices.Clone(w.byStart)
		slices.SortStableFunc(w.byStart, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
		slices.SortStableFunc(w.byEnd, func(a, b source.Span) int { return cmp.Compare(a.End, b.End) })
	}
	return o
}

// OptionAt is the index of the first option of the workload at the place of a
// text; -1 where none stands there.
func (p *Pass) OptionAt(t source.Text) int {
	if i, ok := p.index().at[t.Place()]; ok {
		return i
	}
	return -1
}

func (p *Pass) index() *options {
	if p.options == nil {
		p.options = newOptions(p.Workload.Options)
	}
	return p.options
}

// neighbours are the words of options that stand nearest to one in its file.
func (p *Pass) neighbours(word source.Span) (before, after source.Span, alone bool) {
	w := p.index().words[word.File]
	if w == nil {
		return before, after, true
	}
	last := len(w.byStart) - 1
	if w.byStart[0] == word && w.byStart[last] == word && w.byEnd[0] == word && w.byEnd[last] == word {
		return before, after, true
	}
	i := sort.Search(len(w.byEnd), func(i int) bool { return w.byEnd[i].End > word.Start }) - 1
	for i >= 0 && w.byEnd[i] == word {
		i--
	}
	if i >= 0 {
		before = w.byEnd[i]
	}
	i = sort.Search(len(w.byStart), func(i int) bool { return w.byStart[i].Start >= word.End })
	for i <= last && w.byStart[i] == word {
		i++
	}
	if i <= last {
		after = w.byStart[i]
	}
	return before, after, false
}
