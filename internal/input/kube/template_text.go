package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// templateTexts is what may be left of a template that nobody renders: with
// the first of all branches, and with the last ones. It gives nothing where the
// template cannot be taken apart.
func templateTexts(t source.Text) []source.Text {
	parts, ok := templateParts(t)
	if !ok {
		return nil
	}
	first := templateWriter{take: func(n int) int { return 0 }}
	last := templateWriter{take: func(n int) int { return n - 1 }}
	a, b := first.written(parts), last.written(parts)
	if a.String() == b.String() {
		return []source.Text{a}
	}
	return []source.Text{a, b}
}

// templateWriter puts a template together again without its actions.
type templateWriter struct {
	take      func(branches int) int
	variables map[string]source.Text // that hold strings of the template
	flat      []templatePart
}

func (w *templateWriter) written(parts []templatePart) source.Text {
	w.variables = map[string]source.Text{}
	w.flatten(parts)
	var texts []source.Text
	for i, p := range w.flat {
		switch {
		case p.action == "":
			texts = append(texts, p.text)
		case w.declares(p):
		case !w.alone(i) && !newLines.MatchString(p.action):
			texts = append(texts, w.value(p))
		}
	}
	return source.Join(texts...)
}

// flatten takes one of all branches. Of definitions nothing is known where
// they are put in.
func (w *templateWriter) flatten(parts []templatePart) {
	for _, p := range parts {
		switch {
		case p.branches == nil:
			if p.action != "" || p.text.Len() > 0 {
				w.flat = append(w.flat, p)
			}
		case p.keyword == "range":
			w.flatten(p.branches[0])
		case p.keyword != "define":
			if w.withinLine(p) {
				w.flat = append(w.flat, templatePart{text: p.text, action: p.keyword})
				continue
			}
			w.flatten(p.branches[w.take(len(p.branches))])
		}
	}
}

// withinLine tells of branches in a value: which of them meet others there,
// nobody knows.
func (w *templateWriter) withinLine(p templatePart) bool {
	if len(w.flat) == 0 || strings.Contains(p.text.String(), "\n") {
		return false
	}
	before := w.flat[len(w.flat)-1].text.String()
	return w.flat[len(w.flat)-1].action != "" || strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) != ""
}

var (
	declaration  = lazyregexp.New(`^(\$\w+)\s*:?=\s*`)
	variableName = lazyregexp.New(`^\$\w+`)
	plainString  = lazyregexp.New("^(?:\"([^\"\\\\]*)\"|`([^`]*)`)")
	verb         = lazyregexp.New(`%%|%[-+# 0-9.]*[a-zA-Z]`)
	newLines     = lazyregexp.New(`\bnindent\b`)
	quoting      = lazyregexp.New(`\|\s*quote$`)
)

// declares notes a variable that is set to a string.
func (w *templateWriter) declares(p templatePart) bool {
	m := declaration.FindStringSubmatch(p.action)
	if m == nil {
		return strings.HasPrefix(p.action, "/*")
	}
	rest := p.action[len(m[0]):]
	delete(w.variables, m[1])
	if literal := plainString.FindString(rest); literal != "" && len(literal) == len(rest) {
		w.variables[m[1]] = inAction(p, literal)
	}
	return true
}

// inAction is a string of an action, without its quotes.
func inAction(p templatePart, literal string) source.Text {
	at := strings.Index(p.text.String(), literal)
	return p.text.Slice(at+1, at+len(literal)-1)
}

// alone reports whether an action is all that its line holds: what it puts there
// is of several lines, or nothing.
func (w *templateWriter) alone(i int) bool {
	for before := i - 1; before >= 0; before-- {
		if w.flat[before].action != "" {
			continue
		}
		s := w.flat[before].text.String()
		line := s[strings.LastIndexByte(s, '\n')+1:]
		if strings.TrimSpace(line) != "" {
			return false
		}
		if len(line) < len(s) {
			break
		}
	}
	for after := i + 1; after < len(w.flat); after++ {
		if w.flat[after].action != "" {
			continue
		}
		line, _, ends := strings.Cut(w.flat[after].text.String(), "\n")
		if strings.TrimSpace(line) != "" {
			return false
		}
		if ends {
			break
		}
	}
	return true
}

// value is what an action puts into its line, as far as the template says it.
func (w *templateWriter) value(p templatePart) source.Text {
	unknown := source.GapAt(p.text.Span())
	body := quoting.ReplaceAllString(p.action, "")
	value := unknown
	switch rest, format := strings.CutPrefix(body, "printf "); {
	case variableName.FindString(body) == strings.TrimSpace(body):
		if known, ok := w.variables[strings.TrimSpace(body)]; ok {
			value = known
		}
	case format:
		if literal := plainString.FindString(rest); literal != "" && !strings.Contains(rest[len(literal):], "|") {
			value = withoutVerbs(inAction(p, literal))
		}
	case plainString.FindString(body) == strings.TrimSpace(body):
		value = inAction(p, strings.TrimSpace(body))
	}
	if body != p.action && value.String() != source.Gap {
		sign := source.Vague(`"`, p.text.Span())
		return source.Join(sign, value, sign)
	}
	return value
}

// withoutVerbs is a format in which nothing is known of what is put in.
func withoutVerbs(format source.Text) source.Text {
	s := format.String()
	var parts []source.Text
	at := 0
	for _, m := range verb.FindAllStringIndex(s, -1) {
		parts = append(parts, format.Slice(at, m[0]))
		at = m[1]
		if s[m[0]:m[1]] == "%%" {
			parts = append(parts, format.Slice(m[0], m[0]+1))
			continue
		}
		parts = append(parts, source.GapAt(format.Slice(m[0], m[1]).Span()))
	}
	return source.Join(append(parts, format.Slice(at, len(s)))...)
}
