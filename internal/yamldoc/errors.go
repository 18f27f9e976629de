package yamldoc

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// errBound is the cause of what goes beyond a bound.
var errBound = errors.New("a bound was exceeded")

// Exceeded reports whether a bound is why a file is not read.
func Exceeded(err error) bool { return errors.Is(err, errBound) }

// beyond is the problem of what goes beyond a bound.
func (s *stream) beyond(offset int, format string, args ...any) *source.Problem {
	p := s.errorAt(offset, format, args...)
	p.Cause = errBound
	return p
}

func (s *stream) errorAt(offset int, format string, args ...any) *source.Problem {
	return &source.Problem{File: s.file, Span: s.file.Span(offset, offset), Message: fmt.Sprintf(format, args...)}
}

// parserMessage matches the messages of the library's parser, as opposed to its
// scanner: for those it counts lines from 0.
var parserMessage = lazyregexp.New(`^did not find expected (key|'-' indicator|node content|',' or|<)` +
	`|^found undefined tag handle|^found (duplicate|incompatible) `)

var unknownAnchor = lazyregexp.New(`^unknown anchor '([^']*)' referenced`)

// libraryError turns an error of the library, "yaml: line 3: message", into one
// with a place: the line, without its indentation.
func (s *stream) libraryError(err error) *source.Problem {
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
	e := &source.Problem{File: s.file, Message: message + meaning(message)}
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

// meanings are what messages of the library mostly mean to who wrote the file.
var meanings = []struct{ message, means string }{
	{"could not find expected ':'", "a key lacks its colon, here or on the line before"},
	{"did not find expected key", "a key is expected here: is the line indented like its neighbours?"},
	{"did not find expected '-' indicator", "an item of the list begins with -, indented like the others"},
	{"mapping values are not allowed", "a value contains a colon followed by a blank: quote the value, or check the indentation"},
	{"found character that cannot start any token", "indent with blanks, not tabs, and quote a value that begins with @, ` or %"},
	{"did not find expected node content", "a value is expected here"},
	{"did not find expected ',' or", "a comma or the closing bracket is missing"},
	{"found unexpected end of stream", "a quote or a bracket is not closed"},
	{"found unknown escape character", "in double quotes a backslash begins an escape: write two, or use single quotes"},
}

// meaning is put behind a message of the library; empty where none is known.
func meaning(message string) string {
	for _, m := range meanings {
		if strings.HasPrefix(message, m.message) {
			return ": " + m.means
		}
	}
	return ""
}

// onlyAlias finds the alias *name where nothing else in the file looks like it.
func (s *stream) onlyAlias(name string) source.Span {
	found := regexp.MustCompile(`\*`+regexp.QuoteMeta(name)+`(?:[^0-9A-Za-z_-]|$)`).FindAllIndex(s.src, 2)
	if len(found) != 1 {
		return source.Span{}
	}
	return s.file.Span(found[0][0], found[0][0]+1+len(name))
}
