package predict

import "github.com/jvmlint/jvmlint/internal/hazelcast"

// Property is the effective value of a property of the member.
func (p *Prediction) Property(name string) hazelcast.PropertyValue {
	return p.Workload.Hazelcast.EffectiveProperty(name, p.Workload.HazelcastVersion, p.Options.Properties)
}

// Overrides are what environment and system properties put over the
// configuration of the member.
func (p *Prediction) Overrides() hazelcast.Overrides {
	return hazelcast.OverridesOf(p.Workload.Environment, p.Options.Properties)
}

// Shutdown is what the member does on SIGTERM.
func (p *Prediction) Shutdown() hazelcast.Shutdown {
	return hazelcast.ShutdownOf(p.Workload.Hazelcast, p.Workload.HazelcastVersion, p.Options.Properties)
}
