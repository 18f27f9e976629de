package report

import (
	"fmt"
	"io"
	"strings"
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

// GitLab writes a code quality report for merge requests. What could not be
// read is an issue, too: a report without any reads as all is well.
func GitLab(w io.Writer, r Report) error {
	issues := []gitlabIssue{}
	findings := shownFindings(r.Result.Findings)
	fingerprints := r.fingerprints(findings)
	for i, f := range findings {
		text := []string{f.message}
		for _, fix := range f.fixes {
			text = append(text, fix.String())
		}
		issues = append(issues, gitlabIssue{
			Type: "issue", CheckName: f.rule.ID, Description: strings.Join(text, "; "), Categories: []string{"Performance"},
			Severity: level(f.severity, "info", "major", "critical"), Fingerprint: fingerprints[i], Location: r.gitlabLocation(f.at),
		})
	}
	for i, p := range shownProblems(r.Problems) {
		at := gitlabLocation{Path: r.relative(p.file), Lines: gitlabLines{Begin: 1, End: 1}}
		if p.at != nil {
			at = r.gitlabLocation(*p.at)
		}
		issues = append(issues, gitlabIssue{
			Type: "issue", CheckName: unreadable, Description: p.message, Categories: []string{"Bug Risk"},
			Severity: "blocker", Fingerprint: hash(fmt.Sprintf("%s\x00%s\x00%d", p.file, p.message, i)), Location: at,
		})
	}
	return encode(w, issues)
}

// unreadable is what outputs that know findings only call a problem.
const unreadable = "unreadable-input"

func (r Report) gitlabLocation(p place) gitlabLocation {
	return gitlabLocation{Path: r.relative(p.file), Lines: gitlabLines{Begin: p.start().Line, End: p.end().Line}}
}

// relative is a path without ./ before it.
func (r Report) relative(file string) string { return strings.TrimPrefix(r.path(file), "./") }
