package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Verdict says in a line what a check came to.
func (r Report) Verdict() string {
	parts := amounts("; ", amount{len(r.Findings), r.summary(false)}, amount{len(r.Problems), r.kept()})
	return cmp.Or(parts, "nothing found")
}

// LastLine counts what was found, and what of it was left out; hidden: infos were not listed.
func (r Report) LastLine(hidden bool) string {
	left := r.LeftOut
	out := amounts(", ",
		amount{len(left.Suppressed), fmt.Sprintf("%d by comments", len(left.Suppressed))},
		amount{left.Baseline, fmt.Sprintf("%d by the baseline", left.Baseline)},
		amount{left.Unchanged, fmt.Sprintf("%d on lines without a change", left.Unchanged)})
	line := r.summary(hidden)
	if out != "" {
		line = cmp.Or(line, "no findings") + "; left out: " + out
	}
	return line
}

// summary counts findings by severity, and what could be fixed.
func (r Report) summary(hidden bool) string {
	fixable := map[lint.Safety]int{}
	for _, f := range r.Findings {
		if len(f.Fixes) > 0 && !(hidden && f.Severity == lint.Info && !f.Fails) { // which were not tried
			fixable[slices.Min(lists.Of(f.Fixes, func(fix Fix) lint.Safety { return fix.Safety }))]++
		}
	}
	line := r.Counts.bySeverity(hidden)
	fixes := amounts(", ",
		amount{fixable[lint.Safe], fmt.Sprintf("%d with --fix", fixable[lint.Safe])},
		amount{fixable[lint.Unsafe], fmt.Sprintf("%d with --unsafe-fixes", fixable[lint.Unsafe])})
	if fixes != "" {
		line += "; can be fixed: " + fixes
	}
	return line
}

// amount is how many there are of something, in words.
type amount struct {
	n    int
	says string
}

// amounts lists several of which there are any.
func amounts(between string, all ...amount) string {
	some := lists.Where(all, func(a amount) bool { return a.n > 0 })
	return strings.Join(lists.Of(some, func(a amount) string { return a.says }), between)
}

// manyFiles is how many files are named one by one.
const manyFiles = 3

// Want is a fact that rules lack, and where they lack it.
type Want struct{ Rules, Needs, Where string }

// Wants gathers the rules that lack the same.
func (r Report) Wants() []Want {
	order, of := lists.By(r.WantsByRule(), func(w Want) Want { return Want{Needs: w.Needs, Where: w.Where} })
	return lists.Of(order, func(w Want) Want {
		w.Rules = strings.Join(lists.Of(of[w], func(one Want) string { return one.Rules }), ", ")
		return w
	})
}

