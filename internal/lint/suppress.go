package lint

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Suppressed is a finding that a comment left out.
type Suppressed struct {
	Finding *Finding
	By      *suppression.Comment
}

// Comments are those that ask to leave findings out.
type Comments struct {
	All   []*suppression.Comment
	Rules []string // ids of all the rules that there are
	// Judged reports whether a rule has judged all that a comment is about. Of a
	// comment about anything else nobody knows whether it is needed.
	Judged func(*suppression.Comment, *Rule) bool
	// Settings are what a project says of the rules for a file.
	Settings func(*source.File) Settings
}

// CommentPass is what a rule about comments sees: one of them.
type CommentPass struct {
	Comment *suppression.Comment
	Rules   []string // ids of all the rules that there are
	Unused  []int    // places in Comment.Rules of those that it left nothing of out

	rule     *Rule
	findings []*Finding
}

// Report adds a finding at a place in the comment.
func (p *CommentPass) Report(at source.Span, format string, args ...any) *Finding {
	f := &Finding{
		Rule: p.rule, Severity: p.rule.Severity, Confidence: p.rule.Confidence,
		Message: fmt.Sprintf(format, args...), Span: at,
		Workload: &workload.Workload{Identity: workload.Identity{File: at.File}}, JDKs: []int{},
	}
	p.findings = append(p.findings, f)
	return f
}

// use notes that a comment has left a finding out.
type use struct {
	comment *suppression.Comment
	rule    int
}

// Suppress takes the findings out of a result that comments ask to leave out,
// and then judges the comments, by those of the rules that are about comments.
func (r *Result) Suppress(comments Comments, rules []*Rule) {
	used := map[use]bool{}
	r.leaveOut(comments, used)
	judged := len(r.Findings)
	for _, c := range comments.All {
		pass := &CommentPass{Comment: c, Rules: comments.Rules}
		for i := range c.Rules {
			if !used[use{c, i}] && comments.isJudged(c, i, rules) {
				pass.Unused = append(pass.Unused, i)
			}
		}
		settings := comments.Settings(c.Span.File)
		for _, rule := range rules {
			if rule.CheckIgnore != nil && !settings[rule.ID].Off {
				pass.rule = rule
				rule.CheckIgnore(pass)
			}
		}
		for _, f := range pass.findings {
			settings.apply(f)
		}
		r.Findings = append(r.Findings, pass.findings...)
	}
	if len(r.Findings) == judged {
		return
	}
	r.leaveOut(comments, used)
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int { return order(a.Span, b.Span) })
}

// leaveOut takes out what comments ask for. Of several that ask for the same
// finding, one about lines counts before one about a file.
func (r *Result) leaveOut(comments Comments, used map[use]bool) {
	asked := askedOf(comments.All)
	r.Findings = lists.Where(r.Findings, func(f *Finding) bool {
		best, found := asked.by(f)
		if found {
			used[best] = true
			r.Suppressed = append(r.Suppressed, Suppressed{Finding: f, By: best.comment})
		}
		return !found
	})
}

// isJudged reports whether one of the rules that a comment names has judged what
// it is about. Whether a comment about comments is needed is not looked into.
func (c Comments) isJudged(s *suppression.Comment, i int, rules []*Rule) bool {
	name := s.Rules[i].String()
	rule, is := lists.First(rules, func(r *Rule) bool { return r.ID == name })
	return is && rule.Check != nil && c.Judged(s, rule)
}

// writtenOn is where the text was written of the lines that a span stands on:
// of rendered ones in values and templates, of others there.
func writtenOn(at source.Span) []source.Span {
	if !at.File.Rendered() {
		return []source.Span{at}
	}
	lines := at.FirstLine()
	lines.End = at.File.Line(at.File.LineAt(max(at.Start, at.End-1))).End
	return lists.Where(lists.Of(lines.Written().Pieces(), source.Text.Foremost), func(s source.Span) bool { return !s.IsZero() })
}

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

func askedOf(all []*suppression.Comment) *asked {
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

// by is the comment that leaves a finding out: by where it stands, or by the lines that a chart renders it on. The
// first about lines counts, else the first about a file.
func (a *asked) by(f *Finding) (use, bool) {
	var line, file *covering
	rendered := lists.Where(f.Spans()[1:], func(s source.Span) bool { return s.File.Rendered() })
	for _, at := range append([]source.Span{f.Span}, rendered...) {
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
