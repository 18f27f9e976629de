package report

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
)

// commentLimit is how many characters GitHub takes in a comment.
const commentLimit = 65536

// Markdown writes a comment for a pull request: a table of what was found, the
// worst first, and the details folded below. What is over the limit of a comment is left out,
// the details first, and counted.
func Markdown(w io.Writer, r Report) error {
	sorted := worstFirst(r.Result.Findings)
	findings := shownFindings(sorted)
	head := "### jvmlint: " + markdown(verdict(r)) + "\n"
	for _, p := range shownProblems(r.Problems) {
		where := p.file
		if p.at != nil {
			where = p.at.String()
		}
		head += fmt.Sprintf("\n- **not read** %s: %s", code(where), markdown(p.message))
	}
	if len(r.Problems) > 0 {
		head += "\n"
	}
	foot := notJudgedMarkdown(r.Result.NotJudged)
	const reserve = 200 // for what says what was left out
	c := comment{left: commentLimit - reserve - utf8.RuneCountInString(foot)}
	c.add(head)
	rows := 0
	if len(findings) > 0 && c.add("\n| | where | what | rule |\n| --- | --- | --- | --- |\n") {
		for rows < len(findings) && c.add(tableRowMarkdown(findings[rows])) {
			rows++
		}
	}
	folded := 0
	for folded < rows && c.add(foldedMarkdown(sorted[folded], findings[folded])) {
		folded++
	}
	if folded < len(findings) {
		fmt.Fprintf(&c, "\nA comment holds no more: %d of %d findings are in the table, %d with their details.\n", rows, len(findings), folded)
	}
	_, err := io.WriteString(w, c.String()+foot)
	return err
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

// verdict says in a line what a check came to.
func verdict(r Report) string {
	var parts []string
	if len(r.Result.Findings) > 0 {
		parts = append(parts, summary(r.Result.Findings))
	}
	if n := len(r.Problems); n > 0 {
		parts = append(parts, plural.Of(n, "problem")+" kept something from being judged")
	}
	if len(parts) == 0 {
		return "nothing found"
	}
	return strings.Join(parts, "; ")
}

func tableRowMarkdown(f shown) string {
	return fmt.Sprintf("| %s | %s | %s | [%s](%s) |\n", f.severity, code(f.at.String()), markdown(f.message), f.rule.ID, RulePageURL(f.rule))
}

func foldedMarkdown(f *lint.Finding, s shown) string {
	text := strings.TrimPrefix(plainFindings([]*lint.Finding{f}), "\n")
	fence := fenceAround(text)
	return fmt.Sprintf("\n<details><summary><code>%s</code>: %s</summary>\n\n%stext\n%s%s\n\n</details>\n", html.EscapeString(s.at.String()), s.rule.ID, fence, text, fence)
}

// manyWants are how many rules that lack facts are named in a comment.
const manyWants = 20

func notJudgedMarkdown(list []lint.NotJudged) string {
	wants := wantsOf(list)
	if len(wants) == 0 {
		return ""
	}
	text := "\n<details><summary>Not judged for want of facts</summary>\n\n"
	for i, w := range wants {
		if i == manyWants {
			text += fmt.Sprintf("- and %d more\n", len(wants)-i)
			break
		}
		text += fmt.Sprintf("- %s: %s: %s\n", markdown(clipped(w.rules)), markdown(w.needs), markdown(clipped(show(w.where))))
	}
	return text + "\n</details>\n"
}
