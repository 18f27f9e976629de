package workload

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
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

// Stated is a number that a user may state, under one name as an option of
// jvmlint and as a key of its configuration.
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
	{"members", "members of the Hazelcast cluster", QuantityCount, 1, func(f *Facts) *source.Value { return &f.Members }, Count},
	{"threads", "threads that the program starts", QuantityCount, 1, func(f *Facts) *source.Value { return &f.Threads }, Count},
	{"full-gc-pause", "longest full-GC pause measured, such as 12s or 900ms", QuantityDuration, 1, func(f *Facts) *source.Value { return &f.FullGCPause }, Duration},
	{"largest-object", "size of the largest object, such as 5MiB, or in bytes", QuantityBytes, 1, func(f *Facts) *source.Value { return &f.LargestObject }, Size},
	{"live", "live data: the heap in use after a full GC, such as 6Gi, or in bytes", QuantityBytes, 1, func(f *Facts) *source.Value { return &f.Live }, Size},
}

// State reads a number, and keeps what stated it: an option, or the place in a
// configuration.
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

// Size reads bytes as Kubernetes writes them, with or without a B behind the unit, and as
// Docker and the JVM do: 10g and 10240m. A k is a thousand to the first and 1024 to the
// others: it is refused.
func Size(t source.Text, origin source.Origin) (source.Value, error) {
	text := strings.TrimSuffix(t.String(), "B")
	m := ofJVM.FindStringSubmatch(text)
	switch {
	case m == nil:
		return Bytes(t.Slice(0, len(text)), origin)
	case m[2] == "k":
		return source.Value{}, fmt.Errorf("%q may be %sKi, as the JVM reads it, or %s000, as Kubernetes does: write one of these", t, m[1], m[1])
	}
	v, err := Bytes(source.Unlocated(m[1]+strings.ToUpper(m[2])+"i", t.Origin()), origin)
	v.Text = t
	return v, err
}

// ofJVM matches a size in the units of the JVM and of Docker, which Kubernetes does not have.
var ofJVM = lazyregexp.New(`^(\d+)([kmgt])$`)

// Duration reads a time over zero, into milliseconds.
func Duration(t source.Text, origin source.Origin) (source.Value, error) {
	d, err := time.ParseDuration(t.String())
	if err != nil || d <= 0 {
		return source.Value{}, fmt.Errorf("%q is not a duration such as 12s or 900ms", t)
	}
	return source.Value{N: d.Milliseconds(), Origin: origin, Text: t}, nil
}

// StatedJDK reads a release: 17 or 1.8, or that of a build: 17.0.9, 8u252, 1.8.0_292.
func StatedJDK(name string) (int, error) {
	m := build.FindStringSubmatch(strings.TrimSpace(name))
	if m == nil {
		return 0, fmt.Errorf("%q is not a release such as 17, or a build such as 17.0.9", name)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, fmt.Errorf("%q is not a release such as 17, or a build such as 17.0.9", name)
	}
	if n < jvmflag.Oldest || n > jvmflag.Newest {
		return 0, fmt.Errorf("jvmlint does not know JDK %d; it knows %d to %d, the nearest is %d", n, jvmflag.Oldest, jvmflag.Newest, min(max(n, jvmflag.Oldest), jvmflag.Newest))
	}
	return n, nil
}

// build matches a release, and how builds of it are named.
var build = lazyregexp.New(`^(?:1\.)?(\d{1,4})(?:u\d+|(?:\.\d+)+)?(?:[-_+][\w.+-]+)?$`)

// StateJDK is what releases that a user names come to, each once and in order.
func StateJDK(releases []int, by string) JDK {
	releases = slices.Clone(releases)
	slices.Sort(releases)
	return JDK{Candidates: slices.Compact(releases), Why: by}
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
