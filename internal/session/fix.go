package session

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Mended is what fixing came to.
type Mended struct {
	Applied []fix.Applied
	Left    []*source.Problem // notes of the fixes that do not go together with others
	Then    []*source.Problem // what was found only after fixes, and is not fixed
}

// Limit bounds which fixes are applied.
type Limit struct {
	Safety     lint.Safety
	UntilClean bool // also those of findings that appear only after other fixes
}

// Fix mends what was read with the fixes that are offered up to a limit, each once, and hands each change to apply,
// which writes it or shows it. What could not be applied is a failure. The files are then as they are afterwards.
func (s *Session) Fix(r *project.Files, limit Limit, apply func(fix.Change) error) (mended Mended, err error) {
	again := &checker{session: s, inputs: judgeable(r.Inputs)}
	if !limit.UntilClean {
		again.offered = &offers{}
	}
	if again.change, err = s.changeOf(r); err != nil {
		return mended, err
	}
	files := fixable(r.Inputs)
	result, err := fix.Settle(files, limit.Safety, again.check, again.try)
	if err != nil {
		return mended, err
	}
	mended.Left, mended.Then = result.Notes, again.offered.then()
	result.Problems = append(result.Problems, s.agree(result, files)...)
	for _, c := range result.Changes {
		if err := apply(c); err != nil {
			r.Failures = append(r.Failures, project.Plain(err))
			continue
		}
		mended.Applied = append(mended.Applied, c.Applied...)
		for i, in := range r.Inputs {
			r.Inputs[i] = project.ReadAgain(in, project.NewerOf(c.After), false)
		}
	}
	s.project.ResolveAgain(r.Inputs)
	for _, p := range result.Problems {
		for _, in := range r.Inputs {
			if in.File == p.File {
				in.Problems = append(in.Problems, p)
			}
		}
	}
	return mended, nil
}

// fixable are the files of inputs that fixes may change.
func fixable(inputs []*project.Input) []*source.File {
	some := lists.Where(judgeable(inputs), func(in *project.Input) bool { return len(in.Workloads) > 0 })
	files, _ := lists.By(lists.Flat(some, project.Changeable), func(f *source.File) *source.File { return f })
	return files
}

// checker judges inputs again while fixes change their files.
type checker struct {
	session *Session
	inputs  []*project.Input
	current *trial
	change  *change // that findings have to lie in; nil: they need not
	offered *offers // the only fixes that are made; nil: all that come up are
}

// judgeable are the inputs that were read without a problem, and charts, of which a part may have been.
func judgeable(inputs []*project.Input) []*project.Input {
	return slices.DeleteFunc(slices.Clone(inputs), func(in *project.Input) bool { return len(in.Problems) > 0 && in.Chart == nil })
}

// with reads the inputs with files in place of those that they were read from.
func (c *checker) with(files []*source.File) []*project.Input {
	newer := project.NewerOf(files...)
	current := lists.Of(c.inputs, func(in *project.Input) *project.Input { return project.ReadAgain(in, newer, false) })
	c.session.project.ResolveAgain(current)
	return current
}

// check judges the inputs with files in place of those that they were read
// from. A fault of jvmlint itself is an error: fixes need all findings.
func (c *checker) check(files []*source.File) (*lint.Result, error) {
	inputs := c.with(files)
	run := judging{inputs: inputs, predicted: c.session.predict(inputs), change: c.change}
	result, err := c.session.judge(&run)
	if err == nil {
		c.current, err = run.trial, run.fault
		result.Findings = slices.DeleteFunc(result.Findings, func(f *lint.Finding) bool { return !c.session.lists(f) })
		c.offered.keep(result.Findings, run.trial.ids)
	}
	return result, err
}

// try makes edits that hold: those of files from which one input is read together, and where they do not hold so, one
// file after the other.
func (c *checker) try(edits []source.Edit) fix.Edited {
	all := fix.Edited{}
	files, byFile := lists.By(edits, fileOf)
	for _, group := range c.current.connected(files) {
		together := lists.Flat(group, func(f *source.File) []source.Edit { return byFile[f] })
		made, err := c.make(together)
		if err != nil {
			made = fix.EachFile(func(f *source.File, edits []source.Edit) (*source.File, error) {
				made, err := c.make(edits)
				return made[f].After, err
			})(together)
		}
		maps.Copy(all, made)
	}
	return all
}

// make makes edits that hold together.
func (c *checker) make(edits []source.Edit) (fix.Edited, error) {
	tried, err := c.current.edit(edits)
	if err != nil {
		return nil, err
	}
	c.current.keep(tried)
	files, _ := lists.By(edits, fileOf)
	return lists.Map(files, func(f *source.File) (*source.File, fix.Tried) { return f, fix.Tried{After: tried.after[f.Name]} }), nil
}

// offers are the fixes that were offered before any was made. No others are made without
// being asked for: a fix may bring up a finding that nobody has seen.
type offers struct {
	found map[ofRule]bool
	fixes map[offeredFix]bool
	later []*lint.Finding // that came up after fixes
}

// offeredFix is a fix as people saw it.
type offeredFix struct {
	of    ofRule
	sizes lint.Sized
	title string // empty of a size: what it is after other fixes depends on them
}

