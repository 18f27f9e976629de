package reading

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// PrintedWords splits at blanks. The command that the JVM runs when memory ends has words of its own, up to the next
// option of java; and where no program follows, all that is no option belongs to the one before.
func PrintedWords(t source.Text, program bool) []jvmflag.Word {
	s := t.String()
	var parts [][]int
	command := false
	for _, m := range notBlank.FindAllStringIndex(s, -1) {
		word := s[m[0]:m[1]]
		if last := len(parts) - 1; last >= 0 && (command && !javaOption.MatchString(word) || !program && word[0] != '-') {
			parts[last][1] = m[1]
		} else {
			parts, command = append(parts, m), jvmflag.RunsCommand(word)
		}
	}
	return lists.Of(parts, func(m []int) jvmflag.Word {
		return jvmflag.Word{Text: t.Slice(m[0], m[1]), Written: t.Slice(m[0], m[1])}
	})
}

var notBlank = lazyregexp.New(`[^ \t]+`)

// withCommands puts the words of the command that the JVM runs when memory ends behind its option, up to the next one
// of java. How a start script keeps them together nobody can tell from the text of a variable.
func withCommands(options []jvmflag.Option) []jvmflag.Option {
	begins := func(o jvmflag.Option) bool { return jvmflag.RunsCommand(o.String()) }
	if !slices.ContainsFunc(options, begins) {
		return options
	}
	var all []jvmflag.Option
	command := false
	for _, o := range options {
		if command && !javaOption.MatchString(o.String()) {
			last, blank := &all[len(all)-1], source.Unlocated(" ", "the command")
			word := source.Join(last.Word(), blank, o.Word())
			last.Text = source.Join(last.Text, blank, o.Text)
			*last = last.Written(word)
			continue
		}
		all, command = append(all, o), begins(o)
	}
	return all
}

var javaOption = lazyregexp.New(`^-(?:[XDce]|ja|-)`)

// JSONWords reads a list of strings in JSON. It tells false where the text is something else.
func JSONWords(t source.Text) ([]Item, bool) {
	s := t.String()
	var plain []string
	if !strings.HasPrefix(strings.TrimLeft(s, " \t\r\n"), "[") || json.Unmarshal([]byte(s), &plain) != nil || plain == nil {
		return nil, false
	}
	all := jsonString.FindAllStringIndex(s, -1)
	if len(all) != len(plain) { // null is no word
		return nil, false
	}
	return lists.Of(all, func(m []int) Item {
		return Item{Text: Unescape(t.Slice(m[0]+1, m[1]-1), "tnfrb"), Written: t.Slice(m[0], m[1]), Comma: true}
	}), true
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
