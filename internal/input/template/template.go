// Package template takes files apart that a program fills in before anybody reads
// them: templates of Jinja, ERB, Go, Mustache, FreeMarker and the like. What they put
// in is known only as far as Variables tell; which of their branches is taken is not.
package template

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// endings are those of names of templates, behind the name of the file that one gives.
var endings = strings.Fields(".j2 .jinja .jinja2 .erb .epp .tmpl .tpl .tftpl .ctmpl .gotmpl .template .mustache .in .ftl")

// Inner is the name of the file that a template gives: jvm.options for
// jvm.options.j2. It is empty where a name is none of a template.
func Inner(name string) string {
	ending := path.Ext(name)
	inner := strings.TrimSuffix(name, ending)
	if !slices.Contains(endings, ending) || strings.HasSuffix(inner, "/") {
		return ""
	}
	return inner
}

// Template is a text with actions.
type Template struct {
	text    source.Text
	parts   []part
	actions bool
	shaped  bool // there are branches, or lines that somebody puts in
	marks   []mark
}

// mark is where a branch begins, or what stands around it goes on.
type mark struct {
	at  int
	key string // of the branch; empty: what stands in none
}

// part is a run of text, an action that puts something in, or branches.
type part struct {
	text source.Text
	kind kind
	arms []arm
}

// arm is a branch. Conditions are all that the template asks before it is taken:
// one for each of the branches that it stands in, and its own.
type arm struct {
	conditions []string
	parts      []part
}

// Parse takes a text apart by the actions that files of a name have.
func Parse(name string, t source.Text) *Template {
	p := parser{text: t, actions: actionsOf(t.String(), bracketsOf(name))}
	parts, closed := p.list(nil)
	if !closed || p.next < len(p.actions) {
		p.next, p.at, p.marks = 0, 0, nil
		parts = p.flat()
	}
	out := &Template{text: t, parts: parts, actions: len(p.actions) > 0, marks: p.marks}
	out.shaped = slices.ContainsFunc(p.actions, func(a action) bool { return a.kind == opens || a.kind == outputs && a.alone(t.String()) })
	return out
}

// HasActions reports whether something is put in.
func (t *Template) HasActions() bool { return t.actions }

// Shaped reports whether there may be other lines than those that are seen.
func (t *Template) Shaped() bool { return t.shaped }

// Branch tells the branches of a text apart in which its places stand, and those of
// which one is taken where the other is. It is empty for what stands in none.
func (t *Template) Branch(at source.Span) string {
	whole := t.text.Span()
	i := sort.Search(len(t.marks), func(i int) bool { return whole.Start+t.marks[i].at > at.Start })
	if i == 0 || at.File != whole.File {
		return ""
	}
	return t.marks[i-1].key
}

type parser struct {
	text    source.Text
	actions []action
	next    int // action
	at      int // behind the last action
	depth   int
	marks   []mark
}

// deepest bounds how deep branches may be nested in each other.
const deepest = 50

// list reads up to the end, or to the action that ends a branch, which it leaves.
func (p *parser) list(conditions []string) (parts []part, closed bool) {
	s := p.text.String()
	for ; p.next < len(p.actions); p.next++ {
		a := p.actions[p.next]
		start, end := a.extent(s)
		parts = p.add(parts, p.at, max(start, p.at))
		switch a.kind {
		case turns, closes:
			return parts, p.depth > 0
		case opens:
			group, ok := p.group(conditions)
			if !ok {
				return nil, false
			}
			parts = append(parts, group...)
		case outputs:
			parts = append(parts, part{text: p.text.Slice(a.start, a.end), kind: outputs})
			p.at = a.end
		default:
			p.at = max(end, p.at)
		}
	}
	return p.add(parts, p.at, len(s)), p.depth == 0
}

func (p *parser) add(parts []part, from, to int) []part {
	if from < to {
		parts = append(parts, part{text: p.text.Slice(from, to)})
	}
	return parts
}

// group reads branches up to what closes them. What a loop holds, or a section that
// asks nothing, is taken as it stands.
func (p *parser) group(conditions []string) (parts []part, closed bool) {
	if p.depth++; p.depth > deepest {
		return nil, false
	}
	defer func() { p.depth-- }()
	s := p.text.String()
	opening := p.actions[p.next]
	from, _ := opening.extent(s)
	group, asked := part{kind: opens}, ""
	for p.actions[p.next].kind != closes {
		a := p.actions[p.next]
		_, p.at = a.extent(s)
		asked += "; " + strings.Join(strings.Fields(a.body), " ")
		within := conditions
		if !plain[opening.word] {
			within = append(slices.Clone(conditions), asked)
		}
		p.marks = append(p.marks, mark{p.at, keyOf(within)})
		p.next++
		list, ok := p.list(within)
		if !ok {
			return nil, false
		}
		group.arms = append(group.arms, arm{within, list})
	}
	_, p.at = p.actions[p.next].extent(s)
	p.marks = append(p.marks, mark{p.at, keyOf(conditions)})
	group.text = p.text.Slice(min(from, p.at), p.at)
	switch {
	case defining[opening.word]:
		return nil, true
	case plain[opening.word]:
		return group.arms[0].parts, true
	}
	return []part{group}, true
}

// flat is a template whose branches are not understood: all that stands in them.
func (p *parser) flat() (parts []part) {
	s := p.text.String()
	for _, a := range p.actions {
		start, end := a.extent(s)
		if a.kind == outputs {
			start, end = a.start, a.end
		}
		if start < p.at {
			start = a.start
		}
		parts = p.add(parts, p.at, start)
		if a.kind == outputs {
			parts = append(parts, part{text: p.text.Slice(a.start, a.end), kind: outputs})
		}
		p.at = max(end, p.at)
	}
	return p.add(parts, p.at, len(s))
}

// defining are the keywords of what is put in elsewhere, if at all.
var defining = map[string]bool{"define": true, "macro": true, "function": true}

// plain are those of loops, and of sections that are there in any case.
var plain = map[string]bool{"for": true, "range": true, "block": true, "filter": true, "call": true, "raw": true, "verbatim": true, "autoescape": true,
	"trans": true, "each": true, "do": true, "list": true, "items": true, "compress": true, "escape": true, "noescape": true, "foreach": true, "while": true, "until": true}

// speaksOfRelease tells a condition that may be about the JDK.
var speaksOfRelease = lazyregexp.New(`(?i)version|release|major|(?:java|jdk|jre)[-_ ]?\d|\bj(?:dk|re)|\bjava\s*[<>=!]`)
