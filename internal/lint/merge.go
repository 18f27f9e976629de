package lint

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// merged are the findings about a workload on all of its JDKs.
type merged struct {
	open     bool // nothing names the JDK
	findings []*Finding
	at       map[findingAt][]int // which of them stand at a place
	full     map[findingOn]int   // how many of these, from the first, hold on a JDK already
}

type findingAt struct {
	rule *Rule
	span source.Span
}

type findingOn struct {
	findingAt
	jdk int
}

// add adds a finding, or, where another JDK has raised the same one at the same
// place, adds its JDK to that. What is said is what holds on the JDK on which it
// is worst; of equals, on the newest. If nothing names the JDK, a release without
// long-term support says what is said only where it stands alone: few run it.
func (m *merged) add(f *Finding) {
	if m.at == nil {
		m.at, m.full = map[findingAt][]int{}, map[findingOn]int{}
	}
	at := findingAt{f.Rule, f.Span}
	on := findingOn{at, f.JDKs[0]}
	for m.full[on] < len(m.at[at]) {
		i := m.at[at][m.full[on]]
		m.full[on]++
		have := m.findings[i]
		if slices.Contains(have.JDKs, on.jdk) {
			continue
		}
		jdks := append(have.JDKs, f.JDKs...)
		if f.Severity > have.Severity || f.Severity == have.Severity && f.Weight > have.Weight || m.open && !anyLongTerm(have.JDKs) {
			m.findings[i], f = f, have
		}
		m.findings[i].addOthers(f.Fixes)
		m.findings[i].JDKs = jdks
		slices.Sort(m.findings[i].JDKs)
		return
	}
	m.at[at] = append(m.at[at], len(m.findings))
	m.findings = append(m.findings, f)
}

// addOthers keeps the fixes of the same finding on another JDK where they differ.
func (f *Finding) addOthers(fixes []Fix) {
	for i := range min(len(f.Fixes), len(fixes)) {
		own, other := &f.Fixes[i], fixes[i]
		for _, x := range append([]Fix{other}, other.Others...) {
			if x.Safety == own.Safety && x.Title != own.Title {
				own.Others = append(own.Others, Fix{Title: x.Title, Safety: x.Safety, Edits: x.Edits})
			}
		}
	}
}

// settled are the findings but those that yield to another at their place.
func (m *merged) settled() []*Finding {
	return slices.DeleteFunc(slices.Clone(m.findings), func(f *Finding) bool {
		return slices.ContainsFunc(m.findings, func(other *Finding) bool {
			return other.Span == f.Span && slices.Contains(f.Rule.YieldsTo, other.Rule.ID)
		})
	})
}

func anyLongTerm(jdks []int) bool {
	return slices.ContainsFunc(jdks, func(jdk int) bool { return slices.Contains(jvmflag.LongTerm, jdk) })
}
