package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/html"
	"github.com/jvmlint/jvmlint/internal/session"
)

// figuring is a command that prints figures of what it reads, and no findings:
// of files, or of a java command line behind the word java.
type figuring struct {
	java     string                     // what the command for a java command line does, in a line
	question *predict.Question          // takes a range of CPUs or of memory; nil: there may be none
	bare     func() *input.Input        // what there is without a path; nil, or none: the current folder
	check    func(*cobra.Command) error // refuses facts that the command would not look at, and reads its own options; may be nil
	do       func(*command, *session.Files) error
}

// figureFormats are those that can hold figures.
var figureFormats = []string{"text", "json", "markdown", "html"}

// figureWriters write figures in each of the formats.
func figureWriters(title string, text writer, json func(io.Writer) error, sheets func() []figures.Sheet) map[string]writer {
	return map[string]writer{
		"text":     text,
		"json":     func(w io.Writer, _ bool) error { return json(w) },
		"markdown": func(w io.Writer, _ bool) error { return figures.WriteMarkdown(w, sheets()) },
		"html":     func(w io.Writer, _ bool) error { return html.WriteFigures(w, title, version(), sheets()) },
	}
}

// figuresCommand gives a command its way: open, read, do.
func figuresCommand(a *app, cmd *cobra.Command, f figuring) *cobra.Command {
	open := func(cmd *cobra.Command) (*command, error) {
		c, err := a.openForRules(cmd, figureFormats, f.question)
		if err == nil && f.check != nil {
			err = f.check(cmd)
		}
		return c, err
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		c, err := open(cmd)
		if err != nil {
			return err
		}
		if len(paths) == 0 {
			paths = []string{"."}
			if f.bare != nil {
				if in := f.bare(); in != nil {
					return f.do(c, session.Given(in))
				}
			}
		}
		r, err := c.read(paths)
		if err != nil {
			return err
		}
		return f.do(c, r)
	}
	a.addReading(cmd.Flags())
	cmd.AddCommand(beforeJava(&cobra.Command{Use: "java OPTIONS ...", Short: f.java, RunE: func(cmd *cobra.Command, args []string) error {
		c, err := open(cmd)
		if err != nil {
			return err
		}
		in, err := c.readJava(args)
		if err != nil {
			return err
		}
		return f.do(c, session.Given(in))
	}}))
	return cmd
}

// endFigures says what was left out of figures, and fails where that is a fault.
func (c *command) endFigures(r *session.Files, some bool) error {
	if !some {
		c.app.note("nothing that was read shows how a JVM is started")
	}
	for _, in := range r.Inputs {
		for _, n := range in.Notes {
			c.app.noteAbout(n)
		}
	}
	c.noteOverruled()
	c.noteUnread(r)
	return c.app.problems(r.Problems())
}

func predictCommand(a *app) *cobra.Command {
	var question predict.Question
	return figuresCommand(a, &cobra.Command{
		Use:   "predict [PATH ...]",
		Short: "Predict what the JVM would do: start, heap, regions, threads, memory, full GC",
		Example: `  jvmlint predict values.yaml
  jvmlint predict --cpus 1-32 values.yaml          where the outcome changes with the CPUs
  jvmlint predict --memory 4Gi-16Gi values.yaml    and with the memory`,
	}, figuring{
		java: "The same for a java command line", question: &question,
		do: func(c *command, r *session.Files) error { return c.predict(r, question) },
	})
}

// predict tells what each workload that says how its JVM starts will do.
func (c *command) predict(r *session.Files, question predict.Question) error {
	if err := c.rendered(r); err != nil {
		return err
	}
	all, err := c.session.Predict(r)
	if err != nil {
		return err
	}
	c.noteElsewhere(all)
	var predicted []*predict.Predictions
	for _, p := range all {
		if p.Workload.Decided() {
			predicted = append(predicted, p)
		}
	}
	switch {
	case question.Of != "":
		err = c.app.write(figureWriters("What the JVM would do, by "+along(question),
			func(w io.Writer, colour bool) error { return figures.WhatIfText(w, predicted, question, colour) },
			func(w io.Writer) error { return figures.WhatIfJSON(w, predicted, question) },
			func() []figures.Sheet { return figures.WhatIfSheets(predicted, question) }))
	default:
		err = c.app.write(figureWriters("What the JVM would do",
			func(w io.Writer, colour bool) error { return figures.PredictText(w, predicted, colour) },
			func(w io.Writer) error { return figures.PredictJSON(w, predicted) },
			func() []figures.Sheet { return figures.PredictSheets(predicted) }))
	}
	if err != nil {
		return err
	}
	return c.endFigures(r, len(predicted) > 0)
}

// along names what a question has a range of.
func along(q predict.Question) string {
	if q.Of == predict.Memory {
		return "memory"
	}
	return "CPUs"
}
