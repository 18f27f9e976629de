package findings

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// annotations are how many of each kind GitHub keeps of a step; it drops others without a word.
//
// https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations
const annotations = 10

// writeGitHub writes workflow commands, which GitHub Actions show as annotations.
// The worst come first; what there is no room for, a line counts.
func writeGitHub(w io.Writer, r report.Report) error {
	var b strings.Builder
	written := map[lint.Severity]int{}
	for _, p := range r.Problems {
		if written[lint.Error]++; written[lint.Error] <= annotations {
			at := []string{"file=" + property(r.Path(p.At))}
			if !p.Whole {
				at = region(r, p.At)
			}
			fmt.Fprintf(&b, "::error %s,title=jvmlint::%s\n", strings.Join(at, ","), data(p.Message.String()))
		}
	}
	for _, f := range worstFirst(r.Findings) {
		if written[f.Severity]++; written[f.Severity] <= annotations {
			writeAnnotation(&b, r, f)
		}
	}
	for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info} {
		if more := written[s] - annotations; more > 0 {
			fmt.Fprintf(&b, "GitHub shows %d annotations of a kind: %d more of severity %s are left out\n", annotations, more, s)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeAnnotation(b *strings.Builder, r report.Report, f report.Finding) {
	text := []string{f.Message.String()}
	for _, p := range f.Related {
		text = append(text, fmt.Sprintf("%s: %s", p, p.Message))
	}
	text = append(text, f.Details()...)
	fmt.Fprintf(b, "::%s %s,title=%s::%s\n", level(f.Severity, "notice", "warning", "error"),
		strings.Join(region(r, f.At), ","), property(f.Rule.ID), data(strings.Join(text, "\n")))
}

// region are the properties of a place. Columns count within a line only.
func region(r report.Report, p report.Place) []string {
	from, to := p.Start(), p.Wide().End()
	at := []string{"file=" + property(r.Path(p)), fmt.Sprintf("line=%d", from.Line), fmt.Sprintf("endLine=%d", to.Line)}
	if from.Line == to.Line {
		at = append(at, fmt.Sprintf("col=%d", from.Column), fmt.Sprintf("endColumn=%d", max(to.Column-1, from.Column)))
	}
	return at
}

// data and property are escaped as the runner reads them.
//
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts, escapeData, escapeProperty
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// worstFirst puts findings in order for outputs that take only some of them.
func worstFirst(findings []report.Finding) []report.Finding {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b report.Finding) int { return int(b.Severity - a.Severity) })
	return sorted
}

// writeGitLab writes a code quality report for merge requests. What could not be
// read is an issue, too: a report without any reads as all is well.
//
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func writeGitLab(w io.Writer, r report.Report) error {
	issues := []object{}
	fingerprints := r.Fingerprints()
	for i, f := range r.Findings {
		text := []string{f.Message.String()}
		for _, fix := range f.Fixes {
			text = append(text, fix.String())
		}
		issues = append(issues, object{
			"type": "issue", "check_name": f.Rule.ID, "description": strings.Join(text, "; "), "categories": []string{"Performance"},
			"severity": level(f.Severity, "info", "major", "critical"), "fingerprint": fingerprints[i], "location": gitlabPlace(r, f.At, false),
		})
	}
	for i, p := range r.Problems {
		issues = append(issues, object{
			"type": "issue", "check_name": unreadable, "description": p.Message.String(), "categories": []string{"Bug Risk"},
			"severity": "blocker", "fingerprint": report.Hash(fmt.Sprintf("%s\x00%s\x00%d", p.At.File(), p.Message, i)),
			"location": gitlabPlace(r, p.At, p.Whole),
		})
	}
	return report.Encode(w, issues)
}

func gitlabPlace(r report.Report, p report.Place, whole bool) object {
	begin, end := p.Start().Line, p.Wide().End().Line
	if whole {
		begin, end = 1, 1
	}
	return object{"path": relative(r, p), "lines": object{"begin": begin, "end": end}}
}

// relative is a path without ./ before it.
func relative(r report.Report, p report.Place) string { return strings.TrimPrefix(r.Path(p), "./") }
