package lsp

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// Encoding is what a client counts the characters of a line in.
type Encoding string

const (
	UTF8  Encoding = "utf-8"
	UTF16 Encoding = "utf-16" // where nothing was agreed on
	UTF32 Encoding = "utf-32"
)

// encoding is the first that the client would like and that is known.
func (s *Server) encoding() Encoding {
	known := func(e Encoding) bool { return slices.Contains([]Encoding{UTF8, UTF16, UTF32}, e) }
	first, _ := lists.First(s.can.General.PositionEncodings, known)
	return cmp.Or(first, UTF16)
}

// width is how many units of the encoding a character takes. n is its bytes.
func (e Encoding) width(r rune, n int) int {
	switch e {
	case UTF8:
		return n
	case UTF32:
		return 1
	}
	return utf16.RuneLen(r)
}

// text knows the lines of a string as the protocol counts them: they end with \n, \r\n or \r.
type text struct {
	value    string
	starts   []int
	encoding Encoding
}

func newText(value string, e Encoding) text {
	t := text{value: value, starts: []int{0}, encoding: e}
	for i := range len(value) {
		if value[i] == '\n' || value[i] == '\r' && !strings.HasPrefix(value[i+1:], "\n") {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line gives where a line starts, and where it ends without its line end.
func (t text) line(n int) (start, end int) {
	start, end = t.starts[n], len(t.value)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
	}
	return start, start + len(strings.TrimRight(t.value[start:end], "\r\n"))
}

// offset turns a position into a byte offset. What lies outside a line or the
// text is moved to its end, and what lies within a character before it.
func (t text) offset(p Position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.value)
	}
	at, end := t.line(p.Line)
	for left := p.Character; at < end; {
		r, n := utf8.DecodeRuneInString(t.value[at:end])
		if left -= t.encoding.width(r, n); left < 0 {
			break
		}
		at += n
	}
	return at
}

func (t text) position(offset int) Position {
	offset = min(max(offset, 0), len(t.value))
	line := sort.SearchInts(t.starts, offset+1) - 1
	start, end := t.line(line)
	p := Position{Line: line}
	for at := start; at < min(offset, end); {
		r, n := utf8.DecodeRuneInString(t.value[at:end])
		p.Character += t.encoding.width(r, n)
		at += n
	}
	return p
}

func (t text) rangeOf(start, end int) Range { return Range{t.position(start), t.position(end)} }

// with is the text after changes, each of what the one before it left.
func (t text) with(changes []change) text {
	for _, c := range changes {
		value := c.Text
		if c.Range != nil {
			start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
			start, end = min(start, end), max(start, end)
			value = t.value[:start] + c.Text + t.value[end:]
		}
		t = newText(value, t.encoding)
	}
	return t
}
