package findings

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// commentLimit is how many characters GitHub takes in a comment.
const commentLimit = 65536

// writeMarkdown writes a comment for a pull request: a table of what was found, the worst first, and the details
// folded below. What is over the limit of a comment is left out, the details first, and counted.
func writeMarkdown(w io.Writer, r report.Report, byWorkload bool) error {
	findings := worstFirst(r.Findings)
	head := "### jvmlint: " + markdown(r.Verdict()) + "\n"
	for _, p := range r.Problems {
		head += fmt.Sprintf("\n- **not read** %s: %s", code(p.Where()), markdown(p.Message.String()))
	}
	if len(r.Problems) > 0 {
		head += "\n"
	}
	foot := notJudgedMarkdown(r.Wants())
	const reserve = 200 // for what says what was left out
	c := comment{left: commentLimit - reserve - utf8.RuneCountInString(foot)}
	c.add(head)
	if byWorkload {
		c.addWorkloads(r, findings)
	}
	rows := 0
	if len(findings) > 0 && c.add("\n| | where | what | rule |\n| --- | --- | --- | --- |\n") {
		for rows < len(findings) && c.add(tableRowMarkdown(findings[rows])) {
			rows++
		}
	}
	folded := 0
	for folded < rows && c.add(foldedMarkdown(findings[folded])) {
		folded++
	}
	if folded < len(findings) {
		fmt.Fprintf(&c, "\nA comment has no more room: %d of %d findings are in the table, %d with their details.\n", rows, len(findings), folded)
	}
	_, err := io.WriteString(w, c.String()+foot)
	return err
}

// addWorkloads adds a table of the workloads that findings are about, and counts the others.
func (c *comment) addWorkloads(r report.Report, findings []report.Finding) {
	groups, fine, inPart := groupsOf(r, findings)
	rows := 0
	if len(groups) > 0 && c.add("\n| workload | JDK | heap | plan | limit | worst finding |\n| --- | --- | --: | --: | --: | --- |\n") {
		for rows < len(groups) && c.add(groups[rows].rowMarkdown()) {
			rows++
		}
	}
	if left := len(groups) - rows; left > 0 {
		fmt.Fprintf(c, "\n%s with findings and no room here.\n", plural.Of(left, "further workload"))
	}
	if line := fineLine(len(groups), fine, inPart); line != "" {
		c.add("\n" + line)
	}
}

// rowMarkdown is a row of the table; the numbers of several releases stand above each other.
func (g *group) rowMarkdown() string {
	var jdk, heap, plan, limit []string
	for _, look := range g.looks {
		if look.JDKs == nil {
			continue
		}
		jdk = append(jdk, look.JDK())
		heap, plan, limit = append(heap, sizeMarkdown(look.Heap)), append(plan, sizeMarkdown(look.Plan)), append(limit, sizeMarkdown(look.Limit))
	}
	cell := func(lines []string) string { return strings.Join(lines, "<br>") }
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s: [%s](%s) |\n", code(g.name), cell(jdk), cell(heap), cell(plan), cell(limit),
		g.worst.Severity, g.worst.Rule.ID, pages.RulePageURL(g.worst.Rule))
}

func sizeMarkdown(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return lint.MiB(bytes)
}

// comment takes text as long as there is room for it.
type comment struct {
	strings.Builder
	left int // in characters
}

func (c *comment) add(s string) bool {
	n := utf8.RuneCountInString(s)
	if n > c.left {
		return false
	}
	c.left -= n
	c.WriteString(s)
	return true
}

func tableRowMarkdown(f report.Finding) string {
	return fmt.Sprintf("| %s | %s | %s | [%s](%s) |\n", f.Severity, code(f.At.String()), markdown(f.Message.String()), f.Rule.ID, pages.RulePageURL(f.Rule))
}

func foldedMarkdown(f report.Finding) string {
	text := strings.TrimPrefix(plainFindings([]report.Finding{f}), "\n")
	fence := report.Fence(text)
	return fmt.Sprintf("\n<details><summary><code>%s</code>: %s</summary>\n\n%stext\n%s%s\n\n</details>\n", html.EscapeString(f.At.String()), f.Rule.ID, fence, text, fence)
}

// manyWants are how many rules that lack facts are named in a comment.
const manyWants = 20

func notJudgedMarkdown(wants []report.Want) string {
	if len(wants) == 0 {
		return ""
	}
	text := "\n<details><summary>Not judged: facts are missing</summary>\n\n"
	for i, w := range wants {
		if i == manyWants {
			text += fmt.Sprintf("- and %d more\n", len(wants)-i)
			break
		}
		text += fmt.Sprintf("- %s: %s: %s\n", markdown(clipped(w.Rules)), markdown(w.Needs), markdown(clipped(w.Where)))
	}
	return text + "\n</details>\n"
}

func markdown(s string) string { return report.Markdown(s) }

// code is a line as code within a table: there a bar divides even code.
func code(s string) string { return report.CodeSpan(strings.ReplaceAll(s, "|", `\|`)) }

// mostOfALine is how much of a list a line shows.
const mostOfALine = 400

func clipped(s string) string {
	if utf8.RuneCountInString(s) <= mostOfALine {
		return s
	}
	return string([]rune(s)[:mostOfALine]) + "…"
}
