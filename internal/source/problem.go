package source

import "fmt"

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
