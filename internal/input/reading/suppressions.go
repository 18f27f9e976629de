package reading

import (
	"bytes"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Suppressions are the comments of a file that ask to leave findings out, with
// the lines that they are about.
func Suppressions(f *source.File, comments func(*source.File) Remarks) []*lint.Suppression {
	if comments == nil || !bytes.Contains(bytes.ToLower(f.Data), []byte("jvmlint")) {
		return nil
	}
	return comments(f).Suppressions()
}

// Suppressions are the comments that ask to leave findings out.
func (r Remarks) Suppressions() []*lint.Suppression {
	var all []*lint.Suppression
	embedded := !r.Within.IsZero()
	for _, c := range r.Comments {
		for _, s := range lint.Suppressions(c.Span) {
			s.Within = r.Within
			switch {
			case !s.File:
				s.Covers = []source.Span{r.covered(c)}
			case s.Fault == "" && (embedded || !c.File.Rendered()) && !r.OnTop(c):
				s.Rules, s.Fault, s.At = nil, NotOnTop, s.Span
			case embedded:
				s.Covers = []source.Span{{File: c.File, Start: r.Begins, End: r.Within.End}}
			}
			all = append(all, s)
		}
	}
	return all
}

const NotOnTop = "what is about a whole file stands above everything else in it"

// lines are the first and the last line of the file that the comments are in.
func (r Remarks) lines(f *source.File) (first, last int) {
	if r.Within.IsZero() {
		return 1, f.Lines()
	}
	return f.Position(r.Within.Start).Line, f.Position(max(r.Within.Start, r.Within.End-1)).Line
}

// covered is what a comment is about: its own line, or the next one where it
// has a line of its own. Where a value or an instruction begins there that
// takes several lines, or ends before the comment, it is about all of it.
func (r Remarks) covered(c Comment) source.Span {
	line := c.File.Position(c.Start).Line
	_, last := r.lines(c.File)
	if c.OwnLine {
		line++
		for line <= last && r.isComment(c.File.Line(line)) {
			line++
		}
	}
	if line > last {
		return c.After()
	}
	at := c.File.Line(line)
	all := at
	for _, u := range r.Units {
		begins := at.Start <= u.Start && u.Start <= at.End
		ends := !c.OwnLine && at.Start <= u.End && u.End <= at.End
		if begins || ends {
			all.Start, all.End = min(all.Start, u.Start), max(all.End, u.End)
		}
	}
	return all
}

// isComment tells a line that holds a comment alone.
func (r Remarks) isComment(line source.Span) bool {
	for _, c := range r.Comments {
		if c.OwnLine && line.Covers(c.Span) {
			return true
		}
	}
	return false
}

// aboveAll are lines that are no content: comments, the marks of YAML, the
// actions of a template.
var aboveAll = lazyregexp.New(`^[ \t]*(?:[#;!].*|---(?:[ \t].*)?|%.*|\{\{.*\}\}[ \t]*)?$`)

// OnTop reports whether a comment stands above all content.
func (r Remarks) OnTop(c Comment) bool {
	own := c.File.Line(c.File.Position(c.Start).Line)
	first, _ := r.lines(c.File)
	for line := range strings.Lines(string(c.File.Data[c.File.Line(first).Start:own.Start])) {
		if !aboveAll.MatchString(strings.TrimRight(line, "\r\n")) {
			return false
		}
	}
	return c.OwnLine
}
