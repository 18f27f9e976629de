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
	judged = 8
	newest = 63

	every        jdks = 1<<(newest+1-oldest) - 1
	beforeJudged jdks = 1<<(judged-oldest) - 1
)

var (
	everyRelease = Releases{set: every}
	noRelease    = Releases{}
	someRelease  = Releases{set: every, open: true}
)

// EveryRelease is where a script does not ask for the release.
func EveryRelease() Releases { return everyRelease }

// Range gives the first and the last of the releases, 0 where that end is open, and a bit
// for each between them that is none. It reports false where nobody knows which they are.
// Releases before the first that is judged, 8, matter where there are no others.
func (r Releases) Range() (since, until int, except uint64, known bool) {
	set := uint64(r.set &^ beforeJudged)
	switch {
	case r.open:
		return 0, 0, 0, false
	case r.set == 0: // the branches rule each other out
		return newest, newest, 0, true
	case set == 0:
		return 0, bits.Len64(uint64(r.set)) - 1 + oldest, 0, true
	}
	first, last := bits.TrailingZeros64(set)+oldest, bits.Len64(set)-1+oldest
	except = ^(set << oldest) & (1<<last - 1) &^ (1<<first - 1)
	if first > judged {
		since = first
	}
	if last < newest {
		until = last
	}
	return since, until, except, true
}

// On reports whether the part runs on a release. It reports false as the second
// where nobody knows.
func (r Releases) On(jdk int) (runs, known bool) {
	return r.set&(1<<(min(jdk, newest)-oldest)) != 0, !r.open
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
