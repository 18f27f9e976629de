// Package template takes templates of Helm apart that are not rendered. What they put in is
// unknown, and so is which of their branches is taken.
package template

import (
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Template is a text with actions.
type Template struct {
	text   source.Text
	parts  []part
	shaped bool // there are branches, or lines that somebody puts in: there may be others than those that are seen
	marks  []mark
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

// Parse takes a text apart by its actions.
func Parse(t source.Text) *Template {
	p := parser{text: t, actions: actionsOf(t.String())}
	shaped := slices.ContainsFunc(p.actions, func(a action) bool { return a.kind == opens || a.kind == outputs && a.alone(t.String()) })
	parts, closed := p.list(nil)
	if !closed || p.next < len(p.actions) {
		for i := range p.actions { // its branches are not understood: all that stands in them
			if p.actions[i].kind != outputs {
				p.actions[i].kind = silent
			}
		}
		p.next, p.at, p.depth, p.marks = 0, 0, 0, nil
		parts, _ = p.list(nil)
	}
	return &Template{text: t, parts: parts, marks: p.marks, shaped: shaped}
}

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
	case opening.word == "define": // it is put in elsewhere, if at all
		return nil, true
	case plain[opening.word]:
		return group.arms[0].parts, true
	}
	return []part{group}, true
}

// plain are the keywords of loops, and of sections that are there in any case.
var plain = map[string]bool{"range": true, "block": true}

// speaksOfRelease tells a condition that may be about the JDK.
var speaksOfRelease = lazyregexp.New(`(?i)version|release|major|(?:java|jdk|jre)[-_ ]?\d|\bj(?:dk|re)|\bjava\s*[<>=!]`)

// MarkBranches tells of the options of a JVM that they stand in a branch which need not be
// taken where the JVM, or others of its options, stand outside of it.
func (t *Template) MarkBranches(w *workload.Workload) {
	branchOf := func(o jvmflag.Option) string { return t.Branch(o.Text.Written().Foremost()) }
	for i, o := range w.Options {
		branch := branchOf(o)
		outside := slices.ContainsFunc(w.Options, func(other jvmflag.Option) bool { return branchOf(other) != branch })
		if branch != "" && (outside || w.At.Located() && t.Branch(w.At.Written().Foremost()) != branch) {
			w.Options[i].Perhaps = true
		}
	}
}
