// Package editor writes what an editor shows of findings and predictions, in Markdown.
package editor

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// Headline is what a finding says in one line, and on which JDKs.
func Headline(f report.Finding) string {
	if f.Holds == "" {
		return f.Message.String()
	}
	return fmt.Sprintf("%s (%s)", f.Message, f.Holds)
}

// FixTitle is what a fix does, and that it changes the behaviour if it does.
func FixTitle(f report.Fix) string {
	if f.Safety == lint.Safe {
		return f.Title.String()
	}
	return fmt.Sprintf("%s (%s)", f.Title, f.Safety)
}

// Rule is the page of a rule.
func Rule(r *lint.Rule) string {
	return fmt.Sprintf("### [%s](%s)\n\n%s", r.ID, pages.RulePageURL(r), pages.RuleMarkdown(r))
}

// Finding is all that a finding says, without the page of its rule.
func Finding(f report.Finding) string {
	lines := []string{fmt.Sprintf("%s: %s [%s]", f.Severity, f.Message, f.Rule.ID)}
	if f.Memory != nil {
		lines = append(lines, "", f.Memory.Table(), "")
	}
	return preformatted(nil, append(lines, f.Details()...)...)
}

// preformatted is a block of lines that are shown as they are, but for secrets and what cannot be seen.
func preformatted(hidden report.Secrets, parts ...string) string {
	lines := strings.Split(strings.TrimRight(strings.Join(parts, "\n"), "\n"), "\n")
	for i, line := range lines {
		lines[i] = hidden.Show(line)
	}
	text := strings.Join(lines, "\n")
	fence := report.Fence(text)
	return fence + "text\n" + text + "\n" + fence + "\n"
}
