package lint

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// What rules ask of the facts of a workload.

// Limit is the memory limit as the user wrote it.
func (p *Pass) Limit() string { return p.Workload.WrittenLimit() }

// ShowsAll reports whether all options of the JVM are seen: one that is not there is not set.
func (p *Pass) ShowsAll() bool {
	return p.Workload.Known >= workload.AllOptions && !p.Workload.Branches
}

func (p *Pass) Sets(flags ...string) bool { return p.Options.Sets(flags...) }

// MissingFacts are what the user must say before heap and threads are known.
func (p *Pass) MissingFacts() []Fact {
	var facts []Fact
	if !p.JVM.ParallelGCThreads.Known() {
		facts = append(facts, FactCPUs)
	}
	if !p.JVM.Heap.Known() {
		facts = append(facts, FactMemory)
	}
	return facts
}

// InCluster reports whether the program is one of several members. Of a
// Hazelcast member it must be known; nothing else is taken for a cluster.
func (p *Pass) InCluster() bool {
	if p.Workload.IsMember && !p.Workload.Members.Known() {
		p.Needs(FactMembers)
	}
	return p.Workload.Members.N > 1
}

// PerhapsLater reports whether nothing names the JDK, and a later release than the given one may be what runs.
func (p *Pass) PerhapsLater(release int) bool {
	return p.Workload.JDK.Open && slices.Max(p.Workload.JDK.Candidates) > release
}

// LiveFits reports whether --live can be meant for this heap.
func (p *Pass) LiveFits() bool { return p.Workload.Live.N < p.JVM.Heap.N }

// AddBehind is the edit that puts a further option behind the one that sets a flag.
func (p *Pass) AddBehind(flag, option string) source.Edit {
	s, _ := p.Options.Set(flag)
	return AddBehind(s.Option, option)
}

// NoteHeapOfImage says of a heap that nobody wrote where it stands.
func (p *Pass) NoteHeapOfImage(f *Finding) {
	if heap := p.JVM.Heap.Text; ofImage(heap) {
		f.Note(fmt.Sprintf("%[2]s sets a heap of %[1]s", Size(p.JVM.Heap), heap.Origin()))
	}
}

// ofImage reports whether only the start script of an image says something.
func ofImage(t source.Text) bool { return fromImage(t) && t.Foremost().IsZero() }

// fromImage reports whether the start script of an image put something there.
func fromImage(t source.Text) bool { return strings.HasPrefix(t.Origin(), "image ") }

// placeOf is where a text stands, without what a start script puts around it.
func placeOf(t source.Text) source.Span {
	if span := t.Span(); !span.IsZero() || !fromImage(t) {
		return span
	}
	return t.Foremost()
}

// SetProperty is the edit that gives a property of the member a value: where it
// is set, else in the configuration, else among the options. There may be none.
func (p *Pass) SetProperty(name, value string) source.Edit {
	if at := p.Property(name).Text; at.Located() {
		return Replace(at, value)
	}
	known, _ := hazelcast.LookupProperty(name, p.Workload.HazelcastVersion)
	if c := p.Workload.Hazelcast; c != nil && known.Kind != hazelcast.SystemOnly {
		if edit := c.AddProperty(name, value); !edit.Span.IsZero() {
			return edit
		}
	}
	return p.AddOption("-D" + name + "=" + value)
}

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

func Why(s predict.Stop) []string {
	full := s.Estimate
	switch {
	case full != nil:
		return append([]string{
			fmt.Sprintf("one full GC: %s expected, %s to %s; two back to back: up to %s", Seconds(full.Expected), Seconds(full.Low), Seconds(full.High), Seconds(full.BackToBack())),
			"estimated for " + strings.Join(full.Basis, ", "),
		}, OtherPauses(*full)...)
	case s.Length.Origin == source.Measured:
		return []string{fmt.Sprintf("%s of %s measured: %s", s.Kind, Seconds(s.Length.N), s.Length.Why)}
	}
	return []string{fmt.Sprintf("pause of %s given by %s", Seconds(s.Length.N), s.Length.Why)}
}

// OtherPauses says what the pause would be with values of another size, and with one CPU doing all the work.
func OtherPauses(full pause.Pause) []string {
	var lines []string
	if small, large := full.SmallValues, full.LargeValues; small != nil && large != nil {
		lines = append(lines, fmt.Sprintf("with values of 1 KB: %s expected, up to %s; of 100 KB: %s, up to %s",
			Seconds(small.Expected), Seconds(small.High), Seconds(large.Expected), Seconds(large.High)))
	}
	if full.Workers > 1 {
		lines = append(lines, fmt.Sprintf("up to %s if only one CPU is really available (quota, noisy neighbour)", Seconds(full.SerialCeiling)))
	}
	return lines
}

// PauseFacts are what the user must say before the pause is known: what the model lacks, or the pause itself.
func (p *Pass) PauseFacts() []Fact {
	if p.JVM != nil && pause.Modelled(p.JVM) {
		if facts := p.MissingFacts(); len(facts) > 0 {
			return facts
		}
	}
	return []Fact{FactPause}
}
