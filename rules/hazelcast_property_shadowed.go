package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var hazelcastPropertyShadowed = lint.Rule{
	ID: "hazelcast-property-shadowed", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "the configuration overrides a Hazelcast property given with -D",
	Check: func(p *lint.Pass) {
		if !p.Workload.IsMember {
			return
		}
		for _, written := range p.Workload.Hazelcast.WrittenProperties() {
			name := written.Name.String()
			option, set := p.Options.Properties[name]
			known, _ := hazelcast.LookupProperty(name, p.Workload.HazelcastVersion)
			switch {
			case !set, !option.Option.Text.Located(), known.Kind != hazelcast.MemberProperty:
				continue
			case option.Value.String() == written.Value.String(), hazelcast.FilledIn(written.Value), hazelcast.FilledIn(option.Value):
				continue
			case slices.Contains(gracefulProperties, name) && defeatsGraceful(p) != nil:
				continue
			}
			f := p.Report(lint.Places{option.Option.Text}, "%s is overridden by the configuration, which sets %s", option.Option, written.Value)
			f.Because(written.Value, "counts")
			f.Suggest(lint.Safe, "remove -D"+name, p.RemoveOption(option.Option))
		}
	},
}
