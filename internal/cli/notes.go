package cli

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

// note writes a note to the error stream.
func (a *app) note(format string, args ...any) {
	fmt.Fprintf(a.stderr, "note: %s\n", report.Plain(fmt.Sprintf(format, args...)))
}

// problems writes what kept something from being judged, and fails where there
// is any.
func (a *app) problems(all []*source.Problem) error {
	for _, p := range all {
		fmt.Fprintf(a.stderr, "jvmlint: %s\n", report.Plain(p.Error()))
	}
	if len(all) > 0 {
		return errReported
	}
	return nil
}

// noteElsewhere says where the GC log is of a JVM that the options do not make,
// and which files one name stands for.
func (a *app) noteElsewhere(s *session.Session, all []*predict.Predictions) {
	if log := a.session.Facts.GCLog; log != nil && len(log.Files) > len(a.facts.gcLogs) {
		a.note("--gc-log: read as one log: %s", strings.Join(log.Files, ", "))
	}
	for _, why := range s.Elsewhere(all) {
		a.note("--gc-log: %s: its pauses and sizes do not count", why)
	}
}

// noteMeasured says what of a measurement was not held against the plan.
func (a *app) noteMeasured(judged []*predict.Predictions) {
	m := a.session.Facts.NativeMemory
	for _, w := range judged {
		if m == nil || !w.Workload.HasJVM {
			continue
		}
		for _, jdk := range w.Workload.JDK.Candidates {
			notes := []string{"not compared: the memory of the process is not known"}
			if budget, ok := w.On(jdk).Budget(); ok {
				notes = figures.MeasuredDoubts(budget.Compared)
			}
			for _, note := range notes {
				a.note("%s on JDK %d: %s", m.File.Name, jdk, note)
			}
		}
	}
}

// noteOverruled says what configurations have overruled.
func (a *app) noteOverruled(s *session.Session) {
	for _, o := range s.Overruled() {
		a.note("%s", o)
	}
}

// noteUnread says how many files were passed over and what they were.
func (a *app) noteUnread(r *session.Files) {
	if len(r.Inputs) == 0 && len(r.Failures) == 0 {
		a.note("there are no files to read")
	}
	counts, files := r.Unread()
	for _, format := range []input.Format{input.HelmTemplate, input.HazelcastXML, input.OtherYAML, input.OtherText, input.Dockerfile, input.SystemdUnit, input.Pasted, input.MavenConfig, input.Nothing} {
		if n := counts[format]; n > 0 {
			a.note("nothing judged in %d of %d files: %s", n, files, format)
		}
	}
}
