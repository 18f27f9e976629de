package report

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// barWidth is the length of the longer of the two bars.
const barWidth = 60

// budgetBar draws the pools that are planned for, each under a letter of its
// name, over the limit.
//
//	planned  HHHHHHHHHHHGMCCDDTJJ  10396 MiB: heap H, GC G, ...
//	limit    ------------------|   10240 MiB: 156 MiB too little
func budgetBar(b memory.Budget, limit source.Value, style style) string {
	planned := b.Planned()
	longest := planned
	if limit.Known() {
		longest = max(longest, limit.N)
	}
	if longest <= 0 {
		return ""
	}
	cells := func(n int64) int { return int((n*barWidth + longest/2) / longest) }
	var bar strings.Builder
	var legend []string
	sum, drawn := int64(0), 0
	letters := lettersOf(b.Pools)
	for i, pool := range b.Pools {
		sum += pool.Planned
		if end := cells(sum); end > drawn {
			bar.WriteString(style.pool(i, strings.Repeat(letters[i], end-drawn)))
			legend = append(legend, style.pool(i, letters[i])+" "+pool.Name)
			drawn = end
		}
	}
	text := fmt.Sprintf("planned  %s  %s: %s\n", bar.String()+strings.Repeat(" ", barWidth-drawn), lint.MiB(planned), strings.Join(legend, ", "))
	if !limit.Known() {
		return text
	}
	width := cells(limit.N)
	mark := strings.Repeat("-", max(width-1, 0)) + "|"
	left := limit.N - planned
	verdict := style.verdict(true, lint.MiB(left)+" to spare")
	if left < 0 {
		verdict = style.verdict(false, lint.MiB(-left)+" too little")
	}
	return text + fmt.Sprintf("limit    %-*s  %s: %s\n", barWidth, mark, lint.MiB(limit.N), verdict)
}

// lettersOf are capitals for pools: the first letter of the name that no pool
// before it has.
func lettersOf(pools []memory.Pool) []string {
	letters, taken := make([]string, len(pools)), map[rune]bool{}
	for i, pool := range pools {
		letters[i] = "."
		for _, c := range strings.ToUpper(pool.Name) {
			if c >= 'A' && c <= 'Z' && !taken[c] {
				letters[i], taken[c] = string(c), true
				break
			}
		}
	}
	return letters
}
