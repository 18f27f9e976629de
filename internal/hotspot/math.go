package hotspot

import "math"

// Sizes in bytes.
const (
	kilo uint64 = 1 << 10
	mega uint64 = 1 << 20
	giga uint64 = 1 << 30
	page        = 4 * kilo
)

// Unbounded is a size that nothing bounds.
const Unbounded = math.MaxInt64

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