// LineOfWants says in one line which rules were skipped and which options would run them, and names few of many.
func (r Report) LineOfWants() string {
	var rules, needs []string
	for _, n := range r.NotJudged {
		rules = lists.With(rules, n.Rule.ID)
		needs = lists.With(needs, lists.Of(n.Needs, lint.Fact.Option)...)
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
	order, of := lists.By(r.NotJudged, func(n NotJudged) Want { return Want{Rules: n.Rule.ID, Needs: n.Facts()} })
	return lists.Of(order, func(w Want) Want {
		files := lists.Of(of[w], func(n NotJudged) string { return n.Workload.String() })
		w.Where = plural.First(files, manyFiles, " and %d more")
		return w
	})
}

func (n NotJudged) Facts() string { return lint.NotJudged{Needs: n.Needs}.Facts() }

// Summary counts what a check read and found. The files of a chart are none of the files; configurations are those of
// Hazelcast, beside options or without any. JVMs are not judged in full, or named, of which nothing was judged.
type Summary struct {
	Files          int `json:"files"`
	Charts         int `json:"charts"`
	JVMs           int `json:"jvms"`
	Configurations int `json:"hazelcast_configurations"`
	Errors         int `json:"errors"`
	Warnings       int `json:"warnings"`
	Infos          int `json:"infos"`
	NotJudged      int `json:"not_judged"`
	Named          int `json:"named"`
}

func countsOf(c Check) Summary {
	n := Summary{Files: c.Files, Charts: c.Charts, Named: c.Named}
	built := lists.Where(c.Extents, func(e lint.Judged) bool { return e.JVM && e.Workload.BuiltBy != nil })
	// Dockerfiles whose JVMs are those of containers
	run := lists.Set(lists.Of(built, func(e lint.Judged) *source.File { return e.Workload.BuiltBy }))
	for _, e := range c.Extents {
		switch {
		case e.JVM && run[e.Workload.File]:
		case e.JVM && e.Extent == lint.NotAtAll && e.Noted:
			n.Named++
		case e.JVM:
			n.JVMs++
			if e.Extent < lint.InFull {
				n.NotJudged++
			}
		}
		u := e.Workload.Unmodelled
		switch {
		case u != nil && u.Config == nil && !e.JVM:
			n.Named++
		case u != nil && u.Config != nil, e.Workload.Hazelcast != nil || e.Workload.HazelcastClient != nil:
			n.Configurations++
		}
	}
	_, of := lists.By(c.Result.Findings, func(f *lint.Finding) lint.Severity { return f.Severity })
	n.Errors, n.Warnings, n.Infos = len(of[lint.Error]), len(of[lint.Warning]), len(of[lint.Info])
	return n
}

// Checked says in a line what was read, what was found unless somebody has counted
// that before, and what was not judged in full; verbose lists that.
func (r Report) Checked(counted, verbose bool) string {
	n := r.Counts
	where := ""
	read := amounts(" and ", amount{n.Files, plural.Of(n.Files, "file")}, amount{n.Charts, plural.Of(n.Charts, "chart")})
	if read != "" {
		where = " in " + read
	}
	line := "no JVM found" + where
	jvms, configurations := plural.Of(n.JVMs, "JVM"), plural.Of(n.Configurations, "Hazelcast configuration")
	if checked := amounts(" and ", amount{n.JVMs, jvms}, amount{n.Configurations, configurations}); checked != "" {
		line = "checked " + checked + where
	} else if counted = true; n.Named > 0 {
		line = "checked no JVM" + where
	}
	if !counted {
		line += ": " + cmp.Or(n.bySeverity(false), "no findings")
	}
	if n.NotJudged > 0 {
		line += fmt.Sprintf("; %s not judged in full", plural.Of(n.NotJudged, "JVM"))
		if !verbose {
			line += " (--verbose says why)"
		}
	}
	line += lint.If(n.Named > 0, fmt.Sprintf("; %s not judged (see the notes)", plural.Of(n.Named, "JVM")))
	if len(r.Problems) > 0 {
		line += "; " + r.kept()
	}
	return line
}

// kept says that something could not be read.
func (r Report) kept() string {
	return plural.Of(len(r.Problems), "problem") + " left something unjudged"
}

// bySeverity counts findings; empty where there are none. Hidden infos are not listed.
func (n Summary) bySeverity(hidden bool) string {
	infos := plural.Of(n.Infos, "info", "info")
	if hidden {
		infos += map[bool]string{true: " (--verbose lists it)", false: " (--verbose lists them)"}[n.Infos == 1]
	}
	errors, warnings := plural.Of(n.Errors, "error"), plural.Of(n.Warnings, "warning")
	return amounts(", ", amount{n.Errors, errors}, amount{n.Warnings, warnings}, amount{n.Infos, infos})
}

// Doubts say in a line for each workload why it was not judged in full, but for what notes tell.
func (r Report) Doubts() []string {
	var all []string
	for _, w := range r.Workloads {
		why := w.Why
		if w.Noted {
			why = why[1:]
		}
		if len(why) > 0 {
			all = append(all, fmt.Sprintf("%s: %s is not judged in full: %s", w.At.Where(), w.Name, strings.Join(why, "; ")))
		}
	}
	return all
}
