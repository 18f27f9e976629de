package reading

import (
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Kustomized is what a kustomization deploys of other files.
type Kustomized struct {
	Component bool // it deploys nothing by itself

	objects map[*source.File][]source.Span // by where they stand, in the order of the file
}

// Take adds the objects of a file.
func (k *Kustomized) Take(f *source.File, objects []source.Span) {
	if k.objects == nil {
		k.objects = map[*source.File][]source.Span{}
	}
	k.objects[f] = objects
}

// Deploys reports whether a place is in an object of another file.
func (k *Kustomized) Deploys(at source.Span) bool {
	all := k.objects[at.File]
	i := sort.Search(len(all), func(i int) bool { return all[i].End >= at.End })
	return i < len(all) && all[i].Covers(at)
}

// Takes reports whether a file has such objects.
func (k *Kustomized) Takes(f *source.File) bool { return len(k.objects[f]) > 0 }

// NthOf is a workload by its name, and how many of this name go before it: it stays
// the same when its file is changed.
type NthOf struct {
	Name string
	Nth  int
}

// LeaveOut takes out workloads that others describe as they run.
func (in *Input) LeaveOut(others func(NthOf, *workload.Workload) bool) {
	count := map[string]int{}
	in.Workloads = slices.DeleteFunc(slices.Clone(in.Workloads), func(w *workload.Workload) bool {
		this := NthOf{w.Name, count[w.Name]}
		count[w.Name]++
		if !others(this, w) {
			return false
		}
		if in.LeftOut == nil {
			in.LeftOut = map[NthOf]bool{}
		}
		in.LeftOut[this] = true
		return true
	})
}
