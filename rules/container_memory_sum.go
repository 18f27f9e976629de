package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var sumMostOfLimit = lint.Parameter{Name: "most-of-limit", Unit: lint.UnitPercent, Default: 100, Least: 50, Most: 100, Doc: "share of the memory limit that the sum may fill"}

var containerMemorySum = lint.Rule{
	ID: "container-memory-sum", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups:   []lint.Group{lint.GroupMemory},
	YieldsTo: []string{"heap-is-limit", "direct-memory-nonsense"},
	Title:    "the container's limit does not hold heap, metaspace, code cache, GC and the rest",
	What: `All memory of the process is added up, pool by pool, and compared with the memory limit. heap-is-limit
reports instead where the heap alone leaves less than the JVM commits at start, and direct-memory-nonsense where the
bound of direct memory is over the limit. The sum plans for the bound where an option sets one, for the computed size
of the heap and of the collector's own memory, and else for what programs were seen to take. JVMs that a script starts
at once count together, and so do those of probes, hooks and health checks, with what they commit at start. With --nmt
FILE a pool counts as measured if that is more than planned. Nothing is reported if the sum is over the limit by no
more than a tenth of what is assumed of the program. The finding is info if it is no more than half of that (a third
for Spring and Quarkus, an eighth for Hazelcast), or if the number of CPUs is not known and two CPUs would need no more
than the limit.`,
	Why: `A JVM is more than its heap. For a heap of 9 GiB, G1 takes 374 MiB of tables on JDK 11 and 212 MiB on JDK 21;
the JIT compilers of a Hazelcast member peak at 50 to 76 MB in its first half minute. When the sum passes the limit,
the kernel kills the process: no OutOfMemoryError, no full GC, no line in a log.`,
	FixSafety: `Unsafe. One fix sets the largest heap that fits, in steps of 64 MiB (8 MiB in small containers); the
other raises the limit. The first of them is the one that is applied. The limit is raised if the options set a heap of
at most 75 % of it, because then the heap is not what is too large, if at most 125 % of it is needed, or if the program
is known to need the rest of the memory for what no option bounds (Kafka, Solr, Neo4j; Elasticsearch has a share of its
own, see heap-over-vendor-share). Otherwise, or if several JVMs share the limit, the heap is lowered, but never to less
than half of what it is: nobody can tell from the files how much of it the program fills, so that is left to you, with
the size that fits, and so is a limit of more than four times what it is. The heap is left to you, too, where the sum
may well fit once metaspace and the code cache take what most programs do in place of their bounds. If the finding is
info, the sum may well fit, and both are left to you. Bounding direct memory and metaspace may do as well: the finding
shows how much is planned for them.`,
	Exceptions: `A program whose pools were measured under load and found smaller: bound them with their options, and
the sum follows.`,
	Evidence: `The mapped part of G1's memory equals Native Memory Tracking to the kilobyte in 596 configurations of
JDK 11, 17, 21 and 25, its malloc part to 0.25 % in 160. The other pools were measured on three programs and two
versions of Hazelcast, and are marked as estimates. Of the amount assumed of any other program, a Spring Boot service
with JPA took 90 to 96 % under load, three with WebFlux 65 to 68 %, a Kafka broker 54 to 61 %, Artemis 43 to 50 %,
Lucene 36 to 45 %, a small Vert.x server a third; Spark SQL took 90 to 108 % (JDK 17, 21, 25).`,
	Parameters: []lint.Parameter{sumMostOfLimit},
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 4Gi --cpus 4",
		"-Xmx3800m -Xms3800m -XX:+AlwaysPreTouch",
		"-Xmx3g -Xms3g -XX:+AlwaysPreTouch")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp",
		"https://docs.oracle.com/en/java/javase/21/vm/native-memory-tracking.html",
		"https://kubernetes.io/docs/tasks/configure-pod-container/assign-memory-resource/",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		limit := sumMayFill(p)
		budget, ok := p.Budget()
		_, full := p.Crowded()
		_, nonsense := noBound(p)
		if !ok || full || nonsense {
			return
		}
		if budget.Planned() <= limit+budget.Error() {
			if beside := p.Beside(); beside.Planned > 0 && budget.Planned()+beside.Planned > limit+budget.Error() && !p.Workload.Accompanies {
				reportTogether(p, budget, beside, limit)
			}
			return
		}
		over := budget.Planned() - limit
		message := fmt.Sprintf("the process may need %s, over %s", lint.MiB(budget.Planned()), mayFill(p))
		if direct := budget.UnboundedDirect(); over <= direct {
			message += fmt.Sprintf(": %s are assumed for direct memory, which has no bound", lint.MiB(direct))
		}
		f := p.Report([]source.Text{p.HeapText(), p.Workload.Memory.Text}, "%s", message)
		f.Weight = budget.Planned()
		if least, ok := p.LeastBudget(); endsBefore(p) || budget.Doubtful(limit) || ok && least.Planned() <= limit {
			f.Severity = lint.Info
		}
		f.Because(p.Workload.Memory.Text, "memory limit")
		f.Budget = &budget
		of := "the limit of"
		if p.Parameter(sumMostOfLimit) != 100 {
			of = "that part,"
		}
		f.Note(fmt.Sprintf("%s over %s %s; %s of the sum are assumed of the program%s", lint.MiB(over), of, lint.MiB(limit), lint.MiB(budget.Assumed()), assumedCPUs(p)))
		p.NoteHeapOfImage(f)
		for _, pool := range budget.Pools {
			f.Because(pool.At, pool.Name)
		}
		repair.SuggestFit(p, f, limit-p.Beside().Planned, p.Parameter(sumMostOfLimit))
		noteMeasured(p, f, budget)
		if budget.UnboundedDirect() > 0 {
			f.Suggest(lint.Manual, "measure direct memory and bound it with -XX:MaxDirectMemorySize, to replace the assumed share")
		}
	},
}

