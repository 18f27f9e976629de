package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/realjvm"
	"github.com/jvmlint/jvmlint/internal/report/figures"
)

// against holds predictions against a real java. It fails where they differ.
func (c *command) against(workloads []*predict.Predictions, question predict.Question, java string) error {
	if question.Of != "" {
		return fmt.Errorf("--against: it needs one machine, not a range of %s", lint.Fact(question.Of))
	}
	if c.app.options.Facts.NativeMemory != nil {
		return errors.New("--nmt and --against exclude each other")
	}
	jvm, err := realjvm.Open(java)
	if err != nil {
		return fmt.Errorf("--against: %w", err)
	}
	if jvm.Release < jvmflag.Oldest || jvm.Release > jvmflag.Newest {
		return fmt.Errorf("--against: jvmlint does not know JDK %d; it knows %d to %d", jvm.Release, jvmflag.Oldest, jvmflag.Newest)
	}
	var all []figures.Confrontation
	agree := true
	for _, w := range workloads {
		rehearsal := realjvm.Rehearse(w.Workload, jvm.Release)
		answer, err := jvm.Ask(rehearsal.Options)
		if err != nil {
			return fmt.Errorf("--against: %w", err)
		}
		c := figures.Confrontation{Rehearsal: rehearsal, JVM: jvm, Pass: predict.Of(rehearsal.Workload, jvm.Release), Answer: answer}
		all, agree = append(all, c), agree && c.Agrees()
	}
	if err := c.app.write(map[string]writer{
		"text": func(w io.Writer, colour bool) error { return figures.AgainstText(w, all, colour) },
		"json": func(w io.Writer, _ bool) error { return figures.AgainstJSON(w, all) },
	}); err != nil {
		return err
	}
	if !agree {
		return errFindings
	}
	return nil
}
