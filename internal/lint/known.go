package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// What rules ask of the facts of a workload.

// Limit is the memory limit as the user wrote it.
func (p *Pass) Limit() string { return p.Workload.WrittenLimit() }

// ShowsAll reports whether all options of the JVM are seen: one that is not
// there is not set.
func (p *Pass) ShowsAll() bool {
	return p.Workload.Known >= workload.AllOptions && !p.Workload.Branches
}

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

// PerhapsLater reports whether nothing names the JDK, and a later release than
// the given one may be what runs.
func (p *Pass) PerhapsLater(release int) bool {
	return p.Workload.JDK.Open && slices.Max(p.Workload.JDK.Candidates) > release
}

// LiveFits reports whether --live can be meant for this heap.
func (p *Pass) LiveFits() bool { return p.Workload.Live.N < p.JVM.Heap.N }

// AddBehind is the edit that puts a further option behind the one that sets a
// flag.
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
