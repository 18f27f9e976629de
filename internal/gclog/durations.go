package gclog

import (
	"math/bits"
	"time"
)

// durations adds up pauses, and finds their median without keeping them: each
// counts in a class that is a microsecond wide, from 2 ms on a thousandth of
// its length.
type durations struct {
	pauses   Pauses
	shortest time.Duration
	classes  []int32
}

const classBits = 11

func (d *durations) add(length time.Duration, at func() Line) {
	p := &d.pauses
	p.Count++
	p.Total += length
	if p.Count == 1 || length < d.shortest {
		d.shortest = length
	}
	if p.Count == 1 || length > p.Longest {
		p.Longest, p.At = length, at()
	}
	class := classOf(length)
	if class >= len(d.classes) {
		d.classes = append(d.classes, make([]int32, class+1-len(d.classes))...)
	}
	d.classes[class]++
}

// result is the pauses with their median, the lower of the two middle ones, and what 99 % do not exceed.
func (d *durations) result() Pauses {
	p := d.pauses
	p.Median, p.P99 = d.ranked((p.Count+1)/2), d.ranked((p.Count*99+99)/100)
	return p
}

// ranked is the pause of a rank, from 1 for the shortest.
func (d *durations) ranked(rank int64) time.Duration {
	seen := int64(0)
	for class, n := range d.classes {
		if seen += int64(n); rank > 0 && seen >= rank {
			return min(max(middleOf(class), d.shortest), d.pauses.Longest)
		}
	}
	return 0
}

// classOf cuts the microseconds to their first bits.
func classOf(length time.Duration) int {
	us := uint64(max(length, 0) / time.Microsecond)
	cut := max(bits.Len64(us)-classBits, 0)
	return cut<<(classBits-1) + int(us>>cut)
}

// middleOf is the middle of a class.
func middleOf(class int) time.Duration {
	cut := max(class>>(classBits-1)-1, 0)
	first := class - cut<<(classBits-1)
	return time.Duration(first<<cut+(1<<cut-1)/2) * time.Microsecond
}
