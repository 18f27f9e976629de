package pages

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// BuildsMarkdown is the page that tells which build sees which limit, from the table that the
// rules follow.
func BuildsMarkdown() string {
	var b strings.Builder
	b.WriteString(`# Which build sees which limit

A JVM that does not see the limits of its container takes the node for its machine: a quarter or, with
MaxRAMPercentage=75, three quarters of its memory for the heap, and GC and compiler threads for all its
CPUs. Whether it sees them depends on the build (release, update and vendor) and on the control groups of
the node. The rules [limits-not-seen](rules/limits-not-seen.md) and
[container-support-off](rules/container-support-off.md) follow this table, and ` + "`jvmlint predict --cgroup`" + ` does, too.

| control groups of the node | how to tell |
| --- | --- |
| version 1 | ` + "`stat -fc %T /sys/fs/cgroup`" + ` prints tmpfs |
| version 2 | it prints cgroup2fs, and /proc/cgroups lists memory and cpuset |
| version 2, and no controllers of version 1 in the kernel | it prints cgroup2fs, and /proc/cgroups lists neither memory nor cpuset: Linux 6.12 and later without CONFIG_MEMCG_V1 and CONFIG_CPUSETS_V1 |

The first build that sees the limits:

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
What mends it is a newer image. Until then, set the heap with -Xmx and the CPUs with
-XX:ActiveProcessorCount. Do not set MaxRAM: JDK 27 ignores it, and it does not change what the JVM takes for its
CPUs.

Releases between these have what the next older one had when they began; 22 to 24 see no limits where the kernel has
no controllers of version 1. What a JVM sees in a Windows container, or on a machine without control
groups, is not modelled.

## Which build it is

| where it is found | example |
| --- | --- |
| the tag of an image | eclipse-temurin:11.0.13_8-jre, openjdk:8u252, azul/zulu-openjdk:17.0.9 |
| a tag that is no longer updated | openjdk:11: 11.0.16 was its last build |
| the day of the next version of an image of Red Hat | ubi8/openjdk-11:1.10 was built until 1.11 came in January 2022, so 11.0.14 at the most ([tags of its sources](https://github.com/jboss-container-images/openjdk/tags)) |
| the second in which Red Hat built an image | ubi8/openjdk-17:1.14-8.1674016512 is of January 2023, so 17.0.6 at the most |
| the version of a package | openjdk-11-jre=11.0.13+8-1~deb10u1, java-11-openjdk-11.0.13.0.8-1.el8, openjdk11-jre=11.0.13_p8-r0 |
| a package without one | the newest; in Alpine 3.8 to 3.19, Debian 8 to 10 and Ubuntu 16.04 to 20.04, none that came out more than 60 days after the end of their free support |
| the path of java, JAVA_HOME | /usr/lib/jvm/java-11-openjdk-11.0.13.0.8-1.el8/bin/java |
| what the JVM prints | java -version, jcmd PID VM.version, the file release of the JDK, the head of a GC log (--gc-log) |
| --jdk, jdk: in the configuration | 11.0.13, 8u252; for --jdk a file of the row above, too |

A tag such as ubi8/openjdk-11:1.20 does not name an update, and no later version of these sources was found: jvmlint takes it for some update of 11, and
says nothing about its limits.

## Evidence

*Measured* means: a real build ran in a mount namespace that shows such control groups, with a limit of memory and
of CPUs, and its heap, GC threads and collector were those of the limits, or those of the machine:
` + "`go test ./internal/hotspot -run BuildsInControlGroups`" + ` repeats it. In November 2026, 32 builds from 8u252 to 28 (all
that ` + "`scripts/jdks.sh DIR all`" + ` brings) ran in both kinds of control groups of version 2, with 20 random
configurations each: all 1,280 were as predicted. CPU shares were measured with the same builds and nine requests in control groups of
version 1, 288 of 288: ` + "`go test ./internal/hotspot -run SharesAgainstRealContainers`" + `. OpenJDK's sources count for builds of Temurin, Debian and
Docker Hub's openjdk, which are made of them; of other vendors, a build is only *likely* not to have what
OpenJDK did not have yet, unless it is older than the change itself.

| what | release | vendor | first build | what was seen |
| --- | --- | --- | --- | --- |
`)
	for _, r := range release.Changes {
		since := r.Since
		switch {
		case since == "":
			since = "none known"
		case r.Later:
			since += ", and all later releases"
		}
		vendor := string(r.Vendor)
		if vendor == "" {
			vendor = "all"
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s |\n", r.Change, r.Release, vendor, since, proofsOf(r))
	}
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

func proofsOf(r release.ChangeRow) string {
	var all []string
	for _, p := range r.Proofs {
		does := "does"
		if !p.Has {
			does = "does not"
		}
		build := p.Build
		if p.Vendor != "" {
			build += " of " + string(p.Vendor)
		}
		how := "measured"
		if p.Source != "" {
			how = fmt.Sprintf("[%s](%s)", strings.Join(lastParts(p.Source), " "), p.Source)
		}
		all = append(all, fmt.Sprintf("%s %s: %s", build, does, how))
	}
	return strings.Join(all, "; ")
}

// lastParts names a page by the end of its address.
func lastParts(address string) []string {
	parts := strings.Split(address, "/")
	if i := slices.Index(parts, "github.com"); i >= 0 {
		return []string{strings.Join(parts[i+1:i+3], "/"), strings.Join(parts[i+3:], " ")}
	}
	return parts[len(parts)-1:]
}
