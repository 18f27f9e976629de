// Package align rounds numbers as HotSpot does: to multiples, and to powers of two.
package align

import "math/bits"

// Up rounds to the next multiple; a number too near the end of 64 bits stays below it.
func Up(n, to uint64) uint64 {
	if n > ^uint64(0)-to {
		return Down(n, to)
	}
	return (n + to - 1) / to * to
}

// Down rounds to the multiple before.
func Down(n, to uint64) uint64 { return n / to * to }

// DownBounded never goes below one unit.
func DownBounded(n, to uint64) uint64 { return max(Down(n, to), to) }

// Log2 is the whole part of the binary logarithm, and 0 of 0.
func Log2(n uint64) uint64 { return uint64(bits.Len64(max(n, 1)) - 1) }

// PowerOfTwoDown is the largest power of two that is not over n.
func PowerOfTwoDown(n uint64) uint64 { return 1 << Log2(n) }

// PowerOfTwoUp is the smallest that is not under n, or the largest of 64 bits.
func PowerOfTwoUp(n uint64) uint64 { return 1 << bits.Len64(min(max(n, 1), 1<<63)-1) }
