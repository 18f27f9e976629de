package lint

import (
	"cmp"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/source"
)

// asked is what comments ask to leave out, found by rule and file without a look
// at each comment.
type asked struct {
	lines, texts map[askedAt]*coverings // by lines, and by whole texts within files
	files        map[askedAt]ordered    // by files on disk: the first comment of each
}

type askedAt struct {
	rule string
	file *source.File
}

// ordered is a comment with the place that it has among all.
type ordered struct {
	use
	order int
}

// coverings are spans that comments are about, in order of where they begin.
type coverings struct {
	spans []covering
}

type covering struct {
	source.Span
	most int // the end of the span that reaches furthest of those up to this one
	ordered
}

func askedOf(all []*Suppression) *asked {
	a := &asked{map[askedAt]*coverings{}, map[askedAt]*coverings{}, map[askedAt]ordered{}}
	for order, c := range all {
		named := map[string]bool{}
		for i, name := range c.Rules {
			rule := name.String()
			if named[rule] {
				continue
			}
			named[rule] = true
			by := ordered{use{c, i}, order}
			at := askedAt{rule, c.Span.File}
			if _, before := a.files[at]; c.File && c.Covers == nil && !before {
				a.files[at] = by
			}
			of := a.lines
			if c.File {
				of = a.texts
			}
			for _, span := range c.Covers {
				at := askedAt{rule, span.File}
				if of[at] == nil {
					of[at] = &coverings{}
				}
				of[at].spans = append(of[at].spans, covering{Span: span, ordered: by})
			}
		}
	}
	for _, of := range []map[askedAt]*coverings{a.lines, a.texts} {
		for _, c := range of {
			c.sort()
		}
	}
	return a
}

func (c *coverings) sort() {
	slices.SortStableFunc(c.spans, func(a, b covering) int { return cmp.Compare(a.Start, b.Start) })
	most := 0
	for i := range c.spans {
		most = max(most, c.spans[i].End)
		c.spans[i].most = most
	}
}

// at is the first of the comments about a place.
func (c *coverings) at(offset int) (best ordered, found bool) {
	if c == nil {
		return best, false
	}
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].Start > offset })
	for _, s := range slices.Backward(c.spans[:i]) {
		if s.most < offset {
			break
		}
		if s.End >= offset && (!found || s.order < best.order) {
			best, found = s.ordered, true
		}
	}
	return best, found
}

// by is the comment that leaves a finding out: by where it stands, or by the
// lines that a chart renders it on. The first about lines counts, else the first
// about a file.
func (a *asked) by(f *Finding) (use, bool) {
	var line, file ordered
	var byLine, byFile bool
	first := func(best *ordered, have *bool, next ordered, found bool) {
		if found && (!*have || next.order < best.order) {
			*best, *have = next, true
		}
	}
	for _, at := range f.standsAt() {
		in := askedAt{f.Rule.ID, at.File}
		next, found := a.lines[in].at(at.Start)
		first(&line, &byLine, next, found)
		next, found = a.texts[in].at(at.Start)
		first(&file, &byFile, next, found)
		if len(a.files) == 0 {
			continue
		}
		for _, w := range writtenOn(at) {
			next, found := a.files[askedAt{f.Rule.ID, w.File}]
			first(&file, &byFile, next, found)
		}
	}
	if byLine {
		return line.use, true
	}
	return file.use, byFile
}
