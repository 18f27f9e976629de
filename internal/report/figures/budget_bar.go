package figures

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// barWidth is the length of the longer of the two bars.
const barWidth = 60

// Bar draws the pools that are planned for, each under a letter of its name, over the limit.
//
//	planned  HHHHHHHHHHHGMCCDDTJJ  10396 MiB: heap H, GC G, ...
//	limit    ------------------|   10240 MiB: 156 MiB too little
func Bar(m *report.Memory, style report.Style) string {
	planned, limit := m.Planned(), m.Limit
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
	letters := lettersOf(m.Pools)
	for i, pool := range m.Pools {
		sum += pool.Planned
		if end := cells(sum); end > drawn {
			bar.WriteString(style.Pool(i, strings.Repeat(letters[i], end-drawn)))
			legend = append(legend, style.Pool(i, letters[i])+" "+pool.Name)
			drawn = end
		}
	}
	text := fmt.Sprintf("planned  %s  %s: %s\n", bar.String()+strings.Repeat(" ", barWidth-drawn), lint.MiB(planned), strings.Join(legend, ", "))
	if !limit.Known() {
		return text
	}
	width := cells(limit.N)
	mark := strings.Repeat("-", max(width-1, 0)) + "|"
	verdict, fits := m.Spare()
	return text + fmt.Sprintf("limit    %-*s  %s: %s\n", barWidth, mark, lint.MiB(limit.N), style.Verdict(fits, verdict))
}

// lettersOf are capitals for pools: the first letter of the name that no pool before it has.
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
