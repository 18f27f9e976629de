package findings

import (
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/report"
)

// plainMarkdown turns what Markdown, or a table in it, reads as markup into
// what reads as it is. A comment behind @ and # keeps GitHub from making links
// of @argfile and #12, and from calling people by them.
var plainMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "~", `\~`, "|", `\|`,
	"<", "&lt;", ">", "&gt;", "&", "&amp;", "@", "@<!-- -->", "#", "#<!-- -->")

// markdown makes a line that reads as it is.
func markdown(s string) string { return plainMarkdown.Replace(s) }

// code is a line as code within a table: there a bar divides even code.
func code(s string) string { return report.CodeSpan(strings.ReplaceAll(s, "|", `\|`)) }

// mostOfALine is how much of a list a line shows.
const mostOfALine = 400

func clipped(s string) string {
	if utf8.RuneCountInString(s) <= mostOfALine {
		return s
	}
	return string([]rune(s)[:mostOfALine]) + "…"
}
