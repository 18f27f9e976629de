package yamldoc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Error says why a file cannot be read.
type Error struct {
	File    *source.File
	Span    source.Span // zero where the place is not known
	Message string
}

// Position is the line and column of the error; zero where not known.
func (e *Error) Position() source.Position {
	if e.Span.IsZero() {
		return source.Position{}
	}
	return e.File.Position(e.Span.Start)
}

// Error gives "file:line:column: message", without the place where it is not
// known.
func (e *Error) Error() string {
	if e.Span.IsZero() {
		return e.File.Name + ": " + e.Message
	}
	p := e.Position()
	return fmt.Sprintf("%s:%d:%d: %s", e.File.Name, p.Line, p.Column, e.Message)
}

func (s *stream) errorAt(offset int, format string, args ...any) *Error {
	return &Error{File: s.file, Span: s.file.Span(offset, offset), Message: fmt.Sprintf(format, args...)}
}

// parserMessage matches the messages of the library's parser, as opposed to its
// scanner: for those it counts lines from 0.
var parserMessage = lazyregexp.New(`^did not find expected (key|'-' indicator|node content|',' or|<)` +
	`|^found undefined tag handle|^found (duplicate|incompatible) `)

var unknownAnchor = lazyregexp.New(`^unknown anchor '([^']*)' referenced`)

// libraryError turns an error of the library, "yaml: line 3: message", into one
// with a place: the line, without its indentation.
func (s *stream) libraryError(err error) *Error {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1 // the library leaves out the first line's number
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if number, text, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				line, message = n, text
				if parserMessage.MatchString(text) {
					line++
				}
			}
		}
	}
	e := &Error{File: s.file, Message: message}
	if m := unknownAnchor.FindStringSubmatch(message); m != nil {
		e.Span = s.onlyAlias(m[1])
		return e
	}
	if strings.HasPrefix(message, "cannot be read as YAML") {
		return e
	}
	start := s.lines[min(line, len(s.lines))-1]
	for start < len(s.src) && isBlank(s.src[start]) {
		start++
	}
	end := start
	for end < len(s.src) && breakLen(s.src, end) == 0 {
		end++
	}
	e.Span = s.file.Span(start, end)
	return e
}

// onlyAlias finds the alias *name where nothing else in the file looks like it.
func (s *stream) onlyAlias(name string) source.Span {
	found := regexp.MustCompile(`\*`+regexp.QuoteMeta(name)+`(?:[^0-9A-Za-z_-]|$)`).FindAllIndex(s.src, 2)
	if len(found) != 1 {
		return source.Span{}
	}
	return s.file.Span(found[0][0], found[0][0]+1+len(name))
}
