package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

// fixAll applies fixes, or prints them as a patch, and gives the inputs as they
// are afterwards.
func (a *app) fixAll(inputs []*input.Input, failures *[]error) ([]*input.Input, error) {
	limit := lint.Safe
	if a.options.unsafeFixes || (a.options.diff && !a.options.fix) {
		limit = lint.Unsafe
	}
	if slices.ContainsFunc(fixable(inputs), func(f *source.File) bool { return f.Name == a.options.stdinFilename }) && !a.options.diff {
		return inputs, errors.New("standard input cannot be changed in place, use --diff")
	}
	current := a.checker(inputs)
	var err error
	if current.change, err = a.changeOf(inputs); err != nil {
		return inputs, err
	}
	result, err := fix.Settle(fixable(inputs), limit, current.check, current.prove)
	if err != nil {
		return inputs, err
	}
	fixed := 0
	for _, c := range result.Changes {
		if a.options.diff {
			fmt.Fprint(a.stdout, fix.Diff(c))
			continue
		}
		if err := fix.Write(c); err != nil {
			*failures = append(*failures, plainError(err))
			continue
		}
		fixed += c.Fixed
		for i, in := range inputs {
			inputs[i] = again(in, []*source.File{c.After})
		}
	}
	leaveToCharts(inputs)
	if fixed > 0 {
		fmt.Fprintf(a.stderr, "note: applied %s\n", plural.Of(fixed, "fix", "fixes"))
	}
	for _, p := range result.Problems {
		for _, in := range inputs {
			if in.File == p.File {
				in.Problems = append(in.Problems, p)
			}
		}
	}
	return inputs, nil
}

// fixable are the files of inputs that fixes may change.
func fixable(inputs []*input.Input) []*source.File {
	var files []*source.File
	for _, in := range inputs {
		if len(in.Workloads) == 0 || len(in.Problems) > 0 && in.Chart == nil {
			continue
		}
		for _, f := range changeable(in) {
			if !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

// checker judges inputs again while fixes change their files.
type checker struct {
	app     *app
	inputs  []*input.Input
	current []*input.Input
	change  *change // that findings have to lie in; nil: they need not
}

func (a *app) checker(inputs []*input.Input) *checker {
	return &checker{app: a, inputs: inputs, current: inputs}
}

// check judges the inputs with files in place of those that they were read from.
func (c *checker) check(files []*source.File) (*lint.Result, error) {
	c.current = nil
	for _, in := range c.inputs {
		if len(in.Problems) == 0 || in.Chart != nil {
			c.current = append(c.current, again(in, files))
		}
	}
	leaveToCharts(c.current)
	result, err := lint.CheckWith(c.app.workloads(c.current), c.app.rules(), c.app.settings)
	if err == nil {
		chart.Trace(result, editable(c.current))
		c.app.suppress(result, c.current)
		c.app.adopt(result)
		err = c.change.keep(result)
	}
	return result, err
}

// prove holds edits of values against the charts that are rendered with them.
func (c *checker) prove(before *source.File, edits []source.Edit, after *source.File) error {
	for _, in := range c.current {
		if in.Chart != nil && slices.Contains(in.Chart.Values(in.Release), before) {
			if err := in.Chart.Prove(in.Release, before, edits, after); err != nil {
				return err
			}
		}
	}
	return nil
}
