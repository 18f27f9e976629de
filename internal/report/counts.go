package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

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
	run := map[*source.File]bool{} // Dockerfiles whose JVMs are those of containers
	for _, e := range c.Extents {
		if by := e.Workload.BuiltBy; by != nil && e.JVM {
			run[by] = true
		}
	}
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
		if e.Workload.Unmodelled != nil && !e.JVM {
			n.Named++
		}
		if e.Workload.Hazelcast != nil || e.Workload.HazelcastClient != nil {
			n.Configurations++
		}
	}
	for _, f := range c.Result.Findings {
		n.add(f.Severity)
	}
	return n
}

func (n *Summary) add(s lint.Severity) {
	switch s {
	case lint.Error:
		n.Errors++
	case lint.Warning:
		n.Warnings++
	default:
		n.Infos++
	}
}

// Checked says in a line what was read, what was found unless somebody has counted
// that before, and what was not judged in full; verbose lists that.
func (r Report) Checked(counted, verbose bool) string {
	n := r.Counts
	where := ""
	if read := bothOf(n.Files, "file", n.Charts, "chart"); read != "" {
		where = " in " + read
	}
	line := "no JVM found" + where
	if checked := bothOf(n.JVMs, "JVM", n.Configurations, "Hazelcast configuration"); checked != "" {
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
	if n.Named > 0 {
		line += fmt.Sprintf("; %s not judged (see the notes)", plural.Of(n.Named, "JVM"))
	}
	return line + r.kept()
}

// bothOf counts two things, as far as there are any.
func bothOf(n int, one string, m int, other string) string {
	switch {
	case n > 0 && m > 0:
		return plural.Of(n, one) + " and " + plural.Of(m, other)
	case n > 0:
		return plural.Of(n, one)
	case m > 0:
		return plural.Of(m, other)
	}
	return ""
}

// kept says that something could not be read.
func (r Report) kept() string {
	if len(r.Problems) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s left something unjudged", plural.Of(len(r.Problems), "problem"))
}

// bySeverity counts findings; empty where there are none. Hidden infos are not listed.
func (n Summary) bySeverity(hidden bool) string {
	infos := plural.Of(n.Infos, "info", "info")
	if hidden {
		infos += map[bool]string{true: " (--verbose lists it)", false: " (--verbose lists them)"}[n.Infos == 1]
	}
	var parts []string
	for _, s := range []struct {
		n    int
		text string
	}{{n.Errors, plural.Of(n.Errors, "error")}, {n.Warnings, plural.Of(n.Warnings, "warning")}, {n.Infos, infos}} {
		if s.n > 0 {
			parts = append(parts, s.text)
		}
	}
	return strings.Join(parts, ", ")
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
