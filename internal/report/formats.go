package report

import (
	"io"
	"slices"
)

// Format is a way to write what a check came to.
type Format struct {
	Name      string
	Extension string // of a file that holds it
	For       string // who reads it
	Write     func(w io.Writer, r Report, colour bool) error
}

// formats are all there are; the first is what people get who ask for none.
var formats = []Format{
	{"text", ".txt", "people", Text},
	{"oneline", ".txt", "grep, editors, problem matchers", plainly(OneLine)},
	{"json", ".json", "programs: a contract, only added to", plainly(JSON)},
	{"sarif", ".sarif", "GitHub code scanning, SARIF viewers", plainly(SARIF)},
	{"github", ".txt", "annotations of GitHub Actions", plainly(GitHub)},
	{"gitlab", ".json", "code quality of GitLab merge requests", plainly(GitLab)},
	{"junit", ".xml", "test reports of Jenkins and others", plainly(JUnit)},
	{"checkstyle", ".xml", "Jenkins warnings, reviewdog", plainly(Checkstyle)},
	{"markdown", ".md", "a comment on a pull request", plainly(Markdown)},
	{"html", ".html", "a page to look at, keep or print", plainly(HTML)},
}

// Formats lists the formats of a check.
func Formats() []Format { return slices.Clone(formats) }

// FormatNames lists the names of the formats of a check.
func FormatNames() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.Name)
	}
	return names
}

// plainly is a writer that never colours.
func plainly(write func(io.Writer, Report) error) func(io.Writer, Report, bool) error {
	return func(w io.Writer, r Report, _ bool) error { return write(w, r) }
}
