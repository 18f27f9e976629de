package workload

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Facts are what the user says on jvmlint's own command line. What they say
// goes before what the files say.
type Facts struct {
	JDK              []int
	Memory           source.Value // bytes
	CPUs             source.Value
	Members          source.Value
	Threads          source.Value
	FullGCPause      source.Value // milliseconds
	LargestObject    source.Value // bytes
	Live             source.Value // bytes
	HazelcastVersion hazelcast.Version
	HazelcastConfig  *hazelcast.Config
}

// Apply puts the facts over what the files say.
func (f Facts) Apply(w *Workload) {
	if len(f.JDK) > 0 {
		w.JDK = JDK{Candidates: f.JDK, Why: "--jdk"}
	}
	over := func(to *source.Value, fact source.Value) {
		if fact.Known() {
			*to = fact
		}
	}
	over(&w.Memory, f.Memory)
	over(&w.CPUs, f.CPUs)
	over(&w.Members, f.Members)
	over(&w.Threads, f.Threads)
	over(&w.FullGCPause, f.FullGCPause)
	over(&w.LargestObject, f.LargestObject)
	over(&w.Live, f.Live)
	if f.HazelcastVersion != (hazelcast.Version{}) && (w.IsMember || w.AnyProgram) {
		w.HazelcastVersion, w.IsMember = f.HazelcastVersion, true
	}
	if f.HazelcastVersion != (hazelcast.Version{}) && w.HazelcastClient != nil {
		w.HazelcastVersion = f.HazelcastVersion
	}
	if f.HazelcastConfig != nil && w.Hazelcast == nil && (w.IsMember || w.AnyProgram) {
		w.Hazelcast, w.IsMember = f.HazelcastConfig, true
	}
}
