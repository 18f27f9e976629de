package findings

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
)

// gitlabIssue is an entry of a code quality report.
//
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
type gitlabIssue struct {
	Type        string         `json:"type"`
	CheckName   string         `json:"check_name"`
	Description string         `json:"description"`
	Categories  []string       `json:"categories"`
	Severity    string         `json:"severity"`
	Fingerprint string         `json:"fingerprint"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// writeGitLab writes a code quality report for merge requests. What could not be
// read is an issue, too: a report without any reads as all is well.
func writeGitLab(w io.Writer, r report.Report) error {
	issues := []gitlabIssue{}
	fingerprints := r.Fingerprints()
	for i, f := range r.Findings {
		text := []string{f.Message.String()}
		for _, fix := range f.Fixes {
			text = append(text, fix.String())
		}
		issues = append(issues, gitlabIssue{
			Type: "issue", CheckName: f.Rule.ID, Description: strings.Join(text, "; "), Categories: []string{"Performance"},
			Severity: level(f.Severity, "info", "major", "critical"), Fingerprint: fingerprints[i], Location: gitlabPlace(r, f.At),
		})
	}
	for i, p := range r.Problems {
		at := gitlabLocation{Path: relative(r, p.At), Lines: gitlabLines{Begin: 1, End: 1}}
		if !p.Whole {
			at = gitlabPlace(r, p.At)
		}
		issues = append(issues, gitlabIssue{
			Type: "issue", CheckName: unreadable, Description: p.Message.String(), Categories: []string{"Bug Risk"},
			Severity: "blocker", Fingerprint: report.Hash(fmt.Sprintf("%s\x00%s\x00%d", p.At.File(), p.Message, i)), Location: at,
		})
	}
	return report.Encode(w, issues)
}

func gitlabPlace(r report.Report, p report.Place) gitlabLocation {
	return gitlabLocation{Path: relative(r, p), Lines: gitlabLines{Begin: p.Start().Line, End: p.Wide().End().Line}}
}

// relative is a path without ./ before it.
func relative(r report.Report, p report.Place) string { return strings.TrimPrefix(r.Path(p), "./") }
