package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var containerSupportOff = lint.Rule{
	ID: "container-support-off", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofMemory,
	Title: "the JVM does not see the limits of its container",
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		what, follow := "the limits of its container", "heap, threads and collector follow the node"
		limited := p.Workload.Memory.Known() || p.Workload.CPUs.Known()
		if p.Sets("MaxHeapSize") {
			follow = "threads and collector follow the node"
		}
		if p.Workload.Memory.Known() {
			what = "the limit of " + p.Limit()
		}
		if !hotspot.SeesContainer(p.Options) {
			set, _ := p.Options.Set("UseContainerSupport")
			f := p.Report(lint.Places{set.Option.Text}, "the JVM does not see %s: %s", what, follow)
			f.Because(p.Workload.Memory.Text, "memory limit")
			outside := p.Workload.Container == nil && p.Workload.Image.Len() == 0 && p.Workload.JDK.At.Located()
			f.InfoIf((p.Workload.Limited || outside) && !limited)
			f.Suggest(lint.Manual, "remove -XX:-UseContainerSupport, once the JDK starts without it on these nodes")
			return
		}
		if b := p.Build(); release.SeesLimits.In(b) == release.No {
			f := p.Report(lint.Places{updateIn(p.Workload.JDK.At, b), p.Workload.Memory.Text}, "JDK %s does not see %s: %s", b, what, follow)
			f.Because(p.Workload.Memory.Text, "memory limit")
			// Nobody says that it has any, or it takes the memory that it is given.
			f.InfoIf(!limited || p.Sets("MaxHeapSize") && !p.Workload.CPUs.Known())
			f.Suggest(lint.Manual, mendingOf(p.Workload, b, hotspot.CgroupV2))
		}
	},
}
