package lint

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// RemoveOption is the edit that takes an option out: its whole line where each
// line is one, else the word and the blanks between it and a neighbour. There
// is none where the option stands in no file, and where it has no neighbour:
// what holds nothing but it may have to go as a whole.
func (p *Pass) RemoveOption(o jvmflag.Option) source.Edit {
	word := o.Word.Span()
	if !o.Word.Editable() || word.IsZero() {
		return source.Edit{}
	}
	before, after, alone := p.neighbours(word)
	switch {
	case alone:
		return source.Edit{}
	case o.OwnLine && !o.Block:
		return source.Edit{Span: wholeLine(word)}
	}
	left, right := gap(before, word, o.Comma), gap(word, after, o.Comma)
	switch {
	case left.sameLine:
		word.Start = before.End
	case right.sameLine:
		word.End = after.Start
	case left.blank:
		word.Start = before.End
	case right.blank:
		word.End = after.Start
	default:
		return source.Edit{}
	}
	return source.Edit{Span: word}
}

type between struct{ blank, sameLine bool }

// gap tells what stands between two words: nothing but blanks, or the end of a
// line that goes on, and in a list a comma.
func gap(a, b source.Span, comma bool) between {
	if a.IsZero() || b.IsZero() {
		return between{}
	}
	s := string(a.File.Data[a.End:b.Start])
	if comma {
		s = strings.Replace(s, ",", " ", 1)
	}
	return between{
		blank:    s != "" && strings.Trim(s, " \t\r\n\\") == "",
		sameLine: s != "" && strings.Trim(s, " \t") == "",
	}
}

// wholeLine is the line of a span with its end.
func wholeLine(s source.Span) source.Span {
	n := s.File.Position(s.Start).Line
	line := s.File.Line(n)
	if line.End = len(s.File.Data); n < s.File.Lines() {
		line.End = s.File.Line(n + 1).Start
	}
	return line
}
