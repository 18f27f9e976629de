package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastSchema = lint.Rule{
	ID: "hazelcast-schema", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemberStart,
	Title: "a Hazelcast member or client refuses the configuration",
	Check: func(p *lint.Pass) {
		reportPassedOver(p)
		if isOff(p, "hazelcast.config.schema.validation.enabled") {
			return
		}
		known, named := p.Workload.HazelcastVersion.Known(), p.Workload.HazelcastSchema
		for _, r := range p.HazelcastVerdict().Refusals {
			var taking []hazelcast.Version
			if !known {
				taking = p.HazelcastReleases().Taking(r)
			}
			if len(taking) > 0 && !named.HasSchema() {
				continue // the member may be of a release that takes it
			}
			if r.OpenSource || r.Fault == verdict.MisIndented && isOff(p, "hazelcast.yaml.config.indentation.check.enabled") {
				continue // the image may have the other edition; the check is off
			}
			f := p.Report(repair.RefusedAt(r), "%s", r.Headline())
			located := r.Location != "" && !strings.HasPrefix(r.Location, "/") // for XML the member names none
			at := lint.If(located, ", instance location "+r.Location)
			switch {
			case known:
				f.Note(fmt.Sprintf("Hazelcast %s does not start with it%s", named, at))
			case len(taking) > 0: // many files name an older schema than that of the member
				f.Severity, f.Confidence = lint.Info, lint.Likely
				f.Note(fmt.Sprintf("Hazelcast %s, whose schema the file names, does not start with it; %s does", named.Short(), taking[0].Short()))
			default:
				f.Severity = lint.Warning // Hazelcast 4 knows other keys, and in YAML ignores what it does not know
				f.Note(fmt.Sprintf("nothing names the Hazelcast release, and none of %s starts with it%s", hazelcast.ReleasesFrom(named), at))
			}
			if named.Major == 3 || !repair.MendMoved(f, r) {
				repair.MendRefusal(f, r)
			}
		}
	},
}

// reportPassedOver tells of keys that members of 4 do not know: in YAML they say nothing of these.
func reportPassedOver(p *lint.Pass) {
	c, reading := p.HazelcastReading()
	named := p.Workload.HazelcastSchema
	if c == nil || c.XML != nil || named.Major != 4 {
		return
	}
	reading.Release = hazelcast.Version{Major: 5}
	for _, r := range reading.Of(c).Refusals {
		if r.Keyword == "additionalProperties" && r.IsKey && r.Location != "#/hazelcast/sql" { // whose sizes of pools 5.0 gave up
			f := p.Report(repair.RefusedAt(r), "Hazelcast %s passes over the key %s", named.Short(), r.At.Value())
			f.Severity = lint.Warning
			f.Note("5.0 does not start with it")
			repair.MendRefusal(f, r)
		}
	}
}

// isOff reports whether a switch that is on by default was turned off.
func isOff(p *lint.Pass, property string) bool {
	on, set := p.Options.Properties[property]
	return set && !strings.EqualFold(on.Value.String(), "true")
}
