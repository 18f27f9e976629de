package input

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// suppressions are the comments of a file that ask to leave findings out, with
// the lines that they are about.
func suppressions(f *source.File, comments func(*source.File) remarks) []*lint.Suppression {
	if comments == nil || !bytes.Contains(bytes.ToLower(f.Data), []byte("jvmlint")) {
		return nil
	}
	return comments(f).suppressions()
}

func (r remarks) suppressions() []*lint.Suppression {
	var all []*lint.Suppression
	embedded := !r.within.IsZero()
	for _, c := range r.comments {
		for _, s := range lint.Suppressions(c.Span) {
			s.Within = r.within
			switch {
			case !s.File:
				s.Covers = []source.Span{r.covered(c)}
			case s.Fault == "" && (embedded || !c.File.Rendered()) && !r.onTop(c):
				s.Rules, s.Fault, s.At = nil, notOnTop, s.Span
			case embedded:
				s.Covers = []source.Span{{File: c.File, Start: r.begins, End: r.within.End}}
			}
			all = append(all, s)
		}
	}
	return all
}

const notOnTop = "what is about a whole file stands above everything else in it"

// lines are the first and the last line of the file that the comments are in.
func (r remarks) lines(f *source.File) (first, last int) {
	if r.within.IsZero() {
		return 1, f.Lines()
	}
	return f.Position(r.within.Start).Line, f.Position(max(r.within.Start, r.within.End-1)).Line
}

// covered is what a comment is about: its own line, or the next one where it
// has a line of its own. Where a value or an instruction begins there that
// takes several lines, or ends before the comment, it is about all of it.
func (r remarks) covered(c comment) source.Span {
	line := c.File.Position(c.Start).Line
	_, last := r.lines(c.File)
	if c.ownLine {
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
	for _, u := range r.units {
		begins := at.Start <= u.Start && u.Start <= at.End
		ends := !c.ownLine && at.Start <= u.End && u.End <= at.End
		if begins || ends {
			all.Start, all.End = min(all.Start, u.Start), max(all.End, u.End)
		}
	}
	return all
}

// isComment tells a line that holds a comment alone.
func (r remarks) isComment(line source.Span) bool {
	for _, c := range r.comments {
		if c.ownLine && line.Covers(c.Span) {
			return true
		}
	}
	return false
}

// aboveAll are lines that are no content: comments, the marks of YAML, the
// actions of a template.
var aboveAll = regexp.MustCompile(`^[ \t]*(?:[#;!].*|---(?:[ \t].*)?|%.*|\{\{.*\}\}[ \t]*)?$`)

// onTop tells whether a comment stands above all content.
func (r remarks) onTop(c comment) bool {
	own := c.File.Line(c.File.Position(c.Start).Line)
	first, _ := r.lines(c.File)
	for line := range strings.Lines(string(c.File.Data[c.File.Line(first).Start:own.Start])) {
		if !aboveAll.MatchString(strings.TrimRight(line, "\r\n")) {
			return false
		}
	}
	return c.ownLine
}

// suppressionsOfChart are the comments of what a chart renders to, where they
// were written in templates, and those of its values.
func suppressionsOfChart(rendered []*lint.Suppression, file *source.File, values []*source.File) []*lint.Suppression {
	var all []*lint.Suppression
	for _, s := range rendered {
		if s, exact := writtenAt(s); exact {
			all = append(all, s)
		}
	}
	for _, f := range append(file.Sources(), values...) {
		all = append(append(all, suppressions(f, yamlRemarks)...), suppressions(f, templateRemarks)...)
	}
	return all
}

// writtenAt leads a comment back to its template; what it covers stays where
// it was rendered.
func writtenAt(s *lint.Suppression) (*lint.Suppression, bool) {
	exact := true
	origin := func(at source.Span) source.Span {
		if at.IsZero() {
			return at
		}
		exact = exact && at.Written().Editable()
		return chart.Origin(at)
	}
	moved := *s
	moved.Span, moved.At, moved.Rules = origin(s.Span), origin(s.At), nil
	for _, name := range s.Rules {
		moved.Rules = append(moved.Rules, origin(name))
	}
	if exact && moved.File && moved.Covers == nil && moved.Fault == "" && !(remarks{}).onTop(comment{moved.Span, true}) {
		moved.Rules, moved.Fault, moved.At = nil, notOnTop, moved.Span
	}
	return &moved, exact
}
