package chart

import (
	"fmt"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// texts are the functions that cut text and put it together, character by character as Sprig does.
func (t *tracer) texts() template.FuncMap {
	of := func(f func(s source.Text) source.Text) func(any) (any, error) {
		return func(v any) (any, error) { return t.made(f(t.asText(v))) }
	}
	cut := func(f func(set, s string) (from, to int)) func(any, any) (any, error) {
		return func(set, v any) (any, error) {
			s := t.asText(v)
			from, to := f(strip(fmt.Sprint(t.bare(set))), s.String())
			return t.made(s.Slice(from, to))
		}
	}
	return template.FuncMap{
		"quote":    func(v ...any) (any, error) { return t.made(t.quoted(v, quoteText)) },
		"squote":   func(v ...any) (any, error) { return t.made(t.quoted(v, singleQuoteText)) },
		"cat":      func(v ...any) (any, error) { return t.made(t.quoted(v, unquoted)) },
		"toString": of(unquoted),
		"indent":   func(n, v any) (any, error) { return t.indented(n, v, "") },
		"nindent":  func(n, v any) (any, error) { return t.indented(n, v, "\n") },
		"replace":  t.replaced,
		"trim": of(func(s source.Text) source.Text {
			left := strings.TrimLeftFunc(s.String(), unicode.IsSpace)
			return s.Slice(s.Len()-len(left), s.Len()-len(left)+len(strings.TrimSpace(left)))
		}),
		"trimAll":    cut(trimAll),
		"trimall":    cut(trimAll),
		"trimPrefix": cut(func(p, s string) (int, int) { return len(s) - len(strings.TrimPrefix(s, p)), len(s) }),
		"trimSuffix": cut(func(p, s string) (int, int) { return 0, len(strings.TrimSuffix(s, p)) }),
		"trunc":      t.truncated,
		"splitList":  t.splitList,
		"join":       t.join,
		"print":      func(v ...any) (any, error) { return t.made(t.printed(v)) },
		"printf":     t.printf,
	}
}

func trimAll(set, s string) (from, to int) {
	left := strings.TrimLeft(s, set)
	return len(s) - len(left), len(s) - len(left) + len(strings.TrimRight(left, set))
}

// made gives a text back to the template.
func (t *tracer) made(s source.Text) (any, error) {
	t.Spend(perCall+4*s.Len(), "text")
	if s.Runs() > mostRuns {
		s = source.Vague(s.String(), place(s))
	}
	return t.encode(s), nil
}

// asText is the text of a value as Sprig turns it into one.
func (t *tracer) asText(v any) source.Text {
	switch v := v.(type) {
	case string:
		return t.decode(v)
	case []byte:
		return t.decode(string(v))
	}
	return source.Unlocated(strip(fmt.Sprint(t.plain(v))), "a template")
}

func (t *tracer) quoted(all []any, quote func(source.Text) source.Text) source.Text {
	var parts []source.Text
	for _, v := range all {
		if v == nil {
			continue
		}
		text := t.asText(v)
		t.Spend(perRun*2*escapes(text.String()), "text")
		parts = append(parts, quote(text))
	}
	return t.together(separated(parts, literal(" ")))
}

// separated are texts with another one between each two of them.
func separated(all []source.Text, by source.Text) (parts []source.Text) {
	for i, t := range all {
		if i > 0 {
			parts = append(parts, by)
		}
		parts = append(parts, t)
	}
	return parts
}

// escapes is how many bytes of a text may be escaped, which become runs of it.
func escapes(s string) int {
	n := 0
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			n++
		}
	}
	return n
}

func literal(s string) source.Text { return source.Unlocated(s, "a template") }

func unquoted(s source.Text) source.Text { return s }

func singleQuoteText(s source.Text) source.Text { return source.Join(literal("'"), s, literal("'")) }

// quoteText writes a text as Go writes strings; what needs no escape stays as it stands.
func quoteText(s source.Text) source.Text {
	parts := []source.Text{literal(`"`)}
	value := s.String()
	from := 0
	for i, r := range value {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError && !strings.HasPrefix(value[i:], "\uFFFD") {
			n = 1
		}
		q := strconv.Quote(value[i : i+n])
		if q = q[1 : len(q)-1]; q == value[i:i+n] {
			continue
		}
		parts = append(parts, s.Slice(from, i), unit(q, s.Slice(i, i+n)))
		from = i + n
	}
	return source.Join(append(parts, s.Slice(from, s.Len()), literal(`"`))...)
}

