package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// Verdict says in a line what a check came to.
func (r Report) Verdict() string {
	var parts []string
	if len(r.Findings) > 0 {
		parts = append(parts, r.summary(false))
	}
	if n := len(r.Problems); n > 0 {
		parts = append(parts, plural.Of(n, "problem")+" left something unjudged")
	}
	return cmp.Or(strings.Join(parts, "; "), "nothing found")
}

// LastLine counts what was found, and what of it was left out; hidden: infos were
// not listed.
func (r Report) LastLine(hidden bool) string {
	var out []string
	for _, left := range []struct {
		n   int
		how string
	}{
		{len(r.LeftOut.Suppressed), "by comments"},
		{r.LeftOut.Baseline, "by the baseline"},
		{r.LeftOut.Unchanged, "on lines without a change"},
	} {
		if left.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", left.n, left.how))
		}
	}
	line := r.summary(hidden)
	if len(out) > 0 {
		line = cmp.Or(line, "no findings") + "; left out: " + strings.Join(out, ", ")
	}
	return line
}

// summary counts findings by severity, and what could be fixed.
func (r Report) summary(hidden bool) string {
	fixable := map[lint.Safety]int{}
	for _, f := range r.Findings {
		if len(f.Fixes) > 0 && !(hidden && f.Severity == lint.Info && !f.Fails) { // which were not tried
			best := lint.Manual
			for _, fix := range f.Fixes {
				best = min(best, fix.Safety)
			}
			fixable[best]++
		}
	}
	var fixes []string
	if n := fixable[lint.Safe]; n > 0 {
		fixes = append(fixes, fmt.Sprintf("%d with --fix", n))
	}
	if n := fixable[lint.Unsafe]; n > 0 {
		fixes = append(fixes, fmt.Sprintf("%d with --unsafe-fixes", n))
	}
	line := r.Counts.bySeverity(hidden)
	if len(fixes) > 0 {
		line += "; can be fixed: " + strings.Join(fixes, ", ")
	}
	return line
}
