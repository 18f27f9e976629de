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
		if all := p.On(jdk).Options.Refusals; len(all) > 0 {
			later = append(later, jdk)
			if refused == nil {
				refused = all
			}
		}
	}
	// of those that end with the next release deprecated-flag tells as much
	first := slices.IndexFunc(refused, func(r *jvmflag.Refusal) bool { return !endsSoon(p, r.At) })
	if first < 0 {
		return
	}
	refused[0], refused[first] = refused[first], refused[0]
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

// endsSoon tells of an option that deprecated-flag warns of.
func endsSoon(p *lint.Pass, option source.Text) bool {
	return slices.ContainsFunc(p.Options.Partings(), func(parting jvmflag.Parting) bool {
		return parting.State == jvmflag.Deprecated && at(parting.At, option) && endsNext(p, parting.Special)
	})
}
