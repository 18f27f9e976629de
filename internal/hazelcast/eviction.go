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

// Eviction is what a put does that finds its partition full: Batch times it
// looks at Samples entries of the partition, as far as there are so many, and
// removes one of them.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/EvictorImpl.java, evict
type Eviction struct {
	Samples source.Value
	Batch   source.Value
}

// EvictionOf reads both, with their defaults of 15 and 1.
func EvictionOf(c *Config, v Version, system map[string]jvmflag.Property) Eviction {
	return Eviction{
		Samples: c.EffectiveProperty(EvictionSamples, v, system).Integer(),
		Batch:   c.EffectiveProperty(EvictionBatch, v, system).Integer(),
	}
}

// Looks is how many entries one put may look at.
func (e Eviction) Looks() int64 { return e.Samples.N * e.Batch.N }

// Evicts tells whether a map evicts, and whether anything says so: the policy
// is NONE unless the configuration names another.
func (m Map) Evicts() bool {
	policy := m.Node.Get("eviction", "eviction-policy")
	return policy != nil && policy.Value() != "NONE"
}
