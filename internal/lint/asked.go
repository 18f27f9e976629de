package lint

import (
	"cmp"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/source"
)

// asked is what comments ask to leave out, found by rule and file without a look
// at each comment: of lines, and of whole files or texts within them.
type asked struct{ lines, files map[askedAt]coverings }

type askedAt struct {
	rule string
	file *source.File
}

// coverings are spans that comments are about, in order of where they begin.
type coverings []covering

type covering struct {
	source.Span
	most  int // the end of the span that reaches furthest of those up to this one
	order int // among all that comments ask for
	by    use
}

func askedOf(all []*Suppression) *asked {
	a := &asked{map[askedAt]coverings{}, map[askedAt]coverings{}}
	order := 0
	for _, c := range all {
		spans, of := c.Covers, a.lines
		if c.File {
			of = a.files
		}
		if c.File && spans == nil {
			spans = []source.Span{c.Span.File.Span(0, len(c.Span.File.Data))}
		}
		for i, name := range c.Rules {
			order++
			for _, span := range spans {
				at := askedAt{name.String(), span.File}
				of[at] = append(of[at], covering{Span: span, order: order, by: use{c, i}})
			}
		}
	}
	for _, of := range []map[askedAt]coverings{a.lines, a.files} {
		for _, spans := range of {
			slices.SortStableFunc(spans, func(a, b covering) int { return cmp.Compare(a.Start, b.Start) })
			most := 0
			for i := range spans {
				most = max(most, spans[i].End)
				spans[i].most = most
			}
		}
	}
	return a
}

// firstAt is the first of one comment and those about a place; nil: there is none.
func (c coverings) firstAt(offset int, first *covering) *covering {
	i := sort.Search(len(c), func(i int) bool { return c[i].Start > offset })
	for i--; i >= 0 && c[i].most >= offset; i-- {
		if c[i].End >= offset && (first == nil || c[i].order < first.order) {
			first = &c[i]
		}
	}
	return first
}

// by is the comment that leaves a finding out: by where it stands, or by the
// lines that a chart renders it on. The first about lines counts, else the first
// about a file.
func (a *asked) by(f *Finding) (use, bool) {
	var line, file *covering
	for _, at := range f.standsAt() {
		line = a.lines[askedAt{f.Rule.ID, at.File}].firstAt(at.Start, line)
		if len(a.files) == 0 {
			continue
		}
		for _, w := range append(writtenOn(at), at) {
			file = a.files[askedAt{f.Rule.ID, w.File}].firstAt(w.Start, file)
		}
	}
	if best := cmp.Or(line, file); best != nil {
		return best.by, true
	}
	return use{}, false
}
