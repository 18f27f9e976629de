package reading

import (
	"cmp"
	"slices"
	"sort"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
)

// Suppressions are the comments of a file that ask to leave findings out, with the lines that they are about.
func Suppressions(f *source.File, comments func(*source.File) Remarks) []*suppression.Comment {
	if comments == nil || !suppression.MayAsk(f.Data) {
		return nil
	}
	return comments(f).Suppressions()
}

// Suppressions are the comments that ask to leave findings out.
func (r Remarks) Suppressions() []*suppression.Comment {
	var all []*suppression.Comment
	embedded := !r.Within.IsZero()
	lines := sync.OnceValue(func() *lines { return linesOf(r) })
	for _, c := range r.Comments {
		for _, s := range suppression.Of(c.Span) {
			s.Within = r.Within
			switch {
			case !s.File:
				s.Covers = []source.Span{lines().covered(c)}
			case s.Fault == "" && (embedded || !c.File.Rendered()) && !lines().onTop(c):
				s.Rules, s.Fault, s.At = nil, NotOnTop, s.Span
			case embedded:
				s.Covers = []source.Span{{File: c.File, Start: r.Begins, End: r.Within.End}}
			}
			all = append(all, s)
		}
	}
	return all
}

const NotOnTop = "a comment about the whole file must stand above everything else in it"

// OnTop reports whether a comment stands above all content of its file.
func OnTop(c Comment) bool { return linesOf(Remarks{Comments: []Comment{c}}).onTop(c) }

// lines tell what stands on the lines of a file that comments are in, without a look at all of it for each comment.
type lines struct {
	first, last int           // of the text that the comments are in
	top         int           // the first with content
	behind      map[int]int   // a line that holds a comment alone: the next that does not
	units       []source.Span // in order: none stands in another
}

func linesOf(r Remarks) *lines {
	l := &lines{behind: map[int]int{}}
	if len(r.Comments) == 0 {
		return l
	}
	f := r.Comments[0].File
	l.first, l.last = 1, f.Lines()
	if !r.Within.IsZero() {
		l.first = f.LineAt(r.Within.Start)
		l.last = f.LineAt(max(r.Within.Start, r.Within.End-1))
	}
	if !r.Content.IsZero() {
		l.top = f.LineAt(r.Content.Start)
	}
	for l.top = max(l.top, l.first); r.Content.IsZero() && l.top <= l.last && aboveAll.MatchString(f.Line(l.top).String()); {
		l.top++
	}
	alone := lists.Found(r.Comments, func(c Comment) (line int, is bool) {
		line = f.LineAt(c.Start)
		return line, c.OwnLine && f.Line(line).Covers(c.Span)
	})
	slices.Sort(alone)
	for _, line := range slices.Backward(alone) {
		l.behind[line] = max(line+1, l.behind[line+1])
	}
	l.units = slices.SortedFunc(slices.Values(r.Units), func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	return l
}

// covered is what a comment is about: its own line, or the next one where it has a line of its own. Where a value or an
// instruction begins there that takes several lines, or ends before the comment, it is about all of it.
func (l *lines) covered(c Comment) source.Span {
	line := c.File.LineAt(c.Start)
	if c.OwnLine {
		line = max(line+1, l.behind[line], l.behind[line+1])
	}
	if line > l.last {
		return c.After()
	}
	at := c.File.Line(line)
	all := at
	first := sort.Search(len(l.units), func(i int) bool { return l.units[i].End >= at.Start })
	for i := first; i < len(l.units) && l.units[i].Start <= at.End; i++ {
		if u := l.units[i]; u.Start >= at.Start || !c.OwnLine && u.End <= at.End {
			all.Start, all.End = min(all.Start, u.Start), max(all.End, u.End)
		}
	}
	return all
}

// aboveAll are lines that are no content: comments, the marks of YAML, the actions of a template.
var aboveAll = lazyregexp.New(`^[ \t]*(?:[#;!].*|---(?:[ \t].*)?|%.*|\{\{.*\}\}[ \t]*)?$`)

// onTop reports whether a comment stands above all content.
func (l *lines) onTop(c Comment) bool { return c.OwnLine && c.File.LineAt(c.Start) <= l.top }
