package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

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
