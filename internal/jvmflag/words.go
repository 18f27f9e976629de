package jvmflag

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// QuoteError is a quote that is never closed. At is the quote and what follows.
type QuoteError struct{ At source.Text }

func (e *QuoteError) Error() string {
	return fmt.Sprintf("unmatched quote %s", e.At.Slice(0, 1))
}

// Word is one word of options.
type Word struct {
	Text    source.Text // without its quotes
	Written source.Text // with them
}

// Words splits the text of a variable into options as HotSpot splits JAVA_TOOL_OPTIONS: at white space, ' and "
// quote, a backslash is an ordinary character, and # starts no comment. Start scripts that expand JAVA_OPTS agree
// with it wherever no backslash and no $ is in play.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_options_buffer (JDK 8 to 25)
func Words(t source.Text) ([]Word, error) {
	s := t.String()
	words := make([]Word, 0, strings.Count(s, " ")+1)
	var scratch [3]source.Text
	for i := 0; i < len(s); {
		if isSpace(s[i]) {
			i++
			continue
		}
		parts := scratch[:0]
		first, start := i, i
		for i < len(s) && !isSpace(s[i]) {
			if c := s[i]; c == '\'' || c == '"' {
				end := i + 1
				for end < len(s) && s[end] != c {
					end++
				}
				if end == len(s) {
					return words, &QuoteError{At: t.Slice(i, end)}
				}
				parts = append(parts, t.Slice(start, i), t.Slice(i+1, end))
				i = end + 1
				start = i
				continue
			}
			i++
		}
		parts = append(parts, t.Slice(start, i))
		words = append(words, Word{Text: joinParts(parts), Written: t.Slice(first, i)})
	}
	return words, nil
}

// joinParts leaves out empty parts, so that a word without quotes stays one run.
func joinParts(parts []source.Text) source.Text {
	kept := parts[:0]
	for _, p := range parts {
		if p.Len() > 0 {
			kept = append(kept, p)
		}
	}
	switch len(kept) {
	case 0:
		return parts[:1][0]
	case 1:
		return kept[0]
	}
	return source.Join(kept...)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}
