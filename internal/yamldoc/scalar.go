package yamldoc

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/source"
)

const bom = "\ufeff"

// scalar is what the source says about a scalar.
type scalar struct {
	start, end int // where it stands, quotes and "|" included
	text       source.Text
	exact      bool

	// Of a block scalar: a comment may stand between the two.
	headerEnd, bodyStart int
	indent               int // characters before its content on each line
}

// scan works out on demand where the bytes of a scalar stand.
func (n *Node) scan() *scalar {
	n.once.Do(func() {
		n.scalar = n.stream.scanScalar(n)
	})
	return n.scalar
}

func (s *stream) scanScalar(n *Node) *scalar {
	y, style := n.yaml, n.Style()
	if style == Plain && y.Value == "" {
		return s.emptyScalar(n)
	}
	_, start := properties{tag: true, anchor: true}.skip(s.src, n.at, len(s.src))
	quote := [...]string{SingleQuoted: "'", DoubleQuoted: `"`, Folded: ""}[style]
	from, to := start+len(quote), start+len(quote)+len(y.Value)
	if end := to + len(quote); style < Literal && end <= len(s.src) && string(s.src[from:to]) == y.Value &&
		string(s.src[to:end]) == quote && !strings.ContainsFunc(y.Value, mayBeCoded) { // as most are written
		return &scalar{start: start, end: end, exact: true, text: source.Standing(y.Value, s.file.Span(from, to))}
	}
	c := &scalar{start: start, end: start}
	r := reader{src: s.src, out: source.NewBuilder(s.file)}
	textStart := start
	switch style {
	case DoubleQuoted, SingleQuoted:
		textStart = start + 1
		c.end = r.quoted(start)
	case Literal, Folded:
		r.block(c, n.blockIndent())
		textStart = c.headerEnd
	default:
		c.end = r.plain(start, len(y.Value))
	}
	c.text = r.out.Text(min(textStart, len(s.src)))
	c.exact = c.text.String() == y.Value
	if !c.exact {
		c.text = source.Vague(y.Value, s.file.Span(c.start, c.end))
	}
	return c
}

// mayBeCoded reports whether a character may stand for others, or others for it.
func mayBeCoded(c rune) bool { return c < ' ' || c > '~' || c == '\'' || c == '"' || c == '\\' }

// emptyScalar places a scalar without any characters. The library puts some of
// them at the next token, which may stand lines below.
func (s *stream) emptyScalar(n *Node) *scalar {
	at, own := min(n.at, len(s.src)), true
	if n.key != nil {
		_, at = n.key.extent()
		i := skipSpace(s.src, at)
		if own = i < len(s.src) && s.src[i] == ':'; own {
			at = i + 1
		}
	}
	// Without a colon, a tag or an anchor at the next token is that one's.
	if own && n.at < len(s.src) && (s.src[n.at] == '&' || s.src[n.at] == '!') {
		has := properties{
			tag:    n.yaml.Style&yaml.TaggedStyle != 0 || s.bareTag(n.at),
			anchor: n.yaml.Anchor != "",
		}
		at, _ = has.skip(s.src, n.at, len(s.src))
	}
	return &scalar{start: at, end: at, exact: true, text: source.NewBuilder(s.file).Text(at)}
}

// bareTag reports whether the properties at i have a tag on their first line. The tag "!" leaves no other trace.
func (s *stream) bareTag(i int) bool {
	if s.src[i] == '&' {
		i = skipName(s.src, i+1)
	}
	for i < len(s.src) && isBlank(s.src[i]) {
		i++
	}
	return i < len(s.src) && s.src[i] == '!'
}

// blockIndent is the column, from 0, of the block collection that a block scalar is in; -1 for none.
func (n *Node) blockIndent() int {
	p := n.parent
	if p == nil {
		return -1
	}
	return p.stream.column(p.contentStart())
}

// reader decodes scalars the way the library does, and notes for each decoded character the bytes it came from.
type reader struct {
	src []byte
	out *source.Builder
}

// plain reads a plain scalar of n decoded bytes. Its end needs no rules: the
// library has told its value, which never ends in white space.
func (r *reader) plain(i, n int) int {
	for i < len(r.src) && r.out.Len() < n {
		if isSpace(r.src, i) {
			i = r.space(i, i, false)
			continue
		}
		from := i
		for i < len(r.src) && !isSpace(r.src, i) && r.out.Len()+i-from < n {
			i++
		}
		r.out.Copy(from, i)
	}
	return i
}

// quoted reads a quoted scalar from its opening quote on, and gives the offset behind the closing one.
func (r *reader) quoted(i int) int {
	if i >= len(r.src) {
		return i
	}
	quote := r.src[i]
	for i++; i < len(r.src); {
		c := r.src[i]
		switch {
		case isSpace(r.src, i):
			i = r.space(i, i, false)
		case c == quote && quote == '\'' && i+1 < len(r.src) && r.src[i+1] == '\'':
			r.out.Code("'", i, i+2)
			i += 2
		case c == quote:
			return i + 1
		case c == '\\' && quote == '"':
			i = r.escape(i)
		default:
			from := i
			for i < len(r.src) && r.src[i] != quote && r.src[i] != '\\' && !isSpace(r.src, i) {
				i++
			}
			if i == from {
				i++ // a backslash in single quotes
			}
			r.out.Copy(from, i)
		}
	}
	return i
}

// space reads blanks and line breaks within a scalar. Blanks alone stand for themselves. One break is folded into a
// space, of several the first is dropped, and blanks next to breaks vanish. from is where the run counts from: at a
// backslash that escapes the first break, which then gives nothing.
func (r *reader) space(from, i int, escaped bool) int {
	var first string
	var rest strings.Builder
	broken := escaped
	for i < len(r.src) && isSpace(r.src, i) {
		n := breakLen(r.src, i)
		switch {
		case n == 0: // a blank
			n = 1
		case !broken:
			first, broken = breakValue(r.src, i), true
		default:
			rest.WriteString(breakValue(r.src, i))
		}
		i += n
	}
	switch {
	case !broken:
		r.out.Copy(from, i)
	case first == "\n" && rest.Len() == 0:
		r.out.Code(" ", from, i)
	case first == "\n":
		r.out.Code(rest.String(), from, i)
	default:
		r.out.Code(first+rest.String(), from, i)
	}
	return i
}

var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	' ': " ", '"': "\"", '\'': "'", '/': "/", '\\': "\\", 'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// escapeDigits is how many hexadecimal digits of a character follow such an escape.
var escapeDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escape reads a backslash and what it escapes.
func (r *reader) escape(i int) int {
	if i+1 >= len(r.src) {
		return len(r.src)
	}
	if n := breakLen(r.src, i+1); n > 0 {
		return r.space(i, i+1+n, true)
	}
	digits := escapeDigits[r.src[i+1]]
	if digits == 0 {
		r.out.Code(escapes[r.src[i+1]], i, i+2)
		return i + 2
	}
	end := min(i+2+digits, len(r.src))
	if code, err := strconv.ParseUint(string(r.src[i+2:end]), 16, 32); err == nil && code <= utf8.MaxRune {
		r.out.Code(string(rune(code)), i, end)
	}
	return end
}
