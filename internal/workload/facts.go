package workload

import (
	"cmp"
	"slices"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Facts are what the user says on jvmlint's own command line, or in its
// configuration. They override what the files say.
type Facts struct {
	JDK              JDK
	Memory           source.Value // bytes
	CPUs             source.Value
	Node             hotspot.Node
	Members          source.Value
	Threads          source.Value
	FullGCPause      source.Value // milliseconds
	LargestObject    source.Value // bytes
	Live             source.Value // bytes
	HazelcastVersion hazelcast.Version
	HazelcastWhy     string // what says the version
	HazelcastConfig  *hazelcast.Config
	GCLog            *gclog.Log       // of the JVM; nil where none was read
	NativeMemory     *nmt.Measurement // of this one JVM; nil where nobody measured
}

// Over are the facts, and where they say nothing those under them.
func (f Facts) Over(under Facts) Facts {
	if len(f.JDK.Candidates) == 0 {
		f.JDK = under.JDK
	}
	if f.HazelcastVersion == (hazelcast.Version{}) {
		f.HazelcastVersion, f.HazelcastWhy = under.HazelcastVersion, under.HazelcastWhy
	}
	f.HazelcastConfig = cmp.Or(f.HazelcastConfig, under.HazelcastConfig)
	f.GCLog, f.NativeMemory = cmp.Or(f.GCLog, under.GCLog), cmp.Or(f.NativeMemory, under.NativeMemory)
	if f.Node.Cgroup == "" {
		f.Node.Cgroup, f.Node.By = under.Node.Cgroup, under.Node.By
	}
	for _, s := range AllStated {
		if v := s.Of(&f); !v.Known() {
			*v = *s.Of(&under)
		}
	}
	return f
}

// Apply puts the facts over what the files say.
func (f Facts) Apply(w *Workload) {
	if len(f.JDK.Candidates) > 0 {
		w.JDK = f.JDK
	}
	over := func(to *source.Value, fact source.Value) {
		if fact.Known() {
			*to = fact
		}
	}
	over(&w.Memory, f.Memory)
	over(&w.CPUs, f.CPUs)
	over(&w.Node.Memory, f.Node.Memory)
	over(&w.Node.CPUs, f.Node.CPUs)
	if f.Node.Cgroup != "" {
		w.Node.Cgroup, w.Node.By = f.Node.Cgroup, f.Node.By
	}
	over(&w.Members, f.Members)
	over(&w.Threads, f.Threads)
	over(&w.FullGCPause, f.FullGCPause)
	over(&w.LargestObject, f.LargestObject)
	over(&w.Live, f.Live)
	if f.GCLog != nil {
		w.measured(f.GCLog)
	}
	if f.NativeMemory != nil {
		w.NativeMemory = f.NativeMemory
		w.settleMeasuredJDK()
	}
	if f.HazelcastVersion != (hazelcast.Version{}) && (w.IsMember || w.AnyProgram || w.HazelcastClient != nil) {
		w.HazelcastVersion, w.IsMember = f.HazelcastVersion, w.IsMember || w.AnyProgram
	}
	if f.HazelcastConfig != nil && w.Hazelcast == nil && (w.IsMember || w.AnyProgram) {
		w.Hazelcast, w.IsMember = f.HazelcastConfig, true
	}
}

// settleMeasuredJDK takes, where nothing names the JDK, those releases that count all that was measured.
func (w *Workload) settleMeasuredJDK() {
	counting := slices.DeleteFunc(slices.Clone(w.JDK.Candidates), func(jdk int) bool {
		_, counts := memory.Counts(jdk, w.NativeMemory)
		return !counts
	})
	if w.JDK.Open && len(counting) > 0 && len(counting) < len(w.JDK.Candidates) {
		w.JDK.Candidates, w.JDK.Why = counting, "the others do not count everything in "+w.NativeMemory.File.Name
	}
}
