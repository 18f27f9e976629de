package source

import "strings"

// Gap stands in a text for what nobody knows here: what a template computes, what
// a command prints. No rule judges it and nobody gets it to see; whatever depends
// on it is not known either.
const Gap = "\uFFFC"

// GapAt is what is not known of what stands at a place.
func GapAt(s Span) Text { return Vague(Gap, s) }

// HasGap reports whether something of a text is not known.
func HasGap(s string) bool { return strings.Contains(s, Gap) }

// AsWritten is a text as it stands in its files: the actions of a template, where it has
// gaps, and an ellipsis for what is longer than a line.
func (t Text) AsWritten() string {
	var b strings.Builder
	for _, p := range t.Written().Pieces() {
		at := p.Foremost()
		switch written := at.String(); {
		case p.String() != Gap:
			b.WriteString(p.String())
		case at.IsZero(), strings.Contains(written, "\n"), len(written) > longestWritten:
			b.WriteString("…")
		default:
			b.WriteString(written)
		}
	}
	return b.String()
}

const longestWritten = 100 // bytes
