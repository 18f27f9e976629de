package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// annotations are how many of each kind GitHub keeps of a step; it drops
// others without a word.
//
// https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations
const annotations = 10

// GitHub writes workflow commands, which GitHub Actions show as annotations.
// The worst come first; what there is no room for, a line counts.
func GitHub(w io.Writer, r Report) error {
	var b strings.Builder
	findings := shownFindings(worstFirst(r.Result.Findings))
	written := map[lint.Severity]int{}
	for _, p := range shownProblems(r.Problems) {
		if written[lint.Error]++; written[lint.Error] <= annotations {
			at := []string{"file=" + property(r.path(p.file))}
			if p.at != nil {
				at = r.region(*p.at)
			}
			fmt.Fprintf(&b, "::error %s,title=jvmlint::%s\n", strings.Join(at, ","), data(p.message))
		}
	}
	for _, f := range findings {
		if written[f.severity]++; written[f.severity] <= annotations {
			r.writeAnnotation(&b, f)
		}
	}
	for _, s := range []lint.Severity{lint.Error, lint.Warning, lint.Info} {
		if more := written[s] - annotations; more > 0 {
			fmt.Fprintf(&b, "GitHub shows %d annotations of a kind: %d more of severity %s are left out\n", annotations, more, s)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (r Report) writeAnnotation(b *strings.Builder, f shown) {
	text := []string{f.message}
	for _, p := range f.related {
		text = append(text, fmt.Sprintf("%s: %s", p, p.message))
	}
	text = append(text, f.notes...)
	for _, fix := range f.fixes {
		text = append(text, fix.String())
	}
	text = append(text, f.context...)
	fmt.Fprintf(b, "::%s %s,title=%s::%s\n", level(f.severity, "notice", "warning", "error"),
		strings.Join(r.region(f.at), ","), property(f.rule.ID), data(strings.Join(text, "\n")))
}

// region are the properties of a place. Columns count within a line only.
func (r Report) region(p place) []string {
	from, to := p.start(), p.end()
	at := []string{"file=" + property(r.path(p.file)), fmt.Sprintf("line=%d", from.Line), fmt.Sprintf("endLine=%d", to.Line)}
	if from.Line == to.Line {
		at = append(at, fmt.Sprintf("col=%d", from.Column), fmt.Sprintf("endColumn=%d", max(to.Column-1, from.Column)))
	}
	return at
}

// data and property are escaped as the runner reads them.
//
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts, escapeData, escapeProperty
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
