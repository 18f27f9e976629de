package hazelcast

import (
	"math"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// The properties that decide when a silent member is removed.
const (
	HeartbeatTimeout  = "hazelcast.max.no.heartbeat.seconds"
	HeartbeatInterval = "hazelcast.heartbeat.interval.seconds"
	failureDetector   = "hazelcast.heartbeat.failuredetector.type"
	phiThreshold      = "hazelcast.heartbeat.phiaccrual.failuredetector.threshold"
	phiDeviation      = "hazelcast.heartbeat.phiaccrual.failuredetector.min.std.dev.millis"
)

// Heartbeats say how long a member may be silent. Both are in milliseconds,
// and unknown, with the text that is there, where that is no number.
type Heartbeats struct {
	Timeout  source.Value
	Interval source.Value
	Phi      *PhiAccrual // nil: the deadline alone decides
}

// HeartbeatsOf reads both properties with their defaults of 60 and 5 s, which are the same from 5.0 to 5.7. It is nil
// where it is not known how silence is judged: which detector does, or with which numbers.
func HeartbeatsOf(c *Config, system map[string]jvmflag.Property) *Heartbeats {
	read := func(name string) source.Value {
		v := c.EffectiveProperty(name, Version{}, system).Integer()
		v.N *= 1000
		return v
	}
	h := &Heartbeats{Timeout: read(HeartbeatTimeout), Interval: read(HeartbeatInterval)}
	if h.Interval.Known() && h.Interval.N <= 0 {
		h.Interval.N, h.Interval.Why = leastInterval, "in place of 0 or less"
	}
	switch detector := c.EffectiveProperty(failureDetector, Version{}, system); detector.Text.String() {
	case "deadline":
		return h
	case "phi-accrual":
		if h.Phi = phiAccrualOf(c, system); h.Phi != nil {
			h.Phi.Text = detector.Text
			return h
		}
	}
	return nil
}

// leastInterval is what members take in place of 0 or less, in milliseconds.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/impl/ClusterHeartbeatManager.java, getHeartbeatInterval
const leastInterval = 1_000

// SafePause is the longest pause, in milliseconds, that no member is removed
// for: others count from the last heartbeat, and it may be sent up to one
// interval before the pause begins. Phi-accrual waits for the usual gap besides, which is an interval.
func (h Heartbeats) SafePause() int64 { return h.Timeout.N + h.allowance() }

// allowance is by how much a safe pause is longer than the timeout, in milliseconds.
func (h Heartbeats) allowance() int64 {
	if h.Phi != nil {
		return h.Phi.suspects(0)
	}
	return -h.Interval.N
}

// CertainRemoval is the pause in milliseconds from which on a member is
// removed whatever the phase of its heartbeats. Of phi-accrual it holds as long as no gap between
// heartbeats was longer than usual: each one that a member survives makes the others wait longer.
func (h Heartbeats) CertainRemoval() int64 {
	if h.Phi != nil {
		return h.Timeout.N + 2*h.Interval.N + h.Phi.suspects(h.Interval.N/4)
	}
	return h.Timeout.N + h.Interval.N
}

// TimeoutFor is the smallest timeout in whole tens of seconds that outlasts a pause, in milliseconds.
func (h Heartbeats) TimeoutFor(pause int64) int64 {
	const step = 10_000
	return max(pause-h.allowance(), 0)/step*step + step
}

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
