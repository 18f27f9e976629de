package cli

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/session"
)

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
