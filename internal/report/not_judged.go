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
