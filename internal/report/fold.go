package report

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

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
