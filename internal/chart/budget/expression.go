package budget

import (
	"io"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"
)

// perCharacter is what one instruction of a regular expression takes for one
// character, and perInstruction what it takes to compile it.
const (
	perCharacter   = 20
	perInstruction = 400
)

// Expression is a regular expression whose steps are counted.
type Expression struct {
	*regexp.Regexp
	size  int            // instructions
	later *regexp.Regexp // finds it behind one character
}

// Compile compiles a regular expression. Counted repetitions are written out, so
// that ten characters may come to a hundred thousand instructions.
func (b *Budget) Compile(pattern string) (*Expression, error) {
	b.Spend(Times(perInstruction, len(pattern)), "a regular expression")
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	e := &Expression{size: instructions(tree)}
	b.Spend(Times(perInstruction, e.size), "a regular expression")
	e.Regexp, err = regexp.Compile(pattern)
	return e, err
}

// instructions is an upper bound of the size of a compiled expression.
func instructions(e *syntax.Regexp) int {
	n := 1 + len(e.Rune)/2
	if e.Op == syntax.OpLiteral {
		n = 1 + len(e.Rune)
	}
	for _, sub := range e.Sub {
		n = Plus(n, instructions(sub), 1)
	}
	if e.Op == syntax.OpRepeat {
		n = Times(n+1, max(e.Max, e.Min+1))
	}
	return n
}

// Match spends what looking for one match in a text takes at most.
func (b *Budget) Match(e *Expression, text string) {
	b.Spend(Times(perCharacter, e.size, len(text)+1), "a regular expression")
}

// MatchAll spends what looking for all matches in a text takes, and gives how
// many there are. Each may look as far as the end of the text: where that could
// be much, they are counted one by one.
func (b *Budget) MatchAll(e *Expression, text string) (found int) {
	if most := Times(perCharacter, e.size, len(text)+1, len(text)+1); most < 100_000 {
		b.Spend(most, "a regular expression")
		return len(text) + 1
	}
	if e.later == nil {
		b.Spend(Times(perInstruction, e.size), "a regular expression")
		e.later = regexp.MustCompile(`\A(?s:.)(?s:.*?)(?:` + e.String() + `)`)
	}
	first := e.FindReaderIndex(&counted{text: text, budget: b, price: perCharacter * e.size})
	if first == nil {
		return 0
	}
	found = 1
	for at := first[1]; at < len(text); found++ { // context counts: a character stands before
		_, before := utf8.DecodeLastRuneInString(text[:at])
		match := e.later.FindReaderIndex(&counted{text: text[at-before:], budget: b, price: perCharacter * e.size})
		if match == nil {
			break
		}
		if next := at - before + match[1]; next > at {
			at = next
			continue
		}
		_, width := utf8.DecodeRuneInString(text[at:])
		at += width
	}
	return found
}

// counted is a text of which each character that is read costs steps.
type counted struct {
	text   string
	budget *Budget
	price  int
}

// ReadRune reads a character.
func (c *counted) ReadRune() (rune, int, error) {
	if c.text == "" {
		return 0, 0, io.EOF
	}
	c.budget.Spend(c.price, "a regular expression")
	r, width := utf8.DecodeRuneInString(c.text)
	c.text = c.text[width:]
	return r, width, nil
}
