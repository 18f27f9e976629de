package findings

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
)

// Text is how findings are written for people.
type Text struct {
	Style   report.Style
	Links   bool // rules link to their pages, as terminals can show it
	Width   int  // of the terminal, in cells; 0: lines are not broken
	Infos   bool // they are listed, not only counted
	Verbose bool // all notes, tables and places

	Statistics bool // findings are counted by rule, and not listed
	ByWorkload bool // those of a workload stand together
	First      bool // of a single JVM, what it comes to stands before the findings
}

// verbatim is how other outputs quote findings.
var verbatim = Text{Infos: true, Verbose: true}

const (
	mostNotes  = 3 // of a finding
	mostAlike  = 3 // findings that say the same, each in full
	mostPlaces = 5 // of further findings that say the same
)

// write writes findings: where, what, the line with its carets, why, the fixes, and what was
// assumed. Errors come first. The first lines serve editors and grep.
func (t Text) write(w io.Writer, r report.Report) error {
	if t.Statistics {
		return report.Print(w, statistics(r.Findings)+ended(r.LastLine(false)))
	}
	var b strings.Builder
	list := either.Of(t.ByWorkload, t.byWorkload, t.bySeverity)
	b.WriteString(list(r))
	t.notJudged(&b, r)
	return report.Print(w, b.String()+ended(r.LastLine(slices.ContainsFunc(r.Findings, t.hides))))
}

func ended(line string) string { return lint.If(line != "", line+"\n") }

func (t Text) bySeverity(r report.Report) string {
	entries := t.entries(r)
	written := make([]strings.Builder, len(entries))
	parallel.Each(len(entries), func(i int) {
		t.finding(&written[i], entries[i])
		written[i].WriteByte('\n')
	})
	var b strings.Builder
	if t.First {
		t.first(&b, r, entries)
	}
	for i := range written {
		b.WriteString(written[i].String())
	}
	return b.String()
}

// entry is a finding as it is written among others.
type entry struct {
	report.Finding
	again      bool   // what it was judged under was said before
	samePlaces bool   // it is about the lines of the one before it
	elsewhere  string // places of further findings that say the same; empty where none do
}

// entries are the findings that are listed, by severity, with those taken together that say the same.
func (t Text) entries(r report.Report) []entry {
	listed := slices.DeleteFunc(worstFirst(r.Findings), t.hides)
	type said struct {
		rule     *lint.Rule
		severity lint.Severity
		message  string
	}
	of := func(f report.Finding) said { return said{f.Rule, f.Severity, f.Message.String()} }
	_, alike := lists.By(listed, of)
	type under struct {
		workload *report.Workload
		context  string
	}
	before := map[under]bool{}
	count := map[said]int{}
	var all []entry
	for _, f := range listed {
		same := alike[of(f)]
		count[of(f)]++
		e := entry{Finding: f, again: before[under{f.Workload, f.Context.String()}]}
		if !t.Verbose && !t.ByWorkload && len(same) > mostAlike+1 {
			if count[of(f)] > 1 {
				continue
			}
			rest := lists.Of(same[1:], func(f report.Finding) string { return f.At.String() })
			e.elsewhere = fmt.Sprintf("the same in %d more places: %s", len(rest),
				plural.First(rest, mostPlaces, " and %d more (--verbose lists them)"))
		}
		before[under{f.Workload, f.Context.String()}] = true
		e.samePlaces = len(all) > 0 && slices.Equal(all[len(all)-1].Places(), f.Places())
		all = append(all, e)
	}
	return all
}

// hides reports whether a finding is only counted.
func (t Text) hides(f report.Finding) bool { return f.Severity == lint.Info && !t.Infos && !f.Fails }

func (t Text) firstLine(f report.Finding) string {
	return fmt.Sprintf("%s: %s: %s [%s]", t.Style.Bold(f.At.String()), t.Style.Severity(f.Severity), f.Message, t.rule(f.Rule))
}

