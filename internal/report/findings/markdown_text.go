package findings

import (
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/report"
)

func markdown(s string) string { return report.Markdown(s) }

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
