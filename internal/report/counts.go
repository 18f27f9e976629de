package report

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Summary counts what a check read and found. The files of a chart are none of the files;
// configurations are those of Hazelcast, beside options or without any. JVMs are not judged
// in full, or named, of which nothing was judged.
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
		switch f.Severity {
		case lint.Error:
			n.Errors++
		case lint.Warning:
			n.Warnings++
		default:
			n.Infos++
		}
	}
	return n
}

// Checked says in a line what was read, what was found unless somebody has counted
// that before, and what was not judged in full; verbose lists that.
func (r Report) Checked(counted, verbose bool) string {
	n := r.Counts
	var read []string
	for _, part := range []struct {
		n   int
		one string
	}{{n.Files, "file"}, {n.Charts, "chart"}} {
		if part.n > 0 {
			read = append(read, plural.Of(part.n, part.one))
		}
	}
	where := ""
	if len(read) > 0 {
		where = " in " + strings.Join(read, " and ")
	}
	line := ""
	switch {
	case n.JVMs > 0 && n.Configurations > 0:
		line = fmt.Sprintf("checked %s and %s%s", plural.Of(n.JVMs, "JVM"), plural.Of(n.Configurations, "Hazelcast configuration"), where)
	case n.JVMs > 0:
		line = fmt.Sprintf("checked %s%s", plural.Of(n.JVMs, "JVM"), where)
	case n.Configurations > 0:
		line = fmt.Sprintf("checked %s%s", plural.Of(n.Configurations, "Hazelcast configuration"), where)
	case n.Named > 0:
		line, counted = "checked no JVM"+where, true
	default:
		line, counted = "no JVM found"+where, true
	}
	if !counted {
		line += ": " + n.found()
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

// kept says that something could not be read.
func (r Report) kept() string {
	if len(r.Problems) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s left something unjudged", plural.Of(len(r.Problems), "problem"))
}

// found counts findings by severity.
func (n Summary) found() string {
	var parts []string
	for _, s := range []struct {
		n         int
		one, many string
	}{{n.Errors, "error", "errors"}, {n.Warnings, "warning", "warnings"}, {n.Infos, "info", "info"}} {
		if s.n > 0 {
			parts = append(parts, plural.Of(s.n, s.one, s.many))
		}
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return strings.Join(parts, ", ")
}

// Doubts say in a line for each workload why it was not judged in full, but for what
// notes tell.
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
