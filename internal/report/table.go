package report

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

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
	row := make(table.Row, len(cells))
	for i, c := range cells {
		row[i] = strings.TrimSpace(c)
	}
	return row
}

// TrimLines takes the blanks from the ends of lines.
func TrimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
