package findings

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
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
	head := "### jvmlint: " + report.Markdown(r.Verdict()) + "\n"
	for _, p := range r.Problems {
		head += fmt.Sprintf("\n- **not read** %s: %s", code(p.Where()), report.Markdown(p.Message.String()))
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
	return report.Print(w, c.String()+foot)
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

func sizeMarkdown(bytes int64) string { return lint.If(bytes != 0, lint.MiB(bytes)) }

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
	return fmt.Sprintf("| %s | %s | %s | [%s](%s) |\n", f.Severity, code(f.At.String()), report.Markdown(f.Message.String()), f.Rule.ID, pages.RulePageURL(f.Rule))
}

func foldedMarkdown(f report.Finding) string {
	text := report.Fenced("text", strings.TrimPrefix(plainFindings([]report.Finding{f}), "\n"))
	return fmt.Sprintf("\n<details><summary><code>%s</code>: %s</summary>\n\n%s\n</details>\n", html.EscapeString(f.At.String()), f.Rule.ID, text)
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
		text += fmt.Sprintf("- %s: %s: %s\n", report.Markdown(clipped(w.Rules)), report.Markdown(w.Needs), report.Markdown(clipped(w.Where)))
	}
	return text + "\n</details>\n"
}

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
	return report.Print(w, b.String())
}

func writeAnnotation(b *strings.Builder, r report.Report, f report.Finding) {
	related := lists.Of(f.Related, func(p report.Place) string { return fmt.Sprintf("%s: %s", p, p.Message) })
	text := slices.Concat([]string{f.Message.String()}, related, f.Details())
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
var (
	data     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
	property = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
)

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
		text := append([]string{f.Message.String()}, lists.Of(f.Fixes, report.Fix.String)...)
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

func relative(r report.Report, p report.Place) string { return strings.TrimPrefix(r.Path(p), "./") }
