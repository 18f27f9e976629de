package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// found is a report of findings.
func found(findings ...Finding) Report {
	judged := lists.Of(findings, func(f Finding) *lint.Finding { return &lint.Finding{Severity: f.Severity} })
	return Report{Findings: findings, Counts: countsOf(Check{Result: &lint.Result{Findings: judged}})}
}

func TestSummary(t *testing.T) {
	finding := func(severity lint.Severity, fixes ...lint.Safety) Finding {
		f := Finding{Severity: severity}
		for _, s := range fixes {
			f.Fixes = append(f.Fixes, Fix{Safety: s})
		}
		return f
	}
	for want, findings := range map[string][]Finding{
		"1 error":          {finding(lint.Error)},
		"2 errors, 1 info": {finding(lint.Error), finding(lint.Info), finding(lint.Error)},
		"2 info":           {finding(lint.Info), finding(lint.Info)},
		"1 warning":        {finding(lint.Warning, lint.Manual)},
		"2 warnings; can be fixed: 1 with --fix, 1 with --unsafe-fixes": {finding(lint.Warning, lint.Unsafe, lint.Safe), finding(lint.Warning, lint.Manual, lint.Unsafe)},
	} {
		assert.Equal(t, want, found(findings...).summary(false))
	}
}

// The last line counts what is left out, even where nothing else is said.
func TestLastLine(t *testing.T) {
	for _, c := range []struct {
		report Report
		want   string
	}{
		{Report{}, ""},
		{found(Finding{}, Finding{}), "2 info"},
		{Report{LeftOut: LeftOut{Suppressed: []Suppressed{{}}}}, "no findings; left out: 1 by comments"},
		{Report{Findings: []Finding{{}}, Counts: Summary{Infos: 1}, LeftOut: LeftOut{[]Suppressed{{}}, 2, 3}},
			"1 info; left out: 1 by comments, 2 by the baseline, 3 on lines without a change"},
	} {
		assert.Equal(t, c.want, c.report.LastLine(false), c.want)
	}
}
