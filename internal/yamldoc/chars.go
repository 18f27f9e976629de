package yamldoc

import (
	"bytes"
	"sort"
)

// breakLen is the length of the line break at i, 0 if there is none. The
// library breaks lines where YAML 1.1 does.
func breakLen(src []byte, i int) int {
	if i >= len(src) {
		return 0
	}
	switch src[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(src) && src[i+1] == '\n' {
			return 2
		}
		return 1
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

// skip goes over the properties of a node that starts at i. It gives the offset
// behind the last of them, and that of what follows. It does not go to limit,
// where another node starts.
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
func (s *stream) lineOf(offset int) int {
	return max(sort.SearchInts(s.lines, offset+1)-1, 0)
}
