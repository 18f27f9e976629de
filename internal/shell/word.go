package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Word is a word of a command, or what a variable is set to.
type Word struct {
	Text     source.Text // as it is written, with its quotes
	script   source.Text
	start    int // where it stands there
	parts    []syntax.WordPart
	elements []Word // of an array, which has no parts
}

// Variables gives the value of a variable; false where it is not known.
type Variables func(name string) (value source.Text, known bool)

// Together is the text of words as they stand beside each other.
func Together(words []Word) source.Text {
	first, last := words[0], words[len(words)-1]
	return first.script.Slice(first.start, last.start+last.Text.Len())
}

// Behind is what a variable holds once the value of the word was added to what it
// held: the elements of an array are further words.
func (w Word) Behind(held, value source.Text) source.Text {
	if w.elements != nil && held.Len() > 0 {
		held = source.Join(held, source.Unlocated(" ", "an array"))
	}
	return source.Join(held, value)
}

// Literal is the word without its quotes. What a shell puts in stays as it is
// written; the elements of an array stand side by side.
func (w Word) Literal() source.Text {
	value, _ := w.Value(nil)
	return value
}

// Default is what a variable gets that is set to the word where no other is set:
// what stands in their place is put in, and the rest stays as it is written.
func (w Word) Default() source.Text {
	value, _ := w.Value(func(string) (source.Text, bool) { return source.Text{}, false })
	return value
}

// Value is what a variable gets that is set to the word. Complete is false where it depends on something that is not
// known here, which stays as it is written.
func (w Word) Value(variables Variables) (value source.Text, complete bool) {
	e := expander{script: w.script, variables: variables, complete: true}
	for i, element := range w.elements {
		if i > 0 {
			e.pieces = append(e.pieces, source.Unlocated(" ", "an array"))
		}
		e.script = element.script
		e.word(element.parts, false)
	}
	e.word(w.parts, false)
	if len(e.pieces) == 0 {
		return w.Text.Slice(0, 0), e.complete
	}
	return source.Join(e.pieces...), e.complete
}

// expander puts values in for variables.
type expander struct {
	script    source.Text
	variables Variables // nil: all stays as it is written
	complete  bool
	pieces    []source.Text
	unknown   int // how many of the bytes stand for what is not known
}

func (e *expander) word(parts []syntax.WordPart, quoted bool) {
	for _, p := range parts {
		start, end := int(p.Pos().Offset()), int(p.End().Offset())
		switch p := p.(type) {
		case *syntax.Lit:
			e.literal(start, end, quoted)
		case *syntax.SglQuoted:
			if p.Dollar { // sh takes the dollar sign as it is, bash knows escapes
				e.leave(start, end)
			} else {
				e.add(e.script.Slice(start+1, end-1))
			}
		case *syntax.DblQuoted:
			if p.Dollar {
				e.leave(start, end)
			} else {
				e.word(p.Parts, true)
			}
		case *syntax.ParamExp:
			e.parameter(p, start, end, quoted)
		default:
			e.leave(start, end)
		}
	}
}

func (e *expander) add(t source.Text) {
	if t.Len() > 0 {
		e.pieces = append(e.pieces, t)
	}
}

// literal adds text without the backslashes that quote, and the ends of lines that go on.
func (e *expander) literal(start, end int, quoted bool) {
	s := e.script.String()
	run := start
	for i := start; i < end; i++ {
		if s[i] != '\\' {
			continue
		}
		skip := 1 + lineBreak(s[i+1:]) // the parser ends a part there, within quotes
		if skip == 1 && (i+1 >= end || quoted && strings.IndexByte("$`\"\\", s[i+1]) < 0) {
			continue
		}
		e.add(e.script.Slice(run, i))
		run = i + skip
		i = max(i+1, run-1)
	}
	e.add(e.script.Slice(run, max(run, end)))
}

// leave adds what is not known as it is written: it may be a part of a word. Where
// it is to be split again, the words of a command are none of this one.
func (e *expander) leave(start, end int) {
	e.complete = false
	left := e.script.Slice(start, end)
	if e.variables != nil && strings.ContainsAny(left.String(), " \t\r\n") {
		left = source.GapAt(left.Span())
	}
	e.unknown += left.Len()
	e.add(left)
}

