package lint

import (
	"fmt"
	"slices"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// GCLog is the log of the workload, where one was read and these collectors
// wrote it; nil else. Options that choose another collector are not at fault.
func (p *Pass) GCLog(collectors ...string) *gclog.Log {
	log := p.Workload.GCLog
	if log == nil || p.JVM == nil || !slices.Contains(collectors, log.Collector) || p.JVM.Collector.Kind.String() != log.Collector {
		return nil
	}
	return log
}

// Cite adds a line of the log to a finding, from these words on.
func (f *Finding) Cite(at gclog.Line, words, what string) {
	f.Because(workload.Cite(at, words), what)
}

// NoteElsewhere says what is different in the JVM that wrote the log.
func (p *Pass) NoteElsewhere(f *Finding) {
	for _, line := range p.Elsewhere {
		f.Note(line)
	}
}

// InLog says how long the log is.
func InLog(log *gclog.Log) string {
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

// PlacesOf is the value of the first of the flags that an option sets, and then
// the heap: what a finding about a log stands at.
func (p *Pass) PlacesOf(flags ...string) []source.Text {
	var at []source.Text
	for _, name := range flags {
		if set, is := p.Options.Set(name); is {
			at = append(at, set.Value, set.Option.Text)
		}
	}
	return append(at, p.HeapText(), p.JVM.Collector.Text)
}
