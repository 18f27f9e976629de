package report

import (
	"github.com/jvmlint/jvmlint/internal/lint"
)

// htmlLine is a line of a file with its marks. File is set where it is another
// file than that of the line before, or than that of the finding.
type htmlLine struct {
	File   string
	Number int
	Pieces []htmlPiece
}

// htmlPiece is a run of characters. Kind is "at" where the finding stands,
// "part" for a place that has a part in it. Labels stand behind it.
type htmlPiece struct {
	Text, Kind string
	Labels     []string
}

// sourceHTML are the lines that a finding is about, as in the text output.
func sourceHTML(f *lint.Finding) []htmlLine {
	var lines []htmlLine
	last := f.Span.File
	for _, group := range byFile(marksOf(f)) {
		for _, marks := range byLine(group) {
			file := marks[0].span.File
			line := htmlLine{Number: file.Position(marks[0].span.Start).Line}
			if file != last {
				line.File, last = show(file.Name), file
			}
			line.Pieces = piecesHTML(newRow(file.Line(line.Number), marks), marks)
			lines = append(lines, line)
		}
	}
	return lines
}

// piecesHTML cuts a row into runs of one kind. The label of a mark stands
// behind its last character.
func piecesHTML(r row, marks []mark) []htmlPiece {
	last := make([]int, len(marks)) // character of each mark; -1: it has none, at the end of the line
	for j, m := range marks {
		last[j] = -1
		for i, c := range r.chars {
			if m.covers(c.offset) {
				last[j] = i
			}
		}
	}
	var pieces []htmlPiece
	cut := true
	for i, c := range r.chars {
		kind := kindAt(marks, c.offset)
		if cut || pieces[len(pieces)-1].Kind != kind {
			pieces = append(pieces, htmlPiece{Kind: kind})
		}
		piece := &pieces[len(pieces)-1]
		piece.Text += string(c.r)
		piece.Labels = labelsOf(marks, last, i)
		cut = len(piece.Labels) > 0
	}
	for j, m := range marks {
		if last[j] < 0 {
			pieces = append(pieces, htmlPiece{Kind: kindAt(marks, m.span.Start), Labels: labelsOf(marks, last, -1)})
			break
		}
	}
	return pieces
}

func labelsOf(marks []mark, last []int, at int) []string {
	var labels []string
	for j, m := range marks {
		if last[j] == at && m.label != "" {
			labels = append(labels, m.label)
		}
	}
	return labels
}

func kindAt(marks []mark, offset int) string {
	kind := ""
	for _, m := range marks {
		switch {
		case !m.covers(offset):
		case m.primary:
			return "at"
		default:
			kind = "part"
		}
	}
	return kind
}

// covers tells whether a mark underlines the character at an offset; one
// without characters does the next.
func (m mark) covers(offset int) bool {
	return offset >= m.span.Start && (offset < m.span.End || offset == m.span.Start)
}
