package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var sizeConflict = lint.Rule{
	ID: "size-conflict", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0", OfShape: true,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "options contradict each other or do not fit this machine, and the JVM does not start",
	What: `Each option can be read, but the JVM stops: the initial heap is larger than the maximum, ConcGCThreads is
over ParallelGCThreads (up to JDK 17), GCPauseIntervalMillis is not over MaxGCPauseMillis or is set alone (G1), a heap,
a stack, a code cache or a metaspace is too small for the JVM to start, a file that an option names does not exist, or
the launcher misses an argument. The finding gives the numbers and every option involved.`,
	Why: `HotSpot checks some 60 flags against each other once it knows its machine. The JVM chooses some of the
numbers itself: the same options start with 8 CPUs but not with 2, because ParallelGCThreads follows the CPUs.`,
	FixSafety: `Unsafe: one of two numbers changes, and with it what was asked for. An initial heap is lowered to the
maximum, other numbers to their upper bound.`,
	Exceptions: "Never: the JVM does not start.",
	Evidence: `The verdicts and their words are checked against the JVMs of JDK 8, 11, 17, 21 and 25, including random
command lines.`,
	Examples: []lint.Example{
		ofOptions("--jdk 17 --cpus 8 --memory 20Gi", "-Xms8g -Xmx4g", "-Xms4g -Xmx4g"),
		ofOptions("--jdk 17 --cpus 8 --memory 20Gi",
			"-Xmx4g -XX:ParallelGCThreads=2 -XX:ConcGCThreads=5",
			"-Xmx4g -XX:ParallelGCThreads=2 -XX:ConcGCThreads=2"),
		ofOptions("--jdk 17 --cpus 8 --memory 20Gi",
			"-Xmx4g -XX:GCPauseIntervalMillis=200",
			"-Xmx4g -XX:MaxGCPauseMillis=100 -XX:GCPauseIntervalMillis=200"),
	},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/genArguments.cpp",
	},
	Check: func(p *lint.Pass) {
		for _, r := range repair.Refusals(p, "size-conflict") {
			c := repair.NewConflict(r)
			f := r.Report(c.Places(), "%s", c.Describe())
			c.MentionAll(f)
			c.Suggest(f)
		}
	},
}
