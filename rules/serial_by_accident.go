package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
)

var serialByAccident = lint.Rule{
	ID: "serial-by-accident", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "the container is so small that the JVM takes the Serial collector",
	What: `No option chooses a collector, and the container has one CPU, or less than 1792 MiB of memory: up to JDK 26,
the JVM then does not count its machine as a server (27 takes G1 on any). CPUs are counted as the JVM does: 500m is
one, 1500m are two. If limits make both small, nothing is reported: Serial is made for such containers. If the heap is
under 1g, the finding is only info, except for a Hazelcast member. Without a CPU limit, updates of JDK 8, of 11 before
11.0.17 and of 17 before 17.0.5 take the CPU request for a number of CPUs: a request of less than one, or none at all,
is one CPU to them. That is info, and is reported only if the image names such an update: a tag without one, such as
17-jre, moves to later updates.`,
	Why: `G1 is the default only on servers (Parallel on JDK 8). On smaller machines the JVM silently takes Serial: one
thread stops the program for every collection, and the larger the heap, the longer a full GC lasts. Lowering a limit
from 2Gi to 1700Mi, or from 2 CPUs to 1, changes the collector; so two clusters whose values differ in that number run
different ones.`,
	FixSafety: `Unsafe: another collector has other pauses, and G1 takes more memory of its own. If the heap is small,
Serial may well be right, and so it may on one CPU if the heap is less than 4 GiB, for a program other than a Hazelcast
member: the choice is left to you.`,
	Exceptions: `A small program for which Serial is right, as it is with one CPU and a heap of a few hundred
megabytes: -XX:+UseSerialGC says so and ends the finding.`,
	Evidence: `Checked against JDK 8, 11, 17, 21 and 25 in control groups. The bound is exact: with 1792 MiB and 1001m
of CPU each JDK takes its server collector, with 4 KiB or 1m less it takes Serial. -XX:MaxRAM does not count, the
memory of the container does. With the CPU shares of a request of 500m and no limit, 8u252 and 11.0.13 take Serial, and
17.0.9, 21 and 25 do not. With -XX:ActiveProcessorCount=1, 26 takes Serial, and 27 and 28 take G1.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 4Gi --cpus 1",
		"-Xmx2g -Xms2g",
		"-Xmx2g -Xms2g -XX:+UseSerialGC")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/os.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gcConfig.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || !p.ShowsAll() || p.Workload.Exporter || p.FollowsNode() {
			return
		}
		collector, cpus, memory := p.JVM.Collector, p.JVM.CPUs, p.Workload.Memory
		if collector.Origin == source.Assumed {
			if p.Workload.Limited {
				reportShares(p)
			} else {
				lacks(p, p.JVM.CPUs, lint.FactCPUs)
				lacks(p, p.Workload.Memory, lint.FactMemory)
			}
		}
		if collector.Kind != hotspot.Serial || collector.Origin != source.Ergonomic {
			return
		}
		fewCPUs, littleMemory := cpus.Known() && cpus.N < hotspot.ServerCPUs, memory.Known() && memory.N < hotspot.ServerMemory
		if fewCPUs == littleMemory { // Serial is right where both are so
			return
		}
		if request := p.Workload.CPURequest; request.Known() && cpus.Text.Same(request.Text) {
			reportShares(p)
			return
		}
		why, at := plural.Of(cpus.N, "CPU"), []source.Text{cpus.Text, memory.Text}
		if littleMemory {
			why, at = p.Limit()+" of memory", at[1:]
		}
		server, option := "G1", "-XX:+UseG1GC"
		if p.JDK < 9 {
			server, option = "Parallel", "-XX:+UseParallelGC"
		}
		f := p.Report(at, "with %s the JVM takes the Serial collector: %s needs %d CPUs and %s", why, server, hotspot.ServerCPUs, lint.MiB(hotspot.ServerMemory))
		below := func(size int64) bool { return !p.Workload.IsMember && p.JVM.Heap.Known() && p.JVM.Heap.N < size }
		if below(serverLeastHeap.Default) {
			f.Severity = lint.Info
		}
		if littleMemory {
			f.Because(memory.Text, "memory limit")
		}
		if f.Severity == lint.Info || fewCPUs && below(longFullGC) {
			f.Suggest(lint.Manual, "choose "+server+" with "+option+", if pauses matter more than memory")
		} else {
			f.Suggest(lint.Unsafe, "choose "+server+" with "+option, p.AddOption(option))
		}
		f.Suggest(lint.Manual, "write -XX:+UseSerialGC if Serial is intended")
	},
}

// longFullGC is a heap that takes Serial seconds: below, G1 gains little on one CPU, on which its threads
// run in turns with the program's.
const longFullGC = 4 << 30

// reportShares reports updates that see one CPU if there is no CPU limit. Docker's
// default shares mean no limit to them.
func reportShares(p *lint.Pass) {
	updates, request := hotspot.SharesCounted(p.Build()), p.Workload.CPURequest
	cpus, counted := hotspot.CPUsOfRequest(request.N)
	if p.Workload.Plain || p.Workload.JDK.Open || len(p.Workload.JDK.Candidates) > 1 || updates == "" || !counted || cpus >= hotspot.ServerCPUs {
		return
	}
	what := "no CPU limit and no request"
	if request.Known() {
		what = fmt.Sprintf("no CPU limit and a request of %s", request.Text)
	}
	places := []source.Text{request.Text, p.Workload.Image}
	lacking := lackedBy(p.Workload, places)
	f := p.Report(lacking, "with %s, %s see 1 CPU and take the Serial collector", what, updates)
	f.Severity = lint.Info
	if len(lacking) > len(places) {
		f.Because(p.Workload.Image, "its image")
	}
	f.Note("other updates and releases see the CPUs of the node; -XX:ActiveProcessorCount sets the same number on all")
}
