package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Suppression is a comment that asks to leave findings out:
//
//	# jvmlint:ignore RULE[, RULE] -- reason
//	# jvmlint:ignore-file RULE[, RULE] -- reason
//
// In XML, where two dashes may not stand in a comment, one is enough.
type Suppression struct {
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

// Suppressions reads what a comment asks for. The span is the comment with its
// sign, if it has one; most comments ask for nothing.
func Suppressions(comment source.Span) []*Suppression {
	text := comment.String()
	if inner, is := strings.CutPrefix(text, beginXML); is {
		comment.Start, comment.End = comment.Start+len(beginXML), comment.End-len(endXML)
		around := comment.File.Span(comment.Start-len(beginXML), comment.End+len(endXML))
		all := Suppressions(comment.File.Span(comment.Start+len(inner)-len(strings.TrimLeft(inner, " \t\r\n")), comment.End))
		if len(all) == 1 {
			all[0].Around = around
		}
		return all
	}
	var all []*Suppression
	starts := addressed.FindAllStringIndex(text, -1)
	for i, at := range starts {
		start, end := at[0], len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		start += len(text[start:]) - len(strings.TrimLeft(text[start:], " \t"))
		end = start + len(strings.TrimRight(text[start:end], " \t\r\n"))
		if s := suppression(comment.File.Span(comment.Start+start, comment.Start+end)); s != nil {
			all = append(all, s)
		}
	}
	return all
}

// suppression reads one comment; nil where it asks for nothing.
func suppression(at source.Span) *Suppression {
	text := at.String()
	head := len(text) - len(strings.TrimLeft(text, "#;!/* \t"))
	word := attempt.FindString(text[head:])
	if word == "" {
		return nil
	}
	s := &Suppression{Span: at, File: word == ignoreFile}
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
func (s *Suppression) name(at int, list string) *Suppression {
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
func (s *Suppression) fail(from, to int, format string, args ...any) *Suppression {
	s.Rules, s.Fault = nil, fmt.Sprintf(format, args...)
	s.At = s.Span.File.Span(s.Span.Start+from, s.Span.Start+to)
	return s
}

// Remove is the edit that takes the comment out: its line, where nothing else stands on it.
func (s *Suppression) Remove() source.Edit {
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
	return source.Edit{Span: wholeLine(at)}
}

// lineWithin is the line of a comment in a text within YAML, with the end of the line before it. The first one goes
// with its own end and with the indentation of the next: where the text begins stays as it is.
func (s *Suppression) lineWithin() source.Span {
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
func (s *Suppression) endsAt(n int) bool {
	end := s.Span.File.Line(n).End
	return isBlank(s.Span.File.Span(min(end, s.Within.End), s.Within.End))
}

func isBlank(at source.Span) bool { return strings.TrimSpace(at.String()) == "" }

// RemoveRule is the edit that takes the name of one of its rules out, with the comma that goes with it.
func (s *Suppression) RemoveRule(i int) source.Edit {
	at := s.Rules[i]
	switch {
	case i > 0:
		at.Start = s.Rules[i-1].End
	case len(s.Rules) > 1:
		at.End = s.Rules[1].Start
	}
	return source.Edit{Span: at}
}

// Suppressed is a finding that a comment left out.
type Suppressed struct {
	Finding *Finding
	By      *Suppression
}

// Comments are those that ask to leave findings out.
type Comments struct {
	All   []*Suppression
	Rules []string // ids of all the rules that there are
	// Judged reports whether a rule has judged all that a comment is about. Of a
	// comment about anything else nobody knows whether it is needed.
	Judged func(*Suppression, *Rule) bool
	// Settings are what a project says of the rules for a file.
	Settings func(*source.File) Settings
}

// CommentPass is what a rule about comments sees: one of them.
type CommentPass struct {
	Comment *Suppression
	Rules   []string // ids of all the rules that there are
	Unused  []int    // places in Comment.Rules of those that it left nothing of out

	rule     *Rule
	findings []*Finding
}

// Report adds a finding at a place in the comment.
func (p *CommentPass) Report(at source.Span, format string, args ...any) *Finding {
	f := &Finding{
		Rule: p.rule, Severity: p.rule.Severity, Confidence: p.rule.Confidence,
		Message: fmt.Sprintf(format, args...), Span: at,
		Workload: &workload.Workload{File: at.File}, JDKs: []int{},
	}
	p.findings = append(p.findings, f)
	return f
}

// use notes that a comment has left a finding out.
type use struct {
	comment *Suppression
	rule    int
}

// Suppress takes the findings out of a result that comments ask to leave out,
// and then judges the comments, by those of the rules that are about comments.
func (r *Result) Suppress(comments Comments, rules []*Rule) {
	used := map[use]bool{}
	r.leaveOut(comments, used)
	judged := len(r.Findings)
	for _, c := range comments.All {
		pass := &CommentPass{Comment: c, Rules: comments.Rules}
		for i := range c.Rules {
			if !used[use{c, i}] && comments.isJudged(c, i, rules) {
				pass.Unused = append(pass.Unused, i)
			}
		}
		settings := comments.Settings(c.Span.File)
		for _, rule := range rules {
			if rule.CheckIgnore != nil && !settings[rule.ID].Off {
				pass.rule = rule
				rule.CheckIgnore(pass)
			}
		}
		for _, f := range pass.findings {
			settings.apply(f)
		}
		r.Findings = append(r.Findings, pass.findings...)
	}
	if len(r.Findings) == judged {
		return
	}
	r.leaveOut(comments, used)
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int { return order(a.Span, b.Span) })
}

// leaveOut takes out what comments ask for. Of several that ask for the same
// finding, one about lines counts before one about a file.
func (r *Result) leaveOut(comments Comments, used map[use]bool) {
	if len(comments.All) == 0 {
		return
	}
	var left []*Finding
	asked := askedOf(comments.All)
	for _, f := range r.Findings {
		best, found := asked.by(f)
		if !found {
			left = append(left, f)
			continue
		}
		used[best] = true
		r.Suppressed = append(r.Suppressed, Suppressed{Finding: f, By: best.comment})
	}
	r.Findings = left
}

// isJudged reports whether one of the rules that a comment names has judged what
// it is about. Whether a comment about comments is needed is not looked into.
func (c Comments) isJudged(s *Suppression, i int, rules []*Rule) bool {
	name := s.Rules[i].String()
	at := slices.IndexFunc(rules, func(r *Rule) bool { return r.ID == name })
	return at >= 0 && rules[at].Check != nil && c.Judged(s, rules[at])
}

// standsAt is where a finding stands, and where a chart renders it.
func (f *Finding) standsAt() []source.Span {
	all := []source.Span{f.Span}
	for _, r := range f.Related {
		if r.Span.File.Rendered() {
			all = append(all, r.Span)
		}
	}
	return all
}

// writtenOn is where the text was written of the lines that a span stands on:
// of rendered ones in values and templates, of others there.
func writtenOn(at source.Span) []source.Span {
	if !at.File.Rendered() {
		return []source.Span{at}
	}
	lines := at.FirstLine()
	lines.End = at.File.Line(at.File.LineAt(max(at.Start, at.End-1))).End
	var all []source.Span
	for _, p := range lines.Written().Pieces() {
		if span := p.Foremost(); !span.IsZero() {
			all = append(all, span)
		}
	}
	return all
}

// asked is what comments ask to leave out, found by rule and file without a look
// at each comment: of lines, and of whole files or texts within them.
type asked struct{ lines, files map[askedAt]coverings }

type askedAt struct {
	rule string
	file *source.File
}

// coverings are spans that comments are about, in order of where they begin.
type coverings []covering

type covering struct {
	source.Span
	most  int // the end of the span that reaches furthest of those up to this one
	order int // among all that comments ask for
	by    use
}

func askedOf(all []*Suppression) *asked {
	a := &asked{map[askedAt]coverings{}, map[askedAt]coverings{}}
	order := 0
	for _, c := range all {
		spans, of := c.Covers, a.lines
		if c.File {
			of = a.files
		}
		if c.File && spans == nil {
			spans = []source.Span{c.Span.File.Span(0, len(c.Span.File.Data))}
		}
		for i, name := range c.Rules {
			order++
			for _, span := range spans {
				at := askedAt{name.String(), span.File}
				of[at] = append(of[at], covering{Span: span, order: order, by: use{c, i}})
			}
		}
	}
	for _, of := range []map[askedAt]coverings{a.lines, a.files} {
		for _, spans := range of {
			slices.SortStableFunc(spans, func(a, b covering) int { return cmp.Compare(a.Start, b.Start) })
			most := 0
			for i := range spans {
				most = max(most, spans[i].End)
				spans[i].most = most
			}
		}
	}
	return a
}

// firstAt is the first of one comment and those about a place; nil: there is none.
func (c coverings) firstAt(offset int, first *covering) *covering {
	i := sort.Search(len(c), func(i int) bool { return c[i].Start > offset })
	for i--; i >= 0 && c[i].most >= offset; i-- {
		if c[i].End >= offset && (first == nil || c[i].order < first.order) {
			first = &c[i]
		}
	}
	return first
}

// by is the comment that leaves a finding out: by where it stands, or by the lines that a chart renders it on. The
// first about lines counts, else the first about a file.
func (a *asked) by(f *Finding) (use, bool) {
	var line, file *covering
	for _, at := range f.standsAt() {
		line = a.lines[askedAt{f.Rule.ID, at.File}].firstAt(at.Start, line)
		if len(a.files) == 0 {
			continue
		}
		for _, w := range append(writtenOn(at), at) {
			file = a.files[askedAt{f.Rule.ID, w.File}].firstAt(w.Start, file)
		}
	}
	if best := cmp.Or(line, file); best != nil {
		return best.by, true
	}
	return use{}, false
}
