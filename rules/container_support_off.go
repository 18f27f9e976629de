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
	What: `-XX:-UseContainerSupport is set, or the image or --jdk names an update of JDK 8 before 191 (8u181,
1.8.0_171), which does not know container limits. Nothing that depends on memory and CPUs is predicted then: it depends
on the node. Where a container has no limits, or a script starts the JDK of a machine by its path, the finding is info.`,
	Why: `The JVM sizes itself by the node. In a container of 1 GiB on a machine of 23.5 GiB, JDK 8, 11, 17, 21 and 25
take a heap of 256m; with the option they take 5.9g, and are killed before they fill it. They start as many GC and
compiler threads as the node's CPUs call for, and these share the few CPUs of the limit.`,
	FixSafety: `None: nobody switches it off by accident. Some releases of the JDK, 17.0.4 for one, fail on some nodes
of cgroup v2 unless it is off (NullPointerException in jdk.internal.platform.CgroupInfo): take a newer JDK first.`,
	Exceptions: `A JVM outside a container, or one that has the node to itself and whose sizes are all set by options.`,
	Evidence: `Measured in a control group of 1 GiB and one CPU, on JDK 8 (8u252), 11, 17, 21 and 25. It is documented
that earlier updates of JDK 8 lack the option.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 4Gi --cpus 2",
		"-Xss1m -XX:-UseContainerSupport",
		"-Xss1m -XX:+UseContainerSupport")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/osContainer_linux.cpp",
		"https://bugs.openjdk.org/browse/JDK-8146115",
		"https://github.com/oracle/graal/issues/4831",
		"https://www.oracle.com/java/technologies/javase/8u191-relnotes.html",
	},
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
