package shell

import (
	"errors"
	"io"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// longest bounds a script, in bytes.
const longest = 1 << 20

// Syntax is the tree of a script, and the part of its text that a shell runs: what stands before a fault, of a program.
// It reports false where no shell would run it, and where it is too long, or is nested too deeply.
func Syntax(text source.Text) (*syntax.File, source.Text, bool) {
	if text.Len() > longest {
		return nil, text, false
	}
	file, err := parsed(text)
	for tries := 0; err != nil && tries < mostFaults && strings.HasPrefix(text.String(), "#!"); tries++ {
		var fault syntax.ParseError
		if !errors.As(err, &fault) {
			return nil, text, false
		}
		at := min(int(fault.Pos.Offset()), text.Len())
		text = text.Slice(0, strings.LastIndexByte(text.String()[:at], '\n')+1)
		if file, err = parsed(text); err == nil && len(file.Stmts) == 0 {
			return nil, text, false
		}
	}
	return file, text, err == nil
}

// Fault is what of a script cannot be read, and why; empty: all of it can.
func Fault(text source.Text) (rest source.Text, why string) {
	_, err := parsed(text)
	var fault syntax.ParseError
	if !errors.As(err, &fault) {
		return source.Text{}, ""
	}
	return text.Slice(min(int(fault.Pos.Offset()), text.Len()), text.Len()), fault.Text
}

// mostFaults is how often a script is cut before a fault: what is left may lack its end.
const mostFaults = 3

func parsed(text source.Text) (*syntax.File, error) {
	file, err := parseText(text.String())
	if err != nil {
		if other, some := withoutSubshells(text.String()); some {
			return parseText(other)
		}
	}
	return file, err
}

func parseText(script string) (*syntax.File, error) {
	script = withNames(script)
	var text io.Reader = strings.NewReader(script)
	if len(script) > mostCalls/10 { // each letter takes few calls
		text = shallow{text}
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(text, "")
}

// withoutSubshells leaves out the parentheses of subshells that substitutions begin with, $((a; b) | c): shells read them,
// and the parser takes them for arithmetic.
func withoutSubshells(script string) (other string, some bool) {
	out := []byte(script)
	for at, tried := 0, 0; tried < mostSubshells; tried++ {
		i := strings.Index(script[at:], "$((")
		if i < 0 {
			break
		}
		at += i + 3
		if end := Closing(script, at-1, '(', ')'); end >= 0 && !strings.HasPrefix(script[end+1:], ")") { // no arithmetic
			out[at-1], out[end], some = ' ', ' ', true
		}
	}
	return string(out), some
}

// mostSubshells bounds how many are looked at: each may reach to the end.
const mostSubshells = 50

// Closing is where the bracket is closed that stands at a place; -1: nowhere.
func Closing(s string, at int, open, closing byte) int {
	depth := 0
	for i := at; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case closing:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// property is ${project.version}, which Maven fills in: it is no name to a shell.
var property = lazyregexp.New(`\$\{[A-Za-z_]\w*(?:[.-]\w+)*\.\w+(?:[.-]\w+)*\}`)

// quotedSettings are how declarations begin whose word is quoted as a whole, which the parser leaves as they are:
// export "NAME=value". Each begins with a word of its own, which is found far faster than a choice of words.
var quotedSettings = lists.Of(strings.Fields("export declare typeset readonly local"),
	func(word string) *lazyregexp.Regexp {
		return lazyregexp.New(`(` + word + `[ \t]+(?:[\w=-]+[ \t]+)*)(["'])([A-Za-z_]\w*\+?=)`)
	})

// withNames has variables in place of properties, as long as they: their values are as unknown.
func withNames(script string) string {
	for _, quoted := range quotedSettings {
		script = quoted.ReplaceAllString(script, "$1$3$2")
	}
	if !strings.Contains(script, "${") {
		return script
	}
	return property.ReplaceAllStringFunc(script, func(p string) string {
		if name, _, is := strings.Cut(p, "-"); is && name == strings.ToUpper(name) && !strings.Contains(name, ".") {
			return p // a variable with a default: ${HOST-0.0.0.0}
		}
		return strings.NewReplacer(".", "_", "-", "_").Replace(p)
	})
}

// The parser calls itself for what stands within something else, and so does who walks over the tree that it makes. No
// stack is deep enough for a script of nothing but brackets.
const (
	mostCalls = 5000 // of functions within each other, while the parser reads on
	mostDepth = 5000 // of nodes within each other
)

var errTooDeep = errors.New("the script is nested too deeply")

// shallow ends the text of a script for a parser that has gone too deep. The
// parser asks for more text every kilobyte, wherever it is.
type shallow struct{ io.Reader }

func (s shallow) Read(p []byte) (int, error) {
	var few [100]uintptr
	if runtime.Callers(0, few[:]) == len(few) && runtime.Callers(0, make([]uintptr, mostCalls)) == mostCalls {
		return 0, errTooDeep
	}
	return s.Reader.Read(p)
}

// walk visits a node and what is below it, as deep as is allowed. Functions
// that it calls may walk over a part by themselves.
func (r *reader) walk(n syntax.Node, visit func(syntax.Node) bool) {
	syntax.Walk(n, func(below syntax.Node) bool {
		switch {
		case below == nil:
			r.depth--
			return true
		case r.depth == mostDepth:
			r.tooDeep = true
			return false
		}
		r.depth++
		if visit(below) {
			return true
		}
		r.depth--
		return false
	})
}
