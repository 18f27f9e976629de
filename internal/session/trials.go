package session

import (
	"errors"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/source"
)

var (
	errTooMany = errors.New("too many fixes of this file fail")
	errOfRun   = errors.New("this run has tried too much: name the file alone")
)

// trials tries sets of changes, several at a time, and halves of those that do not hold together.
type trials[T any] struct {
	of    *trial
	run   *budget.Run // that pays for them
	edits func([]T) []source.Edit
	try   func(set []T, edits []source.Edit) (holds func(), err error)
	fails func(T, error) (instead []T) // what does not hold by itself
	once  func(*source.File) bool      // its changes are tried by themselves once, whatever comes of it; nil: of none
}

// each tries sets until each has held or failed. A set of each round is paid for before any is tried, in their order,
// so that the same are tried on every machine.
func (t *trials[T]) each(sets [][]T) {
	ended := map[*source.File]bool{}
	for len(sets) > 0 {
		edits, holds, faults := lists.Of(sets, t.edits), make([]func(), len(sets)), make([]error, len(sets))
		for i := range sets {
			files, _ := lists.By(edits[i], fileOf)
			switch {
			case len(files) == 1 && ended[files[0]]:
				faults[i] = errTooMany
			case !t.run.Pay(t.of.steps(files)):
				faults[i] = errOfRun
			}
			if len(files) == 1 && t.once != nil && t.once(files[0]) {
				ended[files[0]] = true
			}
		}
		parallel.Each(len(sets), func(i int) {
			if faults[i] == nil {
				holds[i], faults[i] = t.try(sets[i], edits[i])
			}
		})
		var next [][]T
		for i, set := range sets {
			switch half := len(set) / 2; {
			case faults[i] == nil:
				holds[i]()
			case half > 0:
				next = append(next, set[:half], set[half:])
			default:
				if instead := t.fails(set[0], faults[i]); len(instead) > 0 {
					next = append(next, instead)
				}
			}
		}
		sets = next
	}
}

// steps are what it takes to try a change of files.
func (t *trial) steps(files []*source.File) int {
	return project.StepsOfTrial(files, lists.Of(t.readFrom(files), func(i int) *project.Input { return t.inputs[i] }))
}

// connected are files in groups: those from which one input is read are tried together.
func (t *trial) connected(files []*source.File) (groups [][]*source.File) {
	leads := make([]int, len(t.inputs)) // another input of its group; that of itself leads the group
	for i := range leads {
		leads[i] = i
	}
	lead := func(i int) int {
		for leads[i] != i {
			leads[i] = leads[leads[i]]
			i = leads[i]
		}
		return i
	}
	for _, f := range files {
		of := t.of[f.Name]
		for _, i := range of {
			leads[lead(i)] = lead(of[0])
			t.inputs[i].File.Sources() // a chart finds out of one release after the other
		}
	}
	order, of := lists.By(files, func(f *source.File) int { return lead(t.of[f.Name][0]) })
	return lists.Of(order, func(i int) []*source.File { return of[i] })
}

// apart are edits of files that do not touch each other.
type apart struct {
	edits map[*source.File][]source.Edit
	files map[string]*source.File
}

// take adds edits of a file, unless they touch others, or the file was read twice.
func (a *apart) take(edits []source.Edit) bool {
	f := edits[0].Span.File
	if a.edits == nil {
		a.edits, a.files = map[*source.File][]source.Edit{}, map[string]*source.File{}
	}
	if other := a.files[f.Name]; other != nil && other != f || !fix.Fits(a.edits[f], edits) {
		return false
	}
	a.edits[f], a.files[f.Name] = append(a.edits[f], edits...), f
	return true
}
