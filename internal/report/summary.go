package report

import (
	"cmp"
	"fmt"
	"slices"
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

// LastLine counts what was found, and what of it was left out; hidden: infos were not listed.
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

// manyFiles is how many files are named one by one.
const manyFiles = 3

// Want is a fact that rules lack, and where they lack it.
type Want struct{ Rules, Needs, Where string }

// Wants gathers the rules that lack the same.
func (r Report) Wants() []Want {
	var gathered []Want
	for _, w := range r.WantsByRule() {
		same := slices.IndexFunc(gathered, func(g Want) bool { return g.Needs == w.Needs && g.Where == w.Where })
		if same < 0 {
			gathered = append(gathered, w)
		} else {
			gathered[same].Rules += ", " + w.Rules
		}
	}
	return gathered
}

// LineOfWants says in one line which rules were skipped and which options would run them, and names few of many.
func (r Report) LineOfWants() string {
	var rules, needs []string
	for _, n := range r.NotJudged {
		if !slices.Contains(rules, n.Rule.ID) {
			rules = append(rules, n.Rule.ID)
		}
		for _, f := range n.Needs {
			if !slices.Contains(needs, f.Option()) {
				needs = append(needs, f.Option())
			}
		}
	}
	switch n := len(rules); {
	case n == 0:
		return ""
	case n == 1:
		return fmt.Sprintf("%s was skipped: pass %s to run it", rules[0], lint.And(needs))
	case n <= manyFiles:
		return fmt.Sprintf("%s were skipped: pass %s to run them", lint.And(rules), lint.And(needs))
	default:
		return fmt.Sprintf("%d rules were skipped (--verbose names them): pass %s to run them", n, lint.And(needs))
	}
}

// WantsByRule says where each rule lacks something, naming few of many files.
func (r Report) WantsByRule() []Want {
	var wants []Want
	files := map[Want][]string{}
	for _, n := range r.NotJudged {
		w := Want{Rules: n.Rule.ID, Needs: n.Facts()}
		if !slices.Contains(wants, w) {
			wants = append(wants, w)
		}
		files[w] = append(files[w], n.Workload.String())
	}
	for i, w := range wants {
		where, more := files[w], ""
		if len(where) > manyFiles {
			more = fmt.Sprintf(" and %d more", len(where)-manyFiles)
			where = where[:manyFiles]
		}
		wants[i].Where = strings.Join(where, ", ") + more
	}
	return wants
}

// Facts says the facts that a rule lacks.
func (n NotJudged) Facts() string { return lint.NotJudged{Needs: n.Needs}.Facts() }
