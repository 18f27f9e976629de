package predict

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
)

// Property is the effective value of a property of the member.
func (p *Prediction) Property(name string) hazelcast.PropertyValue {
	return p.Workload.Hazelcast.EffectiveProperty(name, p.Workload.HazelcastVersion, p.Options.Properties)
}

// Overrides are what environment and system properties put over the configuration of the member.
func (p *Prediction) Overrides() hazelcast.Overrides {
	return hazelcast.OverridesOf(p.Workload.Environment, p.Options.Properties)
}

func (p *Prediction) readMaps() []hazelcast.MapConfig {
	if p.Overrides().Any("map") {
		return nil
	}
	var all []hazelcast.MapConfig
	for _, m := range p.Workload.Hazelcast.Maps() {
		all = append(all, m.Config())
	}
	return all
}

// Shutdown is what the member does on SIGTERM.
func (p *Prediction) Shutdown() hazelcast.Shutdown {
	return hazelcast.ShutdownOf(p.Workload.Hazelcast, p.Workload.HazelcastVersion, p.Options.Properties)
}

// HazelcastReading is the configuration of the member, else of the client, and how it is read: by the newest release
// where nothing names one. There may be none.
func (p *Prediction) HazelcastReading() (*hazelcast.Config, verdict.Reading) {
	config := p.Workload.Hazelcast
	if config == nil {
		config = p.Workload.HazelcastClient
	}
	if config == nil || len(config.Documents) == 0 {
		return nil, verdict.Reading{}
	}
	release := p.Workload.HazelcastVersion
	if release == (hazelcast.Version{}) {
		releases := schema.Releases()
		release = releases[len(releases)-1]
	}
	return config, verdict.Reading{Release: release, Property: func(name string) (string, bool) {
		property, set := p.Options.Properties[name]
		return property.Value.String(), set
	}}
}

func (p *Prediction) readHazelcast() verdict.Verdict {
	config, reading := p.HazelcastReading()
	if config == nil {
		return verdict.Verdict{}
	}
	return reading.Of(config)
}