func (t Text) finding(b *strings.Builder, e entry) {
	b.WriteString(t.firstLine(e.Finding) + "\n")
	source := e.Source(t.cells())
	if !e.samePlaces {
		b.WriteString(Snippet(source, t.Style))
	}
	indent := strings.Repeat(" ", gutterWidth(source)+2)
	for _, detail := range t.details(e) {
		lead := "= "
		for line := range strings.SplitSeq(detail, "\n") {
			for _, part := range t.broken(line, len(indent)+len(lead)) {
				b.WriteString(strings.TrimRight(indent+t.Style.Dim(lead)+part, " ") + "\n")
				lead = "  "
			}
		}
	}
}

// details are what is written below the lines of a finding, each of one line or more.
func (t Text) details(e entry) []string {
	var all []string
	if t.Verbose && e.Memory != nil {
		all = append(all, e.Memory.Table())
	}
	for i, n := range e.Notes {
		if t.Verbose || i < min(e.Brief, mostNotes) {
			all = append(all, strings.Join(n.Lines(), "\n"))
		}
	}
	fixes := lists.Of(e.Fixes, func(fix report.Fix) string { return t.Style.Fix(fix.Lead()) + fix.Title.String() })
	all = slices.Concat(all, fixes, lists.Of(e.Then, report.Masked.String))
	under := e.Under()
	if e.again && len(under) > 0 && e.Context.String() != "" {
		under = under[1:]
		if e.Crowded {
			under = append([]string{"in " + e.Workload.Name.String()}, under...)
		}
	}
	if e.elsewhere != "" {
		all = append(all, e.elsewhere)
	}
	return append(all, under...)
}

func (t Text) rule(r *lint.Rule) string {
	if !t.Links {
		return r.ID
	}
	return text.Hyperlink(pages.RulePageURL(r), r.ID)
}

// cells is how much of a line of source is shown.
func (t Text) cells() int {
	if t.Width == 0 {
		return report.MostCells
	}
	return min(report.MostCells, max(t.Width-gutter, leastCells))
}

// broken breaks a line at the width of the terminal, behind an indentation.
func (t Text) broken(line string, indent int) []string {
	if t.Width == 0 || strings.HasPrefix(line, " ") || strings.Contains(line, "  ") { // the rows of tables stay whole
		return []string{line}
	}
	return strings.Split(text.WrapSoft(line, max(t.Width-indent, leastCells)), "\n")
}

const (
	gutter     = 9  // the cells before a line of source, at most for files of five digits
	leastCells = 30 // of a line on the narrowest terminal
)

// plainFindings are findings as people read them, without colours.
func plainFindings(findings []report.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteByte('\n')
		verbatim.finding(&b, entry{Finding: f})
	}
	return b.String()
}

// notJudged says once for each want which rules lack it, and where.
func (t Text) notJudged(b *strings.Builder, r report.Report) {
	if !t.Verbose {
		b.WriteString(ended(r.LineOfWants()))
		return
	}
	wants := r.Wants()
	for _, w := range wants {
		verb := either.Of(strings.Contains(w.Rules, ", "), "need", "needs")
		fmt.Fprintf(b, "not judged: %s: %s %s: %s\n", w.Rules, verb, w.Needs, w.Where)
	}
	if len(wants) > 0 {
		b.WriteByte('\n')
	}
}

// statistics counts findings by rule, the gravest first, then the most frequent; empty where there are none.
func statistics(all []report.Finding) string {
	type counted struct {
		severity lint.Severity
		rule     *lint.Rule
	}
	order, of := lists.By(all, func(f report.Finding) counted { return counted{f.Severity, f.Rule} })
	if len(order) == 0 {
		return ""
	}
	slices.SortStableFunc(order, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(len(of[b]), len(of[a])), cmp.Compare(a.rule.ID, b.rule.ID))
	})
	rows := report.Rows([]string{"severity", "count", "rule", "what it finds"}, order, func(c counted) []string {
		return []string{c.severity.String(), fmt.Sprint(len(of[c])), c.rule.ID, c.rule.Title}
	})
	return report.Table(rows, 2) + "\n\n"
}

