package secret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Values are the secrets of a text by what they say, to find them where no name
// stands beside them: in a message, or in what a template makes of them. They are by their first run of letters and
// digits, in small letters.
type Values map[string][]value

// value is a secret, and where its first word stands in it.
type value struct {
	text string
	word int
}

// fewest is how many characters a value has at least, and fewestDigits a number: shorter ones are in too many texts.
const fewest, fewestDigits = 4, 8

// isKnown reports whether a value is one to look for. A word of any language is
// not: it names other things, too, and would be hidden all over a message.
func isKnown(text string) bool {
	letters, digits, signs, mixed := false, false, false, false
	for i, r := range text {
		switch {
		case r >= '0' && r <= '9':
			digits = true
		case strings.ContainsRune("-_./:", r):
		case r < utf8.RuneSelf && !isLetter(byte(r)):
			signs = true
		default:
			letters = true
			mixed = mixed || i > 0 && unicode.IsUpper(r) && unicode.IsLower(rune(text[i-1]))
		}
	}
	length := utf8.RuneCountInString(text)
	return length >= fewest && letters && (digits || signs || mixed) || length >= fewestDigits && digits
}

// valuesOf gives the values of the secrets of a text.
func valuesOf(text string, spans []Span) Values {
	v := Values{}
	for _, s := range spans {
		for _, way := range readings(text[s.Start:s.End]) {
			v.put(way)
		}
	}
	return v
}

// readings are what a value may be read as: with quotes and escapes, without them, and its words apart.
func readings(written string) []string {
	all := []string{written, strings.ReplaceAll(written, "''", "'")}
	if strings.ContainsAny(written, "\\\"'") {
		plain := unescaped(written)
		all = append(all, plain, unescaped(plain), strings.NewReplacer(`\`, "", `"`, "", `'`, "").Replace(written))
	}
	for _, way := range slices.Clone(all) {
		if words := strings.Fields(way); len(words) > 1 {
			all = append(append(all, words...), strings.Join(words, " "))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// unescaped is a text without the backslashes that escape what follows them.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func (v Values) put(text string) {
	start, end := nextWord(text, 0)
	if !isKnown(text) {
		return
	}
	word, of := strings.ToLower(text[start:end]), value{text, start}
	if !slices.Contains(v[word], of) {
		v[word] = append(v[word], of)
	}
}

// In gives where the values stand in another text, as words of their own.
func (v Values) In(text string) []Span {
	if len(v) == 0 {
		return nil
	}
	var found []Span
	for start, end := nextWord(text, 0); start < end; start, end = nextWord(text, end) {
		found = v.at(found, text, start, end)
		if start > 0 && text[start-1] == '\\' { // \n in front of it
			found = v.at(found, text, start+1, end)
		}
	}
	return Together(found)
}

func (v Values) at(found []Span, text string, start, end int) []Span {
	for _, of := range v[strings.ToLower(text[start:end])] {
		from := start - of.word
		to := from + len(of.text)
		if from >= 0 && to <= len(text) && of.is(text[from:to]) && (to == len(text) || !inWord(text[to]) || !inWord(text[to-1])) {
			found = append(found, Span{from, to})
		}
	}
	return found
}

// is compares without regard to case, which templates change, but for a word of letters alone: it may name other things.
func (v value) is(text string) bool {
	return v.text == text || strings.ContainsAny(v.text, "0123456789") && strings.EqualFold(v.text, text)
}

// nextWord is the next run of letters and digits.
func nextWord(text string, at int) (start, end int) {
	for start = at; start < len(text) && !inWord(text[start]); start++ {
	}
	for end = start; end < len(text) && inWord(text[end]); end++ {
	}
	return start, end
}

func inWord(c byte) bool { return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf }
