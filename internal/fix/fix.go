// Package fix turns the fixes of findings into changed files: it chooses, splices bytes, proves that nothing but the
// target has changed, and writes whole files or none.
package fix

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// maxRounds bounds how often a fix may bring up a finding whose fix brings up another.
const maxRounds = 10

// Change is a file before and after its fixes.
type Change struct {
	Before, After *source.File
	Fixed         int
	Applied       []Applied // in their order; empty where a fix is none of a finding
}

// Applied is a fix of a finding, at the place that it had when it was applied.
type Applied struct {
	Rule  string
	Title string
	At    source.Span
}

// Result is what fixing came to. Notes name the fixes that were left out.
type Result struct {
	Changes  []Change
	Problems []*source.Problem
	Notes    []*source.Problem
}

// Check judges files as they are in one round.
type Check func([]*source.File) (*lint.Result, error)

// Try makes edits of files, and proves that they do what they aim at and nothing else.
type Try func([]source.Edit) Edited

// Edited is what came of the edits of each file.
type Edited map[*source.File]Tried

// Tried is a file after its edits, or what they would do.
type Tried struct {
	After *source.File
	Err   error
}

// EachFile is a Try of one file after the other.
func EachFile(try func(*source.File, []source.Edit) (*source.File, error)) Try {
	return func(edits []source.Edit) Edited {
		files, byFile := lists.By(edits, func(e source.Edit) *source.File { return e.Span.File })
		return lists.Map(files, func(f *source.File) (*source.File, Tried) {
			after, err := try(f, byFile[f])
			return f, Tried{after, err}
		})
	}
}

// Settle applies fixes up to a safety, checks again and goes on until none is
// left to apply. It calls check once more after each round.
func Settle(files []*source.File, limit lint.Safety, check Check, try Try) (*Result, error) {
	changes := lists.Of(files, func(f *source.File) Change { return Change{Before: f, After: f} })
	result := &Result{}
	failed := map[string]bool{}
	alone := alone{}
	for round := 1; ; round++ {
		current := lists.Of(changes, func(c Change) *source.File { return c.After })
		checked, err := check(current)
		if err != nil {
			return nil, err
		}
		chosen := choose(checked.Findings, limit, current, failed, alone)
		if len(chosen) == 0 {
			result.Notes = alone.left(checked.Findings, changes)
			break
		}
		var edits []source.Edit
		for i := range changes {
			c := &changes[i]
			picked, is := chosen[c.Before.Name]
			if !is || picked.edits[0].Span.File != c.After { // they are of another file of that name
				continue
			}
			if round > maxRounds+2*len(alone[c.Before.Name].wanted) { // those are applied one after the other
				result.problem(c.Before, fmt.Sprintf("fixes did not settle after %d rounds, nothing was changed: %s", maxRounds, picked.rules()))
				c.After, failed[c.Before.Name] = c.Before, true
				continue
			}
			edits = append(edits, picked.edits...)
		}
		results := try(edits)
		for i := range changes {
			c := &changes[i]
			picked := chosen[c.Before.Name]
			switch tried, is := results[c.After]; {
			case !is:
			case tried.Err == nil:
				c.After = tried.After
				c.Fixed += len(picked.applied)
				c.Applied = append(c.Applied, picked.applied...)
			case !alone.splits(c, picked):
				result.problem(c.Before, fmt.Sprintf("fixes of %s were not applied: %v", picked.rules(), tried.Err))
				c.After, failed[c.Before.Name] = c.Before, true
			}
		}
	}
	result.Changes = lists.Where(changes, func(c Change) bool { return c.After != c.Before })
	return result, nil
}

func (r *Result) problem(f *source.File, message string) {
	r.Problems = append(r.Problems, &source.Problem{File: f, Message: message})
}

// picked is what is to be done to one file in one round.
type picked struct {
	edits   []source.Edit
	applied []Applied
}

func (p picked) rules() string {
	ids := lists.Of(p.applied, func(a Applied) string { return a.Rule })
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), ", ")
}

// choose takes the first fix of each finding that is safe enough, and passes over one that touches what another has
// taken: it comes up again next round. Files that are not among the current ones are not to be changed. Of the sizes
// of a container one is changed in a round, its request last: the others are computed again with it.
func choose(findings []*lint.Finding, limit lint.Safety, current []*source.File, failed map[string]bool, alone alone) map[string]picked {
	chosen, sized := map[string]picked{}, map[*workload.Workload]bool{}
	for _, f := range requestsLast(findings) {
		fix, is := lists.First(f.Fixes, func(x lint.Fix) bool { return x.Safety <= limit && len(x.Edits) > 0 })
		if !is {
			continue
		}
		file := fix.Edits[0].Span.File
		name := file.Name
		p, of := chosen[name], f.All()
		waits := slices.ContainsFunc(of, func(x *lint.Finding) bool { return sized[x.Workload] })
		only, apart := alone[name]
		_, refused := only.refused[f.Rule.ID]
		switch {
		case failed[name], !slices.Contains(current, file), waits && fix.Sizes != lint.NoSize:
		case !Fits(p.edits, fix.Edits), refused, apart && len(p.applied) > 0: // of a file whose fixes are made one by one
		default:
			for _, x := range of {
				sized[x.Workload] = sized[x.Workload] || fix.Sizes != lint.NoSize
			}
			chosen[name] = picked{append(p.edits, fix.Edits...), append(p.applied, Applied{f.Rule.ID, fix.Title, f.Span})}
		}
	}
	return chosen
}

