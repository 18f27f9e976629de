package figures

import (
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
)

// WriteMarkdown writes sheets for a page or a comment: what comes of it first, then tables.
func WriteMarkdown(w io.Writer, sheets []Sheet) error {
	var b strings.Builder
	for i, s := range sheets {
		if i > 0 {
			b.WriteByte('\n')
		}
		s.writeMarkdown(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Sheet) writeMarkdown(b *strings.Builder) {
	fmt.Fprintf(b, "### %s\n", report.Markdown(s.Title))
	if s.Verdict != "" {
		fmt.Fprintf(b, "\n**%s**\n", report.Markdown(s.Verdict))
	}
	if s.Options != "" {
		fence := report.Fence(s.Options)
		fmt.Fprintf(b, "\n%s\n%s\n%s\n", fence, s.Options, fence)
	}
	for _, rows := range s.Tables {
		writeTable(b, rows)
	}
	for _, bars := range s.Memory {
		writeTable(b, bars.rows())
	}
	if s.Plain != "" {
		fence := report.Fence(s.Plain)
		fmt.Fprintf(b, "\n%stext\n%s\n%s\n", fence, s.Plain, fence)
	}
	for i, line := range append(s.Context[:len(s.Context):len(s.Context)], s.Notes...) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "- %s\n", report.Markdown(line))
	}
}

func writeTable(b *strings.Builder, rows [][]string) {
	for i, row := range rows {
		cells := make([]string, len(row))
		for j, c := range row {
			cells[j] = report.Markdown(strings.TrimSpace(c))
		}
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
		if i == 0 {
			b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
}

// rows are the pools of a budget.
func (m MemoryBars) rows() [][]string {
	name := "pool"
	if m.Of != "" {
		name = "pool, " + m.Of
	}
	return append([][]string{{name, "at start", "planned", "at most", "kind", "why"}}, m.Memory.Rows()...)
}
