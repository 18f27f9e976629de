package rules

import (
	"fmt"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastSchema = lint.Rule{
	ID: "hazelcast-schema", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Title: "configuration that a Hazelcast member or client refuses",
	What: `The configuration of a member, of a client or of a client with failover, in YAML or
XML, is read as the release does that the image or --hazelcast names: the file itself, then
the schema of that release, then what its code asks of single settings. What it
refuses is reported on the key or the value at fault: unknown keys,
wrong types, words that are none of the allowed ones, numbers out of range, keys given
twice, blocks without content, backups that sum up to more than 6. Where nothing names the
release, what is reported is what all from 5.0 to 5.7 refuse, as a warning. A configuration for another release,
as its image, its XML schema or a key that only Hazelcast 3 has tells, is named and not judged. Of resources of the Hazelcast
operator the fields that other rules go by are held against its schema: types, words, the range
of backups.`,
	Why: `The member logs the reason and exits with code 1. Under Kubernetes the pod restarts
for ever, and a rolling update stops at its first pod. A resource does not get past the API server. Some of it comes as a surprise: words such as LRU
count in upper case only; an empty block such as "map:" is not an empty block but null,
and refused; so are keys that YAML reads as a number or a boolean.`,
	FixSafety: "Safe where only the case of a word, or the way a number is written, is wrong. Unsafe where a key or a word is misspelt: the nearest one may not be the one that is meant.",
	Exceptions: `The schema can be switched off with -Dhazelcast.config.schema.validation.enabled=false;
a wrong setting is then ignored, or refused later. A value with ${...} is judged only where what it comes to is known.`,
	Evidence: "The schemas of 5.0 to 5.7 are taken from the jars. Thousands of mutated configurations were given to the parsers of 5.3.1 and 5.7.0, in XML too, with the same verdict. Resources were given to the code that validates them in the API server, with the schemas of operator 5.7 to 5.12.",
	Examples: []lint.Example{{
		Name: "hazelcast.yaml",
		Bad:  "hazelcast:\n  map:\n    sessions:\n      eviction:\n        eviction-policy: lru\n",
		Good: "hazelcast:\n  map:\n    sessions:\n      eviction:\n        eviction-policy: LRU\n",
	}},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/configuration/configuring-declaratively",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlConfigSchemaValidator.java",
	},
	Check: func(p *lint.Pass) {
		reportResources(p)
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
				continue // a release that takes it may be the one
			}
			if r.OpenSource || r.Fault == verdict.MisIndented && isOff(p, "hazelcast.yaml.config.indentation.check.enabled") {
				continue // the image may bring the other edition; the check is off
			}
			f := p.Report(repair.RefusedAt(r), "%s", r.Headline())
			if _, reading := p.HazelcastReading(); known {
				f.Note(fmt.Sprintf("Hazelcast %s does not start with it%s", reading.Release, instance(r)))
			} else {
				f.Severity = lint.Warning // Hazelcast 4 knows other keys, and ignores what it does not know
				f.Note(fmt.Sprintf("nothing names the release of Hazelcast, and none from %s starts with it%s", hazelcast.ModelledReleases(), instance(r)))
			}
			repair.MendRefusal(f, r)
		}
	},
}

// isOff reports whether a switch that is on by itself has been turned.
func isOff(p *lint.Pass, property string) bool {
	on, set := p.Options.Properties[property]
	return set && !strings.EqualFold(on.Value.String(), "true")
}

func instance(r verdict.Refusal) string {
	if r.Location == "" || strings.HasPrefix(r.Location, "/") { // of XML the member names none
		return ""
	}
	return ", instance location " + r.Location
}

// reportResources tells what the API server does not take of resources of the
// Hazelcast operator.
func reportResources(p *lint.Pass) {
	for _, r := range p.Workload.Hazelcast.RefusedFields() {
		at := r.At
		if at.Text().Len() == 0 && at.Key() != nil {
			at = at.Key()
		}
		f := p.Report([]source.Text{at.Text()}, "%s", r.Message)
		f.Note("the API server refuses the resource, by the schema of the Hazelcast operator")
		if r.Meant != "" {
			f.Suggest(lint.Safe, "write "+r.Meant, spell(r))
		}
	}
}

// spell is the edit that writes what is meant in place of a scalar, quotes
// included.
func spell(r hazelcast.RefusedField) source.Edit {
	if at := r.At; at.Exact() && at.Alias().IsZero() {
		return source.Edit{Span: at.Span(), New: r.Meant}
	}
	return source.Edit{}
}