// reportTogether reports JVMs of one container of which each fits its limit, and all of them do not.
func reportTogether(p *lint.Pass, budget memory.Budget, beside predict.Beside, limit int64) {
	sum, others := budget.Planned()+beside.Planned, p.Workload.Companions
	places := []source.Text{p.HeapText(), p.Workload.Memory.Text}
	message := fmt.Sprintf("%s run in the container at once and may need %s, over %s", plural.Of(len(others)+1, "JVM"), lint.MiB(sum), mayFill(p))
	helper, touched := touches(p)
	if touched.Known() {
		places = append([]source.Text{touched.Text}, places...)
		message = fmt.Sprintf("the options reach the JVM of the %s, too, which touches a heap of %s each time: together they may need %s, over %s", helper.Name, lint.Size(touched), lint.MiB(sum), mayFill(p))
	}
	f := p.Report(places, "%s", message)
	f.Weight = sum
	if endsBefore(p) || sum-limit <= budget.MayBeOff()+beside.Off {
		f.Severity = lint.Info
	}
	f.Because(p.Workload.Memory.Text, "memory limit")
	for _, w := range others {
		f.Because(w.At, "runs at the same time")
	}
	f.Note(fmt.Sprintf("%s for this one, %s for %s", lint.MiB(budget.Planned()), lint.MiB(beside.Planned), othersOf(len(others))))
	if touched.Known() { // a smaller heap is one of both
		f.Suggest(lint.Manual, "start it without these options (env -u NAME before its command), or probe without a JVM")
		return
	}
	repair.SuggestFit(p, f, limit-beside.Planned, p.Parameter(sumMostOfLimit))
}

// touches finds a helper that touches its initial heap as the program does, and the size of that.
func touches(p *lint.Pass) (*workload.Workload, source.Value) {
	for _, w := range p.Workload.Companions {
		if !w.Helper {
			continue
		}
		if jvm := p.Companion(w).JVM; jvm != nil && jvm.AlwaysPreTouch() && jvm.InitialHeap.Text.Located() {
			return w, jvm.InitialHeap
		}
	}
	return nil, source.Value{}
}

func othersOf(n int) string {
	if n == 1 {
		return "the other"
	}
	return fmt.Sprintf("the %d others", n)
}

// noteMeasured says how much memory was measured, and that it is not all.
func noteMeasured(p *lint.Pass, f *lint.Finding, budget memory.Budget) {
	if budget.Compared != nil && len(budget.Compared.Parts) > 0 {
		total := p.Workload.NativeMemory.Total.Committed
		f.Note(fmt.Sprintf("measured: %s committed (%s), without malloc overhead and the memory of native libraries; the measured size of a pool counts if it is more than planned", lint.MiB(total.N), total.Why))
	}
}

// assumedCPUs says how many CPUs the sum assumes, if their number is not known.
func assumedCPUs(p *lint.Pass) string {
	if cpus := p.BudgetMachine().CPUs; cpus.Origin == source.Assumed {
		return ", and " + plural.Of(cpus.N, "CPU")
	}
	return ""
}

// sumMayFill returns the part of the limit that the sum may fill, in bytes.
func sumMayFill(p *lint.Pass) int64 {
	return p.Workload.Memory.N * p.Parameter(sumMostOfLimit) / 100
}

// mayFill returns the same in words.
func mayFill(p *lint.Pass) string {
	if share := p.Parameter(sumMostOfLimit); share != 100 {
		return fmt.Sprintf("%d %% of the limit of %s", share, p.Limit())
	}
	return "the limit of " + p.Limit()
}
