package workload

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Quantity is what a number that a user states counts.
type Quantity int

const (
	QuantityBytes Quantity = iota
	QuantityCPUs
	QuantityCount
	QuantityDuration
)

// Stated is a number that a user may state, under one name as an option of jvmlint and as a key of its configuration.
type Stated struct {
	Name     string
	Doc      string
	Quantity Quantity
	Least    int64 // that a bare number may be
	Of       func(*Facts) *source.Value
	Read     func(source.Text, source.Origin) (source.Value, error)
}

// AllStated are all of them, in the order in which they are shown.
var AllStated = []Stated{
	{"memory", "memory limit of the container, such as 10Gi, or in bytes", QuantityBytes, leastMemory, func(f *Facts) *source.Value { return &f.Memory }, memoryLimit},
	{"cpus", "CPU limit of the container, such as 8 or 500m", QuantityCPUs, 1, func(f *Facts) *source.Value { return &f.CPUs }, CPUs},
	{NodePrefix + "memory", "memory of the node that the container runs on, such as 64Gi", QuantityBytes, leastMemory, func(f *Facts) *source.Value { return &f.Node.Memory }, memoryLimit},
	{NodePrefix + "cpus", "CPUs of that node, such as 16", QuantityCPUs, 1, func(f *Facts) *source.Value { return &f.Node.CPUs }, CPUs},
	{"members", "members of the Hazelcast cluster", QuantityCount, 1, func(f *Facts) *source.Value { return &f.Members }, Count},
	{"threads", "threads that the program starts", QuantityCount, 1, func(f *Facts) *source.Value { return &f.Threads }, Count},
	{"full-gc-pause", "longest full-GC pause measured, such as 12s or 900ms", QuantityDuration, 1, func(f *Facts) *source.Value { return &f.FullGCPause }, Duration},
	{"largest-object", "size of the largest object, such as 5MiB, or in bytes", QuantityBytes, 1, func(f *Facts) *source.Value { return &f.LargestObject }, Size},
	{"live", "live data: the heap in use after a full GC, such as 6Gi, or in bytes", QuantityBytes, 1, func(f *Facts) *source.Value { return &f.Live }, Size},
}

// NodePrefix begins the names of facts about the node, which the configuration has under node.
const NodePrefix = "node-"

// StatedCgroup reads which control groups a node has.
func StatedCgroup(name string) (hotspot.Cgroup, error) {
	c := hotspot.Cgroup(name)
	if !slices.Contains(hotspot.Cgroups, c) {
		return "", fmt.Errorf("%q is none of v1, v2 and v2-only; where there are no control groups, nothing limits a JVM", name)
	}
	return c, nil
}

// State reads a number, and keeps what stated it: an option, or the place in a configuration.
func (s Stated) State(text, by string) (source.Value, error) {
	v, err := s.Read(source.Unlocated(text, by), source.Argument)
	v.Why = by
	return v, err
}

// memoryLimit reads bytes, and refuses what no process can live in.
func memoryLimit(t source.Text, origin source.Origin) (source.Value, error) {
	v, err := Size(t, origin)
	if err == nil && IsSlip(v) {
		return v, fmt.Errorf("%q is less than a mebibyte: units are Mi and Gi", t)
	}
	return v, err
}

// Size reads bytes as Kubernetes writes them, with or without a B behind the unit, and as Docker and the JVM do: 10g
// and 10240m. A k is a thousand to the first and 1024 to the others: it is refused.
func Size(t source.Text, origin source.Origin) (source.Value, error) {
	text := strings.TrimSuffix(t.String(), "B")
	m := ofJVM.FindStringSubmatch(text)
	switch {
	case m == nil:
		return Bytes(t.Slice(0, len(text)), origin)
	case strings.EqualFold(m[2], "k"):
		return source.Value{}, fmt.Errorf("%q may be %sKi, as the JVM reads it, or %s000, as Kubernetes does: write one of these", t, m[1], m[1])
	}
	v, err := Bytes(source.Unlocated(m[1]+strings.ToUpper(m[2])+"i", t.Origin()), origin)
	v.Text = t
	return v, err
}

