package shell

import "math/bits"

// Releases are the JDKs for which a part of a script runs.
type Releases struct {
	set  jdks
	open bool // a test asks for the release in a way that is not understood here
}

// jdks has a bit for each release from the oldest on; the last stands for all later ones.
type jdks uint64

const (
	oldest = 5
	newest = 63

	every jdks = 1<<(newest+1-oldest) - 1
)

var (
	everyRelease = Releases{set: every}
	noRelease    = Releases{}
	someRelease  = Releases{set: every, open: true}
)

// Range gives the first and the last of the releases, 0 where that end is open.
// It reports false where nobody knows which they are.
func (r Releases) Range() (since, until int, known bool) {
	if r.set == 0 {
		return newest, newest, true // the branches rule each other out
	}
	first, last := bits.TrailingZeros64(uint64(r.set)), bits.Len64(uint64(r.set))-1
	if r.open || bits.OnesCount64(uint64(r.set)) != last-first+1 {
		return 0, 0, false
	}
	if first > 0 {
		since = first + oldest
	}
	if last+oldest < newest {
		until = last + oldest
	}
	return since, until, true
}

func (r Releases) among(other Releases) Releases {
	return Releases{r.set & other.set, r.open || other.open}
}

func (r Releases) or(other Releases) Releases {
	return Releases{r.set | other.set, r.open || other.open}
}

// condition is what a test asks of the release: on which ones it may hold, and
// on which ones it may fail.
type condition struct{ holds, fails Releases }

var (
	anything      = condition{everyRelease, everyRelease} // it asks something else
	notUnderstood = condition{someRelease, someRelease}
)

// on is a test that holds on some releases and fails on the others.
func on(set jdks) condition { return condition{Releases{set: set}, Releases{set: every &^ set}} }

func (c condition) not() condition { return condition{c.fails, c.holds} }

func (c condition) and(d condition) condition {
	return condition{c.holds.among(d.holds), c.fails.or(d.fails)}
}

func (c condition) or(d condition) condition { return c.not().and(d.not()).not() }
