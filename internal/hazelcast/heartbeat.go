package hazelcast

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// The properties that decide when a silent member is removed.
const (
	HeartbeatTimeout  = "hazelcast.max.no.heartbeat.seconds"
	HeartbeatInterval = "hazelcast.heartbeat.interval.seconds"
)

// Heartbeats say how long a member may be silent. Both are in milliseconds,
// and unknown, with the text that is there, where that is no number.
type Heartbeats struct {
	Timeout  source.Value
	Interval source.Value
}

// HeartbeatsOf reads both properties with their defaults of 60 and 5 s, which
// are the same from 5.0 to 5.7.
func HeartbeatsOf(c *Config, system map[string]jvmflag.Property) Heartbeats {
	read := func(name string) source.Value {
		v := c.EffectiveProperty(name, Version{}, system).Integer()
		v.N *= 1000
		return v
	}
	h := Heartbeats{Timeout: read(HeartbeatTimeout), Interval: read(HeartbeatInterval)}
	if h.Interval.Known() && h.Interval.N <= 0 {
		h.Interval.N, h.Interval.Why = leastInterval, "in place of 0 or less"
	}
	return h
}

// leastInterval is what members take in place of 0 or less, in milliseconds.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/impl/ClusterHeartbeatManager.java, getHeartbeatInterval
const leastInterval = 1_000

// SafePause is the longest pause, in milliseconds, that no member is removed
// for: others count from the last heartbeat, and it may be sent up to one
// interval before the pause begins.
func (h Heartbeats) SafePause() int64 { return h.Timeout.N - h.Interval.N }

// CertainRemoval is the pause in milliseconds from which on a member is
// removed whatever the phase of its heartbeats.
func (h Heartbeats) CertainRemoval() int64 { return h.Timeout.N + h.Interval.N }

// TimeoutFor is the smallest timeout in whole tens of seconds that outlasts a
// pause, in milliseconds.
func (h Heartbeats) TimeoutFor(pause int64) int64 {
	const step = 10_000
	return (pause+h.Interval.N)/step*step + step
}