// ofJVM matches a size in the units of the JVM and of Docker, which Kubernetes does not have.
var ofJVM = lazyregexp.New(`^(\d+)([Kkmgt])$`)

// Duration reads a time over zero, into milliseconds.
func Duration(t source.Text, origin source.Origin) (source.Value, error) {
	d, err := time.ParseDuration(t.String())
	if err != nil || d <= 0 {
		return source.Value{}, fmt.Errorf("%q is not a duration such as 12s or 900ms", t)
	}
	return source.Value{N: d.Milliseconds(), Origin: origin, Text: t}, nil
}

// StatedJDK reads a release: 17 or 1.8, or that of a build: 17.0.9, 8u252, 1.8.0_292.
func StatedJDK(name string) (release.Build, error) {
	b, is := release.Parse(strings.TrimSpace(name))
	if !is {
		return b, fmt.Errorf("%q is not a release such as 17, or a build such as 17.0.9", name)
	}
	return b, knownJDK(b.Release)
}

func knownJDK(n int) error {
	if n < jvmflag.Oldest || n > jvmflag.Newest {
		return fmt.Errorf("jvmlint does not know JDK %d; it knows %d to %d, the nearest is %d", n, jvmflag.Oldest, jvmflag.Newest, min(max(n, jvmflag.Oldest), jvmflag.Newest))
	}
	return nil
}

// printedJDK reads the build that a file tells: the output of java -version, or the file release of a JDK.
func printedJDK(name string, printed func(file string) (string, error)) (release.Build, error) {
	text, err := printed(name)
	if err != nil {
		return release.Build{}, fmt.Errorf("%q is not a release such as 17, a build such as 17.0.9, or a file that names one: %w", name, err)
	}
	p, is := release.PrintedIn(text)
	switch {
	case p.JVM != "":
		return release.Build{}, fmt.Errorf("%s is of %s, which is not HotSpot", name, p.JVM)
	case !is:
		return release.Build{}, fmt.Errorf("%s is neither what java -version prints nor the file release of a JDK", name)
	}
	if err := knownJDK(p.Build.Release); err != nil {
		return p.Build, fmt.Errorf("%s: %w", name, err)
	}
	return p.Build, nil
}

// StateJDK is what builds that a user names come to: each release once and in order, with
// the update that is named first.
func StateJDK(builds []release.Build, by string) JDK {
	releases := lists.Of(builds, func(b release.Build) int { return b.Release })
	slices.Sort(releases)
	named := func(b release.Build) bool { return b.Bound != release.Unnamed }
	return JDK{Why: by, Candidates: slices.Compact(releases), Builds: lists.Where(builds, named)}
}

// StatedJDKs reads the releases or builds that a user names. What is neither may be a file:
// printed gives what it says, or an error.
func StatedJDKs(names []string, by string, printed func(file string) (string, error)) (JDK, error) {
	var builds []release.Build
	for _, name := range names {
		b, err := StatedJDK(name)
		if _, is := release.Parse(strings.TrimSpace(name)); !is {
			b, err = printedJDK(name, printed)
		}
		if err != nil {
			return JDK{}, fmt.Errorf("%s: %w", by, err)
		}
		builds = append(builds, b)
	}
	if builds == nil {
		return JDK{}, nil
	}
	return StateJDK(builds, by), nil
}

// StatedHazelcast reads a version of Hazelcast. It need not be one that is
// modelled: then nothing of Hazelcast is judged.
func StatedHazelcast(name string) (hazelcast.Version, error) {
	version, ok := hazelcast.ParseVersion(name)
	if !ok {
		return version, fmt.Errorf("%q is not a version such as 5.3.1", name)
	}
	return version, nil
}
