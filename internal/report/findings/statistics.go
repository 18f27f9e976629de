package findings

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// statistics counts findings by rule, the gravest first, then the most frequent; empty
// where there are none.
func statistics(all []report.Finding) string {
	type counted struct {
		severity lint.Severity
		rule     *lint.Rule
	}
	counts := map[counted]int{}
	var order []counted
	for _, f := range all {
		of := counted{f.Severity, f.Rule}
		if counts[of]++; counts[of] == 1 {
			order = append(order, of)
		}
	}
	if len(order) == 0 {
		return ""
	}
	slices.SortStableFunc(order, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(counts[b], counts[a]), cmp.Compare(a.rule.ID, b.rule.ID))
	})
	rows := [][]string{{"severity", "count", "rule", "what it finds"}}
	for _, of := range order {
		rows = append(rows, []string{of.severity.String(), fmt.Sprint(counts[of]), of.rule.ID, of.rule.Title})
	}
	return report.Table(rows, 2) + "\n\n"
}
