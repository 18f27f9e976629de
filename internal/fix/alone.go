package fix

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// alone is the files of which fixes do not go together: they are applied one after the
// other, each judged after those before it.
type alone struct {
	of map[string]*oneByOne
}

// oneByOne is the fixes of such a file.
type oneByOne struct {
	wanted  []Applied          // of those that did not go together
	refused map[string]Applied // the fix that went before, by the rule whose fix does not hold behind it
}

func newAlone() *alone { return &alone{map[string]*oneByOne{}} }

// splits takes a file apart after fixes of it failed; false where a fix failed that was
// applied by itself, and no other is left to try.
func (a *alone) splits(c *Change, p *picked) bool {
	file := c.Before.Name
	of := a.of[file]
	switch {
	case of == nil && len(p.applied) < 2:
		return false
	case of == nil:
		a.of[file] = &oneByOne{wanted: p.applied, refused: map[string]Applied{}}
	case len(c.Applied) == 0:
		of.refused[p.applied[0].Rule] = Applied{}
	default:
		of.refused[p.applied[0].Rule] = c.Applied[len(c.Applied)-1]
	}
	return true
}

// passes reports whether a fix has to wait: another of its file is taken, or it does not
// hold.
func (a *alone) passes(file, rule string, taken int) bool {
	of := a.of[file]
	if of == nil {
		return false
	}
	_, refused := of.refused[rule]
	return taken > 0 || refused
}

// rounds are those that a file may take beyond the others.
func (a *alone) rounds(file string) int {
	if of := a.of[file]; of != nil {
		return 2 * len(of.wanted)
	}
	return 0
}

// left names the fixes that did not go together with others, and were not applied.
func (a *alone) left(findings []*lint.Finding, changes []Change) []*source.Problem {
	var all []*source.Problem
	for _, c := range changes {
		of := a.of[c.Before.Name]
		if of == nil || len(c.Applied) == 0 {
			continue
		}
		won := c.Applied[len(c.Applied)-1]
		for _, w := range of.wanted {
			applied := slices.ContainsFunc(c.Applied, func(x Applied) bool { return x.Rule == w.Rule })
			i := slices.IndexFunc(findings, func(f *lint.Finding) bool { return f.Rule.ID == w.Rule && f.Span.File == c.After })
			if applied || i < 0 {
				continue
			}
			won := won
			if before := of.refused[w.Rule]; before.Rule != "" {
				won = before
			}
			all = append(all, &source.Problem{File: c.After, Span: findings[i].Span,
				Message: fmt.Sprintf("not fixed: %s [%s], which conflicts with: %s [%s]", w.Title, w.Rule, won.Title, won.Rule)})
		}
	}
	return all
}
