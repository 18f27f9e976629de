package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/source"
)

// HereDocument is a text that a command of a script gets.
type HereDocument struct {
	Text    source.Text
	Command []Word // that gets it
	To      Word   // the file that the command writes; empty where it writes none
	Quoted  bool   // the shell puts nothing in
}

// fed is the command that gets a here document, and the file that it writes.
type fed struct {
	words []Word
	to    Word
}

// feed notes what gets the here documents of a statement.
func (r *reader) feed(s *syntax.Stmt) {
	var f fed
	if call, is := s.Cmd.(*syntax.CallExpr); is {
		f.words = r.words(call.Args)
	}
	for _, redirect := range s.Redirs {
		if strings.HasPrefix(redirect.Op.String(), ">") || strings.HasPrefix(redirect.Op.String(), "&>") {
			f.to = r.word(redirect.Word)
		}
	}
	for _, redirect := range s.Redirs {
		if redirect.Hdoc != nil {
			r.feeds[redirect] = f
		}
	}
}

// hereDocument is the text of one, without the word that ends it, which the parser may
// take for a part.
func (r *reader) hereDocument(c *syntax.Redirect) source.Text {
	text := r.slice(c.Hdoc)
	last := text.String()[strings.LastIndexByte(text.String(), '\n')+1:]
	if c.Word != nil && strings.TrimLeft(last, "\t") == r.word(c.Word).Literal().String() {
		return text.Slice(0, text.Len()-len(last))
	}
	return text
}
