package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastCLISharesOptions = lint.Rule{
	ID: "hazelcast-cli-shares-options", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory, lint.GroupHazelcast},
	Title:  "hz-cli in a member's container takes the member's heap a second time",
	What: `Twice the heap that a member of the official image or chart touches at start (-Xms with AlwaysPreTouch) is
more than the container's limit.`,
	Why: `hz-cli starts a JVM of its own with the same JAVA_OPTS, and so with the same -Xms and -XX:+AlwaysPreTouch.
With -Xms9g in a container of 10Gi it asks for 9 GB more: the kernel kills a process of the container, and the member
is the largest.`,
	FixSafety: "No automatic fix: the options are right for the member.",
	Exceptions: `A container in which nobody opens a shell. Without AlwaysPreTouch hz-cli takes only the part of its
heap that it needs, which is little, and nothing is reported.`,
	Evidence: `Read in the start scripts of the distribution: hz-cli and hz-start both source common.sh and pass
JAVA_OPTS on. Reported from a cluster of 5.3.1. Not measured in a container.`,
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
resources: {limits: {memory: 10Gi, cpu: 8}}
hazelcast:
  javaOpts: "-Xmx8g -Xms8g -XX:+AlwaysPreTouch"
`, "10Gi", "20Gi")},
	References: []string{
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/distribution/src/bin-filemode-755/hz-cli",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/distribution/src/bin-regular/common.sh",
	},
	Check: func(p *lint.Pass) {
		if !p.Workload.ToolsShareOptions || p.JVM == nil || !p.JVM.AlwaysPreTouch() {
			return
		}
		heap, memory := p.JVM.InitialHeap, p.Workload.Memory
		if !heap.Known() || !memory.Known() || 2*heap.N <= memory.N {
			return
		}
		f := p.Report([]source.Text{p.OptionText("AlwaysPreTouch"), heap.Text},
			"hz-cli in this container also touches a heap of %s: twice that is over the limit of %s", lint.Size(heap), p.Limit())
		f.Because(heap.Text, "initial heap size")
		f.Because(memory.Text, "memory limit")
		f.Suggest(lint.Manual, "run hz-cli from another machine, or with options of its own: JAVA_OPTS=-Xmx256m hz-cli ...")
	},
}
