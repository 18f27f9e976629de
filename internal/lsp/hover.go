package lsp

import (
	"context"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/editor"
	"github.com/jvmlint/jvmlint/internal/source"
)

// mostWorkloads is how many processes a hover tells of: a chart may give one option to many.
const mostWorkloads = 3

// hover tells of what stands at a place: an option, a quantity of memory, a finding, the name of a rule.
func (s *Server) hover(ctx context.Context, p documentParams) (any, error) {
	d, j, err := s.judgedDocument(ctx, p.Document.URI)
	if err != nil {
		return nil, err
	}
	s.judging.Lock()
	defer s.judging.Unlock()
	at := place{d.file.Name, d.text.offset(p.Position)}
	parts, span := s.tell(j, at)
	if rule, word := ruleAt(j.Rules, d.text.value, at.offset); rule != "" && len(parts) == 0 {
		parts, span = []string{rule}, d.file.Span(word[0], word[1])
	}
	if len(parts) == 0 {
		return nil, nil
	}
	text := object{"kind": "markdown", "value": strings.Join(parts, "\n---\n\n")}
	return object{"contents": text, "range": d.text.rangeOf(span.Start, span.End)}, nil
}

// tell says what is known of a place, and the narrowest of the spans that this is about.
func (s *Server) tell(j *Judgement, at place) (parts []string, about source.Span) {
	say := func(part string, span source.Span) {
		if part == "" {
			return
		}
		if about.IsZero() || span.Len() < about.Len() {
			about = span
		}
		parts = lists.With(parts, part)
	}
	told := 0
	for _, w := range j.Result.Predicted {
		if told < mostWorkloads && tellWorkload(w, at, say) {
			told++
		}
	}
	var pages []string
	for _, f := range findingsIn(j, at.file) {
		if !at.within(f.Span) {
			continue
		}
		say(editor.Finding(report.FindingOf(f)), f.Span)
		pages = lists.With(pages, editor.Rule(f.Rule))
	}
	return append(parts, pages...), about
}

// tellWorkload tells of an option or of a quantity of memory.
func tellWorkload(predicted *predict.Predictions, at place, say func(string, source.Span)) (told bool) {
	w := predicted.Workload
	if !w.HasJVM() {
		return false
	}
	for _, o := range w.Options {
		span, here := at.in(o.Text)
		if !here {
			continue
		}
		told = true
		say(editor.Option(predicted, o), span)
		if editor.InMemory(predicted, o.Text) {
			say(editor.Memory(predicted), span)
		}
	}
	for _, v := range []source.Value{w.Memory, w.Request} {
		if span, here := at.in(v.Text); here {
			told = true
			say(editor.Memory(predicted), span)
		}
	}
	return told
}

// place is a byte of a file.
type place struct {
	file   string
	offset int
}

func (p place) within(s source.Span) bool {
	return s.File != nil && s.File.Name == p.file && s.Start <= p.offset && p.offset <= s.End
}

// in reports whether a text was written here, and where all of it that stands together was.
func (p place) in(t source.Text) (source.Span, bool) {
	written := t.Written()
	if whole := written.Span(); p.within(whole) {
		return whole, true
	}
	return lists.First(lists.Of(written.Pieces(), source.Text.Foremost), p.within)
}

// ruleAt is the page of the rule whose name stands at an offset, and where.
func ruleAt(rules []*lint.Rule, text string, offset int) (page string, word [2]int) {
	inWord := func(r rune) bool { return r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }
	start := offset - len(text[:offset]) + len(strings.TrimRightFunc(text[:offset], inWord))
	end := len(text) - len(strings.TrimLeftFunc(text[offset:], inWord))
	for _, r := range rules {
		if r.ID == text[start:end] {
			return editor.Rule(r), [2]int{start, end}
		}
	}
	return "", word
}
