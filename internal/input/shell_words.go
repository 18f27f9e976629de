package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// shellWords splits a command into words as a shell does, with the values of
// variables put in. Complete is false where it expands something that is not
// known here: a variable that an image may set, the output of a command.
func shellWords(command source.Text, value func(name string) (source.Text, bool)) (words []jvmflag.Word, complete bool) {
	r := &shellReader{text: command, value: value, complete: true}
	r.read()
	return r.words, r.complete
}

type shellReader struct {
	text     source.Text
	value    func(name string) (source.Text, bool)
	words    []jvmflag.Word
	complete bool

	parts    []source.Text // of the word that is being read
	run      [2]int        // what goes on behind them, as it stands in the text
	begun    bool
	expanded bool // something was put into it
	unknown  int  // how many of its bytes stand for what is not known
	quoted   bool // quotes begin a part of it
	first    int  // where it begins
}

func (r *shellReader) read() {
	s := r.text.String()
	quote := byte(0)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case quote == 0 && strings.IndexByte(" \t\r\n", c) >= 0:
			r.end(i)
			i++
		case quote == 0 && (c == '\'' || c == '"'):
			r.begin(i)
			r.quoted, quote = true, c
			i++
		case quote != 0 && c == quote:
			quote = 0
			i++
		case c == '\\' && quote != '\'' && lineBreak(s[i+1:]) > 0:
			i += 1 + lineBreak(s[i+1:])
		case c == '\\' && i+1 < len(s) && (quote == 0 || quote == '"' && strings.IndexByte("$`\"\\", s[i+1]) >= 0):
			r.begin(i)
			r.literal(i+1, i+2)
			i += 2
		case c == '`' && quote != '\'':
			end := min(i+2+max(strings.IndexByte(s[i+1:], '`'), 0), len(s))
			r.leave(i, end)
			i = end
		case c == '$' && quote != '\'':
			i = r.expand(i, quote != 0)
		default:
			r.begin(i)
			r.literal(i, i+1)
			i++
		}
	}
	r.end(len(s))
}

func (r *shellReader) begin(at int) {
	if !r.begun {
		r.begun, r.first = true, at
	}
}

// literal adds what stands in the text.
func (r *shellReader) literal(from, to int) {
	if r.run[1] != from {
		r.endRun()
		r.run[0] = from
	}
	r.run[1] = to
}

func (r *shellReader) endRun() {
	if r.run[0] < r.run[1] {
		r.parts = append(r.parts, r.text.Slice(r.run[0], r.run[1]))
	}
	r.run = [2]int{}
}

// add puts in a value.
func (r *shellReader) add(value source.Text) {
	r.endRun()
	r.parts = append(r.parts, value)
	r.expanded = true
}

// end ends the word at an offset.
func (r *shellReader) end(at int) {
	r.endRun()
	text := source.Join(r.parts...)
	switch {
	case r.unknown == 0 || r.unknown < text.Len():
	case r.quoted: // one word, whatever it is
		text, r.expanded = text.Slice(0, 0), true
	default: // any number of words
		r.begun = false
	}
	if r.begun {
		written := text
		if !r.expanded {
			written = r.text.Slice(r.first, at)
		}
		r.words = append(r.words, jvmflag.Word{Text: text, Written: written})
	}
	r.parts, r.begun, r.expanded, r.unknown, r.quoted = nil, false, false, 0, false
}

// leave adds what is not known as it is written: it may be a part of a word.
func (r *shellReader) leave(at, end int) {
	r.complete = false
	r.begin(at)
	r.literal(at, end)
	r.unknown += end - at
}

// expand puts in what a dollar sign stands for, and gives the offset behind it.
func (r *shellReader) expand(at int, quoted bool) int {
	name, instead, end, ok := r.parameter(at)
	switch {
	case end == at+1: // a dollar sign that expands nothing
		r.begin(at)
		r.literal(at, end)
		return end
	case !ok:
		r.leave(at, end)
		return end
	}
	value, set := r.value(name)
	if !set && instead.text.Len() == 0 && !instead.empty {
		r.leave(at, end)
		return end
	}
	r.complete = r.complete && set
	if !set || value.Len() == 0 && instead.empty {
		value = instead.text
	}
	r.put(value, quoted, at)
	return end
}

// put adds a value to the word; outside of quotes it may be several.
func (r *shellReader) put(value source.Text, quoted bool, at int) {
	if quoted {
		r.begin(at)
		r.add(value)
		return
	}
	v := value.String()
	for i := 0; i < len(v); {
		if strings.IndexByte(" \t\r\n", v[i]) >= 0 {
			r.end(at)
			i++
			continue
		}
		end := i
		for end < len(v) && strings.IndexByte(" \t\r\n", v[end]) < 0 {
			end++
		}
		r.begin(at)
		r.add(value.Slice(i, end))
		i = end
	}
}

// instead is what a parameter gives where the variable is not set, or is empty.
type instead struct {
	text  source.Text
	empty bool // where it is empty, too
}

// parameter reads $NAME, ${NAME} and ${NAME:-instead}. Of anything else it
// tells false and where it ends.
func (r *shellReader) parameter(at int) (name string, other instead, end int, ok bool) {
	s := r.text.String()
	i := at + 1
	switch {
	case i == len(s):
		return "", other, i, false
	case s[i] == '(':
		return "", other, closingBracket(s, i, '(', ')'), false
	case s[i] == '{':
		end = closingBracket(s, i, '{', '}')
		n := nameEnd(s, i+1)
		name = s[i+1 : n]
		switch rest := s[n:max(end-1, n)]; {
		case name == "" || s[end-1] != '}':
		case rest == "":
			return name, other, end, true
		case strings.HasPrefix(rest, ":-"):
			return name, instead{r.text.Slice(n+2, end-1), true}, end, !strings.ContainsAny(rest, "$`\"'\\")
		case strings.HasPrefix(rest, "-"):
			return name, instead{r.text.Slice(n+1, end-1), false}, end, !strings.ContainsAny(rest, "$`\"'\\")
		}
		return name, other, end, false
	case strings.IndexByte("@*#?!$-", s[i]) >= 0 || s[i] >= '0' && s[i] <= '9':
		return "", other, i + 1, false
	}
	n := nameEnd(s, i)
	return s[i:n], other, n, true
}

// nameEnd is where the name of a variable ends that begins at an offset.
func nameEnd(s string, i int) int {
	for n := i; ; n++ {
		if n == len(s) || !(s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || n > i && s[n] >= '0' && s[n] <= '9') {
			return n
		}
	}
}

// closingBracket is the offset behind the bracket that closes the one at i.
func closingBracket(s string, i int, open, closing byte) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}