func offeredAs(of ofRule, x lint.Fix) offeredFix {
	if x.Sizes != lint.NoSize && len(x.Edits) > 0 {
		return offeredFix{of: of, sizes: x.Sizes}
	}
	return offeredFix{of: of, title: x.Title}
}

// keep takes all fixes of the first findings, and leaves later findings those of them that were among these.
func (o *offers) keep(findings []*lint.Finding, ids identities) {
	if o == nil {
		return
	}
	first := o.found == nil
	if first {
		o.found, o.fixes = map[ofRule]bool{}, map[offeredFix]bool{}
	}
	o.later = nil
	for _, f := range findings {
		of := ofRule{f.Rule, ids.of[f.Workload]}
		if !first && !o.found[of] && f.Severity > lint.Info {
			o.later = append(o.later, f)
		}
		var kept []lint.Fix
		for _, x := range f.Fixes {
			fix := offeredAs(of, x)
			if first {
				o.fixes[fix] = true
			}
			if o.fixes[fix] {
				kept = append(kept, x)
			}
		}
		f.Fixes = kept
		if first {
			for _, also := range f.All() {
				o.found[ofRule{f.Rule, ids.of[also.Workload]}] = true
			}
		}
	}
}

// then tells of the findings that came up after fixes, and that nothing fixed.
func (o *offers) then() []*source.Problem {
	if o == nil {
		return nil
	}
	return lists.Of(o.later, func(f *lint.Finding) *source.Problem {
		return &source.Problem{File: f.Span.File, Span: f.Span, Message: fmt.Sprintf("then also: %s [%s]", f.Message, f.Rule.ID)}
	})
}

// agree takes out of a result the changes of files that go by several names, of which one leads to the other, unless
// all names ask for the same change: what was judged by one name must hold by the others too. files are all that were
// asked about. The problems say which were taken out.
func (s *Session) agree(result *fix.Result, files []*source.File) (problems []*source.Problem) {
	after := lists.Map(result.Changes, func(c fix.Change) (before, after *source.File) { return c.Before, c.After })
	if len(after) == 0 {
		return nil
	}
	ways, names := lists.By(files, func(f *source.File) string { return filesystem.Way(s.files, f.Name) })
	text := func(f *source.File) []byte {
		if a := after[f]; a != nil {
			return a.Data
		}
		return f.Data
	}
	for _, way := range ways {
		same, f := names[way], names[way][0]
		if slices.ContainsFunc(same, func(other *source.File) bool { return !bytes.Equal(text(other), text(f)) }) {
			result.Changes = slices.DeleteFunc(result.Changes, func(c fix.Change) bool { return slices.Contains(same, c.Before) })
			names := strings.Join(lists.Of(same, nameOf), " and ")
			problems = append(problems, &source.Problem{File: f,
				Message: names + " are one file, but its fixes differ by name: none was applied"})
		}
	}
	return problems
}

// Typed is what judging a text that somebody is typing came to.
type Typed struct {
	Inputs   []*project.Input // the text, and what was read with it: its chart
	Result   *lint.Result
	Problems []*source.Problem
	Rules    []*lint.Rule // all there are

	again *checker
}

// JudgeTyped judges a text as Judge does a file that it finds, with the chart
// that the text belongs to. By a configuration that is at fault nothing is judged.
func (s *Session) JudgeTyped(name string) (*Typed, error) {
	r := s.project.FindTyped(name)
	s.openConfigured(r)
	if path.Base(name) == config.Name {
		return &Typed{Result: &lint.Result{}, Rules: s.allRules(), Problems: project.WithFailures(nil, s.configs.faults)}, nil
	}
	if len(s.configs.faults) > 0 {
		return nil, ErrFaults
	}
	_ = s.ChooseRules() // those of another configuration may be chosen, too
	s.project.Read(r)
	if r.Left.Binary > 0 {
		r.Failures = append(r.Failures, source.Unreadable(name, errors.New("not judged: a zero byte in it shows that it is not text")))
	}
	for _, in := range r.Inputs {
		if in.Format == "" { // nobody says that it is ours
			in.Problems = slices.DeleteFunc(in.Problems, func(p *source.Problem) bool { return p.Span.IsZero() })
		}
	}
	run := judging{inputs: r.Inputs, predicted: s.predict(r.Inputs)}
	result, err := s.judge(&run)
	if err != nil {
		return nil, err
	}
	return &Typed{
		Inputs: r.Inputs, Result: result, Rules: s.allRules(),
		Problems: project.WithFailures(append(problems(r.Inputs, result.Refused), result.Unlisted...), append(r.Failures, result.Faults...)),
		again:    &checker{session: s, inputs: judgeable(r.Inputs)},
	}, nil
}

// FixAll makes all safe fixes of a file. It reports whether there are any.
func (t *Typed) FixAll(name string) (fix.Change, bool) {
	if t.again == nil {
		return fix.Change{}, false
	}
	files := slices.DeleteFunc(fixable(t.Inputs), func(f *source.File) bool { return f.Name != name })
	again := *t.again
	again.offered = &offers{}
	result, err := fix.Settle(files, lint.Safe, again.check, again.try)
	if err != nil || len(result.Changes) == 0 {
		return fix.Change{}, false
	}
	return result.Changes[0], true
}