// parameter puts in a value for $NAME, ${NAME}, ${NAME:-instead} and the like.
func (e *expander) parameter(p *syntax.ParamExp, start, end int, quoted bool) {
	if e.variables == nil || !isPlain(p) && !isAllOf(p) {
		e.leave(start, end)
		return
	}
	switch value, known := e.variables(p.Param.Value); {
	case p.Exp != nil && (!known || value.Len() == 0 && replacesEmpty(p.Exp.Op)):
		e.instead(p.Exp, known, start, end, quoted)
	case known:
		e.add(value)
	default:
		e.leave(start, end)
	}
}

func replacesEmpty(op syntax.ParExpOperator) bool {
	return op == syntax.DefaultUnsetOrNull || op == syntax.AssignUnsetOrNull
}

// isAllOf tells all elements of an array, each a word: ${NAME[@]}.
func isAllOf(p *syntax.ParamExp) bool {
	w, isWord := p.Index.(*syntax.Word)
	return isWord && (w.Lit() == "@" || w.Lit() == "*") && p.Exp == nil && p.Slice == nil && p.Repl == nil &&
		p.Param != nil && syntax.ValidName(p.Param.Value) && !p.Excl && !p.Length && p.Names == 0
}

// isPlain reports whether nothing but a value, or another in its place, is put in.
func isPlain(p *syntax.ParamExp) bool {
	switch {
	case p.Param == nil || !syntax.ValidName(p.Param.Value) || p.Excl || p.Length || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0:
		return false
	case p.Exp == nil:
		return true
	}
	return replacesEmpty(p.Exp.Op) || p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.AssignUnset
}

// instead puts in what stands for a variable that is empty, or that nothing is known of.
func (e *expander) instead(x *syntax.Expansion, known bool, start, end int, quoted bool) {
	inner := expander{script: e.script, variables: e.variables, complete: true}
	if x.Word != nil {
		inner.word(x.Word.Parts, quoted)
	}
	value := source.Join(inner.pieces...)
	if value.Len() > 0 && inner.unknown == value.Len() {
		e.leave(start, end)
		return
	}
	e.complete = e.complete && known && inner.complete
	e.add(value)
}

// lineBreak is the length of the line break that a text begins with; 0: none.
func lineBreak(s string) int {
	switch {
	case strings.HasPrefix(s, "\r\n"):
		return 2
	case strings.HasPrefix(s, "\n"):
		return 1
	}
	return 0
}

// Split splits a text into words by the quotes of a shell, where none runs it: all other characters are ordinary ones.
func Split(t source.Text) []jvmflag.Word {
	var words []jvmflag.Word
	for at, s := 0, t.String(); at < len(s); {
		if isBlank(s[at]) || strings.HasPrefix(s[at:], "\\") && lineBreak(s[at+1:]) > 0 {
			at++
			continue
		}
		word, end, _ := Unquote(t, at, " \t\r\n")
		words = append(words, jvmflag.Word{Text: word, Written: t.Slice(at, end)})
		at = end
	}
	return words
}

// Ends are the characters that end a word where others may follow as commands.
const Ends = " \t\r\n;&|"

// Unquote reads the word at a place as a shell does, up to one of the ends: ' quotes all, " all but $, `, \ and itself
// behind a backslash, and a backslash outside of quotes the next character. What a shell would expand stays as it is
// written. The quotes of a word that is never closed reach to the end.
func Unquote(whole source.Text, at int, ends string) (word source.Text, end int, closed bool) {
	s := whole.String()
	var parts []source.Text
	run := at // what stands from here on is taken as it is written
	leaveOut := func(from, to int) {
		if from > run {
			parts = append(parts, whole.Slice(run, from))
		}
		run = to
	}
	end = len(s)
	quote := byte(0)
reading:
	for i := at; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == 0 && strings.IndexByte(ends, c) >= 0:
			end = i
			break reading
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
			leaveOut(i, i+1)
		case c == quote && quote != 0:
			quote = 0
			leaveOut(i, i+1)
		case c == '\\' && quote != '\'' && lineBreak(s[i+1:]) > 0:
			leaveOut(i, i+1+lineBreak(s[i+1:]))
			i = run - 1
		case c == '\\' && i+1 < len(s) && (quote == 0 || quote == '"' && strings.IndexByte("$`\"\\", s[i+1]) >= 0):
			leaveOut(i, i+1)
			i++
		}
	}
	leaveOut(end, end)
	switch len(parts) {
	case 0:
		return whole.Slice(at, at), end, quote == 0
	case 1:
		return parts[0], end, quote == 0
	}
	return source.Join(parts...), end, quote == 0
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }
