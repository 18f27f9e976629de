package gclog

import "time"

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
