package gclog

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// The median is that of all pauses: exact to a microsecond under 2 ms, else to
// a thousandth.
func TestMedian(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var all []time.Duration
		var d durations
		for range 1 + random.IntN(200) {
			length := time.Duration(random.Int64N(1<<(10+random.IntN(35)))) / time.Microsecond * time.Microsecond
			all = append(all, length)
			d.add(length, func() Line { return Line{} })
		}
		slices.Sort(all)
		want, got := all[(len(all)-1)/2], d.result()
		assert.Equal(t, all[len(all)-1], got.Longest)
		assert.InDelta(t, want.Seconds(), got.Median.Seconds(), want.Seconds()/1000+1e-9)
		if want < 2*time.Millisecond {
			assert.Equal(t, want, got.Median)
		}
	}
}

func TestClasses(t *testing.T) {
	for us := int64(0); us < 1<<40; us = us*5/4 + 1 {
		class := classOf(time.Duration(us) * time.Microsecond)
		assert.Equal(t, class, classOf(middleOf(class)), "%d µs", us)
	}
}
