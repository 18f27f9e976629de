package html

import "github.com/jvmlint/jvmlint/internal/report"

// line is a line of a file with its marks. File is set where it is another
// file than that of the line before, or than that of the finding.
type line struct {
	File   string
	Number int
	Pieces []piece
}

// piece is a run of characters. Kind is "at" where the finding stands,
// "part" for a place that has a part in it. Labels stand behind it.
type piece struct {
	Text, Kind string
	Labels     []string
}

// sourceOf are the lines that a finding is about, as in the text output.
func sourceOf(f report.Finding) []line {
	var lines []line
	for i, extract := range f.Source() {
		for j, shown := range extract.Lines {
			l := line{Number: shown.Number, Pieces: piecesOf(shown)}
			if i > 0 && j == 0 {
				l.File = extract.At.File()
			}
			lines = append(lines, l)
		}
	}
	return lines
}

// piecesOf cuts a line into runs of one kind. The label of a mark stands
// behind its last character.
func piecesOf(shown report.Line) []piece {
	marks := shown.Marks
	last := make([]int, len(marks)) // character of each mark; -1: it has none, at the end of the line
	for j, m := range marks {
		last[j] = -1
		for i, c := range shown.Chars {
			if m.Covers(c.Offset) {
				last[j] = i
			}
		}
	}
	var pieces []piece
	cut := true
	for i, c := range shown.Chars {
		kind := kindAt(marks, c.Offset)
		if cut || pieces[len(pieces)-1].Kind != kind {
			pieces = append(pieces, piece{Kind: kind})
		}
		p := &pieces[len(pieces)-1]
		p.Text += string(c.Rune)
		p.Labels = labelsOf(marks, last, i)
		cut = len(p.Labels) > 0
	}
	for j, m := range marks {
		if last[j] < 0 {
			pieces = append(pieces, piece{Kind: kindAt(marks, m.Start), Labels: labelsOf(marks, last, -1)})
			break
		}
	}
	return pieces
}

func labelsOf(marks []report.Mark, last []int, at int) []string {
	var labels []string
	for j, m := range marks {
		if last[j] == at && m.Label != "" {
			labels = append(labels, m.Label)
		}
	}
	return labels
}

func kindAt(marks []report.Mark, offset int) string {
	kind := ""
	for _, m := range marks {
		switch {
		case !m.Covers(offset):
		case m.Primary:
			return "at"
		default:
			kind = "part"
		}
	}
	return kind
}
