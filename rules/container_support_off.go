package rules

import (
	"fmt"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var containerSupportOff = lint.Rule{
	ID: "container-support-off", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "the JVM does not see the limits of its container",
	What: `-XX:-UseContainerSupport is set, or the tag of the image names an update of JDK 8 before
191 (8u181, 1.8.0_171), which does not know limits. What follows from memory and CPUs is
then not predicted: it follows from the node.`,
	Why: `The JVM sizes itself by the node. In a container of 1 GiB on a machine of 23.5 GiB, JDK 8,
11, 17, 21 and 25 take a heap of 256m, and with the option one of 5.9g, which is killed on the
way there. GC and compiler threads are as many as the node's CPUs need, and share the
few of the limit.`,
	FixSafety:  "Unsafe: heap, threads and perhaps the collector change, as they now follow the limits.",
	Exceptions: "A JVM that runs in no container, or is meant to have the node for its own and has all sizes given by options.",
	Evidence:   "Measured in a control group of 1 GiB and one CPU, on JDK 8 (8u252), 11, 17, 21 and 25. That earlier updates of JDK 8 lack the option is documented.",
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17 --memory 4Gi --cpus 2",
		Bad:  "-Xss1m -XX:-UseContainerSupport",
		Good: "-Xss1m -XX:+UseContainerSupport",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/osContainer_linux.cpp",
		"https://bugs.openjdk.org/browse/JDK-8146115",
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
			const title = "let the JVM see its limits"
			if edit := p.RemoveOption(set.Option); !edit.Span.IsZero() {
				f.Suggest(lint.Unsafe, title, edit)
			} else {
				f.Suggest(lint.Unsafe, title, lint.Replace(set.Option.Text, "-XX:+UseContainerSupport"))
			}
			return
		}
		if update, at, ok := updateOf8(p.Workload.Image); p.JDK == 8 && ok && update < containerUpdate {
			f := p.Report([]source.Text{at}, "JDK 8u%d does not see %s: heap, threads and collector follow the node", update, what)
			f.Because(p.Workload.Memory.Text, "memory limit")
			f.Suggest(lint.Manual, fmt.Sprintf("take an image of JDK 8u%d or later", containerUpdate))
		}
	},
}

// containerUpdate is the first update of JDK 8 that knows limits.
const containerUpdate = 191

var update8 = lazyregexp.New(`(?:\b8u|\bjdk8u|1\.8\.0_)(\d{1,3})`)

// updateOf8 is the update of JDK 8 that the name of an image speaks of, and
// where it stands.
func updateOf8(image source.Text) (update int, at source.Text, ok bool) {
	m := update8.FindStringSubmatchIndex(image.String())
	if m == nil {
		return 0, at, false
	}
	update, err := strconv.Atoi(image.String()[m[2]:m[3]])
	return update, image.Slice(m[0], m[1]), err == nil
}
