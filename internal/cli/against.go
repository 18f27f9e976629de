package cli

import (
	"fmt"
	"io"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/realjvm"
	"github.com/jvmlint/jvmlint/internal/report"
)

// against holds predictions against the java that --against names. It fails
// where they differ.
func (a *app) against(workloads []*predict.Predictions) error {
	if q := a.options.question; q.Of != "" {
		return fmt.Errorf("--against: it needs one machine, not a range of %s", lint.Fact(q.Of))
	}
	jvm, err := realjvm.Open(a.options.against)
	if err != nil {
		return fmt.Errorf("--against: %w", err)
	}
	if jvm.Release < jvmflag.Oldest || jvm.Release > jvmflag.Newest {
		return fmt.Errorf("--against: JDK %d is not known; there are %d to %d", jvm.Release, jvmflag.Oldest, jvmflag.Newest)
	}
	var all []report.Confrontation
	agree := true
	for _, w := range workloads {
		rehearsal := realjvm.Rehearse(w.Workload, jvm.Release)
		answer, err := jvm.Ask(rehearsal.Options)
		if err != nil {
			return fmt.Errorf("--against: %w", err)
		}
		c := report.Confrontation{Rehearsal: rehearsal, JVM: jvm, Pass: predict.Of(rehearsal.Workload, jvm.Release), Answer: answer}
		all, agree = append(all, c), agree && c.Agrees()
	}
	if err := a.write(map[string]writer{
		"text": func(w io.Writer, colour bool) error { return report.AgainstText(w, all, colour) },
		"json": func(w io.Writer, _ bool) error { return report.AgainstJSON(w, all) },
	}); err != nil {
		return err
	}
	if !agree {
		return errFindings
	}
	return nil
}
