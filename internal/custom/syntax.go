package custom

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Conditions are written in a part of CEL, with its meaning:
// https://github.com/google/cel-spec/blob/master/doc/langdef.md

// node is an expression.
type node struct {
	op    string      // what it is: literal, name, select, index, call, list, ?: or an operator
	at    source.Text // where a fault of it is reported
	value any         // of a literal
	name  string      // of a variable, a field or a function
	args  []*node     // operands; of a call of a method, what stands before the dot comes first
	owned bool        // a call of a method
}

func (n *node) isName(name string) bool { return n.op == "name" && n.name == name }

func (n *node) isText() (string, bool) {
	s, is := n.value.(string)
	return s, n.op == "literal" && is
}

// token is a word of a condition.
type token struct {
	kind     rune // 'n'ame, '0' number, '"' string, '.' sign; 0: the end
	from, to int
	value    any // of numbers and strings
}

// syntaxFault is thrown where a condition cannot be read on.
type syntaxFault struct {
	at      source.Text
	message string
}

var (
	blankWord  = lazyregexp.New(`^(?:\s|//[^\n]*)+`)
	nameWord   = lazyregexp.New(`^[A-Za-z_]\w*`)
	numberWord = lazyregexp.New(`^(?:0x[0-9A-Fa-f]+|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+)`)
	textWord   = lazyregexp.New(`^(?s:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`)
	rawWord    = lazyregexp.New(`^r(?:"[^"]*"|'[^']*')`) // a backslash in it is a character like others
	signWord   = lazyregexp.New(`^(?:&&|\|\||[=!<>]=|[-<>!+*/%?:()\[\],.])`)
	sizeUnit   = lazyregexp.New(`^(?:[KMGT]i?|[kmgt])$`)
)

// parser reads the tokens of a condition, one after the other.
type parser struct {
	text   source.Text
	tokens []token
	next   int
	depth  int
}

// deepest bounds how deep expressions may be nested in each other.
const deepest = 50

// parse reads a condition; a fault that it throws is a syntaxFault.
func parse(t source.Text) *node {
	p := &parser{text: t}
	p.scan()
	n := p.choice()
	if last := p.peek(); last.kind != 0 {
		word := p.text.Slice(last.from, last.to)
		switch before := p.tokens[p.next-1]; {
		case before.kind == '0' && before.to == last.from && sizeUnit.MatchString(word.String()):
			p.fail(word, `write a size as size("4Gi"): "`+word.String()+`" cannot follow a number`)
		case last.kind != '.':
			p.fail(word, `"`+word.String()+`" is not expected here: an operator such as && or == is missing before it`)
		}
		p.unexpected(last)
	}
	return n
}

func (p *parser) fail(at source.Text, message string) { panic(syntaxFault{at, message}) }

func (p *parser) unexpected(t token) {
	if t.kind == 0 {
		p.fail(p.text.Slice(t.from, t.to), "the condition ends where a value is expected")
	}
	p.fail(p.text.Slice(t.from, t.to), `"`+p.text.String()[t.from:t.to]+`" is not expected here`)
}

func (p *parser) scan() {
	s := p.text.String()
	for at := len(blankWord.FindString(s)); at < len(s); {
		t, rest, word := token{from: at}, s[at:], ""
		found := func(kind rune, of *lazyregexp.Regexp) bool {
			t.kind, word = kind, of.FindString(rest)
			return word != ""
		}
		switch {
		case found('"', rawWord):
			t.value = word[2 : len(word)-1]
		case found('"', textWord):
			t.value = p.unquoted(at, word)
		case found('n', nameWord):
		case found('0', numberWord):
			t.value = p.number(at, word)
		case !found('.', signWord):
			p.noToken(at)
		}
		t.to = at + len(word)
		p.tokens = append(p.tokens, t)
		at = t.to + len(blankWord.FindString(s[t.to:]))
	}
	p.tokens = append(p.tokens, token{from: len(s), to: len(s)})
}

func (p *parser) number(at int, word string) any {
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return n
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil || !strings.ContainsAny(word, ".eE") {
		p.fail(p.text.Slice(at, at+len(word)), `"`+word+`" is too large`)
	}
	return x
}

var asGo = strings.NewReplacer(`\'`, `'`, `\"`, `\"`, `\\`, `\\`, `"`, `\"`, "\n", `\n`)

func (p *parser) unquoted(at int, word string) string {
	text, err := strconv.Unquote(`"` + asGo.Replace(word[1:len(word)-1]) + `"`)
	if err != nil {
		p.fail(p.text.Slice(at, at+len(word)), "a backslash in a text stands before a character that it does not change; \\\\ is one by itself")
	}
	return text
}

