package reading

import (
	"slices"
	"sort"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Reference names an object of Kubernetes.
type Reference struct{ Kind, Namespace, Name string }

// Object is a ConfigMap or a Secret: containers take variables and files from it.
type Object struct {
	Reference
	File      *source.File
	Variables []Variable
	Data      *yamldoc.Node // nil where it is generated
	Open      bool          // it holds others that are not known
	Beyond    bool          // its entries are not read as files
}

// Objects are those of a file, or of several, by kind and name.
type Objects map[Reference][]*Object

func (all Objects) Add(some ...*Object) {
	for _, o := range some {
		all[o.anywhere()] = append(all[o.anywhere()], o)
	}
}

func (r Reference) anywhere() Reference { return Reference{Kind: r.Kind, Name: r.Name} }

// Named are the objects that a reference may mean, the last of each file. Where one of both names no namespace, whoever
// applies it does; those of the same namespace go first.
func (all Objects) Named(r Reference) []*Object {
	var same, perhaps []*Object
	for _, o := range all[r.anywhere()] {
		switch {
		case o.Namespace == r.Namespace:
			same = lastOfFile(same, o)
		case o.Namespace == "" || r.Namespace == "":
			perhaps = lastOfFile(perhaps, o)
		}
	}
	return either.Of(len(same) > 0, same, perhaps)
}

// lastOfFile puts an object in the place of one that its file has before.
func lastOfFile(all []*Object, o *Object) []*Object {
	if last := len(all) - 1; last >= 0 && all[last].File == o.File && all[last].Namespace == o.Namespace {
		all[last] = o
		return all
	}
	return append(all, o)
}

func (o *Object) HoldsOptions() bool { return slices.ContainsFunc(o.Variables, Variable.isOptions) }

// Variable is that of a name; false: it has none.
func (o *Object) Variable(name string) (Variable, bool) {
	return lists.First(o.Variables, func(v Variable) bool { return v.Name == name })
}

// isOptions reports whether a variable is options, for a start script or for the JVM itself.
func (v Variable) isOptions() bool {
	_, own := ChannelOf(v.Name)
	return own && v.Known || v.HoldsOptions()
}

// ObjectOf is the object that a reference means: that of the file itself, else that of a file beside it; nil where none
// is known, or several are. At is where the reference stands.
func (in *Input) ObjectOf(r Reference, at source.Text) *Object {
	if own := in.Objects.Named(r); len(own) > 0 {
		return own[len(own)-1]
	}
	in.Lacks = append(in.Lacks, r)
	beside := in.Shared.Named(r)
	if len(beside) > 1 && slices.ContainsFunc(beside, (*Object).HoldsOptions) {
		in.NotJudged(at.Span(), "%s %s is defined in %s and in %s, and it is unknown which one applies", r.Kind, r.Name, beside[0].File.Name, beside[1].File.Name)
	}
	if len(beside) != 1 {
		return nil
	}
	in.Link(Shares, beside[0].File)
	return beside[0]
}

// Kustomized is what a kustomization deploys of other files.
type Kustomized struct {
	Component bool // it deploys nothing by itself

	Objects map[*source.File][]source.Span // that are read of each file: where they stand, in its order
	Patched map[*source.File]bool          // files of patches
}

// Patches reports whether a file is one of patches, and nothing else.
func (k *Kustomized) Patches(f *source.File) bool { return k.Patched[f] && !k.Takes(f) }

// Deploys reports whether a place is in an object of another file.
func (k *Kustomized) Deploys(at source.Span) bool {
	all := k.Objects[at.File]
	i := sort.Search(len(all), func(i int) bool { return all[i].End >= at.End })
	return i < len(all) && all[i].Covers(at)
}

// Takes reports whether a file is one of objects.
func (k *Kustomized) Takes(f *source.File) bool {
	_, takes := k.Objects[f]
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

// NthOf is a workload by its name, and how many of this name go before it: it stays the same when its file is changed.
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
