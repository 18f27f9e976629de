package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var requestBelowHeap = lint.Rule{
	ID: "request-below-heap", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title: "the container requests less memory than the JVM commits at start",
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
		f := p.Report(lint.Places{request.Text}, "a request of %s is less than the %s that the JVM commits at start", request.Text, lint.MiB(committed))
		if initial.N > request.N {
			f.Confidence = lint.Certain
		} else if least, ok := p.LeastBudget(); ok && least.Committed() <= request.N {
			f.Severity = lint.Info
			f.Note(fmt.Sprintf("%s assumed: with %d the JVM commits %s", plural.Of(p.BudgetMachine().CPUs.N, "CPU"), hotspot.ServerCPUs, lint.MiB(least.Committed())))
		} else if committed-request.N < request.N/4 {
			f.Severity = lint.Info
		}
		at := request.Text.Written().Span()
		explained := at.File != nil && repair.Explains(at.File, at) != ""
		f.InfoIf(explained || promised(p) >= 4*overcommitted) // it is on purpose
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
	wanted := either.Of(limit.Known() && committed+256<<20 > limit.N,
		p.Limit(), p.Workload.Quantity(committed)) // quantities are multiples of 256 MiB
	f.SuggestSize(lint.RequestSize, "request "+wanted, lint.Replace(request.Text, wanted))
	if p.JVM.InitialHeap.Origin != source.Option && !p.JVM.On("AlwaysPreTouch") {
		repair.Leave(&f.Fixes[0], "no option gives the initial heap: it is a share of the limit, and counts as it fills")
	}
	if times := promised(p); times >= overcommitted {
		repair.Leave(&f.Fixes[0], fmt.Sprintf("the limit is %d times the request: memory is promised more than once on purpose", times))
	} else if times := committed / max(1, request.N); times >= overcommitted {
		repair.Leave(&f.Fixes[0], fmt.Sprintf("the JVM commits %d times the request: the heap may be the slip", times))
	}
}

// promised is how many times the request the limit is; 0 where there is none.
func promised(p *lint.Pass) int64 { return p.Workload.Memory.N / max(1, p.Workload.Request.N) }

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
	f := p.Report(lint.Places{heap.Text, request.Text}, "a heap of %s and direct memory of %s may take all of the request of %s, and the JVM needs more",
		lint.Size(heap), jvmflag.FormatSize(direct.Number), request.Text)
	f.Severity = lint.Info
	f.Because(direct.Value, "direct memory")
	f.Because(request.Text, "memory request")
	f.Suggest(lint.Manual, "request as much as the JVM may need: jvmlint predict adds it up")
}

// overcommitted is how many times the request a limit is where nobody means it as what the program needs.
const overcommitted = 16
