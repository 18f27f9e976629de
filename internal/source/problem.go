package source

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is a message at a place: what keeps a file, or a part of it, from being read or judged, or a note about it.
type Problem struct {
	File    *File
	Span    Span // zero: the file as a whole
	Message string
	Cause   error   // what the system said; nil where it was not asked
	Cites   []*File // whose text the message may hold, beside that of File

	Unjudged bool // it names a JVM of which nothing is judged
	Lacking  bool // it names dependencies that are missing in a chart, in which no JVM was found
}

// Unreadable is the problem of a file of which nothing could be read, or that could not be written.
func Unreadable(path string, cause error) *Problem {
	return &Problem{File: NewFile(path, nil), Message: cause.Error(), Cause: cause}
}

// About is a message about a file as a whole.
func About(path, format string, args ...any) *Problem {
	return &Problem{File: NewFile(path, nil), Message: fmt.Sprintf(format, args...)}
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

// Gap stands in a text for what nobody knows here: what a template computes, what a command prints. No rule judges it
// and nobody gets it to see; whatever depends on it is not known either.
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

// Origin tells where a number comes from.
type Origin int

const (
	Unknown    Origin = iota // nothing says it: the value means nothing
	Default                  // the JVM's or Hazelcast's own
	Ergonomic                // computed by the JVM from its machine and other flags
	Option                   // a JVM option
	Configured               // a key of a file: a limit, a Hazelcast setting
	Argument                 // an option of jvmlint itself
	Assumed                  // nothing says it, and jvmlint takes a stand-in that it names
	Measured                 // a log or a measurement of the running JVM tells of it
)

var originNames = [...]string{"unknown", "default", "ergonomic", "command line", "configuration", "argument", "assumed", "measured"}

// String names the origin. A JVM option's is "command line", as HotSpot says.
func (o Origin) String() string { return originNames[o] }

// Value is a number with its origin. Sizes are in bytes and times in
// milliseconds unless the name of the field says otherwise.
type Value struct {
	N      int64
	Origin Origin
	Text   Text   // the characters of the number; the zero Text where nobody wrote it
	Why    string // how it came about, for people: "default", "a quarter of the memory"
}

// Known reports whether there is a number at all.
func (v Value) Known() bool { return v.Origin != Unknown }

// Edit replaces the bytes of a span by new ones. An empty span adds, an empty New removes.
type Edit struct {
	Span Span
	New  string
}

// Apply gives the bytes of f with the edits made. The edits must be of f and
// must not overlap; two that add at the same place are made in their order.
func (f *File) Apply(edits []Edit) ([]byte, error) {
	sorted := slices.SortedStableFunc(slices.Values(edits), func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	out := make([]byte, 0, len(f.Data))
	at := 0
	for _, e := range sorted {
		s := e.Span
		if s.File != f || s.Start < 0 || s.End < s.Start || s.End > len(f.Data) {
			return nil, fmt.Errorf("an edit at %d to %d is not of %s", s.Start, s.End, f.Name)
		}
		if s.Start < at {
			return nil, fmt.Errorf("edits overlap at byte %d of %s", s.Start, f.Name)
		}
		out = append(append(out, f.Data[at:s.Start]...), e.New...)
		at = s.End
	}
	return append(out, f.Data[at:]...), nil
}

// Location is a place in a file, however often that was read.
type Location struct {
	File       string
	Start, End int
}

// LocationIn is the place of a span, which may be zero, in a file.
func LocationIn(f *File, at Span) Location { return Location{f.Name, at.Start, at.End} }

// Told is what is said of a place.
type Told struct {
	Location
	Message string
}

// Untold leaves out what was said before, and adds the others to that: releases of a chart have much in common, and a
// file is read again with one that names it.
func Untold(problems []*Problem, before map[Told]bool) []*Problem {
	return slices.DeleteFunc(problems, func(p *Problem) bool {
		s := Told{LocationIn(p.File, p.Span), p.Message}
		again := before[s]
		before[s] = true
		return again
	})
}
