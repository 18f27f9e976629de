package rules

import (
	"fmt"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastSchema = lint.Rule{
	ID: "hazelcast-schema", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupHazelcast},
	Title:  "a Hazelcast member or client refuses the configuration",
	Check: func(p *lint.Pass) {
		if isOff(p, "hazelcast.config.schema.validation.enabled") {
			return
		}
		releases := sync.OnceValue(func() verdict.Releases {
			config, reading := p.HazelcastReading()
			return reading.All(config)
		})
		known := p.Workload.HazelcastVersion.Known()
		for _, r := range p.HazelcastVerdict().Refusals {
			if !known && len(releases().Taking(r)) > 0 {
				continue // the member may be of a release that takes it
			}
			if r.OpenSource || r.Fault == verdict.MisIndented && isOff(p, "hazelcast.yaml.config.indentation.check.enabled") {
				continue // the image may have the other edition; the check is off
			}
			f := p.Report(repair.RefusedAt(r), "%s", r.Headline())
			if _, reading := p.HazelcastReading(); known {
				f.Note(fmt.Sprintf("Hazelcast %s does not start with it%s", reading.Release, instance(r)))
			} else {
				f.Severity = lint.Warning // Hazelcast 4 knows other keys, and ignores what it does not know
				f.Note(fmt.Sprintf("nothing names the Hazelcast release, and none of %s starts with it%s", hazelcast.ModelledReleases(), instance(r)))
			}
			repair.MendRefusal(f, r)
		}
	},
}

// isOff reports whether a switch that is on by default was turned off.
func isOff(p *lint.Pass, property string) bool {
	on, set := p.Options.Properties[property]
	return set && !strings.EqualFold(on.Value.String(), "true")
}

func instance(r verdict.Refusal) string {
	if r.Location == "" || strings.HasPrefix(r.Location, "/") { // for XML the member names none
		return ""
	}
	return ", instance location " + r.Location
}
