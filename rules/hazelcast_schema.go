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
	What: `The configuration of a member, of a client or of a client with failover, in YAML or XML, is read as the
release named by the image or --hazelcast reads it: the file itself, then the schema of that release, then the checks
that its code makes on single settings. Each refusal is reported at the key or value at fault: unknown keys, wrong
types, words that are not allowed, numbers out of range, duplicate keys, blocks without content, more than 6 backups in
all. If nothing names the release, the rule reports as a warning only what all releases from 5.0 to 5.7 refuse. A
configuration whose image, XML schema or Hazelcast 3 keys show that it is for another release is named and not judged.
Resources of the Hazelcast operator are not judged: the API server does that.`,
	Why: `The member logs the reason and exits with code 1. Under Kubernetes the pod restarts forever, and a rolling
update stops at its first pod. Some refusals are a surprise: words such as LRU must be in upper case; an empty block
such as "map:" is null, not an empty block, and is refused; so are keys that YAML reads as a number or a boolean.`,
	FixSafety: `Safe if only the case of a word, or the way a number is written, is wrong. Unsafe if a key or a word is
misspelt: the nearest one may not be the one you meant.`,
	Exceptions: `The schema can be switched off with -Dhazelcast.config.schema.validation.enabled=false; a wrong
setting is then ignored, or refused later. A value with ${...} is judged only if its final value is known.`,
	Evidence: `The schemas of 5.0 to 5.7 come from the jars. The parsers of 5.3.1 and 5.7.0 were given thousands of
mutated configurations, in XML too, with the same verdict.`,
	Examples: []lint.Example{mended("hazelcast.yaml", "",
		"hazelcast:\n  map:\n    sessions:\n      eviction:\n        eviction-policy: lru\n",
		"lru", "LRU")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/configuration/configuring-declaratively",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java",
	},
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
