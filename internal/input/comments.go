package input

import (
	"regexp"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// remarks are the comments of a file, and what no comment can stand within: a
// value or an instruction that takes several lines.
type remarks struct {
	comments []comment
	units    []source.Span
	within   source.Span // the text of YAML that is the file; zero: it is one by itself
	begins   int         // where its key stands
}

type comment struct {
	source.Span
	ownLine bool // nothing stands before it
}

// commentSyntax is how the programs that read a text tell comments from it.
type commentSyntax struct {
	signs  string // that begin a comment on a line of its own
	behind bool   // a # behind a blank begins one, too
	within bool   // lines that go on may have comments between them
	// lines is where the lines end that go on with one, and where the next begins.
	lines func(whole source.Text, at int) (end, next int)
}

var (
	optionsSyntax = commentSyntax{signs: "#", behind: true, lines: func(whole source.Text, at int) (end, next int) {
		found, next := assignmentsAt(whole, at)
		if len(found) == 0 {
			_, next = restOfLine(whole, at)
			next = lineAfter(whole.String(), next)
		}
		return next, next
	}}
	optionLinesSyntax = commentSyntax{signs: "#", lines: func(whole source.Text, at int) (end, next int) {
		next = lineAfter(whole.String(), at)
		return next, next
	}}
	propertiesSyntax = commentSyntax{signs: "#!", lines: func(whole source.Text, at int) (end, next int) {
		_, next = logicalLine(whole, at)
		return next, next
	}}
	unitSyntax = commentSyntax{signs: "#;", within: true, lines: func(whole source.Text, at int) (end, next int) {
		_, next = unitLine(whole, at)
		return next, next
	}}
)

// dockerRemarks are the comments of a Dockerfile, which may name the character
// that lets a line go on. A here document belongs to its instruction.
func dockerRemarks(f *source.File) remarks {
	escape := escapeOf(textOf(f).String())
	return commentSyntax{signs: "#", within: true, lines: func(whole source.Text, at int) (end, next int) {
		arguments, end := dockerLine(whole, at, escape)
		return end, afterHereDocuments(whole.String(), arguments.String(), end)
	}}.of(f)
}

// of finds the comments of a file.
func (c commentSyntax) of(f *source.File) remarks { return c.read(textOf(f)) }

// read walks over the lines of a text, those that belong together at once.
func (c commentSyntax) read(whole source.Text) remarks {
	var r remarks
	s := whole.String()
	for at := 0; at < len(s); {
		end := lineAfter(s, at)
		if start, is := c.comment(s[at:end]); is || strings.TrimSpace(s[at:end]) == "" {
			if is {
				r.add(whole, at+start, end, true)
			}
			at = end
			continue
		}
		goesOn, next := c.lines(whole, at)
		last := at
		for from := end; from < goesOn; from = lineAfter(s, from) {
			start, is := c.comment(s[from:lineAfter(s, from)])
			if is && c.within {
				r.add(whole, from+start, lineAfter(s, from), true)
			}
			last = from
		}
		r.units = append(r.units, whole.Slice(at, at+len(strings.TrimRight(s[at:goesOn], "\r\n"))).Span())
		if sign := commentBehind(s, at, goesOn); c.behind && sign >= last {
			r.add(whole, sign, goesOn, false)
		}
		at = next
	}
	return r
}

// comment tells a line that is a comment, and where its sign stands.
func (c commentSyntax) comment(line string) (sign int, is bool) {
	sign = len(line) - len(strings.TrimLeft(line, " \t\f"))
	return sign, sign < len(line) && strings.IndexByte(c.signs, line[sign]) >= 0
}

func (r *remarks) add(whole source.Text, start, end int, ownLine bool) {
	text := strings.TrimRight(whole.String()[start:end], "\r\n")
	r.comments = append(r.comments, comment{whole.Slice(start, start+len(text)).Span(), ownLine})
}

// commentBehind is where a # stands behind a blank and in no quotes; -1: there
// is none.
func commentBehind(s string, at, end int) int {
	quote := byte(0)
	for i := at; i < end; i++ {
		switch c := s[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote:
			quote = 0
		case c == '#' && quote == 0 && i > at && strings.IndexByte(" \t", s[i-1]) >= 0:
			return i
		}
	}
	return -1
}

var templateComment = regexp.MustCompile(`(?m)^[ \t]*\{\{-?[ \t]*/\*[ \t]*(.*?)[ \t]*\*/[ \t]*-?\}\}[ \t]*\r?$`)

// templateRemarks are the comments that a template has for itself, on lines of
// their own. Those that it renders are read where they come out.
func templateRemarks(f *source.File) remarks {
	var r remarks
	whole := textOf(f)
	for _, m := range templateComment.FindAllStringSubmatchIndex(whole.String(), -1) {
		r.add(whole, m[2], m[3], true)
	}
	return r
}

// yamlRemarks are the comments of YAML. A scalar is one thing with its key.
func yamlRemarks(f *source.File) remarks {
	var r remarks
	comments, err := yamldoc.Comments(f)
	if err != nil {
		return r
	}
	for _, c := range comments {
		r.comments = append(r.comments, comment{c.Span, c.OwnLine})
	}
	documents, _ := yamldoc.Parse(f) // it parsed before
	for _, d := range documents {
		r.scalars(d.Root, source.Span{})
	}
	return r
}

// scalars gathers those below a node. An alias stands for text elsewhere.
func (r *remarks) scalars(n *yamldoc.Node, key source.Span) {
	if !n.Alias().IsZero() {
		return
	}
	switch n.Kind() {
	case yamldoc.Scalar:
		at := n.Span()
		if !key.IsZero() && key.Start < at.Start {
			at.Start = key.Start
		}
		r.units = append(r.units, at)
	case yamldoc.Sequence:
		for _, i := range n.Items() {
			r.scalars(i, source.Span{})
		}
	case yamldoc.Mapping:
		for _, p := range n.Pairs() {
			r.scalars(p.Value, p.Key.Span())
		}
	}
}
