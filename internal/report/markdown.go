package report

import "strings"

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

// plainMarkdown turns what Markdown, or a table in it, reads as markup into
// what reads as it is. A comment behind @ and # keeps GitHub from making links
// of @argfile and #12, and from calling people by them.
var plainMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "@<!-- -->", "#", "#<!-- -->")

// Markdown makes a line that reads as it is.
func Markdown(s string) string { return plainMarkdown.Replace(s) }
