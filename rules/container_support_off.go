package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var containerSupportOff = lint.Rule{
	ID: "container-support-off", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the JVM does not see the limits of its container",
	Check: func(p *lint.Pass) {
		if p.JVM == nil {
			return
		}
		what := "the limits of its container"
		if p.Workload.Memory.Known() {
			what = "the limit of " + p.Limit()
		}
		if !hotspot.SeesContainer(p.Options) {
			set, _ := p.Options.Set("UseContainerSupport")
			f := p.Report([]source.Text{set.Option.Text}, "the JVM does not see %s: heap, threads and collector follow the node", what)
			f.Because(p.Workload.Memory.Text, "memory limit")
			unlimited(p, f)
			f.Suggest(lint.Manual, "remove -XX:-UseContainerSupport, once the JDK starts without it on these nodes")
			return
		}
		if b := p.Build(); release.SeesLimits.In(b) == release.No {
			f := p.Report([]source.Text{updateIn(p.Workload.JDK.At, b), p.Workload.Memory.Text}, "JDK %s does not see %s: heap, threads and collector follow the node", b, what)
			f.Because(p.Workload.Memory.Text, "memory limit")
			unlimited(p, f)
			f.Suggest(lint.Manual, mendingOf(p.Workload, b, hotspot.CgroupV2))
		}
	},
}

// unlimited makes light of limits that a container does not have, and of a script that starts the
// JVM of a machine: no container is known.
func unlimited(p *lint.Pass, f *lint.Finding) {
	w := p.Workload
	outside := w.Container == nil && w.Image.Len() == 0 && w.JDK.At.Located()
	if (w.Limited || outside) && !w.Memory.Known() && !w.CPUs.Known() {
		f.Severity = lint.Info
	}
}
