package start

import (
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Marks are characters of the planes for private use. They go through a run with the text that they
// stand around, and tell in java's words where each piece is written.
const (
	firstMark = 0xF0000  // begins text number 0
	lastMark  = 0xFFFFD  // begins the last that can be numbered
	endMark   = 0x100000 // ends a text
)

// marks are the texts that a run may put in.
type marks struct {
	texts  []markedText
	inside map[source.Span]bool // gaps in texts that are run anew
}

type markedText struct {
	text   source.Text
	gap    bool // it stands for what is not known
	quoted bool // within quotes: it is one word, whatever it holds
}

// of is a value between the marks of its text.
func (m *marks) of(value string, t source.Text) string { return m.add(value, markedText{text: t}) }

// gap is a mark for what is not known, which is written as a text.
func (m *marks) gap(t source.Text, quoted bool) string {
	return m.add("", markedText{text: t, gap: true, quoted: quoted})
}

func (m *marks) add(value string, t markedText) string {
	if len(m.texts) > lastMark-firstMark {
		return value
	}
	m.texts = append(m.texts, t)
	return string(rune(firstMark+len(m.texts)-1)) + value + string(rune(endMark))
}

// put marks each word of a text, so that one which is split later is still known. Blanks between
// words belong to the one before them.
func (m *marks) put(t source.Text) string {
	s := t.String()
	inner := strings.Trim(s, " \t\r\n")
	if inner == "" {
		return s
	}
	begin := strings.Index(s, inner)
	last := begin + len(inner)
	var b strings.Builder
	b.WriteString(s[:begin])
	for i := begin; i < last; {
		end := i
		for end < last && !isBlank(s[end]) {
			end++
		}
		for end < last && isBlank(s[end]) {
			end++
		}
		b.WriteString(m.word(t.Slice(i, end)))
		i = end
	}
	b.WriteString(s[last:])
	return b.String()
}

// word marks a word, and the gaps in it that an earlier run of its text left.
func (m *marks) word(t source.Text) string {
	s := t.String()
	for at := strings.Index(s, source.Gap); at >= 0; {
		end := at + len(source.Gap)
		if gap := t.Slice(at, end); m.inside[gap.Span()] {
			return m.of(s[:at], t.Slice(0, at)) + m.gap(source.Verbatim(gap.Span()), false) + m.word(t.Slice(end, t.Len()))
		}
		next := strings.Index(s[end:], source.Gap)
		if next < 0 {
			break
		}
		at = end + next
	}
	return m.of(s, t)
}

// again is a value as a text that is run anew: what is not known stays so.
func (m *marks) again(s string) source.Text {
	var of marks // the texts of the value alone: a script may start thousands of others
	var b strings.Builder
	for at := strings.IndexFunc(s, isMark); at >= 0; at = strings.IndexFunc(s, isMark) {
		r, size := utf8.DecodeRuneInString(s[at:])
		b.WriteString(s[:at])
		if s = s[at+size:]; int(r)-firstMark < len(m.texts) {
			t := m.texts[r-firstMark]
			if t.gap && t.text.Len() > 0 && t.text.Located() {
				m.inside[t.text.Span()] = true
				t.text = source.GapAt(t.text.Span())
			}
			of.texts = append(of.texts, t)
			r = rune(firstMark + len(of.texts) - 1)
		}
		b.WriteRune(r)
	}
	return of.decode(b.String()+s, source.Text{}).text
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }

func isMark(r rune) bool { return r >= firstMark && r <= utf8.MaxRune }

// hasGap reports whether something of a value is not known.
func (m *marks) hasGap(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		i := int(r) - firstMark
		return i >= 0 && i < len(m.texts) && m.texts[i].gap
	})
}

// bare is a value without its marks.
func bare(s string) string {
	if !strings.ContainsFunc(s, isMark) { // it may be no text
		return s
	}
	return without(s, isMark)
}

// without is a text without those of its characters of which something holds.
func without(s string, drops func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if drops(r) {
			return -1
		}
		return r
	}, s)
}

// decoded is a value with the places of its pieces.
type decoded struct {
	text    source.Text
	gaps    int  // bytes that stand for what is not known
	open    bool // something is not known
	quoted  bool // something of that stands within quotes
	unknown bool // some piece stands nowhere
}

// decode tells where the pieces of a value stand; near is the command, for what none is known of.
func (m *marks) decode(s string, near source.Text) decoded {
	var d decoded
	var pieces []source.Text
	loose := func(value string) {
		if value == "" {
			return
		}
		value = relative(value)
		d.unknown = d.unknown || strings.Trim(value, " \t\r\n") != ""
		pieces = append(pieces, source.Vague(value, near.Span()))
	}
	for len(s) > 0 {
		at := strings.IndexFunc(s, isMark)
		if at < 0 {
			loose(s)
			break
		}
		loose(s[:at])
		r, size := utf8.DecodeRuneInString(s[at:])
		s = s[at+size:]
		if r >= endMark || int(r)-firstMark >= len(m.texts) {
			continue
		}
		of := m.texts[r-firstMark]
		if of.gap {
			pieces = append(pieces, of.text)
			d.gaps += of.text.Len()
			d.open, d.quoted = true, d.quoted || of.quoted
			continue
		}
		end := strings.IndexFunc(s, isMark)
		if end < 0 {
			end = len(s)
		}
		value := s[:end]
		switch i := strings.Index(of.text.String(), value); {
		case value == "":
		case value == of.text.String():
			pieces = append(pieces, of.text)
		case i >= 0 && i == strings.LastIndex(of.text.String(), value):
			pieces = append(pieces, of.text.Slice(i, i+len(value)))
		default:
			loose(value)
		}
		s = s[end:]
	}
	d.text = source.Join(pieces...)
	return d
}
