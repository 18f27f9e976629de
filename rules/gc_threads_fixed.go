package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

var gcThreadsFixed = lint.Rule{
	ID: "gc-threads-fixed", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "options ask for more threads than there are CPUs",
	What: `An option sets ParallelGCThreads or ConcGCThreads to more than the number of CPUs that the JVM sees: the
container's CPU limit, rounded up. Fewer threads than CPUs may be intended and are not reported. Or
ActiveProcessorCount sets more than twice that number, and at least four more: the JVM and the program's own pools then
start threads for CPUs that the container does not get. One or two more are often meant, so that a small container gets
G1.`,
	Why: `A collection is only as fast as the CPUs it gets. Threads beyond these take turns on them, and at the end of
each phase the other threads wait for the one that waits for its turn. In a container with a CPU limit the extra
threads use up its share of time sooner, and the kernel then stops the whole JVM until the next period, during a pause
or not. The number is mostly a leftover from a larger machine. Without ParallelGCThreads the JVM starts one thread per
CPU up to 8, and five eighths of a thread for each CPU beyond 8; without ConcGCThreads G1 marks with a quarter of
these.`,
	FixSafety:  "Unsafe: the JVM chooses the number, and fewer threads collect.",
	Exceptions: "A CPU limit that is about to be raised.",
	Evidence: `The number that the JVM would choose comes from the model, which is checked against -XX:+PrintFlagsFinal
of JDK 8, 11, 17, 21 and 25 to 28. How much longer pauses get was not measured.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --cpus 2 --memory 8Gi",
		"-Xmx4g -XX:+UseG1GC -XX:ParallelGCThreads=8",
		"-Xmx4g -XX:+UseG1GC -XX:ParallelGCThreads=2")},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/gctuning/parallel-collector1.html",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/workerPolicy.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		reportProcessors(p)
		if p.JVM.Collector.Kind == hotspot.Serial {
			return
		}
		var edits []source.Edit
		var f *lint.Finding
		cpus := p.Workload.CPUs
		for _, name := range []string{"ParallelGCThreads", "ConcGCThreads"} {
			set, given := p.Options.Set(name)
			if !given || set.Number == 0 {
				continue
			}
			if lacks(p, cpus, lint.FactCPUs) {
				return
			}
			if _, idle := idleHere(p, set); idle || int64(set.Number) <= cpus.N {
				continue
			}
			edits = append(edits, p.RemoveOption(set.Option))
			if f != nil {
				f.Because(set.Option.Text, fmt.Sprintf("%d %s", set.Number, threadsOf[name]))
				continue
			}
			f = p.Report([]source.Text{set.Option.Text}, "%d %s share %s", set.Number, threadsOf[name], plural.Of(cpus.N, "CPU"))
			f.Because(cpus.Text, "CPU limit")
		}
		if f != nil {
			f.Suggest(lint.Unsafe, "leave the number to the JVM", edits...)
		}
	},
}

// reportProcessors reports a number of CPUs that an option sets far above the limit.
func reportProcessors(p *lint.Pass) {
	set, given := p.Options.Set("ActiveProcessorCount")
	cpus := p.Workload.CPUs
	if !given || !cpus.Known() || int64(set.Number) <= 2*cpus.N || int64(set.Number) < cpus.N+4 {
		return
	}
	f := p.Report([]source.Text{set.Option.Text}, "the JVM starts threads for %d CPUs, over the limit of %d", set.Number, cpus.N)
	f.Because(cpus.Text, "CPU limit")
	threads := fmt.Sprintf("%v compiler threads", p.JVM.Flag("CICompilerCount").Value)
	if p.JVM.Collector.Kind != hotspot.Serial {
		threads = fmt.Sprintf("%v GC threads, %s", p.JVM.Flag("ParallelGCThreads").Value, threads)
	}
	f.Note(fmt.Sprintf("ActiveProcessorCount overrides the limit: %s, and pools that the program sizes for %d CPUs", threads, set.Number))
	f.Suggest(lint.Unsafe, "leave the number to the limit", p.RemoveOption(set.Option))
}

var threadsOf = map[string]string{"ParallelGCThreads": "GC threads", "ConcGCThreads": "concurrent GC threads"}