func (p *parser) noToken(at int) {
	r, n := utf8.DecodeRuneInString(p.text.String()[at:])
	word := p.text.Slice(at, at+n)
	switch {
	case strings.ContainsRune(`"'`, r):
		p.fail(word, "no quote closes this one")
	case strings.ContainsRune("=&|", r):
		p.fail(word, string(r)+" is not an operator: there are ==, && and ||")
	}
	p.fail(word, `"`+word.String()+`" cannot be part of a condition`)
}

func (p *parser) peek() token { return p.tokens[p.next] }

// takes moves on behind one of some signs or words.
func (p *parser) takes(some ...string) (source.Text, bool) {
	t := p.peek()
	word := p.text.Slice(t.from, t.to)
	if t.kind != '.' && t.kind != 'n' || !slices.Contains(some, word.String()) {
		return source.Text{}, false
	}
	p.next++
	return word, true
}

func (p *parser) must(sign string) {
	if _, is := p.takes(sign); is {
		return
	}
	if t := p.peek(); t.kind == 0 {
		p.fail(p.text.Slice(t.from, t.to), `a "`+sign+`" is missing at the end`)
	}
	p.unexpected(p.peek())
}

// choice is CONDITION ? A : B, or what binds closer.
func (p *parser) choice() *node {
	if p.depth++; p.depth > deepest {
		p.fail(p.text.Slice(p.peek().from, p.peek().to), "the condition is nested too deep")
	}
	defer func() { p.depth-- }()
	n := p.binary(0)
	at, is := p.takes("?")
	if !is {
		return n
	}
	yes := p.choice()
	p.must(":")
	return &node{op: "?:", at: at, args: []*node{n, yes, p.choice()}}
}

// levels are the operators of two operands, from those that bind least.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!=", "<=", ">=", "<", ">", "in"}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) *node {
	if level == len(levels) {
		return p.unary()
	}
	n := p.binary(level + 1)
	for {
		at, is := p.takes(levels[level]...)
		if !is {
			return n
		}
		n = &node{op: at.String(), at: at, args: []*node{n, p.binary(level + 1)}}
	}
}

func (p *parser) unary() *node {
	if at, is := p.takes("!", "-"); is {
		if p.depth++; p.depth > deepest {
			p.fail(at, "the condition is nested too deep")
		}
		defer func() { p.depth-- }()
		return &node{op: map[string]string{"!": "!", "-": "negative"}[at.String()], at: at, args: []*node{p.unary()}}
	}
	n := p.primary()
	for {
		if _, is := p.takes("."); is {
			t := p.peek()
			if t.kind != 'n' {
				p.unexpected(t)
			}
			p.next++
			at := p.text.Slice(t.from, t.to)
			if _, is := p.takes("("); is {
				n = &node{op: "call", at: at, name: at.String(), args: append([]*node{n}, p.list(")")...), owned: true}
			} else {
				n = &node{op: "select", at: at, name: at.String(), args: []*node{n}}
			}
		} else if at, is := p.takes("["); is {
			index := p.choice()
			p.must("]")
			n = &node{op: "index", at: at, args: []*node{n, index}}
		} else {
			return n
		}
	}
}

func (p *parser) primary() *node {
	t := p.peek()
	p.next++
	at := p.text.Slice(t.from, t.to)
	switch word := at.String(); {
	case t.kind == '0':
		return &node{op: "literal", at: at, value: t.value}
	case t.kind == '"': // what it says, without its quotes
		quote := strings.IndexAny(word, `"'`) + 1
		return &node{op: "literal", at: at.Slice(quote, at.Len()-1), value: t.value}
	case word == "true", word == "false":
		return &node{op: "literal", at: at, value: word == "true"}
	case t.kind == 'n' && word != "in":
		if _, is := p.takes("("); is {
			return &node{op: "call", at: at, name: word, args: p.list(")")}
		}
		return &node{op: "name", at: at, name: word}
	case word == "(":
		n := p.choice()
		p.must(")")
		return n
	case word == "[":
		return &node{op: "list", at: at, args: p.list("]")}
	}
	p.next--
	p.unexpected(t)
	return nil
}

// list reads expressions up to what closes them.
func (p *parser) list(closing string) []*node {
	var all []*node
	if _, is := p.takes(closing); is {
		return nil
	}
	for {
		all = append(all, p.choice())
		if _, more := p.takes(","); !more {
			p.must(closing)
			return all
		}
	}
}