// requestsLast are findings in their order, but for those that other sizes of a container settle.
func requestsLast(findings []*lint.Finding) []*lint.Finding {
	_, by := lists.By(findings, func(f *lint.Finding) bool {
		return slices.ContainsFunc(f.Fixes, func(x lint.Fix) bool { return x.Sizes == lint.RequestSize })
	})
	return slices.Concat(by[false], by[true])
}

// Fits reports whether edits of one file touch none of those taken already.
func Fits(taken, edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool {
		elsewhere := e.Span.File != edits[0].Span.File // a fix over several files is for a person
		return elsewhere || slices.ContainsFunc(taken, func(t source.Edit) bool { return e.Span.Touches(t.Span) })
	})
}

// Splice makes edits of one file by itself: it is read again, and must differ in what the edits aimed at and in
// nothing else.
func Splice(before *source.File, edits []source.Edit) (*source.File, error) {
	after, err := Apply(before, edits)
	if err != nil {
		return nil, err
	}
	named := input.Options{Named: true} // which it was, where nothing else makes it a file of options
	return after, Prove(input.ReadWith(before, named), edits, input.ReadWith(after, named))
}

// Apply makes edits of a file, and proves nothing.
func Apply(before *source.File, edits []source.Edit) (*source.File, error) {
	data, err := before.Apply(edits)
	if err != nil {
		return nil, err
	}
	return source.NewFile(before.Name, data), nil
}

// Prove holds what is read of a file after edits against what was read before. Edits of other files that were read
// with it are among them.
func Prove(before *input.Input, edits []source.Edit, after *input.Input) error {
	own := lists.Where(edits, func(e source.Edit) bool { return e.Span.File == before.File })
	if before.IsYAML() {
		ours := lists.Of(before.Suppressions, func(s *suppression.Comment) source.Span { return s.Span })
		if err := yamldoc.Verify(before.File, before.Documents, own, after.File, after.Documents, ours...); err != nil {
			return err
		}
	}
	if prove := before.Proof(); prove != nil {
		return prove(before.File, own, after.File)
	}
	return proveOptions(before, edits, after)
}

// alone is the files of which fixes do not go together: they are applied one after the
// other, each judged after those before it.
type alone map[string]oneByOne

// oneByOne is the fixes of such a file.
type oneByOne struct {
	wanted  []Applied          // of those that did not go together
	refused map[string]Applied // the fix that went before, by the rule whose fix does not hold behind it
}

// splits takes a file apart after fixes of it failed; false where a fix failed that was
// applied by itself, and no other is left to try.
func (a alone) splits(c *Change, p picked) bool {
	file := c.Before.Name
	of, apart := a[file]
	switch {
	case !apart && len(p.applied) < 2:
		return false
	case !apart:
		a[file] = oneByOne{wanted: p.applied, refused: map[string]Applied{}}
	case len(c.Applied) == 0:
		of.refused[p.applied[0].Rule] = Applied{}
	default:
		of.refused[p.applied[0].Rule] = c.Applied[len(c.Applied)-1]
	}
	return true
}

// left names the fixes that did not go together with others, and were not applied.
func (a alone) left(findings []*lint.Finding, changes []Change) []*source.Problem {
	var all []*source.Problem
	for _, c := range changes {
		of := a[c.Before.Name]
		if len(c.Applied) == 0 {
			continue
		}
		won := c.Applied[len(c.Applied)-1]
		for _, w := range of.wanted {
			applied := slices.ContainsFunc(c.Applied, func(x Applied) bool { return x.Rule == w.Rule })
			i := slices.IndexFunc(findings, func(f *lint.Finding) bool { return f.Rule.ID == w.Rule && f.Span.File == c.After })
			if applied || i < 0 {
				continue
			}
			won := cmp.Or(of.refused[w.Rule], won)
			all = append(all, &source.Problem{File: c.After, Span: findings[i].Span,
				Message: fmt.Sprintf("not fixed: %s [%s], which conflicts with: %s [%s]", w.Title, w.Rule, won.Title, won.Rule)})
		}
	}
	return all
}
