package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// since41 is the release that brought auto-detection, and the persistence of CP members.
var since41 = hazelcast.Version{Major: 4, Minor: 1}

var hazelcastMulticastFallback = lint.Rule{
	ID: "hazelcast-multicast-fallback", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "multicast is off, but auto-detection uses it",
	Check: func(p *lint.Pass) {
		config, reading := p.HazelcastReading()
		off, is := config.FallsBack()
		if !is || reading.Release.Before(since41) || p.Overrides().Any("network") || p.Overrides().Any("advanced-network") {
			return
		}
		f := p.Report(lint.Places{off}, "every way of discovery is off, so auto-detection looks for members: by multicast, where it finds no Kubernetes and no cloud")
		f.InfoIf(!p.Workload.HazelcastSchema.Known()) // 4.0 and earlier releases have no auto-detection
		f.Suggest(lint.Manual, "set enabled of auto-detection to false beside multicast, if the member is to stay alone")
	},
}
