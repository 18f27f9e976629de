package project

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveToKustomizations has each JVM judged as it is deployed, and once. What a kustomization leaves as it is, is
// judged by its file; what all of them change, or take away, is not.
func leaveToKustomizations(_ *Project, r *linked) {
	inputs := r.plain
	all := deploying(inputs)
	if len(all) == 0 {
		return
	}
	deployed := func(at source.Span) bool {
		return slices.ContainsFunc(all, func(k *Input) bool { return k.Kustomized.Deploys(at) })
	}
	known, same := map[source.Span][]*workload.Workload{}, map[*workload.Workload]bool{}
	add := func(w *workload.Workload) { known[reading.PlaceOf(w)] = append(known[reading.PlaceOf(w)], w) }
	for _, in := range inputs {
		if in.Kustomized != nil {
			continue
		}
		for _, w := range in.Workloads {
			if deployed(reading.PlaceOf(w)) {
				add(w)
			}
		}
	}
	leaveProblems(inputs, all)
	for _, k := range all {
		k.LeaveOut(func(_ reading.NthOf, w *workload.Workload) bool {
			before := known[reading.PlaceOf(w)]
			if i := slices.IndexFunc(before, func(o *workload.Workload) bool { return sameJVM(o, w) }); i >= 0 {
				same[before[i]] = true
				return true
			}
			add(w)
			return false
		})
	}
	for _, in := range inputs {
		by := func(how func(*reading.Kustomized, *source.File) bool) bool {
			return in.Kustomized == nil && slices.ContainsFunc(all, func(k *Input) bool { return how(k.Kustomized, in.File) })
		}
		switch {
		case by((*reading.Kustomized).Takes):
			in.LeaveOut(func(_ reading.NthOf, w *workload.Workload) bool { return deployed(reading.PlaceOf(w)) && !same[w] })
			in.Notes = slices.DeleteFunc(in.Notes, func(n *source.Problem) bool { return !n.Span.IsZero() && deployed(n.Span) })
			in.Unjudged = slices.DeleteFunc(in.Unjudged, func(u reading.Unjudged) bool { return deployed(u.At) })
		case by((*reading.Kustomized).Patches):
			leaveAll(in)
		}
	}
}

// mostAbove is how far above a file the kustomization may be that names it as a patch.
const mostAbove = 3

// leavePatch takes a file that was named by itself for a part where a kustomization names it as a patch.
func (p *Project) leavePatch(in *reading.Input) {
	folder, name := path.Split(in.File.Name)
	for range mostAbove {
		for _, called := range kube.KustomizationNames {
			f, err := p.one(path.Join(folder, called), ReadFound)
			if err == nil && kube.NamesPatch(f, name) {
				in.LeaveAsPart()
				in.Note(source.Span{}, "a patch is judged by itself, as a part of the object that it changes: "+
					"check the folder of %s, which applies it", f.Name)
				return
			}
		}
		above, last := path.Split(path.Clean(folder))
		if folder == "" || last == ".." || last == "." || last == "" {
			return
		}
		folder, name = above, path.Join(last, name)
	}
}

// deploying are the kustomizations that no other takes. What those say that are taken, the others say, too.
func deploying(inputs []*Input) []*Input {
	taken := map[*source.File]bool{}
	for _, in := range inputs {
		if in.Kustomized != nil {
			for _, f := range in.Linked(reading.Includes) {
				taken[f] = taken[f] || f != in.File
			}
		}
	}
	var all []*Input
	for _, in := range inputs {
		switch {
		case in.Kustomized == nil:
		case taken[in.File]:
			leaveAll(in)
		default:
			all = append(all, in)
		}
	}
	return all
}

// leaveProblems has each problem of a place told once.
func leaveProblems(inputs, kustomizations []*Input) {
	told := map[source.Told]bool{}
	for _, in := range inputs {
		if in.Kustomized == nil {
			source.Untold(slices.Clone(in.Problems), told)
		}
	}
	for _, k := range kustomizations {
		k.Problems = source.Untold(k.Problems, told)
	}
}

// leaveAll leaves all that is said of an input to others.
func leaveAll(in *Input) {
	in.LeaveOut(func(reading.NthOf, *workload.Workload) bool { return true })
	in.Notes, in.Problems, in.Unjudged = nil, nil, nil
}

// sameJVM reports whether two descriptions of a JVM say the same, from the same places.
func sameJVM(a, b *workload.Workload) bool {
	return reading.SameOptions(a, b) && slices.Equal(described(a), described(b))
}

// described is what is said of a JVM beside its options, each text with its place.
func described(w *workload.Workload) (all []any) {
	text := func(texts ...source.Text) {
		for _, t := range texts {
			all = append(all, t.String(), t.Span().Around())
		}
	}
	all = append(all, w.Name, w.Known, w.Whole, w.Short, w.Limited, w.Doubt, w.IsMember, w.Container == nil,
		len(w.Variables), len(w.Environment))
	text(w.Image)
	for _, v := range w.Environment {
		text(v.Name, v.Value)
	}
	for _, v := range w.Variables {
		all = append(all, v.Channel)
		text(v.Text)
	}
	for _, v := range []source.Value{w.Memory, w.Request, w.CPUs, w.CPURequest, w.Members, w.GracePeriod} {
		all = append(all, v.N, v.Origin)
		text(v.Text)
	}
	if w.Hazelcast != nil {
		all = append(all, w.Hazelcast.Root.Span().Around())
	}
	if c := w.Container; c != nil {
		all = append(all, c.Folder, strings.Join(c.Mounts, "\n"))
		for _, f := range c.Unknown {
			text(f.Key, f.Value)
		}
	}
	return all
}
