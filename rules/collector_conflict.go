package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var collectorConflict = lint.Rule{
	ID: "collector-conflict", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupGC},
	Title:  "options choose more than one collector, or switch off the default one",
	What: `All channels together must choose one collector or none. The finding is reported at the last option that
chooses one and names the others, wherever they are. The rule also reports -XX:-UseG1GC and -XX:-UseSerialGC alone,
where that is the collector that this JDK would choose on this machine.`,
	Why: `The later of two options for one flag wins, but these are different flags: each collector has its own, and
HotSpot stops with "Multiple garbage collectors selected". It happens when an image or a chart sets -XX:+UseParallelGC
and the deployment adds -XX:+UseG1GC, in a file that shows only one of them.`,
	FixSafety: `No automatic fix: only the owner knows which collector is meant. Switching one off again
(-XX:-UseParallelGC) works too.`,
	Exceptions: `Never: the JVM does not start. UseParallelOldGC beside UseParallelGC, and on JDK 8 UseParNewGC beside
UseConcMarkSweepGC, are one collector and are not reported.`,
	Evidence: "The verdict and its words are checked against the JVMs of JDK 8, 11, 17, 21 and 25 to 28.",
	Examples: []lint.Example{ofOptions("--jdk 17 --cpus 4 --memory 8Gi",
		"-Xmx4g -XX:+UseG1GC -XX:+UseParallelGC",
		"-Xmx4g -XX:+UseParallelGC")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gcConfig.cpp",
		"https://docs.oracle.com/en/java/javase/21/gctuning/available-collectors.html",
	},
	Check: func(p *lint.Pass) {
		for _, r := range repair.Refusals(p, "collector-conflict") {
			if off, ok := p.Options.Settings[r.Flag]; ok && !off.Bool() {
				f := r.Report([]source.Text{off.Option.Text}, "%q switches off the collector that the JVM would choose, and no option chooses another", off.Option)
				f.Suggest(lint.Manual, "choose a collector, or leave the choice to the JVM")
				continue
			}
			chosen := hotspot.ChosenCollectors(p.Options)
			if len(chosen) == 0 {
				r.Report(nil, "the options choose no collector, or more than one")
				continue
			}
			last := chosen[len(chosen)-1].Option
			var others []string
			for _, set := range chosen[:len(chosen)-1] {
				others = append(others, "\""+set.Option.String()+"\"")
			}
			f := r.Report([]source.Text{last.Text}, "%q chooses a collector beside %s: a JVM can have only one", last, lint.And(others))
			for _, set := range chosen[:len(chosen)-1] {
				f.Because(set.Option.Text, strings.TrimPrefix(set.Flag.Name, "Use")+" is chosen here")
				if origin := set.Option.Text.Origin(); !set.Option.Text.Located() && origin != "" {
					f.Note(set.Option.String() + " is in " + origin)
				}
			}
			f.Suggest(lint.Manual, "keep one of them")
		}
	},
}
