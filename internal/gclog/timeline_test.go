package gclog

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// The slices of a log grow with it, and none loses its longest pause.
func TestTimeline(t *testing.T) {
	const ms = time.Millisecond
	var line Timeline
	line.add(-5*ms, 3*ms, false)
	line.add(50*ms, 2*ms, false)
	line.add(150*ms, 7*ms, true)
	assert.Equal(t, Timeline{Slice: 100 * ms, Full: []time.Duration{0, 7 * ms}, Other: []time.Duration{3 * ms}}, line)
	line.add(25*time.Second, ms, false)
	assert.Equal(t, 200*ms, line.Slice)
	assert.Equal(t, []time.Duration{7 * ms}, line.Full)
	assert.Len(t, line.Other, 126)
	assert.Equal(t, 3*ms, line.Other[0])
	assert.Equal(t, ms, line.Other[125])
	line.add(100*365*24*time.Hour, 9*ms, true)
	assert.LessOrEqual(t, len(line.Full), mostSlices)
	assert.Equal(t, 7*ms, line.Full[0])
	assert.Equal(t, 9*ms, line.Full[len(line.Full)-1])
	assert.Equal(t, []time.Duration{3 * ms}, line.Other)
}
