package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/pause"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var g1FullGCSerial = lint.Rule{
	ID: "g1-full-gc-serial", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupGC},
	Title:  "a full GC of G1 runs on one thread on this JDK, in a cluster",
	What: `G1 on JDK 8 in a cluster of two members or more, with more than one GC thread and a heap whose full GC may
take a second or more according to the pause model. If nothing names the JDK and it may be a later one, nothing is
reported.`,
	Why: `Before JDK 10 (JEP 307) one thread does a full GC of G1, however many ParallelGCThreads there are. A stopped
member sends no heartbeats, and the others wait for it or remove it. On three nodes with 32 GB of heap, the pauses of
G1 on JDK 8 lasted over a minute: the failure detector removed node after node, and the job restarted endlessly. The
same job ran on JDK 11.`,
	FixSafety:  "No automatic fix: moving to another JDK is a decision of its own.",
	Exceptions: "A member whose heap never fills, so that there is no full GC.",
	Evidence: `JDK 8 used one thread in every full GC that the pause model was fitted to, and cost 1.24 times what JDK
11 does with one. The removal of nodes is from a field report.`,
	Examples: []lint.Example{ofOptions("--jdk 8 --memory 36Gi --cpus 8 --members 3",
		"-Xmx32g -XX:+UseG1GC",
		"-Xmx32g -XX:+UseConcMarkSweepGC")},
	References: []string{
		"https://openjdk.org/jeps/307",
		"https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/gc_implementation/g1/g1MarkSweep.cpp",
	},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.JVM.G1 == nil || pause.OwnWorkers(p.JVM).LimitedBy != pause.LimitRelease || p.PerhapsLater(p.JDK) || !p.InCluster() {
			return
		}
		full, ok := p.FullGCPause()
		switch {
		case !ok:
			p.Needs(p.MissingFacts()...)
			return
		case p.JVM.ParallelGCThreads.N < 2 || full.High < 1000:
			return
		}
		f := p.Report([]source.Text{p.JVM.Collector.Text, p.HeapText()}, "a full GC of a heap of %s runs on 1 of %d threads, and stops one member of %d for about %s",
			lint.Size(p.JVM.Heap), p.JVM.ParallelGCThreads.N, p.Workload.Members.N, lint.Seconds(full.Expected))
		f.Because(p.HeapText(), "heap size set here")
		f.Because(p.Workload.Members.Text, "members")
		f.Note(fmt.Sprintf("between %s and %s: an estimate for %s", lint.Seconds(full.Low), lint.Seconds(full.High), full.Machine))
		for _, line := range lint.OtherPauses(full) {
			f.Note(line)
		}
		f.Suggest(lint.Manual, "run it on JDK 11 or later, where all GC threads take part")
	},
}
