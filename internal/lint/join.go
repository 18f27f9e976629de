package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Join makes one finding of those of a rule at one place that are about several
// workloads: whoever mends the line mends it for all. What is said is what holds
// for the workload that it is worst for.
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
			if len(f.Also) > 0 {
				f.joinFix(i)
			}
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

// Others are the findings of the other workloads by name, each once: several
// releases of a chart render the same one.
func (f *Finding) Others() []*Finding {
	if len(f.Also) == 0 {
		return nil
	}
	type named struct{ name, file string }
	known := map[named]bool{{f.Workload.Name, f.Workload.File.Name}: true}
	var others []*Finding
	for _, x := range f.Also {
		if of := (named{x.Workload.Name, x.Workload.File.Name}); !known[of] {
			known[of] = true
			others = append(others, x)
		}
	}
	return others
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
		agree = agree && !slices.ContainsFunc(edits, func(have source.Edit) bool { return touch(have.Span, e.Span) })
		edits = append(slices.Clip(edits), e)
	}
	return edits, agree
}

func touch(a, b source.Span) bool {
	return a.File == b.File && (a.Start < b.End && b.Start < a.End || a.Start == b.Start)
}
