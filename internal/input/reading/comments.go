package reading

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Remarks are the comments of a file, and what no comment can stand within: a
// value or an instruction that takes several lines.
type Remarks struct {
	Comments []Comment
	Units    []source.Span
	Within   source.Span // the text of YAML that is the file; zero: it is one by itself
	Begins   int         // where its key stands
	Content  source.Span // with which content begins; zero: on the first line that is no comment
}

// Comment is one of a file, without its line end.
type Comment struct {
	source.Span
	OwnLine bool // nothing stands before it
}

// CommentSyntax is how the programs that read a text tell comments from it.
type CommentSyntax struct {
	Signs  string // that begin a comment on a line of its own
	behind bool   // a # behind a blank begins one, too
	Within bool   // lines that go on may have comments between them
	// Line is a line and those in which it goes on, and where they end; nil: none goes on.
	Line func(whole source.Text, at int) (line source.Text, end int)
	// Next is where the next line begins, behind one that ends at a place; nil: there.
	Next func(whole, line string, end int) int
}

var (
	OptionsSyntax = CommentSyntax{Signs: "#", behind: true, Line: func(whole source.Text, at int) (line source.Text, end int) {
		_, line, end = entryAt(whole, at)
		return line, end
	}}
	OptionLinesSyntax = CommentSyntax{Signs: "#"}
)

func (c CommentSyntax) Of(f *source.File) Remarks { return c.Read(TextOf(f)) }

// Read walks over the lines of a text, those that belong together at once.
func (c CommentSyntax) Read(whole source.Text) Remarks {
	var r Remarks
	s := whole.String()
	for at := 0; at < len(s); {
		end := LineAfter(s, at)
		if start, is := c.comment(s[at:end]); is || strings.TrimSpace(s[at:end]) == "" {
			if is {
				r.Add(whole, at+start, end, true)
			}
			at = end
			continue
		}
		goesOn, line := end, source.Text{}
		if c.Line != nil {
			line, goesOn = c.Line(whole, at)
		}
		last := at
		for from := end; from < goesOn; from = LineAfter(s, from) {
			start, is := c.comment(s[from:LineAfter(s, from)])
			if is && c.Within {
				r.Add(whole, from+start, LineAfter(s, from), true)
			}
			last = from
		}
		r.Units = append(r.Units, whole.Slice(at, at+len(strings.TrimRight(s[at:goesOn], "\r\n"))).Span())
		if sign, _ := commentBehind(s, at, goesOn, true); c.behind && sign >= last {
			r.Add(whole, sign, goesOn, false)
		}
		if at = goesOn; c.Next != nil {
			at = c.Next(s, line.String(), goesOn)
		}
	}
	return r
}

// comment tells a line that is a comment, and where its sign stands.
func (c CommentSyntax) comment(line string) (sign int, is bool) {
	sign = len(line) - len(strings.TrimLeft(line, " \t\f"))
	return sign, sign < len(line) && strings.IndexByte(c.Signs, line[sign]) >= 0
}

func (r *Remarks) Add(whole source.Text, start, end int, ownLine bool) {
	text := strings.TrimRight(whole.String()[start:end], "\r\n")
	r.Comments = append(r.Comments, Comment{whole.Slice(start, start+len(text)).Span(), ownLine})
}

// commentBehind is where a # stands behind a blank and in no quotes; -1: there is none. Open tells of quotes that do not
// close; a backslash may keep a sign from its meaning.
func commentBehind(s string, at, end int, backslashes bool) (sign int, open bool) {
	quote := byte(0)
	for i := at; i < end; i++ {
		switch c := s[i]; {
		case backslashes && c == '\\' && quote != '\'':
			i++
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case c == '#' && quote == 0 && i > at && strings.IndexByte(" \t", s[i-1]) >= 0:
			return i, false
		}
	}
	return -1, quote != 0
}
