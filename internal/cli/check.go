package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/findings"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

// checkOptions are those of check alone.
type checkOptions struct {
	fix, unsafeFixes, untilClean, showConfig, showFixes, requireJVM bool
	writing
}

func checkCommand(a *app) *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [PATH ...]",
		Short: "Check files and folders; - is standard input; without a path, the current folder",
		RunE: func(cmd *cobra.Command, paths []string) error {
			c, err := a.open(cmd, formats.Names(), nil)
			if err != nil {
				return err
			}
			if i := slices.IndexFunc(paths, isCommandLine); i >= 0 {
				return fmt.Errorf("%q is a command line, and %s takes paths: write jvmlint 'LINE'", paths[i], cmd.CommandPath())
			}
			paths = orHere(paths)
			if o.showConfig {
				return c.showConfig(cmd, paths)
			}
			c.showFixes, c.requireJVM = o.showFixes, o.requireJVM
			c.pasted = slices.Equal(paths, []string{project.StdinName}) && a.options.Stdin.Name == source.Stdin
			return c.check(paths, o)
		},
	}
	f := cmd.Flags()
	a.addReading(f)
	f.BoolVar(&o.fix, "fix", false, "apply the fixes that keep the behaviour")
	f.BoolVar(&o.unsafeFixes, "unsafe-fixes", false, "also apply the fixes that change the behaviour")
	f.BoolVar(&o.untilClean, "until-clean", false, "also apply the fixes of findings that appear only after other fixes")
	f.BoolVar(&o.diff, "diff", false, "print what --fix, or --unsafe-fixes, would write as a patch, and change nothing")
	o.add(f)
	f.BoolVar(&o.requireJVM, "require-jvm", false, "fail where no JVM and no Hazelcast member was judged: a path may be wrong")
	f.BoolVar(&o.showFixes, "show-fixes", false, "list all fixes that are applied, not only the first 20")
	addExclude(f, &a.options)
	f.BoolVar(&o.showConfig, "show-config", false, "print every setting that applies to the paths, and where it comes from")
	addBaseline(f, &a.options.Baseline)
	f.StringVar(&a.options.Baseline.Write, "write-baseline", "", "write all findings to this `file`, and leave them out")
	cmd.MarkFlagsMutuallyExclusive("diff", "write-baseline")
	f.StringVar(&a.options.NewFrom, "new-from", "", "report only findings that are new, or on lines that changed, since this git `revision`, as a reviewer sees the change")
	return cmd
}

// orHere are paths, or the current folder where there are none.
func orHere(paths []string) []string { return either.Of(len(paths) > 0, paths, []string{"."}) }

// isCommandLine tells a line that starts java from the path of a file.
func isCommandLine(path string) bool {
	if !strings.Contains(path, " ") || input.JavaOf([]string{path}) == nil {
		return false
	}
	_, err := os.Stat(path)
	return err != nil
}

// check reads, mends where that is asked for, and judges.
func (c *command) check(paths []string, o checkOptions) error {
	r, err := c.read(paths)
	if err != nil {
		return err
	}
	switch {
	case o.diff:
		return c.patch(r, o)
	case o.fix || o.unsafeFixes || o.untilClean:
		if err := c.fix(r, o); err != nil {
			return errors.Join(c.app.problems(r.Problems()), err)
		}
	}
	return c.judge(r)
}

// patch prints fixes as a patch. It ends as a check of the files does, which stay as they are.
func (c *command) patch(r *project.Files, o checkOptions) error {
	c.tryFixesOfListed()
	j, err := c.session.Judge(r)
	if err != nil {
		return err
	}
	if err := c.fix(r, o); err != nil {
		return err
	}
	problems := slices.Clone(j.Problems)
	for _, p := range r.Problems() {
		if !slices.ContainsFunc(problems, func(have *source.Problem) bool { return have.Error() == p.Error() }) {
			problems = append(problems, p)
		}
	}
	return cmp.Or(c.app.problems(problems), c.failing(j))
}

// fix applies fixes, or prints them as a patch.
func (c *command) fix(r *project.Files, o checkOptions) error {
	limit := session.Limit{UntilClean: o.untilClean}
	if o.unsafeFixes {
		limit.Safety = lint.Unsafe
	}
	c.tryFixesOfListed()
	apply, end := c.applying(o.writing)
	if stdin := r.File(c.app.options.Stdin.Name); stdin != nil && !o.diff && slices.Contains(c.paths, project.StdinName) {
		into := c.app.stdout
		c.app.stdout = c.app.stderr // findings, for standard output holds the text
		text := stdin.Data
		others := apply
		apply = func(change fix.Change) error {
			if change.Before.Name != stdin.Name {
				return others(change)
			}
			text = change.After.Data
			return nil
		}
		defer func() { _, _ = into.Write(text) }()
	}
	mended, err := c.session.Fix(r, limit, apply)
	again, fixed := end(), mended.Applied
	for _, n := range slices.Concat(mended.Left, mended.Then) {
		c.app.noteAbout(n)
	}
	if len(mended.Then) > 0 {
		c.app.note("what appears only after fixes is not fixed: --until-clean goes on until nothing is left to fix")
	}
	if err != nil || len(fixed) == 0 {
		return err
	}
	c.noteFixed(fixed)
	if o.diff {
		return nil
	}
	n := len(fixed) - lists.Sum(again, func(a fix.Again) int { return a.Fixed })
	c.app.note("applied %s", plural.Of(n, "fix", "fixes"))
	return nil
}

