package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// Style colours text, or leaves it as it is.
type Style bool

func (s Style) wrap(code, t string) string {
	if !s {
		return t
	}
	return "\x1b[" + code + "m" + t + "\x1b[0m"
}

func (s Style) Dim(t string) string     { return s.wrap("2", t) }
func (s Style) Bold(t string) string    { return s.wrap("1", t) }
func (s Style) Strong(t string) string  { return s.wrap("1;31", t) }
func (s Style) Fix(t string) string     { return s.wrap("32", t) }
func (s Style) Related(t string) string { return s.wrap("36", t) }

// Verdict is green where all is well, and red where it is not.
func (s Style) Verdict(ok bool, t string) string {
	if ok {
		return s.wrap("1;32", t)
	}
	return s.Strong(t)
}

// Pool gives each pool of a budget a background of its own.
func (s Style) Pool(i int, t string) string { return s.wrap(fmt.Sprintf("30;%d", 41+i%6), t) }

func (s Style) Severity(v lint.Severity) string {
	return s.wrap(map[lint.Severity]string{lint.Error: "1;31", lint.Warning: "1;33", lint.Info: "1;34"}[v], v.String())
}

// Table sets a header, rows and a sum in columns. All but the first, the
// last and those of words are columns of numbers, set to the right.
func Table(rows [][]string, words ...int) string {
	t := table.NewWriter()
	t.SetStyle(table.StyleDefault)
	t.Style().Options = table.Options{}
	t.Style().Box.PaddingLeft, t.Style().Box.PaddingRight = "", "  "
	t.Style().Format.Header = text.FormatDefault
	var columns []table.ColumnConfig
	for i := range rows[0] {
		if i > 0 && i < len(rows[0])-1 && !slices.Contains(words, i) {
			columns = append(columns, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	t.SetColumnConfigs(columns)
	t.AppendHeader(tableRow(rows[0]))
	for _, r := range rows[1:] {
		t.AppendRow(tableRow(r))
	}
	return TrimLines(t.Render())
}

func tableRow(cells []string) table.Row {
	return lists.Of(cells, func(c string) any { return strings.TrimSpace(c) })
}

// Rows are a table: a header, and a row for each of several.
func Rows[T any](header []string, all []T, row func(T) []string) [][]string {
	return append([][]string{header}, lists.Of(all, row)...)
}

// TrimLines takes the blanks from the ends of lines.
func TrimLines(s string) string {
	lines := strings.Split(s, "\n")
	return strings.Join(lists.Of(lines, func(line string) string { return strings.TrimRight(line, " ") }), "\n")
}

const (
	leastFolded = 16 // the cells that the rest of a line has under its last column
	foldedIn    = 2  // how far in the rest of any other line stands
	foldedCell  = 20 // and that of a row of which a word is too long for its column
)

// Fold breaks lines at a width, in cells, between words: the rest of a row stands under its last column.
// Lines that begin with a blank stay whole: they are to be copied, or excerpts.
func Fold(s string, width int) string {
	if width <= 0 {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(colour.ReplaceAllString(line, ""), " ") && text.StringWidthWithoutEscSequences(line) > width {
			lines[i] = foldLine(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

func foldLine(line string, width int) string {
	words := strings.Split(line, " ")
	column := lastColumn(line, width-leastFolded)
	for at, i := 0, 0; i < len(words) && column > foldedIn; i++ {
		cells := text.StringWidthWithoutEscSequences(words[i])
		if at >= column && cells > width-column {
			column = foldedCell
			break
		}
		at += cells + 1
	}
	indent := strings.Repeat(" ", column)
	var b strings.Builder
	at, fresh := 0, true // nothing but the indentation stands on the line
	for i, word := range words {
		cells := text.StringWidthWithoutEscSequences(word)
		late := i > 0 && words[i-1] == "" && at > width-leastFolded // a column that has no room
		switch {
		case i == 0:
		case word != "" && !fresh && (at+1+cells > width || late):
			b.WriteString("\n" + indent)
			at, fresh = column, true
		default:
			b.WriteByte(' ')
			at++
		}
		fresh = fresh && word == ""
		b.WriteString(word)
		at += cells
	}
	return TrimLines(b.String())
}

// lastColumn is where the last column of a row begins, as far as it leaves room.
func lastColumn(line string, most int) int {
	column := foldedIn
	for i := 0; ; {
		gap := strings.Index(line[i:], "  ")
		if gap < 0 {
			return column
		}
		for i += gap; i < len(line) && line[i] == ' '; i++ {
		}
		at := text.StringWidthWithoutEscSequences(line[:i])
		if at > most {
			return column
		}
		column = at
	}
}
