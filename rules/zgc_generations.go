package rules

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var zgcGenerations = lint.Rule{
	ID: "zgc-generations", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "ZGC runs without generations, although this JDK has them",
	What: `ZGC on JDK 21 or 22, where only -XX:+ZGenerational switches generations on, and no option says whether they
are wanted. They are the default in JDK 23; on JDK 24 and later the flag is ignored, which obsolete-flag reports.`,
	Why: `Without generations each cycle marks all live data, however young the garbage is. With them most cycles look
only at the young data, with less CPU and less room beside the live data. And JDK 23 and later run that way: tuning the
old mode means tuning something that is gone.`,
	FixSafety: "Unsafe: it is another collector, with other barriers and memory of its own.",
	Exceptions: `Nearly all data are long-lived, so that a second generation is only extra work. -XX:-ZGenerational
says so and is not reported.`,
	Evidence: `The defaults of JDK 17 to 25 are those that -XX:+PrintFlagsFinal prints; JEP 439 and 474 give
measurements of their own.`,
	Examples: []lint.Example{ofOptions("--jdk 21 --memory 12Gi --cpus 8",
		"-Xmx8g -XX:+UseZGC",
		"-Xmx8g -XX:+UseZGC -XX:+ZGenerational")},
	References: []string{"https://openjdk.org/jeps/439", "https://openjdk.org/jeps/474", "https://openjdk.org/jeps/490"},
	Check: func(p *lint.Pass) {
		_, said := p.Options.Set("ZGenerational")
		if p.JVM == nil || p.JVM.Collector.Kind != hotspot.Z || said || slices.ContainsFunc(p.Workload.JDK.Candidates, func(jdk int) bool { return jdk != 21 && jdk != 22 }) {
			return
		}
		chosen := p.JVM.Collector.Text
		f := p.Report([]source.Text{chosen}, "ZGC runs without generations: each cycle marks all live data")
		option, _ := p.Options.Set("UseZGC")
		f.Suggest(lint.Unsafe, "switch generations on", lint.AddBehind(option.Option, "-XX:+ZGenerational"))
	},
}
