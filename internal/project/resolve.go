package project

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// linked are the inputs of a run: files that somebody wrote, and what charts render to.
type linked struct {
	plain, charts []*Input
	failures      []error
}

func (r *linked) all() []*Input { return slices.Concat(r.plain, r.charts) }

// resolver follows one kind of link once all files are read. It leaves a JVM to the input that says the most of it, gives
// it what the other file knows, or doubts options of which no file says that a JVM gets them.
type resolver struct {
	resolve func(*Project, *linked)
	once    bool // not again when some of the inputs were read again, with changes
}

// resolvers run in this order: what a kustomization takes is gone before a script that includes a file is looked at,
// and only what all of these leave may be unread. Behind the last one only what a user states of a workload is put in:
// by Join for pairs, and by package predict.
var resolvers = []resolver{
	{leaveToKustomizations, true},       // a kustomization deploys files, and changes what it deploys by others
	{leaveIncluded, false},              // includes and shares
	{giveJDKOfImages, false},            // Dockerfiles copy files, and Compose mounts them
	{checkPairs, true},                  // the configuration makes one process of two files
	{leaveValuesToCharts, false},        // charts are rendered with values
	{noteUnrendered, true},              // the same
	{doubtUnusedDotenv, false},          // Compose reads a .env
	{dropVariablesReadElsewhere, false}, // containers share variables
	{doubtHeapsOfOthers, false},         // the same
	{joinCluster, false},                // roles are bound to the accounts of pods, and services select pods
}

// resolve follows all links of what was read, the first time or again.
func (p *Project) resolve(r *linked, again bool) {
	for _, of := range resolvers {
		if !again || !of.once {
			of.resolve(p, r)
		}
	}
}

// ResolveAgain follows the links of inputs of which some were read again, with changes. What others hold of images is
// as it was.
func (p *Project) ResolveAgain(inputs []*Input) {
	plain := lists.Where(inputs, func(in *Input) bool { return in.Chart == nil })
	charts := lists.Where(inputs, func(in *Input) bool { return in.Chart != nil })
	p.resolve(&linked{plain: plain, charts: charts}, true)
}

// leaveIncluded drops the workloads of files that another file includes, which knows more of the JVM, and those whose
// options all stand in a workload that shares them. Services of a Compose file run even if another file extends them.
func leaveIncluded(_ *Project, r *linked) {
	included, shared := map[string]bool{}, map[string]map[source.Place]bool{} // by the names of files
	for _, in := range r.plain {
		for _, f := range in.Linked(reading.Includes) {
			included[f.Name] = included[f.Name] || in.Kustomized == nil || !in.Kustomized.Takes(f)
		}
		for _, f := range in.Linked(reading.Shares) {
			if shared[f.Name] == nil {
				shared[f.Name] = map[source.Place]bool{}
			}
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					shared[f.Name][o.Text.Written().Place()] = true
				}
			}
		}
	}
	for _, in := range r.plain {
		if included[in.File.Name] && in.Format != compose.Format {
			in.Workloads = nil
		}
		if places := shared[in.File.Name]; places != nil {
			before := len(in.Workloads)
			in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
				own := func(o jvmflag.Option) bool {
					at := o.Text.Written()
					return !places[at.Place()] || w.BuiltBy != nil && at.Span().File.Name == w.BuiltBy.Name // others run the image, too
				}
				return len(w.Options) > 0 && !slices.ContainsFunc(w.Options, own)
			})
			in.Told = in.Told || len(in.Workloads) < before
		}
	}
}
