package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var serialByAccident = lint.Rule{
	ID: "serial-by-accident", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofGC,
	Title: "the container is so small that the JVM takes the Serial collector",
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
		if collector.Kind != hotspot.Serial || collector.Origin != source.Ergonomic || p.Workload.OwnCollector {
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
		why, at := plural.Of(cpus.N, "CPU"), lint.Places{cpus.Text, memory.Text}
		if littleMemory {
			why, at = p.Limit()+" of memory", at[1:]
		}
		server, option := "G1", "-XX:+UseG1GC"
		if p.JDK < 9 {
			server, option = "Parallel", "-XX:+UseParallelGC"
		}
		f := p.Report(at, "with %s the JVM takes the Serial collector: %s needs %d CPUs and %s", why, server, hotspot.ServerCPUs, lint.MiB(hotspot.ServerMemory))
		large := p.JVM.Heap.Known() && p.JVM.Heap.N >= longFullGC
		f.InfoIf((!large || !cpus.Known()) && !p.Workload.IsMember) // there may be one, for which Serial is right
		if littleMemory {
			f.Because(memory.Text, "memory limit")
		}
		if f.Severity == lint.Info {
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
	if p.Workload.Manager != workload.Kubernetes || p.Workload.JDK.Open || len(p.Workload.JDK.Candidates) > 1 || updates == "" || !counted || cpus >= hotspot.ServerCPUs {
		return
	}
	what := either.Of(request.Known(),
		fmt.Sprintf("no CPU limit and a request of %s", request.Text), "no CPU limit and no request")
	places := lint.Places{request.Text, p.Workload.Image}
	lacking := lackedBy(p.Workload, places)
	f := p.Report(lacking, "with %s, %s see 1 CPU and take the Serial collector", what, updates)
	f.Severity = lint.Info
	if len(lacking) > len(places) {
		f.Because(p.Workload.Image, "its image")
	}
	f.Note("other updates and releases see the CPUs of the node; -XX:ActiveProcessorCount sets the same number on all")
}
