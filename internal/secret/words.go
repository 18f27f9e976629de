package secret

import "strings"

// at is a byte of the text, 0 outside of it.
func (f *finder) at(i int) byte {
	if i < 0 || i >= len(f.text) {
		return 0
	}
	return f.text[i]
}

func (f *finder) has(i int, prefix string) bool {
	return i < len(f.text) && strings.HasPrefix(f.text[i:], prefix)
}

// nameEnd is where a name ends that begins at a place.
func (f *finder) nameEnd(i int) int {
	for inName(f.at(i)) {
		i++
	}
	return i
}

// skip goes over bytes of a set.
func (f *finder) skip(i int, set string) int {
	for i < len(f.text) && strings.IndexByte(set, f.text[i]) >= 0 {
		i++
	}
	return i
}

// skipBack goes back over bytes of a set, as far as is near.
func (f *finder) skipBack(i int, set string) int {
	least := max(0, i-near)
	return least + len(strings.TrimRight(f.text[least:i], set))
}

// until is where a byte stands, near and ahead; without one it is i.
func (f *finder) until(i int, c byte) int {
	ahead := f.text[min(i, len(f.text)):min(i+near, len(f.text))]
	return i + max(strings.IndexByte(ahead, c), 0)
}

func (f *finder) lineEnd(i int) int {
	i = min(i, len(f.text))
	line, _, _ := strings.Cut(f.text[i:], "\n")
	return i + len(strings.TrimSuffix(line, "\r"))
}

