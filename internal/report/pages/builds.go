package pages

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// BuildsMarkdown is the section that says which build sees which limit, from
// the table that the rules follow.
func BuildsMarkdown() string {
	var b strings.Builder
	b.WriteString(`## Which build sees which limit

A JVM that does not see the limits of its container takes the node for its machine: a quarter of its memory for the
heap, three quarters with MaxRAMPercentage=75, and GC and compiler threads for all its CPUs. Whether it sees them
depends on the build (release, update and vendor) and on the control groups of the node. The first build that does:

| release |`)
	for _, c := range hotspot.Cgroups {
		fmt.Fprintf(&b, " on %s |", c.Words())
	}
	b.WriteString("\n| --- | --- | --- | --- |\n")
	for _, jdk := range []int{8, 11, 17, 21, 25} {
		fmt.Fprintf(&b, "| %d |", jdk)
		for _, c := range hotspot.Cgroups {
			fmt.Fprintf(&b, " %s |", firstOf(c.Seeing(), jdk))
		}
		b.WriteString("\n")
	}
	b.WriteString(`
` + "`stat -fc %T /sys/fs/cgroup`" + ` prints tmpfs on a node with version 1, and cgroup2fs on one with version 2. In the last
column, /proc/cgroups lists neither memory nor cpuset: Linux 6.12 and later without CONFIG_MEMCG_V1 and
CONFIG_CPUSETS_V1. Releases between these have what the next older one had when they began.

A newer image is the fix. Until then, set the heap with -Xmx and the CPUs with -XX:ActiveProcessorCount, but not MaxRAM,
which JDK 27 ignores. ` + "`jvmlint predict --cgroup`" + ` shows what a node makes of it. The rules
[limits-not-seen](rules/limits-not-seen.md) and [container-support-off](rules/container-support-off.md) follow the
table.

jvmlint finds the build in the tag of an image (eclipse-temurin:11.0.13_8-jre, openjdk:8u252), the version of a package
(openjdk-11-jre=11.0.13+8-1~deb10u1), the path of java, JAVA_HOME, what the JVM prints (` + "`java -version`" + `, the file
release, the head of a GC log) and --jdk. A tag that is no longer updated means its last build (openjdk:11 is 11.0.16),
a package without a version the newest that its distribution can have. A tag that names no update is some update of its
release, and nothing is reported about its limits.

Each row rests on builds that were measured, or on OpenJDK's sources; the proofs are in
[` + "`release.Changes`" + `](../internal/hotspot/release/changes.go). Measured means that a real build ran in a mount namespace
that shows such control groups: 32 builds from 8u252 to 28 with 20 random configurations in both kinds of version 2, all
1,280 as predicted, and CPU shares in version 1, 288 of 288. Builds of vendors other than Temurin, Debian and Docker
Hub's openjdk only *likely* lack what OpenJDK did not have yet.

    JVMLINT_JDKS=JDKS JVMLINT_BUILDS=BUILDS go test ./internal/hotspot -run 'BuildsInControlGroups|SharesAgainstRealContainers' -v

Known gaps: Windows containers, and machines without control groups.
`)
	return b.String()
}

// firstOf names the first build of a release that has a change, and those of vendors
// that had it earlier.
func firstOf(c release.Change, jdk int) string {
	since, some := c.Since(release.Build{Release: jdk})
	if !some {
		return "no update known"
	}
	text := since.Of(jdk)
	if (since == release.Update{}) {
		text = "all"
	}
	for _, r := range release.Changes {
		if r.Change == c && r.Release == jdk && r.Vendor != "" {
			text += fmt.Sprintf(" (%s: %s)", r.Vendor, r.Since)
		}
	}
	return text
}
