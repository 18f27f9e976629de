// Package secret finds passwords, keys and tokens in text: by the name that a value has, and by the form of the value.
// It knows no file format. It reads what all of them have in common: names, separators, quotes and indentation, so that
// it finds secrets in files that no parser accepts, too.
package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Span is the bytes of a secret in a text: from Start, before End. It holds no line end.
type Span struct{ Start, End int }

// Find gives the secrets of a file, in order, and their values. What a Secret of Kubernetes holds is secret, and has
// none but those of properties: all else that it says is in other texts, too.
func Find(text string) ([]Span, Values) {
	f := finder{text: text, file: true}
	spans := f.find()
	return Together(spans, f.data), valuesOf(text, append(spans, f.properties()...))
}

// properties are the values of those that stand in a Secret.
func (f *finder) properties() (all []Span) {
	for _, s := range f.data {
		for _, m := range property.FindAllStringSubmatchIndex(f.text[s.Start:s.End], -1) {
			all = append(all, Span{s.Start + m[0], s.Start + m[1]}) // with its name: what it says is in other texts, too
		}
	}
	return all
}

var property = lazyregexp.New(`-D[^\s=]+=[^\s"']+`)

// InWords gives the secrets of a message. There a colon does not assign, and
// what follows a word is another word: "the password: it is too short".
func InWords(text string) []Span { return (&finder{text: text}).find() }

// Mask puts an asterisk in place of each character of spans, so that all others stay where they are.
func Mask(text string, spans []Span) string { return masked(text, spans, "*") }

// MaskYAML puts plus signs there: an asterisk begins an alias.
func MaskYAML(text string, spans []Span) string { return masked(text, spans, "+") }

func masked(text string, spans []Span, sign string) string {
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.Start])
		b.WriteString(strings.Repeat(sign, utf8.RuneCountInString(text[s.Start:s.End])))
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// finder goes over a text once. How far it looks around a name is bounded, so
// that its time is proportional to the text.
type finder struct {
	text  string
	file  bool // the text is a file, and no message
	found []Span
	data  []Span // of Secrets
	next  int    // where to go on behind a value
}

// near is how many bytes around a name belong to it at most, and nearLines how many lines.
const near, nearLines = 1024, 64

func (f *finder) find() []Span {
	f.forms()
	for i := 0; i < len(f.text); {
		if !inName(f.text[i]) {
			i++
			continue
		}
		end := f.nameEnd(i)
		i = max(end, f.name(i, end))
	}
	return Together(f.found)
}

// inName reports whether a byte may be part of a name.
func inName(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == '-' }

// name looks at what stands under a name, and gives where to go on.
func (f *finder) name(start, end int) (next int) {
	name := f.text[start:end]
	if f.file && (name == "name" || name == "kind") {
		f.named(start, end)
	}
	if !promises(name) {
		return end
	}
	f.next = end
	f.under(start, end)
	return f.next
}

// under takes what stands under a name that promises a secret.
func (f *finder) under(start, end int) {
	quoted := f.skip(end, `\"'`)
	k := f.skip(quoted, " \t")
	switch {
	case start > 1 && f.text[start-2:start] == "${" && f.at(end) == ':' && strings.IndexByte("-=+", f.at(end+1)) >= 0: // what stands in for it
		if to := f.until(end+2, '}'); f.at(end+2) != '$' {
			f.add(end+2, to)
		}
	case f.at(k) == '=' && f.at(k+1) != '=':
		f.assigned(start, end, k)
	case !f.file:
	case f.at(k) == ':' && f.at(k+1) != ':' && !f.has(k, "://"):
		f.mapped(start, k+1, quoted > end)
	case f.at(start-1) == '<': // an element of XML
		if k = f.until(k, '>'); f.at(k) == '>' && f.at(k-1) != '/' {
			if text := f.until(k+1, '<'); f.has(text, "</") || f.has(text, "<!") { // no <KEY_HERE>
				f.add(k+1, text)
			}
		}
	case f.at(start) == '-' && strings.IndexByte("})>%", f.at(start-1)) < 0 && !strings.HasPrefix(f.text[start:], "-D") && !strings.HasPrefix(f.text[start:], "-X"):
		f.nextWord(quoted)
	case k > quoted && f.opens(start, "ENV"): // ENV NAME VALUE, of a Dockerfile
		f.add(k, f.lineEnd(k))
	}
}

