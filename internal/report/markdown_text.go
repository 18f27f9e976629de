package report

import (
	"strings"
	"unicode/utf8"
)

// plainMarkdown turns what Markdown, or a table in it, reads as markup into
// what reads as it is. A comment behind @ and # keeps GitHub from making links
// of @argfile and #12, and from calling people by them.
var plainMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "@<!-- -->", "#", "#<!-- -->")

// markdown makes a line that reads as it is.
func markdown(s string) string { return plainMarkdown.Replace(s) }

// code is a line as code within a table: there a bar divides even code.
func code(s string) string {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	gap := ""
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		gap = " "
	}
	return fence + gap + strings.ReplaceAll(s, "|", `\|`) + gap + fence
}

// fenceAround is a fence that no line of a text can close.
func fenceAround(s string) string { return strings.Repeat("`", max(3, longestRun(s, '`')+1)) }

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

// mostOfALine is how much of a list a line shows.
const mostOfALine = 400

func clipped(s string) string {
	if utf8.RuneCountInString(s) <= mostOfALine {
		return s
	}
	return string([]rune(s)[:mostOfALine]) + "…"
}
