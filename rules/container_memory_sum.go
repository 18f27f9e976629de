package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

// sumMostOfLimit is what a project may set.
var sumMostOfLimit = lint.Parameter{Name: "most-of-limit", Unit: lint.UnitPercent, Default: 100, Least: 50, Most: 100, Doc: "share of the memory limit that the sum may fill"}

var containerMemorySum = lint.Rule{
	ID: "container-memory-sum", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	YieldsTo: []string{"heap-is-limit", "direct-memory-nonsense"},
	Title:    "the container's limit does not hold heap, metaspace, code cache, GC and the rest",
	What: `All memory of the process is added up, pool by pool, and held against the memory
limit. Where the heap alone leaves less than what the JVM commits at start,
heap-is-limit says so instead, and where the bound of direct memory is over the limit,
direct-memory-nonsense. Planned for are a bound that an option sets, in full;
the heap and the collector's own memory, which are computed; and for a pool that
nothing bounds what programs were seen to take. Direct memory without
MaxDirectMemorySize may grow to the size of the heap: a sixteenth of that is
assumed, and the finding says so. With --nmt FILE, the output of jcmd PID
VM.native_memory, a pool of which more was measured than is planned counts with that. Where the plan passes the limit by an eighth of what is
assumed of the program or less, it is an info: a plan may be off by that much. So it is
where nobody says how many CPUs there are, and two would need no more than the limit.`,
	Why: `A JVM is more than its heap. G1 on JDK 11 takes 374 MiB of tables for a heap of
9 GiB, JDK 21 212 MiB; the JIT compilers of a Hazelcast member peak at 50 to 76 MB in
its first half minute. When the sum passes the limit the kernel kills the
process: no OutOfMemoryError, no full GC, no line in a log.`,
	FixSafety: `Unsafe. The first fix sets the largest heap that fits, in steps of 64 MiB (8 MiB in
small containers); the other raises the limit. Bounding direct memory and metaspace
may do as well, and the finding shows how much they are taken for.`,
	Exceptions: "A program whose pools were measured under load, and found smaller: bound them by their options and the sum follows.",
	Evidence: `The mapped part of G1's memory equals Native Memory Tracking to the kilobyte on 596
configurations of JDK 11, 17, 21 and 25, its malloc part to 0.25 % on 160. The other
pools were measured on three programs and two versions of Hazelcast, and are marked
as estimates. Of what is assumed of any other program a service of Spring Boot with JPA took 90
to 96 % under load, a Kafka broker 54 to 61 %, a small Vert.x server a third (JDK 17, 21, 25).`,
	Parameters: []lint.Parameter{sumMostOfLimit},
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 4Gi --cpus 4",
		Bad:  "-Xmx3800m -Xms3800m -XX:+AlwaysPreTouch",
		Good: "-Xmx3g -Xms3g -XX:+AlwaysPreTouch",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1CollectedHeap.cpp",
		"https://docs.oracle.com/en/java/javase/21/vm/native-memory-tracking.html",
		"https://kubernetes.io/docs/tasks/configure-pod-container/assign-memory-resource/",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		if !p.Workload.Memory.Known() {
			p.Needs(lint.FactMemory)
			return
		}
		limit := sumMayFill(p)
		budget, ok := p.Budget()
		_, full := p.Crowded()
		_, nonsense := noBound(p)
		if !ok || full || nonsense || budget.Planned() <= limit {
			return
		}
		over := budget.Planned() - limit
		message := fmt.Sprintf("the process may need %s, over %s", lint.MiB(budget.Planned()), mayFill(p))
		if direct := budget.UnboundedDirect(); over <= direct {
			message += fmt.Sprintf(": %s are assumed for direct memory, which nothing bounds", lint.MiB(direct))
		}
		f := p.Report([]source.Text{p.HeapText(), p.Workload.Memory.Text}, "%s", message)
		f.Weight = budget.Planned()
		if least, ok := p.LeastBudget(); endsBefore(p) || budget.Doubtful(limit) || ok && least.Planned() <= limit {
			f.Severity = lint.Info
		}
		f.Because(p.Workload.Memory.Text, "memory limit")
		f.Budget = &budget
		f.Note(fmt.Sprintf("%s over %s %s; %s of the sum are assumed of the program%s", lint.MiB(over), ofLimit(p), lint.MiB(limit), lint.MiB(budget.Assumed()), assumedCPUs(p)))
		p.NoteHeapOfImage(f)
		for _, pool := range budget.Pools {
			f.Because(pool.At, pool.Name)
		}
		repair.SuggestHeap(p, f, limit)
		repair.SuggestLimit(p, f, p.Parameter(sumMostOfLimit))
		noteMeasured(p, f, budget)
		if budget.UnboundedDirect() > 0 {
			f.Suggest(lint.Manual, "measure direct memory and bound it with -XX:MaxDirectMemorySize, instead of the share assumed for it")
		}
	},
}

// noteMeasured says what the process was seen to take, and that it is not all.
func noteMeasured(p *lint.Pass, f *lint.Finding, budget memory.Budget) {
	if budget.Compared == nil || len(budget.Compared.Parts) == 0 {
		return
	}
	total := p.Workload.NativeMemory.Total.Committed
	f.Note(fmt.Sprintf("measured: %s committed (%s), without the overhead of malloc and memory of native libraries; where more of a pool was measured than planned, that counts", lint.MiB(total.N), total.Why))
}

// assumedCPUs says how many CPUs the sum is made for, where nobody does.
func assumedCPUs(p *lint.Pass) string {
	if cpus := p.BudgetMachine().CPUs; cpus.Origin == source.Assumed {
		return ", and " + plural.Of(cpus.N, "CPU")
	}
	return ""
}

// sumMayFill is the part of the limit that the sum may fill, in bytes.
func sumMayFill(p *lint.Pass) int64 {
	return p.Workload.Memory.N * p.Parameter(sumMostOfLimit) / 100
}

// mayFill says the same in words.
func mayFill(p *lint.Pass) string {
	if share := p.Parameter(sumMostOfLimit); share != 100 {
		return fmt.Sprintf("%d %% of the limit of %s", share, p.Limit())
	}
	return "the limit of " + p.Limit()
}

// ofLimit names what the sum may fill.
func ofLimit(p *lint.Pass) string {
	if p.Parameter(sumMostOfLimit) != 100 {
		return "that part,"
	}
	return "the limit of"
}
