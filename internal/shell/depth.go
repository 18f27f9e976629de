package shell

import (
	"errors"
	"io"
	"runtime"

	"mvdan.cc/sh/v3/syntax"
)

// The parser calls itself for what stands within something else, and so does
// who walks over the tree that it makes. No stack is deep enough for a script of
// nothing but brackets.
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
