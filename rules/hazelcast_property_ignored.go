package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastPropertyIgnored = lint.Rule{
	ID: "hazelcast-property-ignored", Severity: lint.Error, Confidence: lint.Likely, Groups: ofHazelcast,
	Title: "a Hazelcast property is not read, or its value is invalid",
	Check: func(p *lint.Pass) {
		reportVariables(p)
		if !p.Workload.IsMember {
			return
		}
		written := slices.Concat(p.Workload.Hazelcast.WrittenProperties(), hazelcast.SystemProperties(p.Options.Properties))
		for _, w := range written {
			known, ok := hazelcast.LookupProperty(w.Name.String(), p.Workload.HazelcastVersion)
			_, counts := p.Workload.Hazelcast.Property(w.Name.String(), nil)
			overridden := w.Origin == source.Option && counts == source.Configured
			switch {
			case hazelcast.FilledIn(w.Name):
			case !ok:
				reportUnknownProperty(p, w)
			case known.Kind == hazelcast.SystemOnly && w.Origin == source.Configured:
				reportSystemOnly(p, w, known)
			case !hazelcast.FilledIn(w.Value) && !overridden:
				reportBadValue(p, w, known)
			}
		}
	},
}

// reportVariables tells of variables, and of properties hz..., that have the name of a property: they set only what the
// configuration has.
func reportVariables(p *lint.Pass) {
	if v := p.Workload.HazelcastVersion; !v.HasSchema() || v.Before(since41) {
		return
	}
	for _, o := range p.Overrides() {
		name := "hazelcast." + strings.Join(o.Key, ".")
		known, is := hazelcast.LookupProperty(name, hazelcast.Version{})
		if last := strings.LastIndexByte(name, '.'); !is && last > len("hazelcast") { // which may be its unit
			name = name[:last]
			known, is = hazelcast.LookupProperty(name, hazelcast.Version{})
		}
		if _, set := p.Options.Properties[name]; is && !set && known.Kind != hazelcast.Mentioned && !schema.For(p.Workload.HazelcastVersion).Knows("hazelcast", o.Key[0]) {
			f := p.Report(lint.Places{o.Name}, "%s sets nothing: %s is a property, and no key of the configuration", spelled(o), name)
			f.Severity = lint.Warning
			f.Suggest(lint.Manual, fmt.Sprintf("start the member with -D%s=%s", name, o.Value))
		}
	}
}

func reportSystemOnly(p *lint.Pass, w hazelcast.Written, known hazelcast.KnownProperty) {
	name := w.Name.String()
	option, set := p.Options.Properties[name]
	if set && option.Value.String() == w.Value.String() {
		return
	}
	report := func(format string, args ...any) *lint.Finding {
		f := p.Report(lint.Places{w.Name}, "%s is read only from system properties: "+format, append([]any{name}, args...)...)
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
		if last.Major == 4 {
			return // Enterprise may have it
		}
		why := fmt.Sprintf("%d.%d was the last to read it", last.Major, last.Minor)
		if version.Before(first) {
			why = fmt.Sprintf("%d.%d introduced it", first.Major, first.Minor)
		}
		f := p.Report(lint.Places{w.Name}, "Hazelcast %[2]s does not know %[1]s: %[3]s", name, version, why)
		f.Severity = lint.Warning
		f.Suggest(lint.Manual, "remove it, or use a release that knows it")
		return
	}
	if setting, of3 := hazelcast.PropertiesOf3()[name]; of3 {
		if v := p.Workload.HazelcastSchema; v.Major > 3 && !hazelcast.FilledIn(w.Value) && (strings.EqualFold(w.Value.String(), "true") || !strings.HasSuffix(name, ".enabled")) {
			f := p.Report([]source.Text{w.Name}, "Hazelcast %s does not know %s: 3.12 was the last to read it", v, name)
			f.Severity = lint.Warning
			f.Suggest(lint.Manual, either.Of(setting == "", "remove it", "set "+setting+" in the configuration instead"))
		}
		return
	}
	last := strings.LastIndexByte(name, '.') + 1
	for _, path := range []string{name, name[:last] + strings.Replace(name[last:], "-", ".", 1)} { // port-auto-increment
		keys := strings.Split(path, ".")
		if w.Origin != source.Configured || len(keys) < 2 || !schema.For(version).Knows(keys...) {
			continue
		}
		f := p.Report(lint.Places{w.Name}, "Hazelcast has no property %s: it sets nothing", name)
		f.Severity = lint.Warning
		f.Suggest(lint.Manual, "set "+strings.Join(keys[1:], ".")+" in the configuration instead")
		return
	}
	if nearest, ok := hazelcast.NearestProperty(name); ok && !hazelcast.IsDeprecatedName(name) {
		f := p.Report(lint.Places{w.Name}, "Hazelcast has no property %s: did you mean %s?", name, nearest)
		f.Severity = lint.Warning
		f.Suggest(lint.Unsafe, "write "+nearest, lint.Replace(w.Name, nearest))
	}
}

func reportBadValue(p *lint.Pass, w hazelcast.Written, known hazelcast.KnownProperty) {
	if known.Name == hazelcast.HeartbeatTimeout || known.Name == hazelcast.HeartbeatInterval {
		return // hazelcast-heartbeat-vs-full-gc reports these
	}
	value := w.Value.String()
	kind := either.Of(known.Type == hazelcast.Number, "number", "whole number")
	if unit := known.Unit; unit != "" {
		kind += " of " + unit
	}
	effect := known.Judge(w.Value)
	words := hazelcast.Choices(known.Name)
	report := func(format string, args ...any) *lint.Finding {
		f := p.Report(lint.Places{w.Value}, format, args...)
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
	least, below := known.Below(w.Value)
	switch {
	case known.Name == hazelcast.PartitionCount && effect == hazelcast.Throws && value == "0":
		suggestDefault(report("a member without partitions holds nothing: each use of a map throws an IllegalArgumentException"), w, known)
	case below:
		suggestDefault(report("%s is below %d, the least that %s can be: the member does not start", value, least, known.Name), w, known)
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
	return ", and the default" + lint.If(known.Default != "", " ("+known.Default+")") + " counts"
}
