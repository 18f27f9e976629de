package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// reportLater tells of options that later releases refuse, where nothing but
// these options says that an earlier one is meant: the image may have moved on.
func reportLater(p *lint.Pass) {
	w := p.Workload
	if !w.JDK.Open || !w.HasJVM || p.JDK != slices.Max(w.JDK.Candidates) || len(p.Options.Refusals) > 0 {
		return
	}
	var later []int
	var refused []*jvmflag.Refusal
	for _, jdk := range jvmflag.Supported {
		if jdk <= p.JDK {
			continue
		}
		if all := w.Command().Resolve(jdk).Refusals; len(all) > 0 {
			later = append(later, jdk)
			if refused == nil {
				refused = all
			}
		}
	}
	if len(refused) == 0 {
		return
	}
	const shown = 5
	more := ""
	if n := len(refused) - 1; n > 0 {
		more = fmt.Sprintf(", and with %s", lint.Count(int64(n), "more option"))
	}
	f := p.Report([]source.Text{refused[0].At}, "JDK %s would not start with %s%s: nothing says that %d is meant", lint.Releases(later), refused[0].At, more, p.JDK)
	f.Severity, f.JDKs = lint.Info, slices.Clone(w.JDK.Candidates)
	for _, r := range refused[1:min(len(refused), shown)] {
		f.Because(r.At, "refused, too")
	}
	f.Suggest(lint.Manual, fmt.Sprintf("name the JDK by --jdk %d, or take out what later ones refuse", p.JDK))
}