// Snippet shows the lines that a finding or a problem is about, each with its carets
// below. Other files than the first are named.
func Snippet(source []report.Extract, style report.Style) string {
	var b strings.Builder
	width := gutterWidth(source)
	gutter := style.Dim(strings.Repeat(" ", width+1) + " |")
	for i, extract := range source {
		if i > 0 {
			fmt.Fprintf(&b, "%s%s %s\n%s\n", strings.Repeat(" ", width), style.Dim("-->"), extract.At, gutter)
		}
		for _, line := range extract.Lines {
			fmt.Fprintf(&b, "%s %s\n", style.Dim(fmt.Sprintf("%*d |", width+1, line.Number)), row(line.Chars).text())
			for _, below := range row(line.Chars).marks(line.Marks, style) {
				b.WriteString(gutter + " " + below + "\n")
			}
		}
	}
	return b.String()
}

func gutterWidth(source []report.Extract) int {
	lines := lists.Flat(source, func(e report.Extract) []report.Line { return e.Lines })
	numbers := lists.Of(lines, func(l report.Line) int { return l.Number })
	return len(fmt.Sprint(slices.Max(append(numbers, 1))))
}

// row is a line as it is shown.
type row []report.Char

func (r row) text() string { return string(lists.Of(r, func(c report.Char) rune { return c.Rune })) }

// column is the cell at which the character at an offset is shown; behind the last one for the end of the line.
func (r row) column(offset int) int {
	cell := 0
	for _, c := range r {
		if c.Offset >= offset {
			return cell
		}
		cell += c.Cells
	}
	return cell
}

// placed is a mark with its cells.
type placed struct {
	report.Mark
	from, to int
}

// marks gives the lines of carets and labels below a row. A label stands
// behind its mark where it fits, else on a line of its own under it.
func (r row) marks(marks []report.Mark, style report.Style) []string {
	items := lists.Of(marks, func(m report.Mark) placed {
		from := r.column(m.Start)
		return placed{m, from, max(r.column(m.End), from+1)}
	})
	var first canvas
	for _, primary := range []bool{false, true} {
		for _, it := range items {
			if it.Primary == primary {
				first.put(it.from, strings.Repeat(carets[primary], it.to-it.from), primary)
			}
		}
	}
	var below []placed
	taken := slices.Clone(items) // the cells of marks, and of the labels behind them
	for _, it := range items {
		if it.Label == "" {
			continue
		}
		label := placed{from: it.to + 1, to: it.to + 1 + text.StringWidthWithoutEscSequences(it.Label)}
		meets := func(t placed) bool { return t.from <= label.to && label.from <= t.to } // or has no cell between
		if slices.ContainsFunc(taken, meets) {
			below = append(below, it)
		} else {
			first.put(label.from, it.Label, it.Primary)
			taken = append(taken, label)
		}
	}
	lines := []string{first.render(r, style)}
	for i := len(below) - 1; i >= 0; i-- {
		var c canvas
		for _, left := range below[:i] {
			c.put(left.from, "|", left.Primary)
		}
		c.put(below[i].from, below[i].Label, below[i].Primary)
		lines = append(lines, c.render(r, style))
	}
	return lines
}

var carets = map[bool]string{true: "^", false: "-"}

// canvas is a line of cells to draw on.
type canvas struct {
	cells   []rune
	primary []bool
}

func (c *canvas) put(at int, s string, primary bool) {
	for _, r := range s {
		for len(c.cells) <= at {
			c.cells, c.primary = append(c.cells, ' '), append(c.primary, false)
		}
		c.cells[at], c.primary[at] = r, primary
		at++
	}
}

// render writes the canvas below a row: tabs of the row stay tabs, so that
// both lines move alike, and what is drawn takes the colour of its kind.
func (c *canvas) render(r row, style report.Style) string {
	cell := 0
	for _, ch := range r {
		if ch.Rune == '\t' && cell < len(c.cells) && c.cells[cell] == ' ' {
			c.cells[cell] = '\t'
		}
		cell += ch.Cells
	}
	blank := func(i int) bool { return c.cells[i] == ' ' || c.cells[i] == '\t' }
	var b strings.Builder
	for i := 0; i < len(c.cells); {
		j := i + 1
		for j < len(c.cells) && c.primary[j] == c.primary[i] && blank(j) == blank(i) {
			j++
		}
		switch run := string(c.cells[i:j]); {
		case blank(i):
			b.WriteString(run)
		case c.primary[i]:
			b.WriteString(style.Strong(run))
		default:
			b.WriteString(style.Related(run))
		}
		i = j
	}
	return b.String()
}
