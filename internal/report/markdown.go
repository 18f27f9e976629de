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
