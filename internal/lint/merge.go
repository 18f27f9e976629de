package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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

// add adds a finding, or, where another JDK has raised the same one at the same place, adds its JDK to that. What is
// said is what holds on the JDK on which it is worst; of equals, on the newest. If nothing names the JDK, a release
// without long-term support says what is said only where it stands alone: few run it.
func (m *merged) add(f *Finding) {
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
		if f.Severity > have.Severity || f.Severity == have.Severity && f.Weight > have.Weight || m.open && !slices.ContainsFunc(have.JDKs, isLongTerm) {
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

func isLongTerm(jdk int) bool { return slices.Contains(jvmflag.LongTerm, jdk) }

// Join makes one finding of those of a rule at one place that are about several workloads: whoever mends the line
// mends it for all. What is said is what holds for the workload that it is worst for.
func (r *Result) Join() {
	var joined []*Finding
	at := map[findingAt][]int{}
	for _, f := range r.Findings {
		place := findingAt{f.Rule, f.Span}
		i := slices.IndexFunc(at[place], func(i int) bool { return !joined[i].isAbout(f) })
		if i < 0 || f.Span.Len() == 0 || f.Rule.Check == nil {
			at[place] = append(at[place], len(joined))
			joined = append(joined, f)
			continue
		}
		have := &joined[at[place][i]]
		if f.Severity > (*have).Severity || f.Severity == (*have).Severity && f.Weight > (*have).Weight {
			*have, f = f, *have
		}
		(*have).Also = append(append((*have).Also, f), f.Also...)
		f.Also = nil
	}
	for _, f := range joined {
		for i := range f.Fixes {
			f.joinFix(i)
		}
	}
	r.Findings = joined
}

// isAbout reports whether a finding is about a workload of another already.
func (f *Finding) isAbout(other *Finding) bool {
	return slices.ContainsFunc(f.All(), func(x *Finding) bool { return x.Workload == other.Workload })
}

// All are a finding and those of the other workloads that it stands for.
func (f *Finding) All() []*Finding { return append([]*Finding{f}, f.Also...) }

// Others are the findings of the other workloads by name, each once: several releases of a chart render the same one.
func (f *Finding) Others() []*Finding {
	if len(f.Also) == 0 {
		return nil
	}
	type named struct{ name, file string }
	names, by := lists.By(f.All(), func(x *Finding) named { return named{x.Workload.Name, x.Workload.File.Name} })
	return lists.Of(names[1:], func(of named) *Finding { return by[of][0] })
}

// joinFix makes a fix mend all the workloads that its finding is about. Where
// they want different text in one place, a person has to choose.
func (f *Finding) joinFix(n int) {
	fix := &f.Fixes[n]
	titles, named := []string{fix.Title}, []string{"for " + f.Workload.Name + ": " + fix.Title}
	automatic := len(fix.Edits) > 0
	agree := automatic
	for _, x := range f.Also {
		if n >= len(x.Fixes) {
			agree = false
			continue
		}
		other := x.Fixes[n]
		if !slices.Contains(titles, other.Title) {
			titles, named = append(titles, other.Title), append(named, "for "+f.apart(x.Workload)+": "+other.Title)
		}
		fix.Safety = max(fix.Safety, other.Safety)
		fix.Edits, agree = together(fix.Edits, other.Edits, agree && len(other.Edits) > 0)
	}
	if len(titles) > 1 {
		fix.Others = nil
		fix.Title = strings.Join(named[:min(len(named), mostTitles)], "; ")
	}
	if !agree {
		fix.Safety, fix.Edits, fix.Others = Manual, nil, nil
	}
	if automatic && !agree {
		fix.Left = "the JVMs that share this line need different ones"
	}
	if more := len(titles) - mostTitles; more > 0 {
		fix.Title += fmt.Sprintf("; and %d more", more)
	}
}

// apart names another workload of a finding: by its release where that is all that differs.
func (f *Finding) apart(w *workload.Workload) string {
	if w.Name == f.Workload.Name {
		return w.File.Name
	}
	return w.Name
}

// mostTitles bounds how many ways to mend a line are listed for its JVMs.
const mostTitles = 4

// together are edits and others beside them, where none touches another.
func together(edits, others []source.Edit, agree bool) ([]source.Edit, bool) {
	for _, e := range others {
		if slices.Contains(edits, e) {
			continue
		}
		agree = agree && !slices.ContainsFunc(edits, func(have source.Edit) bool { return have.Span.Touches(e.Span) })
		edits = append(slices.Clip(edits), e)
	}
	return edits, agree
}