// nextLine is where the line behind that of a place begins; where there is none, the end of the text.
func (f *finder) nextLine(i int) int {
	if n := strings.IndexByte(f.text[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(f.text)
}

// opens reports whether only this word stands before a place on its line.
func (f *finder) opens(i int, word string) bool {
	at := f.skipBack(i, " \t") - len(word)
	return at >= 0 && f.has(at, word) && f.first(f.skipBack(at, " \t"))
}

// first reports whether a line begins at a place.
func (f *finder) first(i int) bool {
	return i == 0 || f.text[i-1] == '\n' || i == len(bom) && strings.HasPrefix(f.text, bom)
}

const bom = "\ufeff"

// opensLine reports whether a place is the first of its line, or stands behind a word that assigns.
func (f *finder) opensLine(i int) bool {
	return f.first(f.skipBack(i, " \t")) || f.opens(i, "export") || f.opens(i, "ENV") || f.opens(i, "ARG")
}

// quoteBefore is the quote that opens right before a word, and how many backslashes escape it.
func (f *finder) quoteBefore(i int) (quote byte, escapes int) {
	if q := f.at(i - 1); q == '"' || q == '\'' {
		return q, i - 1 - f.skipBack(i-1, `\`)
	}
	return 0, 0
}

// farthest is how long a value in quotes may be.
const farthest = 1 << 16

// closing is the quote that closes one: it is escaped as that is, or less. It
// gives where its escapes begin, and where it ends.
func (f *finder) closing(i int, quote byte, escapes int) (start, end int, ok bool) {
	lines := 0
	for p := i; p < min(len(f.text), i+farthest) && lines < nearLines; p++ {
		switch f.text[p] {
		case '\n':
			lines++
		case '{', '$':
			p = max(p, f.referenceEnd(p)-1) // quotes in it are its own
		case quote:
			n := p - max(i, f.skipBack(p, `\`))
			if n <= escapes || n%(2*(escapes+1)) == escapes {
				return p - min(n, escapes), p + 1, true
			}
		}
	}
	return 0, 0, false
}

func (f *finder) quotedAt(i int) bool {
	q := f.at(f.skip(i, `\`))
	return q == '"' || q == '\''
}

// wordEnd is where the word ends that begins at a place, as a shell, the JVM or
// YAML read it: with quotes anywhere in it, and escaped blanks.
func (f *finder) wordEnd(start int) int {
	p := start
	for p < len(f.text) {
		c := f.text[p]
		switch {
		case c == '\n' || isBlank(c) && f.at(p-1) != '\\', f.has(p, "</"):
			return f.trimmed(start, p)
		case c == '\\' && !f.quotedAt(p), c != '\\' && c != '"' && c != '\'':
			p = max(p+1, f.referenceEnd(p))
		default:
			next := f.quotesEnd(p, p == start)
			if next == p {
				return f.trimmed(start, p)
			}
			if f.ends(next) {
				return next
			}
			p = next
		}
	}
	return f.trimmed(start, p)
}

// quotesEnd is where quotes end that open at a place. Where they close what
// opened before, or hold nothing, it is the place itself.
func (f *finder) quotesEnd(p int, first bool) int {
	q := f.skip(p, `\`)
	quote, escapes := f.text[q], q-p
	inside := q + 1
	if !first && f.ends(inside) {
		return p
	}
	if escapes == 0 && f.at(inside) == quote { // "" or ''
		if f.ends(inside + 1) {
			return p
		}
		double := string([]byte{quote, quote})
		if n := strings.Index(f.text[inside+1:min(len(f.text), inside+1+near)], double); n >= 0 {
			return inside + 1 + n + len(double)
		}
		return f.lineEnd(p)
	}
	if _, end, ok := f.closing(inside, quote, escapes); ok {
		return end
	}
	if first {
		return f.lineEnd(p)
	}
	return inside
}

// ends reports whether a word ends behind a quote.
func (f *finder) ends(i int) bool {
	c := f.at(i)
	if c == '\\' {
		return strings.IndexByte("nrt\"'", f.at(i+1)) >= 0
	}
	return c == 0 || c == '\n' || f.has(i, "/>") || isBlank(c) || strings.IndexByte(",;:)]}<>", c) >= 0
}

// referenceEnd is where a reference ends that begins at a place; without one it is the place itself.
func (f *finder) referenceEnd(p int) int {
	for _, r := range [][2]string{{"{{", "}}"}, {"${", "}"}, {"$(", ")"}} {
		if f.has(p, r[0]) {
			rest := f.text[p:min(len(f.text), p+longestName)]
			if n := strings.Index(rest, r[1]); n >= 0 && !strings.Contains(rest[:n], "\n") {
				return p + n + len(r[1])
			}
		}
	}
	return p
}

// trimmed is the end of a word without what divides it from the next, and without brackets that it does not open.
func (f *finder) trimmed(start, end int) int {
	for end > start {
		switch c := f.text[end-1]; c {
		case ',', ';':
		case ')', ']', '}':
			word := f.text[start:end]
			if n := len(word) - 1; n > longestName || strings.Count(word, string(c)) <= strings.Count(word, string(opening[c])) {
				return end
			}
		default:
			return end
		}
		end--
	}
	return end
}

var opening = map[byte]byte{')': '(', ']': '[', '}': '{'}

// untilOption is where the next option or variable begins behind a blank, at most end.
func (f *finder) untilOption(k, end int) int {
	for p := k; p < end; p++ {
		if !isBlank(f.text[p]) && f.text[p] != '\n' {
			continue
		}
		n := f.skip(p, " \t\r\n\\")
		if f.at(n) == '-' && (isLetter(f.at(n+1)) || f.at(n+1) == '-') {
			return p
		}
		v := n
		for isUpper(f.at(v)) || f.at(v) == '_' || v > n && isDigit(f.at(v)) {
			v++
		}
		if v > n && f.at(v) == '=' {
			return p
		}
		p = max(p, n-1)
	}
	return end
}

// continued is the end of a line and of those that it goes on in.
func (f *finder) continued(end int) int {
	for n := 0; n < nearLines && f.at(end-1) == '\\' && !isBlank(f.at(end-2)) && end < len(f.text); n++ {
		end = f.lineEnd(end + 1 + strings.IndexByte(f.text[end:], '\n'))
	}
	return end
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
