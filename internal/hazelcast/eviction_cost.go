package hazelcast

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// The properties that decide what one eviction costs.
const (
	EvictionSamples = "hazelcast.map.eviction.sample.count"
	EvictionBatch   = "hazelcast.map.eviction.batch.size"
)

// EvictionCost is what a put does that finds its partition full: Batch times it
// looks at Samples entries of the partition, as far as there are so many, and
// removes one of them.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/EvictorImpl.java, evict
type EvictionCost struct {
	Samples source.Value
	Batch   source.Value
}

// EvictionCostOf reads both, with their defaults of 15 and 1.
func EvictionCostOf(c *Config, v Version, system map[string]jvmflag.Property) EvictionCost {
	return EvictionCost{
		Samples: c.EffectiveProperty(EvictionSamples, v, system).Integer(),
		Batch:   c.EffectiveProperty(EvictionBatch, v, system).Integer(),
	}
}

// Looks is how many entries one put may look at.
func (e EvictionCost) Looks() int64 { return e.Samples.N * e.Batch.N }
