package lint

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

// SetProperty is the edit that gives a property of the member a value: where it
// is set, else in the configuration, else among the options. There may be none.
func (p *Pass) SetProperty(name, value string) source.Edit {
	if at := p.Property(name).Text; at.Located() {
		return Replace(at, value)
	}
	known, _ := hazelcast.LookupProperty(name, p.Workload.HazelcastVersion)
	if c := p.Workload.Hazelcast; c != nil && known.Kind != hazelcast.SystemOnly {
		if edit := c.AddProperty(name, value); !edit.Span.IsZero() {
			return edit
		}
	}
	return p.AddOption("-D" + name + "=" + value)
}
