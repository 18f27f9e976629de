package rules

import (
	"fmt"
	"slices"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// gcLogOf is the log of the workload, where one was read and these collectors
// wrote it; nil else. Options that choose another collector are not at fault.
func gcLogOf(p *lint.Pass, collectors ...string) *gclog.Log {
	log := p.Workload.GCLog
	if log == nil || p.JVM == nil || !slices.Contains(collectors, log.Collector) || p.JVM.Collector.Kind.String() != log.Collector {
		return nil
	}
	return log
}

// logged adds a line of the log to a finding, from these words on.
func logged(f *lint.Finding, at gclog.Line, words, what string) {
	f.Because(workload.Cite(at, words), what)
}

// notes says what is different in the JVM that wrote the log.
func notes(p *lint.Pass, f *lint.Finding) {
	for _, line := range p.Elsewhere {
		f.Note(line)
	}
}

// within says how long the log is.
func within(log *gclog.Log) string {
	if log.Span < time.Second {
		return "in the log"
	}
	return fmt.Sprintf("in %s of log", span(log.Span))
}

// span writes a time of a log in its largest units.
func span(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%.0f days", d.Hours()/24)
	case d >= 2*time.Hour:
		return fmt.Sprintf("%.0f hours", d.Hours())
	case d >= 2*time.Minute:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

// times counts.
func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// pauseOf writes the length of a pause.
func pauseOf(d time.Duration) string { return lint.Pause(d) }

// flagText is the value of the first of the flags that an option sets, and then
// the heap: what a finding about a log stands at.
func flagText(p *lint.Pass, flags ...string) []source.Text {
	var at []source.Text
	for _, name := range flags {
		if set, is := p.Options.Set(name); is {
			at = append(at, set.Value, set.Option.Text)
		}
	}
	return append(at, heapText(p), p.JVM.Collector.Text)
}

// milliseconds is a parameter as a duration.
func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
