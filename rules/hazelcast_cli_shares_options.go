package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var hazelcastCLISharesOptions = lint.Rule{
	ID: "hazelcast-cli-shares-options", Severity: lint.Info, Confidence: lint.Certain, Groups: ofMemberMemory,
	Title: "hz-cli in a member's container takes the member's heap a second time",
	Check: func(p *lint.Pass) {
		if !p.Workload.ToolsShareOptions || p.Workload.HazelcastVersion.Major == 4 || p.JVM == nil || !p.JVM.On("AlwaysPreTouch") {
			return
		}
		heap, memory := p.JVM.InitialHeap, p.Workload.Memory
		if !heap.Known() || !memory.Known() || 2*heap.N <= memory.N {
			return
		}
		f := p.Report(lint.Places{p.OptionText("AlwaysPreTouch"), heap.Text},
			"hz-cli in this container also touches a heap of %s: twice that is over the limit of %s", lint.Size(heap), p.Limit())
		f.Because(heap.Text, "initial heap size")
		f.Because(memory.Text, "memory limit")
		f.Suggest(lint.Manual, "run hz-cli from another machine, or with options of its own: JAVA_OPTS=-Xmx256m hz-cli ...")
	},
}
