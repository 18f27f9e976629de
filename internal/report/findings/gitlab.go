package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
)

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
