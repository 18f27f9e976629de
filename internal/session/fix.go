package session

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
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

// Fix mends what was read with the fixes that are offered up to a limit, each once, and hands
// each change to apply, which writes it or shows it. What could not be applied is a failure.
// The files are then as they are afterwards.
func (s *Session) Fix(r *Files, limit Limit, apply func(fix.Change) error) (mended Mended, err error) {
	again := s.checker(judgeable(r.Inputs))
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
			r.Failures = append(r.Failures, Plain(err))
			continue
		}
		mended.Applied = append(mended.Applied, c.Applied...)
		for i, in := range r.Inputs {
			r.Inputs[i] = readAgain(in, []*source.File{c.After})
		}
	}
	leaveToCharts(r.Inputs)
	for _, p := range result.Problems {
		for _, in := range r.Inputs {
			if in.File == p.File {
				in.Problems = append(in.Problems, p)
			}
		}
	}
	return mended, nil
}

// File is one that was read, by its name; nil where none was.
func (r *Files) File(name string) *source.File {
	for _, in := range r.Inputs {
		if in.File.Name == name {
			return in.File
		}
	}
	return nil
}

// fixable are the files of inputs that fixes may change.
func fixable(inputs []*input.Input) []*source.File {
	var files []*source.File
	known := map[*source.File]bool{}
	for _, in := range inputs {
		if len(in.Workloads) == 0 || len(in.Problems) > 0 && in.Chart == nil {
			continue
		}
		for _, f := range changeable(in) {
			if !known[f] {
				known[f], files = true, append(files, f)
			}
		}
	}
	return files
}

// checker judges inputs again while fixes change their files.
type checker struct {
	session *Session
	inputs  []*input.Input
	current *trial
	change  *change // that findings have to lie in; nil: they need not
	offered *offers // the only fixes that are made; nil: all that come up are
}

func (s *Session) checker(inputs []*input.Input) *checker {
	return &checker{session: s, inputs: inputs}
}

// judgeable are the inputs that were read without a problem, and charts, of
// which a part may have been.
func judgeable(inputs []*input.Input) []*input.Input {
	return slices.DeleteFunc(slices.Clone(inputs), func(in *input.Input) bool { return len(in.Problems) > 0 && in.Chart == nil })
}

// with reads the inputs with files in place of those that they were read from.
func (c *checker) with(files []*source.File) []*input.Input {
	var current []*input.Input
	for _, in := range c.inputs {
		current = append(current, readAgain(in, files))
	}
	leaveToCharts(current)
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

// try makes edits that hold, one file after the other.
func (c *checker) try(before *source.File, edits []source.Edit) (*source.File, error) {
	tried, err := c.current.edit(before, edits)
	if err != nil {
		return nil, err
	}
	c.current.keep(tried)
	return tried.after, nil
}
