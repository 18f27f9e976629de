package hotspot

import "fmt"

// bounds is what JDK 8 allows a flag.
type bounds struct {
	flag        string
	name        string // as the message spells it
	least, most uint64 // least is signed where there is no most
	kind        boundsKind
	whole       bool // of a number with fractions
}

type boundsKind uint8

const (
	percentBounds boundsKind = iota
	intervalBounds
	leastBounds
)

func percentage(flag string) bounds {
	return bounds{flag: flag, name: flag, most: 100, kind: percentBounds}
}

func interval(flag string, least, most uint64) bounds {
	return bounds{flag: flag, name: flag, least: least, most: most, kind: intervalBounds}
}

func atLeast(flag string, least uint64) bounds {
	return bounds{flag: flag, name: flag, least: least, kind: leastBounds}
}

// called gives a flag the name that the message calls it.
func (b bounds) called(name string) bounds {
	b.name = name
	return b
}

// cut leaves the fraction out.
func (b bounds) cut() bounds {
	b.whole = true
	return b
}

// fault says in HotSpot's words that a number is out of bounds. It is empty for one within them.
func (b bounds) fault(n uint64) string {
	switch {
	case b.kind == leastBounds && int64(n) < int64(b.least):
		return fmt.Sprintf("%s of %d is invalid; must be at least %d", b.name, int64(n), b.least)
	case b.kind != leastBounds && (n < b.least || n > b.most):
		return fmt.Sprintf("%s of %d is invalid; must be between %d and %d", b.name, n, b.least, b.most)
	}
	return ""
}
