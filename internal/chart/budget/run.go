package budget

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
