package lint

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Suppressed is a finding that a comment left out.
type Suppressed struct {
	Finding *Finding
	By      *Suppression
}

// Comments are those that ask to leave findings out.
type Comments struct {
	All   []*Suppression
	Rules []string // ids of all the rules that there are
	// Judged reports whether a rule has judged all that a comment is about. Of a
	// comment about anything else nobody knows whether it is needed.
	Judged func(*Suppression, *Rule) bool
	// Settings are what a project says of the rules for a file.
	Settings func(*source.File) Settings
}

// CommentPass is what a rule about comments sees: one of them.
type CommentPass struct {
	Comment *Suppression
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
		Workload: &workload.Workload{File: at.File}, JDKs: []int{},
	}
	p.findings = append(p.findings, f)
	return f
}

// use notes that a comment has left a finding out.
type use struct {
	comment *Suppression
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
	if len(comments.All) == 0 {
		return
	}
	var left []*Finding
	asked := askedOf(comments.All)
	for _, f := range r.Findings {
		best, found := asked.by(f)
		if !found {
			left = append(left, f)
			continue
		}
		used[best] = true
		r.Suppressed = append(r.Suppressed, Suppressed{Finding: f, By: best.comment})
	}
	r.Findings = left
}

// isJudged reports whether one of the rules that a comment names has judged what
// it is about. Whether a comment about comments is needed is not looked into.
func (c Comments) isJudged(s *Suppression, i int, rules []*Rule) bool {
	name := s.Rules[i].String()
	at := slices.IndexFunc(rules, func(r *Rule) bool { return r.ID == name })
	return at >= 0 && rules[at].Check != nil && c.Judged(s, rules[at])
}

// standsAt is where a finding stands, and where a chart renders it.
func (f *Finding) standsAt() []source.Span {
	all := []source.Span{f.Span}
	for _, r := range f.Related {
		if r.Span.File.Rendered() {
			all = append(all, r.Span)
		}
	}
	return all
}

// writtenOn is where the text was written of the lines that a span stands on:
// of rendered ones in values and templates, of others there.
func writtenOn(at source.Span) []source.Span {
	if !at.File.Rendered() {
		return []source.Span{at}
	}
	lines := at.File.Line(at.File.Position(at.Start).Line)
	lines.End = at.File.Line(at.File.Position(max(at.Start, at.End-1)).Line).End
	var all []source.Span
	for _, p := range lines.Written().Pieces() {
		if span := p.Foremost(); !span.IsZero() {
			all = append(all, span)
		}
	}
	return all
}
