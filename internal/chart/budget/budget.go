// Package budget counts the work that strangers' files ask for, so that it ends,
// and ends alike on every machine: no clock is looked at.
package budget

import (
	"cmp"
	"fmt"
	"math"
)

// Budget is how many steps may be made. One takes about a nanosecond, and four
// stand for a byte of memory. None at all has no end.
type Budget struct {
	most, left int
	run        bool // it is all that is left of the run
	over       error
}

// New is a budget of so many steps.
func New(steps int) *Budget { return &Budget{most: steps, left: steps} }

// Exceeded is the error of what goes beyond a bound.
type Exceeded struct{ message string }

func (e *Exceeded) Error() string { return e.message }

// Beyond is the error of what goes beyond a bound, in these words.
func Beyond(format string, args ...any) error {
	return &Exceeded{fmt.Sprintf(format, args...)}
}

// Spend takes steps off before they are made. Where there are not as many, it
// panics with *Exceeded, here and ever after; Catch makes an error of that.
func (b *Budget) Spend(n int, on string) {
	if b == nil {
		return
	}
	if b.over == nil && n <= b.left && n >= 0 {
		b.left -= n
		return
	}
	if b.run {
		b.Exceed("all charts of this run together take more than %d steps plus %d for each of their bytes, here in %s; name it alone", steps, stepsPerByte, on)
	}
	b.Exceed("takes more than %d steps, in %s", b.most, on)
}

// Exceed ends what the budget is for, as Spend does, for another bound.
func (b *Budget) Exceed(format string, args ...any) {
	over := Beyond(format, args...)
	if b != nil {
		b.over = cmp.Or(b.over, over)
		over = b.over
	}
	panic(over)
}

// Spent is how many steps were made.
func (b *Budget) Spent() int { return b.most - b.left }

// Over is the bound that was exceeded; nil: none was.
func (b *Budget) Over() error { return b.over }

// Catch is for defer: it makes an error of a bound that was exceeded.
func Catch(err *error) {
	switch fault := recover().(type) {
	case nil:
	case *Exceeded:
		*err = fault
	default:
		panic(fault)
	}
}

// Times multiplies counts, none of which is negative; what is too large for an
// int comes out as the largest one.
func Times(counts ...int) int {
	all := 1
	for _, n := range counts {
		if n > 0 && all > math.MaxInt/n {
			return math.MaxInt
		}
		all *= n
	}
	return all
}

// Plus adds counts, none of which is negative, in the same way.
func Plus(counts ...int) int {
	all := 0
	for _, n := range counts {
		if n > math.MaxInt-all {
			return math.MaxInt
		}
		all += n
	}
	return all
}

// Run is what all charts of a run may take together. It grows with what is read
// of them, so that it does not matter how many there are.
type Run struct {
	room  int // bytes that archives may still come to
	steps int // that may still be made to render
}

// What a run may take whatever is read, and for each byte of it. Text becomes
// about ten times smaller in an archive, and a thousand times if it wants to.
const (
	room         = 64 << 20
	roomPerByte  = 30
	steps        = 2_000_000_000
	stepsPerByte = 2000
)

// NewRun is a run that has read nothing yet.
func NewRun() *Run { return &Run{room: room, steps: steps} }

// Read counts bytes that were read from a disk.
func (r *Run) Read(n int) {
	r.room = Plus(r.room, Times(roomPerByte, n))
	r.steps = Plus(r.steps, Times(stepsPerByte, n))
}

// Room is how many bytes archives may still come to.
func (r *Run) Room() int { return r.room }

// Unpacked counts bytes that came out of an archive.
func (r *Run) Unpacked(n int) error {
	if n > r.room {
		return Beyond("the archives of all charts have more than %d bytes plus %d for each of theirs", room, roomPerByte)
	}
	r.room -= n
	return nil
}

// Budget is one of at most so many steps, of those that the run has.
func (r *Run) Budget(most int) *Budget {
	b := New(min(most, r.steps))
	b.run = r.steps < most
	return b
}

// Exhausted reports whether there are too few steps left to render a chart.
func (r *Run) Exhausted() bool { return r.steps < steps/20 }

// Took counts what was spent of a budget.
func (r *Run) Took(b *Budget) { r.steps -= b.Spent() }
