package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// baseline is one that is read: what it lists, and what of it was not found.
type baseline struct {
	path         string
	listed, rest lint.Baseline
}

func (b *baseline) naming() lint.Naming {
	return lint.Naming{File: seenFrom(filepath.Dir(b.path)), Text: report.WithoutSecrets}
}

func (o *options) addBaseline(cmd *cobra.Command) {
	o.addReadBaseline(cmd)
	cmd.Flags().StringVar(&o.writeBaseline, "write-baseline", "", "write all findings to this `file`, and leave them out")
}

func (o *options) addReadBaseline(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "leave out the findings that this `file` lists, whatever "+config.Name+" names")
	cmd.Flags().BoolVar(&o.noBaseline, "no-baseline", false, "leave nothing out for the baseline that "+config.Name+" names")
}

// readBaseline reads the file that --baseline or --write-baseline names; the
// latter need not exist.
func (a *app) readBaseline() error {
	o := &a.options
	name := o.baseline + o.writeBaseline
	switch {
	case o.noBaseline && name != "":
		return errors.New("--no-baseline leaves nothing out: --baseline and --write-baseline do")
	case name == "":
		return nil
	case o.baseline != "" && o.writeBaseline != "":
		return errors.New("--write-baseline leaves out what it writes: it takes the place of --baseline")
	}
	b, err := openBaseline(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.writeBaseline != "":
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("--baseline %s: there is no such file; --write-baseline writes it", name)
	case err != nil:
		return err
	}
	a.baselines = map[*config.Config]*baseline{nil: b}
	return nil
}

// openBaselines reads those that configurations name, where the command line
// names none.
func (a *app) openBaselines() (faults []error) {
	if a.options.noBaseline || a.baselines[nil] != nil {
		return nil
	}
	for _, c := range a.project.configs() {
		if c.Baseline.Value == "" || a.baselines[c] != nil {
			continue
		}
		b, err := openBaseline(c.Path(c.Baseline.Value))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%q is no file; --write-baseline writes it", c.Baseline.Value)
		}
		if err != nil {
			faults = append(faults, &source.Problem{File: c.File, Span: c.Baseline.At, Message: err.Error()})
		}
		if a.baselines == nil {
			a.baselines = map[*config.Config]*baseline{}
		}
		a.baselines[c] = b
	}
	return faults
}

// baselineOf is the one that holds for a finding; nil: there is none.
func (a *app) baselineOf(f *lint.Finding) *baseline {
	if b := a.baselines[nil]; b != nil {
		return b
	}
	return a.baselines[a.said[f.Workload].config]
}

// storeBaseline writes the findings of a result where --write-baseline says.
// What the file lists of files that this run has not judged stays in it.
func (a *app) storeBaseline(result *lint.Result, j judgement) error {
	if a.options.writeBaseline == "" {
		return nil
	}
	b := a.baselines[nil]
	rest := b.listed.Adopt(&lint.Result{Findings: result.Findings}, b.naming(), everyFinding)
	kept := slices.DeleteFunc(rest, func(x lint.Adopted) bool { return a.isGone(x, j, b) })
	b.listed = kept.With(result.Findings, b.naming())
	if err := atomicfile.Write(b.path, store(b.listed)); err != nil {
		return plainError(err)
	}
	fmt.Fprintf(a.stderr, "note: %s lists %s now\n", filepath.ToSlash(b.path), plural(count(b.listed), "finding", "findings"))
	return nil
}

func everyFinding(*lint.Finding) bool { return true }

// adopt leaves out what the baselines list. One that cannot be read is a fault.
func (a *app) adopt(result *lint.Result) {
	result.Faults = append(result.Faults, a.openBaselines()...) // of configurations that were read late
	for _, b := range a.baselines {
		b.rest = b.listed.Adopt(result, b.naming(), func(f *lint.Finding) bool { return a.baselineOf(f) == b })
	}
}

// named is how many findings are named one by one.
const named = 3

// noteGone tells of what the baselines list and is no more.
func (a *app) noteGone(j judgement) {
	if a.options.writeBaseline != "" {
		return
	}
	if b := a.baselines[nil]; b != nil {
		a.noteGoneOf(b, j)
		return
	}
	for _, c := range a.project.configs() {
		if b := a.baselines[c]; b != nil {
			a.noteGoneOf(b, j)
		}
	}
}

func (a *app) noteGoneOf(b *baseline, j judgement) {
	gone := slices.DeleteFunc(b.rest, func(x lint.Adopted) bool { return !a.isGone(x, j, b) })
	if len(gone) == 0 {
		return
	}
	var some []string
	for _, x := range gone[:min(len(gone), named)] {
		some = append(some, fmt.Sprintf("%s of %s (%s)", x.Rule, x.File, x.Text))
	}
	if n := len(gone) - len(some); n > 0 {
		some = append(some, fmt.Sprintf("%d more", n))
	}
	fmt.Fprintf(a.stderr, "note: %s\n", report.Plain(fmt.Sprintf("%s lists %s no longer there, --write-baseline drops what is gone: %s",
		filepath.ToSlash(b.path), plural(count(gone), "finding that is", "findings that are"), strings.Join(some, ", "))))
}

// isGone tells what a baseline lists and is no more: its file or its text is
// gone, or its rule has judged it.
func (a *app) isGone(x lint.Adopted, j judgement, b *baseline) bool {
	switch {
	case !slices.Contains(a.ruleIDs(), x.Rule):
		return true
	case !slices.ContainsFunc(a.rules(), func(r *lint.Rule) bool { return r.ID == x.Rule }):
		return false
	}
	read, naming := false, b.naming()
	for _, in := range j.inputs {
		for _, f := range append(in.File.Sources(), changeable(in)...) {
			if naming.File(f.Name) != x.File {
				continue
			}
			read = true
			if !x.In(f, naming) || j.ofWorkload(in, x.Workload, x.Rule) || j.ofFile(f, x.Rule) {
				return true
			}
		}
	}
	if read || strings.HasPrefix(x.File, "<") {
		return false
	}
	_, err := os.Stat(filepath.Join(filepath.Dir(b.path), filepath.FromSlash(x.File)))
	return errors.Is(err, fs.ErrNotExist)
}
