package source

import (
	"fmt"
	"strings"
)

// Problem is a message at a place: what keeps a file, or a part of it, from
// being read or judged, or a note about it.
type Problem struct {
	File    *File
	Span    Span // zero: the file as a whole
	Message string
	Cause   error   // what the system said; nil where it was not asked
	Cites   []*File // whose text the message may hold, beside that of File

	Unjudged bool // it names a JVM of which nothing is judged
	Lacking  bool // it names dependencies that are missing in a chart, in which no JVM was found
}

// Unreadable is the problem of a file of which nothing could be read, or that
// could not be written.
func Unreadable(path string, cause error) *Problem {
	return &Problem{File: NewFile(path, nil), Message: cause.Error(), Cause: cause}
}

// Error gives "file:line:column: message", without the place of a whole file.
func (p *Problem) Error() string {
	if p.Span.IsZero() {
		return p.File.Name + ": " + p.Message
	}
	at := p.File.Position(p.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s", p.File.Name, at.Line, at.Column, p.Message)
}

func (p *Problem) Unwrap() error { return p.Cause }

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