// assigned takes the value behind an equals sign.
func (f *finder) assigned(start, end, equals int) {
	least := max(0, start-near)
	word := least + strings.LastIndexAny(f.text[least:start], " \t\r\n\"'`[{(") + 1 // that the name stands in
	opens := f.file && f.opensLine(word)
	k := equals + 1
	if f.at(k) == '>' {
		k++
	}
	if equals > end || opens { // a = b, as in a file of properties
		if n := f.skip(k, " \t"); f.at(n) != '-' {
			k = n
		}
	}
	stop := k
	switch quote, escapes := f.quoteBefore(word); {
	case f.quotedAt(k):
	case quote != 0:
		if closed, _, ok := f.closing(k, quote, escapes); ok {
			stop = f.untilOption(k, closed)
		}
	case !f.file:
	case f.isItem(word):
		stop = f.untilOption(k, f.itemEnd(k, word))
	case opens:
		if line := f.lineEnd(k); !strings.ContainsAny(f.text[k:line], ";&|") && f.untilOption(k, line) == line {
			stop = f.continued(line)
		}
	}
	first := f.wordEnd(k)
	if stop > first && first > k && len(hidden(f.text[k:first])) == 0 { // $X, and another word
		stop = first
	}
	f.add(k, max(stop, first))
}

// mapped takes the value behind a colon: of YAML, JSON, or a file of properties.
func (f *finder) mapped(start, k int, quoted bool) {
	if quote, escapes := f.quoteBefore(start); quote != 0 && !quoted { // of a text: "X-Token: x"
		if closed, _, ok := f.closing(k, quote, escapes); ok && closed <= f.lineEnd(k) {
			f.add(k, closed)
			return
		}
	}
	next := f.at(k)
	if !quoted && next != 0 && !isBlank(next) && next != '"' && next != '\'' && !f.opensLine(start) {
		return // an image:tag, a host:port
	}
	f.scalar(start, k, func(k int) {
		next := f.next
		f.children(start, k)
		f.next = next
	})
}

// scalar takes the scalar behind the colon of a key, or all of a list. A mapping
// it hands on: the place where it begins.
func (f *finder) scalar(key, colon int, mapping func(int)) {
	k := f.skip(colon, " \t")
	k = f.tag(k)
	switch {
	case f.at(k) == '{' && !f.has(k, "{{"):
		mapping(k)
	case f.at(k) == '[':
		f.add(k+1, f.matching(k))
	case f.quotedAt(k):
		f.add(k, f.withinKey(key, k, f.wordEnd(k)))
	case f.inFlow(key):
		f.add(k, f.flowEnd(k))
	case (f.at(k) == '|' || f.at(k) == '>') && f.lineEnd(k)-k < 8:
		for line := range f.below(key, k) {
			f.add(line.Start, line.End)
		}
	case k == f.lineEnd(k) || f.at(k) == '#':
		for line := range f.below(key, k) {
			item := f.remarkAt(f.itemAt(line.Start))
			if _, isKey := f.keyAt(item); isKey {
				mapping(k)
				break
			}
			f.add(item, f.commentOr(item, line.End))
		}
	default:
		f.add(k, f.commentOr(k, f.continued(f.lineEnd(k))))
	}
}

// add takes a value, but for what in it only refers to another, and for what is
// no secret in any case: on, off, nothing.
func (f *finder) add(start, end int) {
	f.next = max(f.next, end)
	for _, part := range hidden(f.text[max(start, 0):max(start, end)]) {
		f.found = append(f.found, f.lines(start+part.Start, start+part.End)...)
	}
}

// lines cuts a span where lines end, without the blanks around them.
func (f *finder) lines(start, end int) []Span {
	var all []Span
	for start < end {
		text, _, _ := strings.Cut(f.text[start:end], "\n")
		if from := len(text) - len(strings.TrimLeft(text, " \t\r")); from < len(text) {
			all = append(all, Span{start + from, start + len(strings.TrimRight(text, " \t\r"))})
		}
		start += len(text) + 1
	}
	return all
}

// nextWord takes the word behind an option: --password x, in a list too.
func (f *finder) nextWord(end int) {
	k := f.skip(end, " \t,")
	if f.at(k) == '\\' && (f.at(k+1) == '\n' || f.at(k+1) == '\r') {
		k = f.skip(k+1, " \t\r\n")
	}
	item := false
	if k = f.skip(k, "\r"); f.at(k) == '\n' {
		n := f.skip(k, " \t\r\n")
		if item = f.has(n, "- "); item && !f.isNextItem(end, n) || !item && f.at(n) != '"' && f.at(n) != '\'' {
			return
		}
		k = f.itemAt(n)
	}
	switch {
	case k == end || strings.IndexByte("-|&;<>)]}", f.at(k)) >= 0:
	case f.quotedAt(k):
		f.add(k, f.wordEnd(k))
	case item:
		f.add(k, f.commentOr(k, f.lineEnd(k)))
	case strings.Contains(f.text[end:k], ","):
		f.add(k, f.flowEnd(k))
	default:
		f.add(k, f.wordEnd(k))
	}
}

// Together puts spans of one text in order, each byte in one of them.
func Together(some ...[]Span) []Span {
	spans := slices.Concat(some...)
	slices.SortFunc(spans, func(a, b Span) int { return a.Start - b.Start })
	var all []Span
	for _, s := range spans {
		switch last := len(all) - 1; {
		case s.Start >= s.End:
		case last >= 0 && s.Start <= all[last].End:
			all[last].End = max(all[last].End, s.End)
		default:
			all = append(all, s)
		}
	}
	return all
}
