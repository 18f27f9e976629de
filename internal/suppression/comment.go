// Package suppression reads comments that ask to leave findings out.
package suppression

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Comment is a comment that asks to leave findings out:
//
//	# jvmlint:ignore RULE[, RULE] -- reason
//	# jvmlint:ignore-file RULE[, RULE] -- reason
//
// In XML, where two dashes may not stand in a comment, one is enough.
type Comment struct {
	Span   source.Span   // from its sign to its last character
	Around source.Span   // the comment of XML that it is all of; zero: it is none
	Rules  []source.Span // their names
	Reason string
	File   bool          // it is about its whole file
	Within source.Span   // the text within a YAML file that is its file; zero: it is the file
	Covers []source.Span // the lines that it is about, where it is not about a whole file on disk: each time a chart renders them

	Fault string      // why it does not count; empty: it does
	At    source.Span // the characters at fault
}

const (
	ignore     = "jvmlint:ignore"
	ignoreFile = "jvmlint:ignore-file"

	beginXML, endXML = "<!--", "-->"
)

var (
	// addressed is where a comment begins that is for jvmlint. It may stand within another one, as several tools may
	// share a line. That of a template has no sign.
	addressed = lazyregexp.New(`(?:^[#;!/*]*|[ \t]#)[ \t]*(?i:jvmlint)\b`)
	// attempt is what such a comment says if it is not mere prose.
	attempt   = lazyregexp.New(`^(?i:jvmlint(?::[A-Za-z][\w-]*|[ \t]*[: \t_-][ \t]*(?:ignore|disable|suppress|skip)(?:-[\w-]*)?\b))`)
	reasonFor = lazyregexp.New(`(?:^|[ \t])--?(?:[ \t]|$)`)
)

// MayAsk reports whether a text may hold comments for jvmlint.
func MayAsk(text []byte) bool { return bytes.Contains(bytes.ToLower(text), []byte("jvmlint")) }

// Of reads what a comment asks for. The span is the comment with its
// sign, if it has one; most comments ask for nothing.
func Of(comment source.Span) []*Comment {
	text := comment.String()
	if inner, is := strings.CutPrefix(text, beginXML); is {
		comment.Start, comment.End = comment.Start+len(beginXML), comment.End-len(endXML)
		around := comment.File.Span(comment.Start-len(beginXML), comment.End+len(endXML))
		all := Of(comment.File.Span(comment.Start+len(inner)-len(strings.TrimLeft(inner, " \t\r\n")), comment.End))
		if len(all) == 1 {
			all[0].Around = around
		}
		return all
	}
	var all []*Comment
	starts := addressed.FindAllStringIndex(text, -1)
	for i, at := range starts {
		start, end := at[0], len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t"))
		end = start + len(strings.TrimRight(text[start:end], " \t\r\n"))
		if s := read(comment.File.Span(comment.Start+start, comment.Start+end)); s != nil {
			all = append(all, s)
		}
	}
	return all
}

// read reads one comment; nil where it asks for nothing.
func read(at source.Span) *Comment {
	text := at.String()
	head := len(text) - len(strings.TrimLeft(text, "#;!/* \t"))
	word := attempt.FindString(text[head:])
	if word == "" {
		return nil
	}
	s := &Comment{Span: at, File: word == ignoreFile}
	rest := head + len(word)
	if word != ignore && word != ignoreFile {
		return s.fail(head, rest, "%q is not a jvmlint comment: these are %s and %s", word, ignore, ignoreFile)
	}
	if rest < len(text) && !strings.ContainsAny(text[rest:rest+1], " \t") {
		return s.fail(head, rest, "a blank is missing after %s", word)
	}
	list, behind := text[rest:], ""
	if m := reasonFor.FindStringIndex(list); m != nil {
		list, behind = list[:m[0]], list[m[1]:]
	}
	s.Reason = strings.TrimSpace(behind)
	switch named := strings.TrimRight(list, " \t"); {
	case strings.TrimSpace(list) == "":
		return s.fail(head, rest, "no rule is named: %s RULE -- reason", word)
	case s.Reason == "":
		return s.fail(head, rest+len(named), "a reason is missing: %s RULE -- reason", word)
	}
	return s.name(rest, list)
}

// name reads the names of the rules, which commas separate.
func (s *Comment) name(at int, list string) *Comment {
	for _, item := range strings.SplitAfter(list, ",") {
		name := strings.Trim(item, ", \t")
		from := at + strings.Index(item, name)
		switch {
		case name == "":
			comma := at - 1
			if strings.HasSuffix(item, ",") {
				comma = at + len(item) - 1
			}
			return s.fail(comma, comma+1, "a comma without a rule")
		case strings.ContainsAny(name, " \t"):
			return s.fail(from, from+len(name), "rules are separated by commas")
		}
		s.Rules = append(s.Rules, s.Span.File.Span(s.Span.Start+from, s.Span.Start+from+len(name)))
		at += len(item)
	}
	return s
}

// fail notes why the comment does not count, with a place in its text.
func (s *Comment) fail(from, to int, format string, args ...any) *Comment {
	s.Rules, s.Fault = nil, fmt.Sprintf(format, args...)
	s.At = s.Span.File.Span(s.Span.Start+from, s.Span.Start+to)
	return s
}

// Remove is the edit that takes the comment out: its line, where nothing else stands on it.
func (s *Comment) Remove() source.Edit {
	file, at := s.Span.File, s.Span
	if !s.Around.IsZero() {
		at = s.Around
	}
	line := at.FirstLine()
	for at.Start > line.Start && strings.IndexByte(" \t", file.Data[at.Start-1]) >= 0 {
		at.Start--
	}
	switch alone := at.Start == line.Start && strings.TrimSpace(string(file.Data[at.End:line.End])) == ""; {
	case !alone:
		return source.Edit{Span: at}
	case s.Within.File == file:
		return source.Edit{Span: s.lineWithin()}
	}
	return source.Edit{Span: at.WholeLine()}
}

// lineWithin is the line of a comment in a text within YAML, with the end of the line before it. The first one goes
// with its own end and with the indentation of the next: where the text begins stays as it is.
func (s *Comment) lineWithin() source.Span {
	file := s.Span.File
	n := file.LineAt(s.Span.Start)
	at := file.Line(n)
	first := file.LineAt(s.Within.Start)
	if n > first {
		before := n - 1
		for before > first && s.endsAt(n) && isBlank(file.Line(before)) { // they would end the text, and not count
			before--
		}
		at.Start = file.Line(before).End
		return at
	}
	indent := s.Within.Start - at.Start
	at.Start = s.Within.Start
	if n < file.Lines() {
		next := file.Line(n + 1)
		for at.End = next.Start; at.End < min(next.End, next.Start+indent) && file.Data[at.End] == ' '; {
			at.End++
		}
	}
	return at
}

// endsAt reports whether nothing but blank lines comes in the text behind a line.
func (s *Comment) endsAt(n int) bool {
	end := s.Span.File.Line(n).End
	return isBlank(s.Span.File.Span(min(end, s.Within.End), s.Within.End))
}

func isBlank(at source.Span) bool { return strings.TrimSpace(at.String()) == "" }

// RemoveRule is the edit that takes the name of one of its rules out, with the comma that goes with it.
func (s *Comment) RemoveRule(i int) source.Edit {
	at := s.Rules[i]
	switch {
	case i > 0:
		at.Start = s.Rules[i-1].End
	case len(s.Rules) > 1:
		at.End = s.Rules[1].Start
	}
	return source.Edit{Span: at}
}
