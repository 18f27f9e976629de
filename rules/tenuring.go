package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

// neverByAge is one more than the greatest age of an object.
const neverByAge = 16

var tenuring = lint.Rule{
	ID: "tenuring", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "objects never leave the young generation, or leave it at once",
	What: `NeverTenure, and MaxTenuringThreshold=16 on JDK 9 and later, which means the same, are a warning.
MaxTenuringThreshold=0 is explained as info. Serial, Parallel, CMS and G1 are judged. Of NeverTenure and AlwaysTenure
together the last one wins; overridden-flag reports the other. JDK 8 does not start with a threshold of 16;
bad-flag-value reports that.`,
	Why: `An object counts the young collections that it has survived, up to 15. With a threshold of 16 no object is
ever old enough: each collection copies live objects back and forth between the survivor spaces until they are full,
and the rest goes to the old generation whatever its age. With 0 everything that survives one collection goes there,
including what a request still holds: for the same work the old generation of Serial grew to 31 MB instead of 19, and
had a full GC that the default did not have. For long-lived data, such as an index that is swapped every quarter of an
hour, 0 saves one copy of two: it halved the long young pauses of a service. A threshold of 1 saves none: the structure
fills the survivor spaces and leaves them at age 1 anyway.`,
	FixSafety:  "Unsafe: objects move at another age.",
	Exceptions: "A program whose live data all fit in the survivor spaces, or whose garbage all dies at once.",
	Evidence: `The flags that result from each option are those of -XX:+PrintFlagsFinal of JDK 8, 11, 17, 21 and 25:
from JDK 9 on the three set each other. The effects were measured with a store of 3 MB in 128m. JDK 17: with
NeverTenure the old generation stays empty, with AlwaysTenure and with 0 it grows 1.3 to 3 times as fast, under Serial,
Parallel and G1 alike. JDK 8: NeverTenure and AlwaysTenure do so under Parallel; Serial and G1 do not look at them. An
index of 150 MiB, swapped four times in 20 s, in 1500m under G1 of JDK 8, 11, 17, 21 and 25: 7, 8, 9, 7 and 7 young
pauses took more than 30 ms with a threshold of 15, 6, 9, 9, 7 and 8 with 1, 5, 4, 4, 3 and 5 with 0.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 4Gi --cpus 4",
		"-Xmx1g -XX:+NeverTenure",
		"-Xmx1g -XX:MaxTenuringThreshold=15")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/ageTable.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || !agesObjects(p.JVM.Collector.Kind) {
			return
		}
		collector := p.JVM.Collector
		never, hasNever := p.Options.Set("NeverTenure")
		threshold, hasThreshold := p.Options.Set("MaxTenuringThreshold")
		switch {
		case hasNever && never.Bool() && p.JDK < 9 && collector.Kind != hotspot.Parallel:
			f := p.Report([]source.Text{never.Option.Text}, "%s does nothing under %s on JDK %d", never.Option, collector, p.JDK)
			f.Suggest(repair.Safest(len(p.Workload.JDK.Candidates) == 1), "remove it", p.RemoveOption(never.Option))
		case hasNever && never.Bool():
			reportNever(p, never.Option, never.Option.Text)
		case hasThreshold && threshold.Number == neverByAge:
			reportNever(p, threshold.Option, threshold.Value)
		case hasThreshold && threshold.Number == 0 && jvmflag.WithoutValue(threshold.Option.String()) == "-XX:MaxTenuringThreshold":
			f := p.Report([]source.Text{threshold.Value}, "everything that survives one young collection goes to the old generation")
			f.Severity = lint.Info
			f.Note("good for long-lived data, bad for objects that a request still holds")
			f.Suggest(lint.Unsafe, "remove "+threshold.Option.String()+" and leave the age to the JVM", p.RemoveOption(threshold.Option))
		}
	},
}

// agesObjects reports whether a collector counts the ages of objects.
func agesObjects(kind hotspot.Kind) bool {
	switch kind {
	case hotspot.Serial, hotspot.Parallel, hotspot.CMS, hotspot.G1:
		return true
	}
	return false
}

func reportNever(p *lint.Pass, o jvmflag.Option, at source.Text) {
	f := p.Report([]source.Text{at}, "objects never leave the young generation by age, only for lack of room")
	f.Note(fmt.Sprintf("%s sets the threshold to %d, and ages end at %d", jvmflag.WithoutValue(o.String()), neverByAge, neverByAge-1))
	f.Suggest(lint.Unsafe, "remove "+o.String()+" and leave the age to the JVM", p.RemoveOption(o))
}
