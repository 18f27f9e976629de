// Package budget counts the work that strangers' files ask for, so that it ends,
// and ends alike on every machine: no clock is looked at.
package budget

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"regexp"
	"regexp/syntax"
	"sync"
	"unicode/utf8"
)

// Budget is how many steps may be made. One takes about a nanosecond, and four
// stand for a byte of memory. None at all has no end.
type Budget struct {
	most, left int
	run        bool // it is all that is left of the run
	over       error
}

func New(steps int) *Budget { return &Budget{most: steps, left: steps} }

// Exceeded is the error of what goes beyond a bound.
type Exceeded struct{ message string }

func (e *Exceeded) Error() string { return e.message }

// Beyond is the error of what goes beyond a bound, in these words.
func Beyond(format string, args ...any) error { return &Exceeded{fmt.Sprintf(format, args...)} }

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
		b.Exceed("%s, here in %s; name it alone", tooMuch, on)
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

// Times multiplies counts, none of which is negative; what is too large for an int comes out as the largest one.
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

// Run is what all that is read, rendered and judged of a run may take together. It grows with what is read, so that it
// does not matter how many files there are.
type Run struct {
	room  int // bytes that archives may still come to
	steps int // that may still be made
}

// What a run may take whatever is read, and for each byte of it. Text becomes
// about ten times smaller in an archive, and a thousand times if it wants to.
const (
	room         = 64 << 20
	roomPerByte  = 30
	steps        = 2_000_000_000
	stepsPerByte = 2000
)

var tooMuch = fmt.Sprintf("this run takes more than %d steps plus %d for each byte that it reads", steps, stepsPerByte)

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

// Pay takes steps off where there are as many.
func (r *Run) Pay(n int) bool {
	if n > r.steps {
		return false
	}
	r.steps -= n
	return true
}

// Queue is work that is done in any order and paid for in its own: what is beyond the run is so on every machine.
type Queue struct {
	run  *Run
	lock sync.Mutex
	took []*took // of what is done
	paid int     // how many of the first are paid for
	end  int     // those from here on are beyond the run
}

type took struct{ bytes, steps int }

// Queue is so much work.
func (r *Run) Queue(n int) *Queue { return &Queue{run: r, took: make([]*took, n), end: n} }

// Affords reports whether the run can pay for the work of a number, as far as is known by now.
func (q *Queue) Affords(i int) bool {
	q.lock.Lock()
	defer q.lock.Unlock()
	return i < q.end
}

// Took counts what the work of a number read from a disk, and what it took.
func (q *Queue) Took(i, bytes, steps int) {
	q.lock.Lock()
	defer q.lock.Unlock()
	q.took[i] = &took{bytes, steps}
	for ; q.paid < q.end && q.took[q.paid] != nil; q.paid++ {
		t := q.took[q.paid]
		left := Plus(q.run.steps, Times(stepsPerByte, t.bytes)) - t.steps
		if q.run.steps = max(left, 0); left < 0 {
			q.end = q.paid + 1
		}
	}
}

// Beyond is how many of the last are beyond the run, once all others are done, and why.
func (q *Queue) Beyond() (int, error) { return len(q.took) - q.end, &Exceeded{tooMuch} }

// longestPattern is how long a regular expression may be, in bytes: its tree and its
// instructions take over a thousand times as many, each time a template is rendered.
const longestPattern = 10_000

// perCharacter is what one instruction of a regular expression takes for one
// character, and perInstruction what it takes to compile it.
const (
	perCharacter   = 20
	perInstruction = 400
)

// Expression is a regular expression whose steps are counted.
type Expression struct {
	*regexp.Regexp
	size  int            // instructions
	later *regexp.Regexp // finds it behind one character
}

// Compile compiles a regular expression. Counted repetitions are written out, so
// that ten characters may come to a hundred thousand instructions.
func (b *Budget) Compile(pattern string) (*Expression, error) {
	if len(pattern) > longestPattern {
		b.Exceed("takes a regular expression of more than %d bytes", longestPattern)
	}
	b.Spend(Times(perInstruction, len(pattern)), "a regular expression")
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	e := &Expression{size: instructions(tree)}
	b.Spend(Times(perInstruction, e.size), "a regular expression")
	e.Regexp, err = regexp.Compile(pattern)
	return e, err
}

// instructions is an upper bound of the size of a compiled expression.
func instructions(e *syntax.Regexp) int {
	n := 1 + len(e.Rune)/2
	if e.Op == syntax.OpLiteral {
		n = 1 + len(e.Rune)
	}
	for _, sub := range e.Sub {
		n = Plus(n, instructions(sub), 1)
	}
	if e.Op == syntax.OpRepeat {
		n = Times(n+1, max(e.Max, e.Min+1))
	}
	return n
}

// Match spends what looking for one match in a text takes at most.
func (b *Budget) Match(e *Expression, text string) {
	b.Spend(Times(perCharacter, e.size, len(text)+1), "a regular expression")
}

// MatchAll spends what looking for all matches in a text takes, and gives how many there are. Each may look as far as
// the end of the text: where that could be much, they are counted one by one.
func (b *Budget) MatchAll(e *Expression, text string) (found int) {
	if most := Times(perCharacter, e.size, len(text)+1, len(text)+1); most < 100_000 {
		b.Spend(most, "a regular expression")
		return len(text) + 1
	}
	if e.later == nil {
		b.Spend(Times(perInstruction, e.size), "a regular expression")
		e.later = regexp.MustCompile(`\A(?s:.)(?s:.*?)(?:` + e.String() + `)`)
	}
	first := e.FindReaderIndex(&counted{text: text, budget: b, price: perCharacter * e.size})
	if first == nil {
		return 0
	}
	found = 1
	for at := first[1]; at < len(text); found++ { // context counts: a character stands before
		_, before := utf8.DecodeLastRuneInString(text[:at])
		match := e.later.FindReaderIndex(&counted{text: text[at-before:], budget: b, price: perCharacter * e.size})
		if match == nil {
			break
		}
		if next := at - before + match[1]; next > at {
			at = next
			continue
		}
		_, width := utf8.DecodeRuneInString(text[at:])
		at += width
	}
	return found
}

// counted is a text of which each character that is read costs steps.
type counted struct {
	text   string
	budget *Budget
	price  int
}

func (c *counted) ReadRune() (rune, int, error) {
	if c.text == "" {
		return 0, 0, io.EOF
	}
	c.budget.Spend(c.price, "a regular expression")
	r, width := utf8.DecodeRuneInString(c.text)
	c.text = c.text[width:]
	return r, width, nil
}
