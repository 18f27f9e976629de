// Package formats lists the formats that a check may be written in. It writes
// none of them, so that the configuration may know their names.
package formats

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// Format is a way to write what a check came to.
type Format struct {
	Name      string
	Extension string // of a file that holds it
	For       string // who reads it
}

// all are all there are; the first is what people get who ask for none.
var all = []Format{
	{"text", ".txt", "people"},
	{"oneline", ".txt", "grep, editors, problem matchers"},
	{"json", ".json", "programs: a contract that only grows"},
	{"sarif", ".sarif", "GitHub code scanning, SARIF viewers"},
	{"github", ".txt", "annotations of GitHub Actions"},
	{"gitlab", ".json", "code quality of GitLab merge requests"},
	{"junit", ".xml", "test reports of Jenkins and others"},
	{"checkstyle", ".xml", "Jenkins warnings, reviewdog"},
	{"markdown", ".md", "a comment on a pull request"},
	{"html", ".html", "a page to view, keep or print"},
}

func All() []Format { return slices.Clone(all) }

func Names() []string { return lists.Of(all, func(f Format) string { return f.Name }) }
