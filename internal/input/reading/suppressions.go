package reading

import (
	"sync"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Suppressions are the comments of a file that ask to leave findings out, with
// the lines that they are about.
func Suppressions(f *source.File, comments func(*source.File) Remarks) []*lint.Suppression {
	if comments == nil || !lint.MayAsk(f.Data) {
		return nil
	}
	return comments(f).Suppressions()
}

// Suppressions are the comments that ask to leave findings out.
func (r Remarks) Suppressions() []*lint.Suppression {
	var all []*lint.Suppression
	embedded := !r.Within.IsZero()
	lines := sync.OnceValue(func() *lines { return linesOf(r) })
	for _, c := range r.Comments {
		for _, s := range lint.Suppressions(c.Span) {
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
