package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastPropertyIgnored = lint.Rule{
	ID: "hazelcast-property-ignored", Severity: lint.Error, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "a Hazelcast property is not read, or its value is invalid",
	What: `Properties of a member, from its configuration and from -D, are compared with the table of properties that
members of 5.0 to 5.7 know. The rule reports names that Hazelcast reads only from the system properties but that are in
the configuration, names that are one or two letters away from a known one, names that the member's release does not
have, and values that a property cannot have.`,
	Why: `A member does not warn about a property that it does not know, nor about hazelcast.map.eviction.sample.count
in its configuration: it samples 15 entries and not 500. Only the word true switches a property on: yes is off. An
invalid number throws a NumberFormatException, at start (for 99 properties of 5.3.8) or much later:
hazelcast.graceful.shutdown.max.wait is read on SIGTERM.`,
	FixSafety: "Unsafe: the setting takes effect.",
	Exceptions: `Names unlike any known one are not reported: they may belong to the program or to the Enterprise
edition. Values that are filled in later (${...}) are not reported either.`,
	Evidence: `The table comes from the jars, by reflection and from their byte code, and the types from how the code
reads each name. Each was tried with the value 1k on a member of every minor release. Words and switches were measured
on 5.3.1 and 5.7.0.`,
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
hazelcast:
  javaOpts: "-Xmx1g"
  yaml:
    hazelcast:
      properties:
        hazelcast.map.eviction.sample.count: 500
`, `-Xmx1g"
  yaml:
    hazelcast:
      properties:
        hazelcast.map.eviction.sample.count: 500`, `-Xmx1g -Dhazelcast.map.eviction.sample.count=500"`)},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/system-properties",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/Evictor.java",
	},
	Check: func(p *lint.Pass) {
		if !p.Workload.IsMember {
			return
		}
		written := slices.Concat(p.Workload.Hazelcast.WrittenProperties(), hazelcast.SystemProperties(p.Options.Properties))
		for _, w := range written {
			known, ok := hazelcast.LookupProperty(w.Name.String(), p.Workload.HazelcastVersion)
			switch {
			case hazelcast.FilledIn(w.Name):
			case !ok:
				reportUnknownProperty(p, w)
			case known.Kind == hazelcast.SystemOnly && w.Origin == source.Configured:
				reportSystemOnly(p, w, known)
			case !hazelcast.FilledIn(w.Value) && !shadowed(p, w):
				reportBadValue(p, w, known)
			}
		}
	},
}

// shadowed reports whether the configuration overrides an option.
func shadowed(p *lint.Pass, w hazelcast.Written) bool {
	_, origin := p.Workload.Hazelcast.Property(w.Name.String(), nil)
	return w.Origin == source.Option && origin == source.Configured
}

func reportSystemOnly(p *lint.Pass, w hazelcast.Written, known hazelcast.KnownProperty) {
	name := w.Name.String()
	option, set := p.Options.Properties[name]
	if set && option.Value.String() == w.Value.String() {
		return
	}
	report := func(format string, args ...any) *lint.Finding {
		f := p.Report([]source.Text{w.Name}, "%s is read only from system properties: "+format, append([]any{name}, args...)...)
		f.Confidence, f.Severity = lint.Certain, lint.Warning
		return f
	}
	start := fmt.Sprintf("start the member with -D%s=%s", name, w.Value)
	switch {
	case set:
		report("-D%s=%s counts instead", name, option.Value).Because(option.Value, "counts").
			Suggest(lint.Safe, "write the value that counts", lint.Replace(w.Value, option.Value.String()))
	case !p.Workload.HasJVM() && len(p.Workload.Options) == 0:
		report("it does nothing here").Suggest(lint.Manual, start)
	default:
		report("it does nothing here%s", defaultInstead(known)).Suggest(lint.Unsafe, start, p.AddOption(fmt.Sprintf("-D%s=%s", name, w.Value)))
	}
}

func reportUnknownProperty(p *lint.Pass, w hazelcast.Written) {
	name := w.Name.String()
	version := p.Workload.HazelcastVersion
	if first, last, ok := hazelcast.PropertyReleases(name); ok {
		f := p.Report([]source.Text{w.Name}, "Hazelcast %[2]s does not know %[1]s: %[3]s", name, version, releasesInWords(first, last, version))
		f.Severity = lint.Warning
		f.Suggest(lint.Manual, "remove it, or use a release that knows it")
		return
	}
	if nearest, ok := hazelcast.NearestProperty(name); ok && !hazelcast.IsDeprecatedName(name) {
		f := p.Report([]source.Text{w.Name}, "Hazelcast has no property %s: did you mean %s?", name, nearest)
		f.Severity = lint.Warning
		f.Suggest(lint.Unsafe, "write "+nearest, lint.Replace(w.Name, nearest))
	}
}

func releasesInWords(first, last, v hazelcast.Version) string {
	if v.Before(first) {
		return fmt.Sprintf("%d.%d introduced it", first.Major, first.Minor)
	}
	return fmt.Sprintf("%d.%d was the last to read it", last.Major, last.Minor)
}

func reportBadValue(p *lint.Pass, w hazelcast.Written, known hazelcast.KnownProperty) {
	if known.Name == hazelcast.HeartbeatTimeout || known.Name == hazelcast.HeartbeatInterval {
		return // hazelcast-heartbeat-vs-full-gc reports these
	}
	value := w.Value.String()
	kind := "whole number"
	if known.Type == hazelcast.Number {
		kind = "number"
	}
	if unit := known.Unit; unit != "" {
		kind += " of " + unit
	}
	effect := known.Judge(w.Value)
	words := hazelcast.Choices(known.Name)
	report := func(format string, args ...any) *lint.Finding {
		f := p.Report([]source.Text{w.Value}, format, args...)
		f.Confidence = lint.Certain
		if effect != hazelcast.Refused {
			f.Severity = lint.Warning
		}
		return f
	}
	outcome := map[hazelcast.Effect]string{
		hazelcast.Refused: "does not start", hazelcast.Ignored: "ignores it" + defaultInstead(known),
		hazelcast.Throws: "starts, but throws a NumberFormatException when it reads " + known.Name,
	}[effect]
	switch {
	case effect == hazelcast.ReadAsFalse:
		report("Hazelcast reads %q as false: only true is true", value).
			Suggest(lint.Unsafe, "write true, if it should be on", lint.Replace(w.Value, "true"))
	case effect == hazelcast.Refused && words != nil:
		f := report("%q is not a value of %s (%s): the member %s", value, known.Name, strings.Join(words, ", "), outcome)
		if i := slices.IndexFunc(words, func(word string) bool { return strings.EqualFold(word, value) }); i >= 0 {
			f.Suggest(lint.Unsafe, "write "+words[i], lint.Replace(w.Value, words[i]))
			return
		}
		suggestDefault(f, w, known)
	case outcome != "":
		suggestDefault(report("%q is not a %s: the member %s", value, kind, outcome), w, known)
	}
}

func suggestDefault(f *lint.Finding, w hazelcast.Written, known hazelcast.KnownProperty) {
	if known.Default == "" || known.Default == "computed" {
		f.Suggest(lint.Manual, "write a number")
		return
	}
	f.Suggest(lint.Unsafe, "write the default, "+known.Default, lint.Replace(w.Value, known.Default))
}

func defaultInstead(known hazelcast.KnownProperty) string {
	if known.Default == "" {
		return ", and the default counts"
	}
	return ", and the default (" + known.Default + ") counts"
}
