package cli

import (
	"errors"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/report/findings"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

func diffCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff REVISION [PATH ...]",
		Short: "Tell what a change does to each JVM, since a git revision: memory against limit, heap, JDK, new findings",
		Example: `  jvmlint diff origin/main
  jvmlint diff origin/main --format markdown deploy/    for a comment on the pull request`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.open(cmd, []string{"text", "json", "markdown"}, nil)
			if err != nil {
				return err
			}
			return c.diff(args[0], orHere(args[1:]))
		},
	}
	f := cmd.Flags()
	addCharts(f, &a.options.Charts)
	addExclude(f, &a.options)
	f.BoolVar(&a.strict, "strict", false, "fail for every file below a folder that cannot be read, even if nothing shows that it configures a JVM")
	return cmd
}

// diff compares files as they are with what they were where a revision and the current one part.
func (c *command) diff(revision string, paths []string) error {
	if slices.Contains(paths, project.StdinName) {
		return errors.New("standard input has no history")
	}
	earlier, err := c.session.Earlier(revision, paths, false)
	if err != nil {
		return err
	}
	c.session.LeaveBaselines()
	before, there := &command{app: c.app, session: earlier}, earlier.Existing(paths)
	then, err := before.judged(there)
	if err != nil {
		return err
	}
	now := c.session.Existing(paths)
	j, err := c.judged(lists.Where(paths, func(path string) bool { // what is nowhere is a mistake
		return slices.Contains(now, path) || !slices.Contains(there, path)
	}))
	if err != nil {
		return err
	}
	for _, p := range then.Problems {
		if !slices.ContainsFunc(j.Problems, func(same *source.Problem) bool { return same.Error() == p.Error() }) {
			c.app.noteAbout(&source.Problem{File: p.File, Span: p.Span, Message: "as of " + revision + ": " + p.Message, Cites: p.Cites})
		}
	}
	d := findings.Differ(revision, before.shownAs(then), c.shownAs(j), c.text(false))
	if err := c.app.write(map[string]writer{
		"text": func(w io.Writer, colour bool) error {
			return d.WriteText(w, c.text(colour))
		},
		"markdown": func(w io.Writer, _ bool) error { return d.WriteMarkdown(w) },
		"json":     func(w io.Writer, _ bool) error { return d.WriteJSON(w) },
	}); err != nil {
		return err
	}
	c.app.noteAll(j.Notes)
	if err := c.app.problems(j.Problems); err != nil {
		return err
	}
	if d.Fails() && !c.app.output.exitZero {
		return errFindings
	}
	return nil
}

// judged reads paths and judges them; nobody sees a fix.
func (c *command) judged(paths []string) (*session.Judgement, error) {
	r, err := c.read(paths)
	if err != nil {
		return nil, err
	}
	c.session.TryFixesOf(func(*lint.Finding) bool { return false })
	return c.session.Judge(r)
}
