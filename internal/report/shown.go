package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// shown is a finding as outputs show it: without secrets, in valid UTF-8 and
// without control characters. Those that need no text of their own take all
// they say from here, so that none can forget to mask.
type shown struct {
	rule       *lint.Rule
	severity   lint.Severity
	confidence lint.Confidence
	message    string
	workload   string
	at         place
	related    []place
	notes      []string   // lines
	memory     [][]string // the rows of its budget
	fixes      []shownFix
	context    []string
}

// place is a span as it is shown.
type place struct {
	source.Span
	file    string
	message string // what part it has
}

// shownFix is a fix as it is shown. It has no edits where they would show a
// secret, or cannot be shown as they are.
type shownFix struct {
	title  string
	safety lint.Safety
	edits  []source.Edit
}

// shownProblem is a problem as it is shown; its place is nil where the whole
// file is meant.
type shownProblem struct {
	file, message string
	at            *place
}

func shownProblems(problems []*source.Problem) []shownProblem {
	var all []shownProblem
	for _, p := range problems {
		s := shownProblem{file: show(p.File.Name), message: show(p.Message)}
		if !p.Span.IsZero() {
			at := showPlace(p.Span, "")
			s.at, s.file = &at, at.file
		}
		all = append(all, s)
	}
	return all
}

func shownFindings(findings []*lint.Finding) []shown {
	all := make([]shown, len(findings))
	for i, f := range findings {
		all[i] = showFinding(f)
	}
	return all
}

// worstFirst puts findings in order for outputs that take only some of them.
func worstFirst(findings []*lint.Finding) []*lint.Finding {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b *lint.Finding) int { return int(b.Severity - a.Severity) })
	return sorted
}

func showFinding(f *lint.Finding) shown {
	s := shown{
		rule: f.Rule, severity: f.Severity, confidence: f.Confidence, message: show(f.Message),
		workload: show(f.Workload.Name), at: showPlace(f.Span, ""),
	}
	for _, r := range f.Related {
		s.related = append(s.related, showPlace(r.Span, r.Message))
	}
	for _, n := range f.Notes {
		s.notes = append(s.notes, showLines(n)...)
	}
	if f.Budget != nil {
		s.memory = budgetTable(*f.Budget)
	}
	for _, fix := range f.Fixes {
		s.fixes = append(s.fixes, showFix(fix))
	}
	for _, line := range []string{f.Context, partly(f)} {
		if line != "" {
			s.context = append(s.context, show(line))
		}
	}
	return s
}

func showPlace(at source.Span, message string) place {
	return place{Span: at, file: show(at.File.Name), message: show(message)}
}

func showFix(fix lint.Fix) shownFix {
	s := shownFix{title: show(fix.Title), safety: fix.Safety, edits: fix.Edits}
	for _, e := range fix.Edits {
		if maskSecrets(e.New) != e.New || !utf8.ValidString(e.New) {
			s.edits = nil
		}
	}
	return s
}

// String is a fix in a line.
func (f shownFix) String() string { return fmt.Sprintf("fix (%s): %s", f.safety, f.title) }

// start and end are where a place begins and ends; a place without characters
// takes the one that stands there.
func (p place) start() source.Position { return p.File.Position(p.Start) }

func (p place) end() source.Position { return p.File.Position(p.endOffset()) }

func (p place) endOffset() int {
	line := p.File.Line(p.start().Line)
	if p.Len() > 0 || p.Start < line.Start || p.Start >= line.End {
		return p.End
	}
	return p.Start + runeBytes(line, p.Start)
}

// String is a place as file:line:column.
func (p place) String() string {
	at := p.start()
	return fmt.Sprintf("%s:%d:%d", p.file, at.Line, at.Column)
}

// show makes a line fit to be shown: without secrets, in valid UTF-8, and with
// a dot for each character that is none to look at.
func show(s string) string {
	return strings.Map(func(r rune) rune {
		if !visible(r) {
			return '·'
		}
		return r
	}, maskSecrets(strings.ToValidUTF8(s, "\uFFFD")))
}

// visible tells characters to look at from those that move the cursor, break
// the line, turn the direction of text and so show other words than are there,
// or are none (and nothing that XML can hold).
func visible(r rune) bool {
	return !unicode.IsControl(r) && !unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point)
}

func showLines(s string) []string {
	var lines []string
	for line := range strings.SplitSeq(strings.TrimRight(s, "\n"), "\n") {
		lines = append(lines, show(line))
	}
	return lines
}

// level is the word of an output for a severity, given those for info,
// warning and error.
func level(s lint.Severity, info, warning, error string) string {
	return [...]string{info, warning, error}[s]
}
