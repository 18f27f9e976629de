package yamldoc

import (
	"bytes"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// breakLen is the length of the line break at i, 0 if there is none. The library breaks lines where YAML 1.1 does.
func breakLen(src []byte, i int) int {
	if i >= len(src) {
		return 0
	}
	switch src[i] {
	case '\n':
		return 1
	case '\r':
		return either.Of(i+1 < len(src) && src[i+1] == '\n', 2, 1)
	case 0xc2:
		if bytes.HasPrefix(src[i:], []byte("\u0085")) {
			return 2
		}
	case 0xe2:
		if bytes.HasPrefix(src[i:], []byte("\u2028")) || bytes.HasPrefix(src[i:], []byte("\u2029")) {
			return 3
		}
	}
	return 0
}

// breakValue is what the line break at i decodes to.
func breakValue(src []byte, i int) string {
	if n := breakLen(src, i); n == 3 {
		return string(src[i : i+n])
	}
	return "\n"
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isSpace(src []byte, i int) bool { return isBlank(src[i]) || breakLen(src, i) > 0 }

// skipSpace goes over blanks, line breaks and comments between tokens.
func skipSpace(src []byte, i int) int {
	for i < len(src) {
		switch n := breakLen(src, i); {
		case n > 0:
			i += n
		case isBlank(src[i]):
			i++
		case src[i] == '#':
			i = lineEnd(src, i)
		default:
			return i
		}
	}
	return i
}

// lineEnd is the offset of the next line break, or of the end.
func lineEnd(src []byte, i int) int {
	for i < len(src) && breakLen(src, i) == 0 {
		i++
	}
	return i
}

// skipName goes over the name of an anchor or alias.
func skipName(src []byte, i int) int {
	for i < len(src) && (src[i] >= '0' && src[i] <= '9' || src[i] >= 'A' && src[i] <= 'Z' ||
		src[i] >= 'a' && src[i] <= 'z' || src[i] == '_' || src[i] == '-') {
		i++
	}
	return i
}

// properties are the tag and the anchor that may stand before a node.
type properties struct{ tag, anchor bool }

// skip goes over the properties of a node that starts at i. It gives the offset behind the last of them, and that of
// what follows. It does not go to limit, where another node starts.
func (p properties) skip(src []byte, i, limit int) (end, next int) {
	end, next = i, i
	for next < limit {
		switch {
		case src[next] == '&' && p.anchor:
			p.anchor = false
			end = skipName(src, next+1)
		case src[next] == '!' && p.tag:
			p.tag = false
			for end = next; end < len(src) && !isSpace(src, end); end++ {
			}
		default:
			return end, next
		}
		next = skipSpace(src, end)
	}
	return end, next
}

// lineOf is the number of the line, from 0, that an offset is on.
func (s *stream) lineOf(offset int) int { return max(sort.SearchInts(s.lines, offset+1)-1, 0) }

// lineBreak is a line break in a block scalar, and what it decodes to.
type lineBreak struct {
	start, end int
	value      string
}

// block reads the literal or folded scalar that starts at c.start, in a collection whose column is parent.
func (r *reader) block(c *scalar, parent int) {
	chomp, indent := r.header(c, parent)
	c.end = c.headerEnd

	b := blockReader{reader: r, at: c.bodyStart, indent: indent, folded: c.start < len(r.src) && r.src[c.start] == '>'}
	b.breaks()
	if b.indent == 0 { // the first line that is not empty decides
		b.indent = max(b.widest, parent+1, 1)
	}
	c.indent = b.indent
	for b.column == b.indent && b.at < len(r.src) {
		c.end = b.line()
	}

	tail := b.pending
	switch {
	case chomp == '-':
		return
	case chomp != '+' && b.content:
		tail = tail[:min(1, len(tail))]
	case chomp != '+':
		return
	}
	if len(tail) > 0 {
		if chomp == '+' {
			c.end = tail[len(tail)-1].start
		}
		b.emit(tail, tail[len(tail)-1].end)
	}
}

// header reads "|" or ">" and its indicators. It gives the chomping indicator,
// 0 if there is none, and the indentation, 0 if it is left to the content.
func (r *reader) header(c *scalar, parent int) (chomp byte, indent int) {
	i := c.start + 1
	for ; i < len(r.src) && strings.IndexByte("-+123456789", r.src[i]) >= 0; i++ {
		if d := r.src[i]; d == '-' || d == '+' {
			chomp = d
		} else {
			indent = max(parent, 0) + int(d-'0')
		}
	}
	c.headerEnd = min(i, len(r.src))
	i = lineEnd(r.src, c.headerEnd)
	c.bodyStart = i + breakLen(r.src, i)
	return chomp, indent
}

// blockReader walks over the lines of a block scalar.
type blockReader struct {
	*reader
	folded bool
	indent int // 0 until known

	at       int         // first byte behind the indentation of the current line
	column   int         // characters of that indentation
	widest   int         // most indentation seen by breaks
	pending  []lineBreak // breaks whose value depends on the next line
	content  bool        // a line with content was read
	indented bool        // the last such line starts with a blank
}

// breaks goes over empty lines, and over the indentation of the next line that is not empty.
func (b *blockReader) breaks() {
	for {
		b.column = 0
		for b.at < len(b.src) && b.src[b.at] == ' ' && (b.indent == 0 || b.column < b.indent) {
			b.at++
			b.column++
		}
		b.widest = max(b.widest, b.column)
		n := breakLen(b.src, b.at)
		if n == 0 {
			return
		}
		b.pending = append(b.pending, lineBreak{b.at, b.at + n, breakValue(b.src, b.at)})
		b.at += n
	}
}

// line reads a line with content, and the empty lines behind it. It gives the end of its content.
func (b *blockReader) line() int {
	blank := isBlank(b.src[b.at])
	fold := b.folded && b.content && !b.indented && !blank && b.pending[0].value == "\n"
	switch {
	case fold && len(b.pending) == 1:
		b.out.Code(" ", b.pending[0].start, b.at)
	case fold:
		values := lists.Of(b.pending[1:], func(p lineBreak) string { return p.value })
		b.out.Code(strings.Join(values, ""), b.pending[0].start, b.at)
	default:
		b.emit(b.pending, b.at)
	}
	b.pending = b.pending[:0]
	b.content, b.indented = true, blank

	end := lineEnd(b.src, b.at)
	b.out.Copy(b.at, end)
	b.at = end
	if n := breakLen(b.src, end); n > 0 {
		b.pending = append(b.pending, lineBreak{end, end + n, breakValue(b.src, end)})
		b.at += n
		b.breaks()
	}
	return end
}

// emit adds line breaks. Each stands for its own bytes and the indentation behind it, up to the next or to end; so
// text over several lines is one run in the file, and can be replaced or removed as such.
func (b *blockReader) emit(breaks []lineBreak, end int) {
	for i, p := range breaks {
		to := end
		if i+1 < len(breaks) {
			to = breaks[i+1].start
		}
		b.out.Code(p.value, p.start, to)
	}
}
