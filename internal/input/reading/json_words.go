package reading

import (
	"encoding/json"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// JSONWords reads a list of strings in JSON. It tells false where the text is
// something else.
func JSONWords(t source.Text) ([]Item, bool) {
	s := t.String()
	var plain []string
	if !strings.HasPrefix(strings.TrimLeft(s, " \t\r\n"), "[") {
		return nil, false
	}
	if json.Unmarshal([]byte(s), &plain) != nil || plain == nil {
		return nil, false
	}
	words := make([]Item, 0, len(plain))
	at := 0
	for range plain {
		quote := strings.IndexByte(s[at:], '"')
		if quote < 0 { // null, which is no word
			return nil, false
		}
		at += quote
		text, end := jsonString(t, at)
		words = append(words, Item{Text: text, Written: t.Slice(at, end), Comma: true})
		at = end
	}
	return words, true
}

// jsonString decodes the string that begins at an offset, and gives the offset
// behind it.
func jsonString(t source.Text, at int) (source.Text, int) {
	s := t.String()
	parts := []source.Text{t.Slice(at+1, at+1)}
	from := at + 1
	for i := from; i < len(s); {
		switch s[i] {
		case '"':
			return source.Join(append(parts, t.Slice(from, i))...), i + 1
		case '\\':
			end := i + 2
			if s[i+1] == 'u' {
				end = i + 6
			}
			var value string
			_ = json.Unmarshal([]byte(`"`+s[i:end]+`"`), &value) // a half of a surrogate pair becomes U+FFFD
			parts = append(parts, t.Slice(from, i))
			if span := t.Slice(i, end).Span(); span.IsZero() {
				parts = append(parts, source.Unlocated(value, "an escape"))
			} else {
				parts = append(parts, source.Coded(value, span))
			}
			i, from = end, end
		default:
			i++
		}
	}
	return source.Join(append(parts, t.Slice(from, len(s)))...), len(s)
}
