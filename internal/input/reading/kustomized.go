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
	patches map[*source.File]bool
}

// Patch adds a file of patches.
func (k *Kustomized) Patch(f *source.File) {
	if k.patches == nil {
		k.patches = map[*source.File]bool{}
	}
	k.patches[f] = true
}

// Patches reports whether a file is one of patches, and nothing else.
func (k *Kustomized) Patches(f *source.File) bool { return k.patches[f] && !k.Takes(f) }

// Take adds those objects of a file that are read.
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

// Takes reports whether a file is one of objects.
func (k *Kustomized) Takes(f *source.File) bool {
	_, takes := k.objects[f]
	return takes
}

// LeaveAsPart takes what was read for a part of what runs: something else says more.
func (in *Input) LeaveAsPart() {
	in.Part = true
	for _, w := range in.Workloads {
		w.Whole, w.Limited = false, false
		w.KnowsAtMost(workload.PartOfOptions)
	}
}

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
