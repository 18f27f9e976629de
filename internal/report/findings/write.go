// Package findings writes what a check came to: one file per format.
package findings

import (
	"io"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/html"
)

// writers are the formats by their names, but for those of which there are several views.
var writers = map[string]func(io.Writer, report.Report) error{
	"oneline": writeOneLine, "json": writeJSON, "sarif": writeSARIF, "github": writeGitHub, "gitlab": writeGitLab,
	"junit": writeJUnit, "checkstyle": writeCheckstyle, "html": html.Write,
}

// Write writes a report in the format of a name.
func Write(w io.Writer, format string, r report.Report, t Text) error {
	if write := writers[format]; write != nil {
		return write(w, r)
	}
	if format == "markdown" {
		return writeMarkdown(w, r, t.ByWorkload)
	}
	return t.write(w, r)
}

// unreadable is what outputs that know findings only call a problem.
const unreadable = "unreadable-input"

// level is the word of an output for a severity, given those for info,
// warning and error.
func level(s lint.Severity, info, warning, error string) string {
	return [...]string{info, warning, error}[s]
}
