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
	errTooMany = errors.New("too many fixes of the files that are tried together fail")
	errOfRun   = errors.New("this run has tried too much: name the file alone")
)

// Each trial reads files and judges their findings again: those of a group are tried so often, and large ones, or many
// fixes, as often as comes to so much, but at least a few times. Each further file adds two trials.
const (
	mostTrials  = 100
	leastTrials = 4
	triedBytes  = 1 << 20
	triedFixes  = 1600
)

// trials tries sets of changes, several at a time, and halves of those that do not hold together.
type trials[T any] struct {
	of    *trial
	run   *budget.Run // that pays for them
	edits func([]T) []source.Edit
	try   func(set []T, edits []source.Edit) (holds func(), err error)
	fails func(T, error) (instead []T) // what does not hold by itself
	sets  []set[T]
}

// set is changes that are tried together.
type set[T any] struct {
	all  []T
	left *int // trials of its group
}

// add takes over the sets of changes of a group of files; once leaves it a single trial, and two for each further file.
func (t *trials[T]) add(files []*source.File, once bool, sets ...[]T) {
	bytes := lists.Sum(files, func(f *source.File) int { return len(f.Data) })
	changes := lists.Sum(sets, func(of []T) int { return len(of) })
	left := max(leastTrials, min(mostTrials, triedBytes/max(1, bytes), triedFixes/max(1, changes)))
	if once {
		left = 1
	}
	left += 2 * (len(files) - 1)
	for _, of := range sets {
		t.sets = append(t.sets, set[T]{of, &left})
	}
}

// each tries sets until each has held or failed. All sets of a round are paid for, in their order, before any is tried,
// so that the same are tried on every machine.
func (t *trials[T]) each() {
	var hold []func()
	for sets := t.sets; len(sets) > 0; {
		edits := lists.Of(sets, func(s set[T]) []source.Edit { return t.edits(s.all) })
		holds, faults := make([]func(), len(sets)), make([]error, len(sets))
		for i, s := range sets {
			files, _ := lists.By(edits[i], fileOf)
			switch {
			case *s.left == 0:
				faults[i] = errTooMany
			case !t.run.Pay(t.of.steps(files)):
				faults[i] = errOfRun
			default:
				*s.left--
			}
		}
		parallel.Each(len(sets), func(i int) {
			if faults[i] == nil {
				holds[i], faults[i] = t.try(sets[i].all, edits[i])
			}
		})
		var next []set[T]
		for i, s := range sets {
			switch half := len(s.all) / 2; {
			case faults[i] == nil:
				hold = append(hold, holds[i])
			case half > 0:
				next = append(next, set[T]{s.all[:half], s.left}, set[T]{s.all[half:], s.left})
			default:
				if instead := t.fails(s.all[0], faults[i]); len(instead) > 0 {
					next = append(next, set[T]{instead, s.left})
				}
			}
		}
		sets = next
	}
	for _, holds := range hold { // now that it is known which fail
		holds()
	}
}

// steps are what it takes to try a change of files.
func (t *trial) steps(files []*source.File) int {
	return project.StepsOfTrial(files, lists.Of(t.readFrom(files), func(i int) *project.Input { return t.inputs[i] }))
}

// connected are files in groups: those from which one input is read are tried together.
func (t *trial) connected(files []*source.File) (groups [][]*source.File) {
	leads := make([]int, len(t.inputs)) // of each input another one of its group: one that leads to itself stands for all
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
