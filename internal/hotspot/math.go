package hotspot

import "math/bits"

// Sizes in bytes.
const (
	kilo uint64 = 1 << 10
	mega uint64 = 1 << 20
	giga uint64 = 1 << 30
	page        = 4 * kilo
)

// alignUp rounds to the next multiple; a number too near the end of 64 bits
// stays below it.
func alignUp(n, to uint64) uint64 {
	if n > ^uint64(0)-to {
		return alignDown(n, to)
	}
	return (n + to - 1) / to * to
}

func alignDown(n, to uint64) uint64 { return n / to * to }

// alignDownBounded never goes below one unit.
func alignDownBounded(n, to uint64) uint64 { return max(alignDown(n, to), to) }

func log2(n uint64) uint64 { return uint64(bits.Len64(max(n, 1)) - 1) }

func powerOfTwoDown(n uint64) uint64 { return 1 << log2(n) }

func powerOfTwoUp(n uint64) uint64 {
	if n > 1<<63 {
		return 1 << 63
	}
	return 1 << bits.Len64(max(n, 1)-1)
}

// clamp prefers the upper bound where the two cross, as MIN2(MAX2(n, low), high) does.
func clamp(n, low, high uint64) uint64 { return min(max(n, low), high) }

const half = 1 << 63

// truncatedSigned is what this kind of CPU makes of a number that becomes a
// signed one of 64 bits: the smallest, where it does not fit.
func truncatedSigned(d float64) uint64 {
	if d >= -half && d < half {
		return uint64(int64(d))
	}
	return half
}

// truncated is the same for an unsigned one.
func truncated(d float64) uint64 {
	if d >= half {
		return truncatedSigned(d-half) ^ half
	}
	return truncatedSigned(d)
}
