package report

import (
	"strings"
	"unicode"
)

// Masked is text without its secrets. Nothing gives back what it was made of.
type Masked struct{ text string }

// Mask puts asterisks in place of what a text itself shows to be secret. What is
// said of files is masked with their Secrets.
func Mask(s string) Masked { return Secrets(nil).Mask(s) }

// String is a line to show: in valid UTF-8, and with a dot for each character that is none to look at.
func (m Masked) String() string { return visibleOnly(m.text, "") }

// visibleOnly is a text with a dot for each character that is none to look at, but for some.
func visibleOnly(text, but string) string {
	return strings.Map(func(r rune) rune {
		if !visible(r) && !strings.ContainsRune(but, r) {
			return '·'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// Lines are the lines of a text of several, each to be shown.
func (m Masked) Lines() []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(m.text, "\n"), "\n") {
		lines = append(lines, Masked{line}.String())
	}
	return lines
}

// MarshalText gives the text to programs, which see every character.
func (m Masked) MarshalText() ([]byte, error) { return []byte(m.text), nil }

// Show is a line to show, without its secrets.
func Show(s string) string { return Mask(s).String() }

// visible reports whether a character is one to look at. Others move the cursor, break the line, turn the direction
// of text and so show other words than are there, or are none (and nothing that XML can hold).
func visible(r rune) bool {
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point)
}

// CodeSpan is text that Markdown shows as it is, in a line.
func CodeSpan(s string) string {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	gap := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		gap = " "
	}
	return fence + gap + s + gap + fence
}

// Fence is a fence that no line of a text can close.
func Fence(s string) string { return strings.Repeat("`", max(3, longestRun(s, '`')+1)) }

func longestRun(s string, of rune) int {
	longest, run := 0, 0
	for _, r := range s {
		if r != of {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// plainMarkdown turns what Markdown, or a table in it, reads as markup into what reads as it is. A comment behind @
// and # keeps GitHub from making links of @argfile and #12, and from calling people by them.
var plainMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "@<!-- -->", "#", "#<!-- -->")

// Markdown makes a line that reads as it is.
func Markdown(s string) string { return plainMarkdown.Replace(s) }
