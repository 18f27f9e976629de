package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
)

func (a *app) predictCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "predict [PATH ...]",
		Short: "Tell what the JVM would do: start, heap, regions, threads, memory, full GC",
		Example: `  jvmlint predict values.yaml
  jvmlint predict --cpus 1-32 values.yaml          where the outcome changes with the CPUs
  jvmlint predict --memory 4Gi-16Gi values.yaml    and with the memory`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, paths []string) error {
			if err := a.prepareFigures(cmd); err != nil {
				return err
			}
			if len(paths) == 0 {
				paths = []string{"."}
			}
			inputs, failures, _, err := a.read(paths)
			if err != nil {
				return err
			}
			return a.predict(inputs, failures)
		},
	}
	a.options.addCharts(cmd)
	cmd.Flags().StringVar(&a.options.stdinFilename, "stdin-filename", "<stdin>", "name to show for standard input")
	cmd.PersistentFlags().StringVar(&a.options.against, "against", "", "run this `java` with the options and -version, and show where the prediction differs")
	a.withJava(cmd, "The same for a java command line", a.prepareFigures, a.predict)
	return cmd
}

// prepareFigures is prepare for a command whose facts may be ranges.
func (a *app) prepareFigures(cmd *cobra.Command) error {
	a.options.figures, a.options.ranges = true, true
	return a.prepare(cmd)
}

// predict tells what each workload that says how its JVM starts will do.
func (a *app) predict(inputs []*input.Input, failures []error) error {
	if a.options.showRendered {
		if err := a.showRendered(inputs); err != nil {
			return err
		}
	}
	all := a.workloads(inputs)
	if err := a.checkMeasured(all); err != nil {
		return err
	}
	var predicted []*predict.Predictions
	for _, w := range all {
		if w.Workload.HasJVM && !w.Workload.Undecided {
			predicted = append(predicted, w)
		}
	}
	write := func() error { return a.write(a.predictWriters(predicted)) }
	if a.options.against != "" {
		write = func() error { return a.against(predicted) }
	}
	if err := write(); err != nil {
		return err
	}
	if len(predicted) == 0 {
		fmt.Fprintln(a.stderr, "note: nothing read says how a JVM is started")
	}
	for _, in := range inputs {
		a.print("note", in.Notes)
	}
	a.noteOverruled()
	a.noteUnread(inputs, failures)
	return a.reportProblems(inputs, failures)
}

// predictWriters write the predictions, or what was asked of them.
func (a *app) predictWriters(predicted []*predict.Predictions) map[string]writer {
	writers := map[string]writer{
		"text": func(w io.Writer, colour bool) error { return report.PredictText(w, predicted, colour) },
		"json": func(w io.Writer, _ bool) error { return report.PredictJSON(w, predicted) },
	}
	if q := a.options.question; q.Of != "" {
		writers["text"] = func(w io.Writer, colour bool) error { return report.WhatIfText(w, predicted, q, colour) }
		writers["json"] = func(w io.Writer, _ bool) error { return report.WhatIfJSON(w, predicted, q) }
	}
	return writers
}
