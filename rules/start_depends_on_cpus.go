package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var startDependsOnCPUs = lint.Rule{
	ID: "start-depends-on-cpus", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart},
	Title:  "the same options start on some numbers of CPUs but not on others",
	What: `If the number of CPUs is not known, a start is predicted with 1 to 16 CPUs, then up to 64 in steps of 16,
and between steps that differ. If it is known, a start is predicted with one CPU less and one more. The finding gives
the numbers with which the JVM does not start.`,
	Why: `The JVM derives its threads from the CPUs and checks the options against them. With ConcGCThreads=5, JDK 11
and 17 do not start with 2 to 4 CPUs, because there are only as many ParallelGCThreads as CPUs; with 1 CPU they take
the Serial collector, which does not check, and start. A pod without a CPU limit starts on one node but not on the
next; a pod with a limit no longer starts when somebody lowers it by one.`,
	FixSafety: `Unsafe: if the number of CPUs is known, the fix writes down the number of threads that the JVM has now,
which changes nothing on this machine; if it is not known, the fix removes the option and the JVM chooses.`,
	Exceptions: "All nodes are alike and the limit never changes.",
	Evidence: `The verdict on each number of CPUs comes from the model, which is checked against the JVMs of JDK 8, 11,
17, 21 and 25 to 28 with -XX:ActiveProcessorCount.`,
	Examples: []lint.Example{
		ofOptions("--jdk 17 --memory 20Gi", "-Xmx4g -XX:ConcGCThreads=5", "-Xmx4g"),
		ofOptions("--jdk 17 --cpus 5 --memory 20Gi",
			"-Xmx4g -XX:ConcGCThreads=5",
			"-Xmx4g -XX:ConcGCThreads=5 -XX:ParallelGCThreads=5"),
	},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/gc/shared/workerPolicy.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		var refused []hotspot.Outcome
		for _, o := range repair.ByCPUs(p.Prediction) {
			if !o.First.OK {
				refused = append(refused, o)
			}
		}
		if len(refused) > 0 {
			reportCPUs(p, refused)
		}
	},
}

func reportCPUs(p *lint.Pass, refused []hotspot.Outcome) {
	first := refused[0].First.Refusal
	c := repair.NewConflict(repair.NewRefused(p, first))
	ranges, would := make([]string, len(refused)), "does"
	for i, o := range refused {
		ranges[i] = cpuRange(o)
	}
	if p.Workload.CPUs.Known() {
		would = "would"
	}
	f := p.Report(c.Places(), "the JVM %s not start with %s", would, lint.And(ranges))
	c.MentionAll(f)
	f.Note(fmt.Sprintf("JDK %d says with %s: %s", p.JDK, plural.Of(refused[0].First.N, "CPU"), c.Says()[0]))
	c.SuggestForAllCPUs(f)
}

// cpuRange returns the numbers of CPUs of an outcome.
func cpuRange(o hotspot.Outcome) string {
	switch {
	case o.First.N == o.Last.N:
		return plural.Of(o.First.N, "CPU")
	case o.Last.N == repair.MostCPUsTried:
		return fmt.Sprintf("%d CPUs or more", o.First.N)
	}
	return fmt.Sprintf("%d to %d CPUs", o.First.N, o.Last.N)
}
