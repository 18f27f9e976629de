package hazelcast

import (
	"math"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// PhiAccrual is the detector that learns how long the gaps between heartbeats are, and suspects a
// member when a gap is that much longer, and the timeout besides, that it hardly comes about by chance.
type PhiAccrual struct {
	Text      source.Text // that chooses it
	Threshold float64     // of phi: the chance is 1 in 10 to the power of it
	Deviation int64       // milliseconds: the smallest standard deviation of the gaps that counts
}

// phiAccrualOf is nil where one of its numbers is none, or not above 0: such a detector cannot be made.
func phiAccrualOf(c *Config, system map[string]jvmflag.Property) *PhiAccrual {
	threshold, err := strconv.ParseFloat(c.EffectiveProperty(phiThreshold, Version{}, system).Text.String(), 64)
	deviation := c.EffectiveProperty(phiDeviation, Version{}, system).Integer()
	if err != nil || !(threshold > 0) || deviation.N <= 0 {
		return nil
	}
	return &PhiAccrual{Threshold: threshold, Deviation: deviation.N}
}

// suspects is by how many milliseconds a gap is longer than the usual one, and the timeout, when phi
// reaches the threshold. The gaps deviate by so many milliseconds, at least by what counts. It solves
// the logistic approximation of the normal distribution that Hazelcast takes.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/fd/PhiAccrualFailureDetector.java, phi (5.0 to 5.7)
func (p *PhiAccrual) suspects(deviation int64) int64 {
	const linear, cubic = 1.5976, 0.070566
	const smallest = 745 // exp(-745) is the last number above 0
	odds := min(p.Threshold*math.Ln10+math.Log1p(-math.Pow(10, -p.Threshold)), smallest)
	high := 1 + math.Abs(odds)
	low := -high
	for range 60 {
		if y := (low + high) / 2; y*(linear+cubic*y*y) < odds {
			low = y
		} else {
			high = y
		}
	}
	return int64(low * float64(max(deviation, p.Deviation)))
}
