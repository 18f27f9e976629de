package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var requestBelowHeap = lint.Rule{
	ID: "request-below-heap", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the container requests less memory than the JVM commits at start",
	What: `The memory request is compared with the memory committed at start: the initial heap and what the JVM itself
takes, as container-memory-sum adds it up; only the initial heap where the rest is not modelled (CMS of JDK 11). If no
limit is known, and the maximum heap plus the bound of direct memory add up to the whole request, that is reported as
info, except for a container that runs before others. A container without a request is not reported: its request is its
limit.`,
	Why: `The scheduler looks for a node with as much room as the container requests, and no more. The JVM takes the
rest from memory that was promised to others. When the node runs short of memory, the kubelet evicts pods that use more
than they requested, the furthest over it first among equals, and the kernel kills by the same measure: a member with a
request of 2Gi and -Xms8g is the first to go.`,
	FixSafety: `Unsafe: the pod is scheduled to other nodes, or to none if no node has that much room. It is left to
you where the limit is 16 times the request or more: such a node is overcommitted on purpose. It is also left to you
where no option gives the initial heap, unless that is touched at start.`,
	Exceptions: "A development cluster whose nodes are overcommitted on purpose.",
	Evidence: `Kubernetes documents the order of eviction. Committed memory counts once it is touched: at start with
AlwaysPreTouch, else over hours. The finding is certain if the initial heap alone is over the request. It is info if
the heap fits and the rest is over by less than a quarter of the request, because hardly any heap is in use to its last
byte. It is also info if the number of CPUs is not known and with two the JVM would commit no more than the request.`,
	Examples: []lint.Example{mended("values.yaml", "", `hazelcast:
  javaOpts: "-Xmx4g -Xms4g"
resources:
  requests:
    memory: 2Gi
  limits:
    memory: 6Gi
`, "2Gi", "6Gi")},
	References: []string{
		"https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/",
		"https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/",
	},
	Check: func(p *lint.Pass) {
		request := p.Workload.Request
		if p.JVM == nil || !request.Known() {
			return
		}
		initial := p.JVM.InitialHeap
		if _, full := p.Crowded(); full && (initial.N <= request.N || request.N >= p.Workload.Memory.N) {
			return // what rises above the limit is above the request, too
		}
		committed := initial.N
		if budget, ok := p.Budget(); ok && initial.Known() {
			committed = budget.Committed()
		}
		if committed <= request.N {
			reportBounds(p)
			return
		}
		f := p.Report([]source.Text{request.Text}, "a request of %s is less than the %s that the JVM commits at start", request.Text, lint.MiB(committed))
		if initial.N > request.N {
			f.Confidence = lint.Certain
		} else if least, ok := p.LeastBudget(); ok && least.Committed() <= request.N {
			f.Severity = lint.Info
			f.Note(fmt.Sprintf("%s assumed: with %d the JVM commits %s", plural.Of(p.BudgetMachine().CPUs.N, "CPU"), hotspot.ServerCPUs, lint.MiB(least.Committed())))
		} else if committed-request.N < request.N/4 {
			f.Severity = lint.Info
		}
		f.Weight = committed
		f.Because(initial.Text, "initial heap size")
		f.Because(p.Workload.Memory.Text, "memory limit")
		suggestRequest(p, f, committed)
	},
}

// suggestRequest offers to request what the JVM commits, as far as the limit allows it.
func suggestRequest(p *lint.Pass, f *lint.Finding, committed int64) {
	limit, request := p.Workload.Memory, p.Workload.Request
	if limit.Known() && committed > limit.N {
		f.Suggest(lint.Manual, "request what the JVM commits, once that fits the limit")
		return
	}
	wanted := p.Workload.Quantity(committed)
	if limit.Known() && committed+step256 > limit.N {
		wanted = p.Limit()
	}
	f.SuggestSize(lint.RequestSize, "request "+wanted, lint.Replace(request.Text, wanted))
	if p.JVM.InitialHeap.Origin != source.Option && !p.JVM.AlwaysPreTouch() {
		repair.Leave(&f.Fixes[0], "no option gives the initial heap: it is a share of the limit, and counts as it fills")
	}
	if times := limit.N / max(1, request.N); times >= overcommitted {
		repair.Leave(&f.Fixes[0], fmt.Sprintf("the limit is %d times the request: memory is promised more than once on purpose", times))
	}
}

// reportBounds reports options that let heap and direct memory take all of the request, if no limit is known.
func reportBounds(p *lint.Pass) {
	request, heap := p.Workload.Request, p.JVM.Heap
	if p.Workload.Memory.Known() || p.Workload.Short || heap.Origin != source.Option || heap.N > request.N {
		return
	}
	direct, bounded := p.Options.Set("MaxDirectMemorySize")
	if !bounded || direct.Number == 0 || heap.N+int64(direct.Number) < request.N {
		return
	}
	f := p.Report([]source.Text{heap.Text, request.Text}, "a heap of %s and direct memory of %s may take all of the request of %s, and the JVM needs more",
		lint.Size(heap), jvmflag.FormatSize(direct.Number), request.Text)
	f.Severity = lint.Info
	f.Because(direct.Value, "direct memory")
	f.Because(request.Text, "memory request")
	f.Suggest(lint.Manual, "request as much as the JVM may need: jvmlint predict adds it up")
}

// overcommitted is how many times the request a limit is where nobody means it as what the program needs.
const overcommitted = 16

// step256 is the step of suggested quantities.
const step256 = 256 << 20