// unit is text that stands for another as a whole, as an escape does for a character.
func unit(value string, of source.Text) source.Text {
	switch {
	case of.Editable():
		return source.Coded(value, of.Span())
	case !of.Foremost().IsZero():
		return source.Vague(value, of.Foremost())
	}
	return literal(value)
}

func (t *tracer) indented(n, v any, before string) (any, error) {
	width := numberOf(t.bare(n))
	s := t.asText(v)
	t.charge("indent", []any{width, s.String()})
	pad := strings.Repeat(" ", max(width, 0))
	parts := []source.Text{literal(before + pad)}
	lines := t.split(s, "\n")
	for i, line := range lines {
		if i > 0 {
			parts = append(parts, s.Slice(lines[i-1].end, lines[i].start), literal(pad))
		}
		parts = append(parts, s.Slice(line.start, line.end))
	}
	return t.made(t.together(parts))
}

type run struct{ start, end int }

func (t *tracer) split(s source.Text, separator string) []run {
	t.Spend(600*strings.Count(s.String(), separator), "text")
	if separator == "" {
		return []run{{0, s.Len()}}
	}
	var all []run
	at := 0
	for {
		i := strings.Index(s.String()[at:], separator)
		if i < 0 {
			return append(all, run{at, s.Len()})
		}
		all = append(all, run{at, at + i})
		at += i + len(separator)
	}
}

func (t *tracer) replaced(from, to, v any) (any, error) {
	s, old, replacement := t.asText(v), t.asText(from), t.asText(to)
	t.charge("replace", []any{old.String(), replacement.String(), s.String()})
	kept := lists.Of(t.split(s, old.String()), func(p run) source.Text { return s.Slice(p.start, p.end) })
	return t.made(t.together(separated(kept, replacement)))
}

func (t *tracer) truncated(n, v any) (any, error) {
	s, limit := t.asText(v), numberOf(t.bare(n))
	switch {
	case limit < 0 && s.Len()+limit > 0:
		s = s.Slice(s.Len()+limit, s.Len())
	case limit >= 0 && s.Len() > limit:
		s = s.Slice(0, limit)
	}
	return t.made(s)
}

// printed puts operands together as fmt.Sprint does: with a blank between two of which neither is a string.
func (t *tracer) printed(all []any) source.Text {
	var parts []source.Text
	stringBefore := true
	for i, v := range all {
		_, isString := t.bare(v).(string)
		if i > 0 && !isString && !stringBefore {
			parts = append(parts, literal(" "))
		}
		parts = append(parts, t.asText(v))
		stringBefore = isString
	}
	return t.together(parts)
}

var verb = lazyregexp.New(`%[-+# 0]*[0-9]*(?:\.[0-9]+)?[a-zA-Z%]`)

// printf formats as fmt does. What a verb prints as it is keeps its place.
func (t *tracer) printf(format any, args ...any) (any, error) {
	text := t.asText(format)
	plain := lists.Of(args, t.plain)
	t.charge("printf", append([]any{text.String()}, plain...))
	whole := fmt.Sprintf(text.String(), plain...)
	var parts []source.Text
	at, next := 0, 0
	for _, m := range verb.FindAllStringIndex(text.String(), -1) {
		parts = append(parts, text.Slice(at, m[0]))
		at = m[1]
		spec := text.String()[m[0]:m[1]]
		switch {
		case strings.HasSuffix(spec, "%"):
			parts = append(parts, unit("%", text.Slice(m[0], m[1])))
		case next >= len(args):
			return t.computed(whole, append([]any{format}, args...)...), nil
		default:
			parts = append(parts, t.verb(spec, args[next], plain[next]))
			next++
		}
	}
	made := t.together(append(parts, text.Slice(at, text.Len())))
	if made.String() != whole { // widths from arguments, too many of them
		return t.computed(whole, append([]any{format}, args...)...), nil
	}
	return t.made(made)
}

func (t *tracer) verb(spec string, arg, plain any) source.Text {
	printed := fmt.Sprintf(spec, plain)
	s, isString := arg.(string)
	if !isString {
		return literal(printed)
	}
	text := t.decode(s)
	if k := t.only(s); k != nil && k.spelt.Len() > 0 && k.spelt.String() == printed {
		return k.spelt
	}
	if text.String() == printed {
		return text
	}
	if at := place(text); !at.IsZero() {
		return source.Vague(printed, at)
	}
	return literal(printed)
}
