package xmldoc

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/source"
)

// tag is where the parts of a tag stand.
type tag struct {
	name       source.Span
	attributes []attributeAt
}

// attributeAt is where name and value of an attribute stand, the value without
// its quotes.
type attributeAt struct{ name, value source.Span }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// scanTag finds the parts of a tag that the library has read: it is well formed.
func scanTag(f *source.File, start, end int) tag {
	src := f.Data[:end]
	i := start + 1
	if i < end && src[i] == '/' {
		i++
	}
	word := func() source.Span {
		from := i
		for i < end && !isBlank(src[i]) && !strings.ContainsRune("=/>", rune(src[i])) {
			i++
		}
		return f.Span(from, i)
	}
	blanks := func() {
		for i < end && isBlank(src[i]) {
			i++
		}
	}
	t := tag{name: word()}
	for {
		blanks()
		name := word()
		blanks()
		if name.Len() == 0 || i >= end || src[i] != '=' {
			return t
		}
		i++
		blanks()
		if i >= end || src[i] != '"' && src[i] != '\'' {
			return t
		}
		size := bytes.IndexByte(src[i+1:], src[i])
		if size < 0 {
			return t
		}
		t.attributes = append(t.attributes, attributeAt{name, f.Span(i+1, i+1+size)})
		i += size + 2
	}
}

var (
	cdataStart = []byte("<![CDATA[")
	cdataEnd   = []byte("]]>")
)

var entities = map[string]string{"lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": `"`}

// decode reads characters: a section of CDATA as it is, references put in, line
// ends as one character.
func decode(f *source.File, s source.Span, attribute bool) source.Text {
	src, b := f.Data, source.NewBuilder(f)
	from, to := s.Start, s.End
	plain := !attribute && bytes.HasPrefix(src[from:to], cdataStart) && bytes.HasSuffix(src[from:to], cdataEnd)
	if plain {
		from, to = from+len(cdataStart), to-len(cdataEnd)
	}
	copied := from
	code := func(value string, start, end int) {
		b.Copy(copied, start)
		b.Code(value, start, end)
		copied = end
	}
	for i := from; i < to; i++ {
		switch c := src[i]; {
		case c == '\r' && i+1 < to && src[i+1] == '\n':
			code("\n", i, i+2)
			i++
		case c == '\r':
			code("\n", i, i+1)
		case c == '&' && !plain:
			size := bytes.IndexByte(src[i:to], ';')
			if size < 0 {
				continue
			}
			code(referred(string(src[i+1:i+size])), i, i+size+1)
			i += size
		}
	}
	b.Copy(copied, to)
	return b.Text(from)
}

// referred is what a reference to a character or a predefined entity stands for.
func referred(name string) string {
	number, is := strings.CutPrefix(name, "#")
	if !is {
		return entities[name]
	}
	base := 10
	if hex, is := strings.CutPrefix(number, "x"); is {
		number, base = hex, 16
	}
	n, err := strconv.ParseUint(number, base, 21)
	if err != nil {
		return ""
	}
	return string(utf8.AppendRune(nil, rune(n)))
}

// Trim leaves out what is blank around a text.
func Trim(t source.Text) source.Text {
	s := t.String()
	left := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	right := len(strings.TrimRight(s, " \t\r\n"))
	if right < left {
		return t.Slice(left, left)
	}
	return t.Slice(left, right)
}

var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;")

// Escape writes a text so that it may stand in an element or an attribute.
func Escape(s string) string { return escapes.Replace(s) }
