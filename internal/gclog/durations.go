package gclog

import (
	"math/bits"
	"time"
)

// durations adds up pauses, and finds their median without keeping them: each counts in a class that is a microsecond
// wide, from 2 ms on a thousandth of its length.
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

// Timeline is how long pauses were over the time of a log, from its first event on.
type Timeline struct {
	Slice       time.Duration   // length of each slice
	Full, Other []time.Duration // the longest pause of each slice; 0: none
}

const (
	mostSlices    = 240 // what a picture can show
	shortestSlice = 100 * time.Millisecond
)

// add takes a pause that ended this long after the first event. Where the log is longer
// than the slices are, two become one.
func (t *Timeline) add(after, length time.Duration, full bool) {
	t.Slice = max(t.Slice, shortestSlice)
	for after/t.Slice >= mostSlices {
		t.Slice *= 2
		t.Full, t.Other = halved(t.Full), halved(t.Other)
	}
	of := &t.Other
	if full {
		of = &t.Full
	}
	i := int(max(after, 0) / t.Slice)
	if more := i + 1 - len(*of); more > 0 {
		*of = append(*of, make([]time.Duration, more)...)
	}
	(*of)[i] = max((*of)[i], length)
}

func halved(slices []time.Duration) []time.Duration {
	for i, longest := range slices {
		if i%2 == 0 {
			slices[i/2] = longest
		} else {
			slices[i/2] = max(slices[i/2], longest)
		}
	}
	return slices[:(len(slices)+1)/2]
}
