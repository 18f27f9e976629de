package jvmflag

import "github.com/jvmlint/jvmlint/internal/source"

// argumentWords splits a file of arguments as the launcher does: at white space; ' and " quote; within quotes a
// backslash escapes, and one at the end of a line goes on with the next one past its indentation; # starts a comment
// that reaches to the end of the line. A quote may stay open to its line's end.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/native/libjli/args.c, nextToken (JDK 9 to 25)
func argumentWords(t source.Text) []Word {
	f := argumentFile{text: t, s: t.String()}
	for f.at < len(f.s) {
		switch c := f.s[f.at]; {
		case isArgumentSpace(c):
			f.at++
		case c == '#':
			f.skipComment()
		default:
			f.word()
		}
	}
	return f.words
}

type argumentFile struct {
	text  source.Text
	s     string
	at    int
	words []Word
}

func isArgumentSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r'
}

func (f *argumentFile) skipComment() {
	for f.at < len(f.s) && f.s[f.at] != '\n' && f.s[f.at] != '\r' {
		f.at++
	}
}

// word reads one word. A # within it starts a comment as well: the run of
// plain characters before it is lost, and the word goes on behind the comment.
func (f *argumentFile) word() {
	start := f.at
	var parts []source.Text
	for f.at < len(f.s) && !isArgumentSpace(f.s[f.at]) {
		switch c := f.s[f.at]; c {
		case '#':
			f.skipComment()
			for f.at < len(f.s) && isArgumentSpace(f.s[f.at]) {
				f.at++
			}
			if f.at == len(f.s) {
				return
			}
		case '\'', '"':
			f.at++
			if f.quoted(c, &parts) {
				f.add(parts, start)
				return
			}
		default:
			from := f.at
			for f.at < len(f.s) && !endsRun(f.s[f.at]) {
				f.at++
			}
			if f.at == len(f.s) || f.s[f.at] != '#' {
				parts = append(parts, f.text.Slice(from, f.at))
			}
		}
	}
	f.add(parts, start)
}

func endsRun(c byte) bool { return isArgumentSpace(c) || c == '#' || c == '\'' || c == '"' }

// quoted reads up to the closing quote. It tells true where the end of the line ends the word instead.
func (f *argumentFile) quoted(quote byte, parts *[]source.Text) bool {
	from := f.at
	for f.at < len(f.s) {
		switch c := f.s[f.at]; c {
		case quote:
			*parts = append(*parts, f.text.Slice(from, f.at))
			f.at++
			return false
		case '\n', '\r':
			*parts = append(*parts, f.text.Slice(from, f.at))
			return true
		case '\\':
			*parts = append(*parts, f.text.Slice(from, f.at))
			f.at++
			if f.at == len(f.s) {
				return true
			}
			f.escape(parts)
			from = f.at
		default:
			f.at++
		}
	}
	*parts = append(*parts, f.text.Slice(from, f.at))
	return true
}

var argumentEscapes = map[byte]string{'n': "\n", 'r': "\r", 't': "\t", 'f': "\f"}

func (f *argumentFile) escape(parts *[]source.Text) {
	c := f.s[f.at]
	if c == '\n' || c == '\r' {
		for f.at < len(f.s) && isArgumentSpace(f.s[f.at]) {
			f.at++
		}
		return
	}
	escaped := f.text.Slice(f.at, f.at+1)
	if value, ok := argumentEscapes[c]; ok {
		escaped = source.Unlocated(value, "an escape in a file of arguments")
		if span := f.text.Slice(f.at-1, f.at+1).Span(); !span.IsZero() {
			escaped = source.Coded(value, span)
		}
	}
	*parts = append(*parts, escaped)
	f.at++
}

func (f *argumentFile) add(parts []source.Text, start int) {
	text := f.text.Slice(start, start)
	if len(parts) > 0 {
		text = joinParts(parts)
	}
	if text.Len() == 0 && f.at == len(f.s) {
		return // the launcher forgets an empty word at the end of the file
	}
	f.words = append(f.words, Word{Text: text, Written: f.text.Slice(start, f.at)})
}
