// Package findings writes what a check came to: one file per format.
package findings

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
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

// level is the word of an output for a severity, given those for info, warning and error.
func level(s lint.Severity, info, warning, error string) string {
	return [...]string{info, warning, error}[s]
}

// writeOneLine writes a line for each finding, and nothing else: for grep, editors
// and the problem matchers of build servers.
func writeOneLine(w io.Writer, r report.Report) error {
	var b strings.Builder
	for _, f := range r.Findings {
		message := f.Message.String()
		if f.Holds != "" {
			message += "; " + f.Holds
		}
		fmt.Fprintf(&b, "%s: %s: %s [%s]\n", f.At, f.Severity, message, f.Rule.ID)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// firstWidth is how wide the lines before the findings are, on any terminal.
const firstWidth = 80

// first writes what a single JVM comes to, and what to do first.
func (t Text) first(b *strings.Builder, r report.Report, entries []entry) {
	jvms := slices.DeleteFunc(slices.Clone(r.Workloads), func(w *report.Workload) bool {
		return !w.Predicted.Workload.HasJVM()
	})
	if len(jvms) != 1 {
		return
	}
	of := jvms[0].Predicted
	if w := of.Workload; !w.Decided() || w.Evidence() == jvmflag.LooksLike {
		return
	}
	todo, on := slices.IndexFunc(entries, func(e entry) bool { return len(e.Fixes) > 0 }), 0
	if todo >= 0 {
		on = entries[todo].On
	}
	b.WriteString(figures.First(of, on, t.Style))
	if todo >= 0 {
		fix := entries[todo].Fixes[0]
		const lead = "do this first: "
		title := strings.Split(text.WrapSoft(fix.Title.String(), firstWidth-len(lead)), "\n")
		b.WriteString(t.Style.Bold(lead) + report.TrimLines(strings.Join(title, "\n"+strings.Repeat(" ", len(lead)))) + "\n")
		for _, copied := range []string{strings.TrimSpace(fix.Lines()), fix.Words()} { // the line, or what is new in it
			if copied != "" && !strings.Contains(copied, "\n") && text.StringWidthWithoutEscSequences(copied) <= firstWidth-2 {
				b.WriteString("  " + copied + "\n")
				break
			}
		}
	}
	b.WriteByte('\n')
}
