package reading

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
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
	all := jsonString.FindAllStringIndex(s, -1)
	if len(all) != len(plain) { // null is no word
		return nil, false
	}
	words := make([]Item, len(all))
	for i, m := range all {
		words[i] = Item{Text: Unescape(t.Slice(m[0]+1, m[1]-1), "tnfrb"), Written: t.Slice(m[0], m[1]), Comma: true}
	}
	return words, true
}

var (
	jsonString = lazyregexp.New(`"(?:[^"\\]|\\.)*"`)
	escape     = lazyregexp.New(`\\(?s:u[0-9A-Fa-f]{4}|.)`)
)

// Unescape decodes backslashes: those of some letters for control characters, \u0041, and any other character stands for
// itself.
func Unescape(t source.Text, letters string) source.Text {
	return t.Replace(escape.FindAllStringIndex(t.String(), -1), func(m []int) (source.Text, bool) {
		escaped := t.Slice(m[0]+1, m[1])
		value := escaped.String()
		if len(value) == 5 {
			code, _ := strconv.ParseUint(value[1:], 16, 16) // a half of a surrogate pair becomes U+FFFD
			value = string(rune(code))
		} else if strings.Contains(letters, value) {
			value = string("\t\n\f\r\b"[strings.Index("tnfrb", value)])
		}
		switch span := t.Slice(m[0], m[1]).Span(); {
		case value == escaped.String():
			return escaped, true
		case span.IsZero():
			return source.Unlocated(value, "an escape"), true
		default:
			return source.Coded(value, span), true
		}
	})
}