// mostFixed is how many fixes are listed, unless all are asked for.
const mostFixed = 20

// noteFixed lists fixes by place, rule and title.
func (c *command) noteFixed(all []fix.Applied) {
	listed := all
	if !c.showFixes && !c.app.output.verbose {
		listed = all[:min(len(all), mostFixed)]
	}
	for _, a := range listed {
		c.app.noteAbout(&source.Problem{File: a.At.File, Span: a.At, Message: fmt.Sprintf("fix of %s: %s", a.Rule, a.Title)})
	}
	if more := len(all) - len(listed); more > 0 {
		c.app.note("%s more (--show-fixes lists them)", plural.Of(more, "fix", "fixes"))
	}
}

func (c *command) judge(r *project.Files) error {
	if err := c.rendered(r); err != nil {
		return err
	}
	c.session.TryFixesOf(nil)
	if onlyText := !slices.ContainsFunc(c.app.output.outputs, func(o output) bool { return o.format != "text" }); onlyText && !c.app.output.statistics {
		c.tryFixesOfListed()
	}
	j, err := c.session.Judge(r)
	if err != nil {
		return err
	}
	c.app.notes(j.Stored)
	c.noteElsewhere(j.Predicted)
	shown := c.shownAs(j)
	err = c.app.write(lists.Map(formats.Names(), func(name string) (string, writer) {
		return name, func(w io.Writer, colour bool) error { return findings.Write(w, name, shown, c.text(colour)) }
	}))
	if err != nil {
		return err
	}
	failed := c.app.problems(j.Problems)
	c.app.noteAll(j.Notes)
	c.noteMeasured(j.Predicted)
	c.app.notes(slices.Concat(j.Gone, c.session.Overruled())...)
	c.noteUnread(r)
	c.noteUnknown(j)
	c.close(r, shown)
	return cmp.Or(failed, c.failing(j))
}

// tryFixesOfListed leaves alone the infos that nobody asked for.
func (c *command) tryFixesOfListed() {
	if !c.listsInfos() {
		c.session.TryFixesOf(func(f *lint.Finding) bool { return f.Severity != lint.Info || c.session.Fails(f) })
	}
}

// failing is the error of a check with findings that a build fails for.
func (c *command) failing(j *session.Judgement) error {
	if slices.ContainsFunc(j.Findings, c.session.Fails) && !c.app.output.exitZero {
		return errFindings
	}
	if !c.requireJVM || c.app.output.exitZero {
		return nil
	}
	if n := c.shownAs(j).Counts; n.JVMs+n.Configurations > 0 {
		return nil
	}
	c.app.fail(errors.New("--require-jvm: no JVM and no Hazelcast member was judged"))
	return errFindings
}

func (c *command) shownAs(j *session.Judgement) report.Report {
	return report.Of(report.Check{
		Version: version(), Result: j.Result, Problems: j.Problems, Notes: func() []*source.Problem { return j.Notes },
		Extents: j.Extents, Named: j.Named, Files: j.Files, Charts: j.Charts,
		Rules: j.Rules, Judged: j.Judging, Fails: c.session.Fails, Path: fromRepository(),
	})
}

// showConfig prints every setting that holds for each of the paths.
func (c *command) showConfig(cmd *cobra.Command, paths []string) error {
	all := make([][]session.Setting, len(paths))
	for i, path := range paths {
		var err error
		if all[i], err = c.session.Settings(path, func(of *config.Config) []session.Setting { return c.shown(cmd, of) }); err != nil {
			if errors.Is(err, session.ErrFaults) {
				err = c.faulty()
			}
			return err
		}
	}
	cells := func(s session.Setting) []string { return []string{s.Name, report.Show(s.Value), s.By} }
	for i, path := range paths {
		if path == project.StdinName {
			path = c.app.options.Stdin.Name
		}
		rows := report.Rows([]string{"setting", "value", "because"}, all[i], cells)
		if _, err := fmt.Fprintf(c.app.stdout, "%s\n%s\n\n", filepath.ToSlash(path), report.Table(rows, 1)); err != nil {
			return err
		}
	}
	return nil
}

// shown is what decides how findings are shown: the configuration of a path, and
// for the format that of the current folder.
func (c *command) shown(cmd *cobra.Command, of *config.Config) []session.Setting {
	setting := func(name, value string, said config.Word) session.Setting {
		switch {
		case given(cmd)(name):
			return session.Setting{Name: name, Value: value, By: "--" + name}
		case said.Value != "":
			return session.Setting{Name: name, Value: said.Value, By: said.By}
		}
		return session.Setting{Name: name, Value: value, By: session.ByDefault}
	}
	return []session.Setting{
		setting("fail-on", c.app.output.failOn, of.FailOn),
		setting("strict", strconv.FormatBool(c.app.strict), of.Strict),
		setting("format", strings.Join(c.app.output.formats, " "), c.session.Here().Format),
	}
}

func (c *command) listsInfos() bool {
	o := c.app.output
	return o.verbose || o.failOn == lint.Info.String() || len(c.app.options.Rules.Selected) > 0
}

// text is how findings are written for people, with rules linked on terminals.
func (c *command) text(colour bool) findings.Text {
	o := c.app.output
	return findings.Text{
		Style: report.Style(colour), Verbose: o.verbose, Statistics: o.statistics, ByWorkload: o.groupBy == byWorkload,
		Width: columns(c.app.stdout), Infos: c.listsInfos(), First: c.pasted && len(c.app.options.Rules.Selected) == 0,
		Links: colour && terminal(c.app.stdout) != nil,
	}
}
