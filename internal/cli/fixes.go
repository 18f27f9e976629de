package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// fixAll applies fixes, or prints them as a patch, and gives the inputs as they
// are afterwards.
func (a *app) fixAll(inputs []*input.Input, failures *[]error) ([]*input.Input, error) {
	limit := lint.Safe
	if a.options.unsafeFixes || (a.options.diff && !a.options.fix) {
		limit = lint.Unsafe
	}
	var files []*source.File
	for _, in := range inputs {
		if len(in.Workloads) > 0 && (len(in.Problems) == 0 || in.Chart != nil) {
			if in.File.Name == a.options.stdinFilename && !a.options.diff {
				return inputs, errors.New("standard input cannot be changed in place, use --diff")
			}
			for _, f := range changeable(in) {
				if !slices.Contains(files, f) {
					files = append(files, f)
				}
			}
		}
	}
	change, err := a.changeOf(inputs)
	if err != nil {
		return inputs, err
	}
	current := inputs
	check := func(files []*source.File) (*lint.Result, error) {
		current = nil
		for _, in := range inputs {
			if len(in.Problems) == 0 || in.Chart != nil {
				current = append(current, again(in, files))
			}
		}
		leaveToCharts(current)
		result, err := lint.CheckWith(a.workloads(current), a.options.rules(), a.settings)
		if err == nil {
			chart.Trace(result, editable(current))
			a.suppress(result, current)
			a.adopt(result)
			change.keep(result)
		}
		return result, err
	}
	prove := func(before *source.File, edits []source.Edit, after *source.File) error {
		for _, in := range current {
			if in.Chart != nil && slices.Contains(in.Chart.Values(in.Release), before) {
				if err := in.Chart.Prove(in.Release, before, edits, after); err != nil {
					return err
				}
			}
		}
		return nil
	}
	result, err := fix.Settle(files, limit, check, prove)
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
		fmt.Fprintf(a.stderr, "note: applied %s\n", plural(fixed, "fix", "fixes"))
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
