package project

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/reading"
)

// linked are the inputs of a run: files that somebody wrote, and what charts render to.
type linked struct {
	plain, charts []*Input
	failures      []error
}

func (r *linked) all() []*Input { return slices.Concat(r.plain, r.charts) }

// resolver follows links once all files are read. It leaves a JVM to the input that says the most of it, gives it what
// the other file knows, or doubts options of which no file says that a JVM gets them.
type resolver struct {
	follows []reading.LinkKind
	resolve func(*Project, *linked)
	once    bool // not again when some of the inputs were read again, with changes
}

// resolvers run in this order: what a kustomization takes is gone before a script that includes a file is looked at,
// and only what all of these leave may be unread. Behind the last one a workload is finished, and nobody changes it.
var resolvers = []resolver{
	{[]reading.LinkKind{reading.Patches}, leaveToKustomizations, true},
	{[]reading.LinkKind{reading.Includes, reading.Shares}, leaveIncluded, false},
	{[]reading.LinkKind{reading.Copies, reading.Mounts}, giveJDKOfImages, false},
	{[]reading.LinkKind{reading.Pairs}, checkPairs, true},
	{[]reading.LinkKind{reading.Sets}, leaveValuesToCharts, false},
	{[]reading.LinkKind{reading.Sets}, noteUnrendered, true},
	{[]reading.LinkKind{reading.Builds}, doubtVariablesNotHandedOn, false},
	{[]reading.LinkKind{reading.Shares}, doubtUnusedDotenv, false},
	{[]reading.LinkKind{reading.Shares}, dropVariablesReadElsewhere, false},
	{[]reading.LinkKind{reading.Shares}, doubtHeapsOfOthers, false},
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
	isChart := func(in *Input) bool { return in.Chart != nil }
	r := &linked{charts: slices.DeleteFunc(slices.Clone(inputs), func(in *Input) bool { return !isChart(in) })}
	r.plain = slices.DeleteFunc(slices.Clone(inputs), isChart)
	p.resolve(r, true)
}
