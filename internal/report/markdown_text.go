package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// special are the characters that Markdown, or a table in it, reads.
var special = regexp.MustCompile("[\\\\`*_{}\\[\\]~|<>&]")

// named are the beginnings of what GitHub makes links of, and notifies people
// by: @argfile, #12.
var named = regexp.MustCompile(`[@#]`)

// markdown makes a line that reads as it is: nothing in it is markup, and
// nobody is called by it.
func markdown(s string) string {
	s = special.ReplaceAllStringFunc(s, func(c string) string {
		switch c {
		case "<":
			return "&lt;"
		case ">":
			return "&gt;"
		case "&":
			return "&amp;"
		}
		return `\` + c
	})
	return named.ReplaceAllString(s, "$0<!-- -->")
}

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
