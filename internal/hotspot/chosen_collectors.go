package hotspot

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// choosing are the flags that choose a collector. AggressiveHeap chooses Parallel.
var choosing = []string{
	"UseSerialGC", "UseParallelGC", "UseParallelOldGC", "UseConcMarkSweepGC", "UseParNewGC", "UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC", "AggressiveHeap",
}

// ChosenCollectors are the options that switch a collector on, in the order of
// reading.
func ChosenCollectors(r *jvmflag.Resolution) []jvmflag.Setting {
	var chosen []jvmflag.Setting
	for _, set := range r.History {
		name := set.Flag.Name
		if !slices.Contains(choosing, name) || !r.Settings[name].Bool() {
			continue
		}
		chosen = slices.DeleteFunc(chosen, func(s jvmflag.Setting) bool { return s.Flag.Name == name })
		chosen = append(chosen, set)
	}
	return chosen
}
