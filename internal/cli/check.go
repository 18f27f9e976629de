package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/findings"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/session"
)

// checkOptions are those of check alone.
type checkOptions struct{ fix, unsafeFixes, diff, showConfig bool }

func (a *app) checkCommand() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [PATH ...]",
		Short: "Judge files and folders; - is standard input; without a path, the current folder",
		RunE: func(cmd *cobra.Command, paths []string) error {
			s, err := a.open(cmd, formats.Names(), nil)
			if err != nil {
				return err
			}
			if len(paths) == 0 {
				paths = []string{"."}
			}
			if o.showConfig {
				return a.showConfig(cmd, s, paths)
			}
			return a.check(s, paths, o)
		},
	}
	f := cmd.Flags()
	a.addReading(f)
	f.BoolVar(&o.fix, "fix", false, "apply the fixes that keep the behaviour")
	f.BoolVar(&o.unsafeFixes, "unsafe-fixes", false, "apply the fixes that change the behaviour too")
	f.BoolVar(&o.diff, "diff", false, "print the fixes as a patch and change nothing; with --fix the safe ones only")
	f.BoolVar(&o.showConfig, "show-config", false, "print every setting that holds for the paths, and where it comes from")
	addBaseline(f, &a.session.Baseline)
	f.StringVar(&a.session.Baseline.Write, "write-baseline", "", "write all findings to this `file`, and leave them out")
	f.StringVar(&a.session.NewFrom, "new-from", "", "report only what lies on lines that changed since this git `revision`, as a reviewer sees the change, or was not found before")
	return cmd
}

// check reads, mends where that is asked for, and judges.
func (a *app) check(s *session.Session, paths []string, o checkOptions) error {
	r, err := a.read(s, paths)
	if err != nil {
		return err
	}
	if o.fix || o.unsafeFixes || o.diff {
		if err = a.fix(s, r, o); err != nil || o.diff {
			return errors.Join(err, a.problems(r.Problems()))
		}
	}
	err = a.judge(s, r)
	if left := r.Left.String(); left != "" {
		a.note("%s", left)
	}
	return err
}

// fix applies fixes, or prints them as a patch.
func (a *app) fix(s *session.Session, r *session.Files, o checkOptions) error {
	limit := lint.Safe
	if o.unsafeFixes || o.diff && !o.fix {
		limit = lint.Unsafe
	}
	if r.CanFix(a.session.Stdin.Name) && !o.diff {
		return errors.New("standard input cannot be changed in place, use --diff")
	}
	fixed, err := s.Fix(r, limit, a.applying(o.diff))
	if err == nil && fixed > 0 && !o.diff {
		a.note("applied %s", plural.Of(fixed, "fix", "fixes"))
	}
	return err
}

// applying writes changes, or prints them as a patch.
func (a *app) applying(diff bool) func(fix.Change) error {
	if !diff {
		return fix.Write
	}
	return func(c fix.Change) error {
		_, err := fmt.Fprint(a.stdout, fix.Diff(c))
		return err
	}
}

// judge judges what was read, and reports.
func (a *app) judge(s *session.Session, r *session.Files) error {
	if err := a.rendered(r); err != nil {
		return err
	}
	j, err := s.Judge(r)
	if err != nil {
		return err
	}
	if j.Stored != nil {
		a.note("%s", j.Stored)
	}
	a.noteElsewhere(s, j.Predicted)
	if err := a.report(s, j); err != nil {
		return err
	}
	failed := a.problems(j.Problems)
	for _, n := range j.Notes {
		a.note("%s", n.Error())
	}
	a.noteMeasured(j.Predicted)
	for _, gone := range j.Gone {
		a.note("%s", gone)
	}
	a.noteOverruled(s)
	a.noteUnread(r)
	if failed != nil {
		return failed
	}
	for _, f := range j.Findings {
		if s.Fails(f) && !a.output.exitZero {
			return errFindings
		}
	}
	return nil
}

// report writes a judgement in all formats that are asked for.
func (a *app) report(s *session.Session, j *session.Judgement) error {
	r := report.Of(report.Check{
		Version: version(), Result: j.Result, Problems: j.Problems, Notes: j.Notes,
		Rules: j.Rules, Judged: j.Judging, Fails: s.Fails, Path: fromRepository(),
	})
	writers := map[string]writer{}
	for _, name := range formats.Names() {
		writers[name] = func(w io.Writer, colour bool) error { return findings.Write(w, name, r, colour) }
	}
	return a.write(writers)
}

// showConfig prints every setting that holds for each of the paths.
func (a *app) showConfig(cmd *cobra.Command, s *session.Session, paths []string) error {
	all := make([][]pages.Setting, len(paths))
	for i, path := range paths {
		var err error
		if all[i], err = s.Settings(path, func(c *config.Config) []pages.Setting { return a.shown(cmd, c, s.Here()) }); err != nil {
			if errors.Is(err, session.ErrFaults) {
				err = a.faulty(s)
			}
			return err
		}
	}
	for i, path := range paths {
		if path == session.StdinName {
			path = a.session.Stdin.Name
		}
		if err := pages.Settings(a.stdout, filepath.ToSlash(path), all[i]); err != nil {
			return err
		}
	}
	return nil
}

// shown is what decides how findings are shown: the configuration of a path, and
// for the format that of the current folder.
func (a *app) shown(cmd *cobra.Command, c, here *config.Config) []pages.Setting {
	var all []pages.Setting
	for _, s := range []struct {
		name, value string
		said        config.Word
	}{{"fail-on", a.output.failOn, c.FailOn}, {"format", strings.Join(a.output.formats, " "), here.Format}} {
		set := pages.Setting{Name: s.name, Value: s.value, By: session.ByDefault}
		switch {
		case given(cmd)(s.name):
			set.By = "--" + s.name
		case s.said.Value != "":
			set.Value, set.By = s.said.Value, s.said.By
		}
		all = append(all, set)
	}
	return all
}
