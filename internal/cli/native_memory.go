package cli

import (
	"errors"
	"fmt"

	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// readNativeMemory reads the measurement that --nmt names.
func readNativeMemory(path string) (*nmt.Measurement, error) {
	if path == "" {
		return nil, errors.New("it is empty")
	}
	file, err := readFile(path)
	if err != nil {
		return nil, err
	}
	file.Aside = true
	m, err := nmt.Read(file)
	if err == nil && m.Unit > 1<<20 {
		return nil, fmt.Errorf("%s: sizes in whole GB say too little of pools: scale=MB or KB", path)
	}
	return m, err
}

// errNotMeasured is said where a measurement of a JVM would go unread.
func errNotMeasured(command string) error {
	return fmt.Errorf("--nmt is read by check, java and predict, --gc-log by these and advise: %s would not look at it", command)
}

// checkMeasured refuses to hold one measurement against several JVMs, and says
// where it is of another one.
func (a *app) checkMeasured(all []*predict.Predictions) error {
	if err := a.oneJVM(all); err != nil {
		return err
	}
	a.noteElsewhere(all)
	if a.given.NativeMemory == nil {
		return nil
	}
	if a.options.against != "" {
		return errors.New("--nmt and --against exclude each other")
	}
	var started []*workload.Workload
	for _, w := range all {
		if w.Workload.HasJVM {
			started = append(started, w.Workload)
		}
	}
	switch len(started) {
	case 0:
		return errors.New("--nmt: nothing read says how a JVM is started")
	case 1:
		return nil
	}
	return fmt.Errorf("--nmt: one JVM was measured, and %d are read: %s of %s, %s of %s; name the file of one", len(started),
		started[0].Name, started[0].File.Name, started[1].Name, started[1].File.Name)
}

// noteMeasured says what of a measurement was not held against the plan.
func (a *app) noteMeasured(judged []*predict.Predictions) {
	m := a.given.NativeMemory
	for _, w := range judged {
		if m == nil || !w.Workload.HasJVM {
			continue
		}
		for _, jdk := range w.Workload.JDK.Candidates {
			notes := []string{"not compared: the memory of the process is not known"}
			if budget, ok := w.On(jdk).Budget(); ok {
				notes = report.MeasuredDoubts(budget.Compared)
			}
			for _, note := range notes {
				fmt.Fprintf(a.stderr, "note: %s on JDK %d: %s\n", report.Plain(m.File.Name), jdk, report.Plain(note))
			}
		}
	}
}
