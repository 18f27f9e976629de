package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Each trial reads its file and judges its findings again: a file is tried so
// often, and a large one, or one of many fixes, as often as comes to so much, but
// at least a few times.
const (
	mostTrials  = 100
	leastTrials = 4
	triedBytes  = 1 << 20
	triedFixes  = 1600
)

func trialsOf(f *source.File, fixes int) int {
	return max(leastTrials, min(mostTrials, triedBytes/max(1, len(f.Data)), triedFixes/fixes))
}

var errTooMany = errors.New("too many fixes of this file fail")

// offered is a fix that a finding offers.
type offered struct {
	finding *lint.Finding
	fix     *lint.Fix
}

// leave leaves a fix to a person, with the reason.
func (o offered) leave(why error) {
	o.fix.Safety, o.fix.Edits, o.fix.Left = lint.Manual, nil, why.Error()
}

// offer keeps the edits of the fixes that applying would accept and that mend
// their findings, and leaves the others to a person. It tries none of findings that are not listed: a
// trial costs as much as reading and judging the file.
func (t *trial) offer(result *lint.Result, listed func(*lint.Finding) bool) {
	var order []*source.File
	var typed []offered
	byFile := map[*source.File][]offered{}
	changeable := map[*source.File]bool{}
	for _, f := range fixable(t.inputs) {
		changeable[f] = true
	}
	for _, f := range result.Findings {
		if !listed(f) {
			continue
		}
		t.preferOwn(f)
		for i := range f.Fixes {
			o := offered{f, &f.Fixes[i]}
			if len(o.fix.Edits) == 0 {
				continue
			}
			switch file := o.fix.Edits[0].Span.File; {
			case strings.HasPrefix(file.Name, "<") && file.Name != source.Stdin: // a command line or a variable: nobody writes it
				typed = append(typed, o)
			case !changeable[file]:
				o.leave(errors.New(file.Name + " is not among the files that are checked"))
			case slices.ContainsFunc(o.fix.Edits, func(e source.Edit) bool { return e.Span.File != file }):
				o.leave(errors.New("it changes several files"))
			case ofOwner(o.fix.Edits) != nil:
				o.leave(ofOwner(o.fix.Edits))
			case t.copied(file) != nil:
				o.leave(t.copied(file))
			case t.closes(o) != nil:
				o.leave(t.closes(o))
			case t.overruledIn(o) != nil:
				o.leave(fmt.Errorf("%s has a part in it, and others read %s, too: change it in the first",
					t.overruledIn(o).Name, file.Name))
			default:
				if byFile[file] == nil {
					order = append(order, file)
				}
				byFile[file] = append(byFile[file], o)
			}
		}
	}
	t.tellNextOfCommand(typed)
	for _, f := range order {
		for _, i := range t.of[f.Name] {
			t.inputs[i].File.Sources() // a chart finds out of one release after the other
		}
	}
	parallel.Each(len(order), func(i int) {
		trials := trialsOf(order[i], len(byFile[order[i]]))
		if slices.ContainsFunc(result.Unlisted, func(p *source.Problem) bool { return p.File == order[i] }) {
			trials = 1 // each brings up others that were not listed
		}
		t.offerOf(order[i], byFile[order[i]], &trials)
	})
	for _, f := range result.Findings {
		f.TellLeft()
	}
}

// offerOf tries fixes of a file: as many together as do not touch each other,
// one of each finding.
func (t *trial) offerOf(file *source.File, all []offered, trials *int) {
	for len(all) > 0 {
		together, others := disjoint(all)
		if len(together) == 0 { // its own edits touch each other
			together, others = all[:1], all[1:]
		}
		halve(together, func(some []offered) error { return t.try(file, some, trials) }, func(o offered, err error) {
			if !t.offerOther(file, o, trials) {
				o.leave(err)
			}
		})
		all = others
	}
}

// halve tries all together, and halves of those that do not hold together. What
// does not hold by itself is left.
func halve[T any](all []T, try func([]T) error, leave func(T, error)) {
	if len(all) == 0 {
		return
	}
	err := try(all)
	switch half := len(all) / 2; {
	case err == nil:
	case half == 0:
		leave(all[0], err)
	default:
		halve(all[:half], try, leave)
		halve(all[half:], try, leave)
	}
}

// disjoint are those fixes that can be made together, and the others.
func disjoint(all []offered) (together, others []offered) {
	var edits []source.Edit
	for _, o := range all {
		again := slices.ContainsFunc(together, func(have offered) bool { return have.finding == o.finding })
		if !again && fix.Fits(edits, o.fix.Edits) {
			edits, together = append(edits, o.fix.Edits...), append(together, o)
		} else {
			others = append(others, o)
		}
	}
	return together, others
}

// try makes fixes of a file together. Its error says why they do not hold.
func (t *trial) try(file *source.File, all []offered, trials *int) error {
	if *trials == 0 {
		return errTooMany
	}
	*trials--
	var edits []source.Edit
	for _, o := range all {
		edits = append(edits, o.fix.Edits...)
	}
	tried, err := t.readEdited(file, edits, true)
	if err != nil {
		return err
	}
	if err := tried.mends(all); err != nil {
		return err
	}
	if err := tried.provePrints(); err != nil {
		return err
	}
	tried.tellNext(all)
	return nil
}

// offerOther offers what a fix would be on another JDK, where that holds on all.
func (t *trial) offerOther(file *source.File, o offered, trials *int) bool {
	for _, other := range o.fix.Others {
		same := len(other.Edits) > 0 && !slices.ContainsFunc(other.Edits, func(e source.Edit) bool { return e.Span.File != file })
		if same && t.try(file, []offered{{o.finding, &other}}, trials) == nil {
			*o.fix = other
			return true
		}
	}
	return false
}
