package template

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// mostStates bounds how many conditions are looked at.
const mostStates = 20

// States are what may come out of a template: all that stands in no branch, and what stands in those that one condition
// has. Each has options of a JVM that others have not. LeftOut are branches with options that are in none: for which
// JDKs they are is not understood, or they are too many.
func (t *Template) States() (states []source.Text, leftOut []source.Span) {
	var chosen []string
	t.arms(t.parts, func(a arm, own bool) {
		switch key := keyOf(a.conditions); {
		case !own || slices.Contains(chosen, key):
		case len(chosen) == mostStates || slices.ContainsFunc(a.conditions, speaksOfRelease.MatchString):
			leftOut = append(leftOut, optionIn(a.parts))
		default:
			chosen = append(chosen, key)
		}
	})
	if len(chosen) == 0 {
		chosen = []string{""}
	}
	state := func(key string) source.Text { return writer{conditions: strings.Split(key, "\n")}.write(t.parts) }
	return lists.Of(chosen, state), leftOut
}

// Documents are what may come out of a template of YAML: a state for each condition that options have, with the first
// of all other branches. Nothing stands where a template puts lines in.
func (t *Template) Documents() (states []source.Text) {
	chosen := []string{""}
	t.arms(t.parts, func(a arm, own bool) {
		if key := keyOf(a.conditions); own && len(chosen) < mostStates && !slices.Contains(chosen, key) {
			chosen = append(chosen, key)
		}
	})
	for _, key := range chosen {
		text := withoutGaps(writer{conditions: strings.Split(key, "\n"), lines: true, variables: t.literals()}.write(t.parts))
		if !slices.ContainsFunc(states, func(s source.Text) bool { return s.String() == text.String() }) {
			states = append(states, text)
		}
	}
	return states
}

// literal is an action that sets a variable to a string.
var literal = lazyregexp.New(`\{\{-?\s*(\$\w+)\s*:?=\s*"([^"\\]*)"\s*-?\}\}`)

// literals are the variables that are set once, to a string.
func (t *Template) literals() map[string]source.Text {
	all, s := map[string]source.Text{}, t.text.String()
	for _, m := range literal.FindAllStringSubmatchIndex(s, mostStates) {
		name := s[m[2]:m[3]]
		if strings.Count(s, name+" :=")+strings.Count(s, name+" =") == 1 {
			all[name] = t.text.Slice(m[4], m[5])
		}
	}
	return all
}

// withoutGaps leaves out lines of which nothing is known.
func withoutGaps(t source.Text) source.Text {
	var known []source.Text
	at := 0
	for line := range strings.Lines(t.String()) {
		if !source.HasGap(line) || strings.Trim(line, " \t\r\n"+source.Gap) != "" {
			known = append(known, t.Slice(at, at+len(line)))
		}
		at += len(line)
	}
	return source.Join(known...)
}

// Fill is a text with gaps for what is put in. Shaped reports whether there may be other
// lines than those that are seen.
func Fill(text source.Text) (filled source.Text, shaped bool) {
	if !strings.Contains(text.String(), "{{") {
		return text, false
	}
	t := Parse(text)
	states, leftOut := t.States()
	return states[0], t.shaped || len(leftOut) > 0
}

// keyOf tells the branches of which each is taken where the others are.
func keyOf(conditions []string) string { return strings.Join(conditions, "\n") }

// arms goes through all branches; own reports whether options stand in one itself, and not only in those within it.
func (t *Template) arms(parts []part, yield func(a arm, own bool)) {
	for _, p := range parts {
		for _, a := range p.arms {
			yield(a, p.spans() && !optionIn(a.parts).IsZero())
			t.arms(a.parts, yield)
		}
	}
}

// spans reports whether branches are more than a part of a line. Which of those meet others there nobody knows.
func (p part) spans() bool { return strings.Contains(p.text.String(), "\n") }

// optionInside is an option of a JVM.
var optionInside = lazyregexp.New(`(?:^|[\s>"'=\[])-(?:X|D[A-Za-z]|javaagent:|agentlib:|agentpath:|server\b|ea\b|jar\s)`)

// optionIn is where the first option stands; zero: there is none.
func optionIn(parts []part) source.Span {
	for _, p := range parts {
		if p.kind != textual {
			continue
		}
		if m := optionInside.FindStringIndex(p.text.String()); m != nil {
			return p.text.Slice(m[1]-1, m[1]).Span()
		}
	}
	return source.Span{}
}

// writer puts a template together again.
type writer struct {
	conditions []string // that hold
	lines      bool     // lines that are put in are left out, and some branch is always taken
	variables  map[string]source.Text
	texts      []source.Text
}

func (w writer) write(parts []part) source.Text {
	w.add(parts)
	return source.Join(w.texts...)
}

func (w *writer) add(parts []part) {
	for _, p := range parts {
		switch {
		case p.kind == textual:
			w.texts = append(w.texts, p.text)
		case w.lines && p.kind == outputs && strings.Contains(p.text.String(), "nindent"):
		case p.kind == outputs && w.variables[strings.Trim(p.text.String(), "{}- ")].Len() > 0:
			w.texts = append(w.texts, w.variables[strings.Trim(p.text.String(), "{}- ")])
		case p.kind == outputs, !p.spans():
			w.texts = append(w.texts, source.GapAt(p.text.Span()))
		case w.take(p):
		case w.lines:
			w.add(p.arms[0].parts)
		case !w.goesOn():
			end := p.text.Len() - len(lineEnd.FindString(p.text.String()))
			w.texts = append(w.texts, source.GapAt(p.text.Slice(0, end).Span()), p.text.Slice(end, p.text.Len()))
		}
	}
}

var lineEnd = lazyregexp.New(`\r?\n$`)

// take adds the branch that is taken where the conditions hold: the one, or one around it.
func (w *writer) take(p part) (taken bool) {
	for _, a := range p.arms {
		if slices.Equal(a.conditions, w.conditions[:min(len(a.conditions), len(w.conditions))]) {
			taken = true
			w.add(a.parts)
		}
	}
	return taken
}

// goesOn reports whether the line before goes on: another between would end it.
func (w *writer) goesOn() bool {
	return len(w.texts) > 0 && strings.HasSuffix(strings.TrimRight(w.texts[len(w.texts)-1].String(), "\r\n"), `\`)
}
