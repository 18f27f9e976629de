package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastPropertyShadowed = lint.Rule{
	ID: "hazelcast-property-shadowed", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "the configuration overrides a Hazelcast property given with -D",
	What: `The configuration sets a property of the member under properties, and -D sets it to another value. The
finding is reported at the option, which does not count.`,
	Why: `It is the other way round than everywhere else, where an option on the command line overrides a file. With
hazelcast.max.no.heartbeat.seconds: 111 in the file and -Dhazelcast.max.no.heartbeat.seconds=222, the member waits 111
seconds and prints no warning.`,
	FixSafety: "Safe: the option is removed, and the member behaves as before.",
	Exceptions: `Properties that a chart or an image sets are there to be overridden, and are not reported. Nor are
names that are not in the table of properties, which the program may read itself, names that some code reads only from
the system properties, and the two of hazelcast-shutdown-loses-data.`,
	Evidence: `Measured on members of 5.3.1 and 5.7.0: in each of 15 cases the value was the one that the model
predicts.`,
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
hazelcast:
  javaOpts: "-Xmx1g -Dhazelcast.max.no.heartbeat.seconds=222"
  yaml:
    hazelcast:
      properties:
        hazelcast.max.no.heartbeat.seconds: 111
`, "-Xmx1g -Dhazelcast.max.no.heartbeat.seconds=222", "-Xmx1g")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/system-properties",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/spi/properties/HazelcastProperties.java",
	},
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
			f := p.Report([]source.Text{option.Option.Text}, "%s is overridden by the configuration, which sets %s", option.Option, written.Value)
			f.Because(written.Value, "counts")
			f.Suggest(lint.Safe, "remove -D"+name, p.RemoveOption(option.Option))
		}
	},
}
