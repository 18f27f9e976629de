package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var hazelcastPropertyCrash = lint.Rule{
	ID: "hazelcast-property-crash", Severity: lint.Error, Confidence: lint.Likely, Groups: ofMemberStart,
	Title: "an override keeps a Hazelcast member from starting",
	Check: func(p *lint.Pass) {
		if !p.Workload.IsMember && !p.Workload.AnyProgram {
			return
		}
		for _, crash := range p.Overrides().Crashes(p.Workload.Hazelcast) {
			var f *lint.Finding
			name := crash.At.Name
			if !p.Workload.IsMember && strings.Contains(name.String()+crash.Other.Name.String(), "HZ_") {
				continue // the variable may be for another program
			}
			switch crash.Cause {
			case hazelcast.DottedProperty:
				f = p.Report(lint.Places{name}, "%s kills the member: a property with a dot in its name cannot be set this way", spelled(crash.At))
				property := strings.TrimPrefix(name.String(), "hz.properties.")
				if property == name.String() { // a variable
					property = strings.Join(crash.At.Key[1:], ".")
					f.Suggest(lint.Manual, fmt.Sprintf("set -D%s, or %s under properties of the configuration", property, property))
					break
				}
				f.Suggest(lint.Unsafe, fmt.Sprintf("set -D%s", property), lint.Replace(name, property))
			case hazelcast.SetTwice:
				f = p.Report(lint.Places{name, crash.Other.Name}, "%s and %s set the same key: the member does not start, whatever their values",
					spelled(crash.Other), spelled(crash.At))
				f.Because(crash.Other.Name, "also set here")
				if !name.Located() {
					f.Note(fmt.Sprintf("%s comes from %s", spelled(crash.At), name.Origin()))
					f.Suggest(lint.Manual, fmt.Sprintf("remove %s", spelled(crash.Other)))
					break
				}
				f.Suggest(lint.Unsafe, fmt.Sprintf("remove %s", spelled(crash.At)), p.RemoveOption(crash.At.Option))
			case hazelcast.TwoDiscoveries:
				f = p.Report(lint.Places{name, crash.Other.Name}, "%s enables a second way of discovery beside %s: the member does not start",
					spelled(crash.At), spelled(crash.Other))
				f.Because(crash.Other.Name, "enabled here")
				f.Suggest(lint.Manual, "keep one of the two, and set enabled of the other to false")
			}
			f.CertainIf(p.Workload.IsMember)
		}
		for _, o := range p.UnfitOverrides() {
			if p.Workload.IsMember || strings.HasPrefix(o.Name.String(), "hz.") {
				p.Report(lint.Places{o.Value}, "the member does not start with this value of %s: %s", spelled(o.Override), o.Message).CertainIf(p.Workload.IsMember)
			}
		}
	},
}

// spelled returns a name as users write it: a variable unchanged, a property after -D.
func spelled(o hazelcast.Override) string {
	return lint.If(strings.HasPrefix(o.Name.String(), "hz."), "-D") + o.Name.String()
}
