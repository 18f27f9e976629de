package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Trial is the verdict on one machine of several: with N CPUs or N bytes.
type Trial struct {
	N int64
	Verdict
}

// Outcome is a range of trials, the smallest and the largest, between which they come out alike.
type Outcome struct{ First, Last Trial }

// Outcomes tries from one number to another in steps, and finds to a grain where trials stop being alike. What is
// alike on both sides of a step is taken to be so in between.
func Outcomes(try func(n int64) Verdict, alike func(a, b Trial) bool, from, to, step, grain int64) []Outcome {
	trial := func(n int64) Trial { return Trial{n, try(n)} }
	first := trial(from)
	all := []Outcome{{first, first}}
	last := &all[0]
	for last.Last.N < to {
		next := trial(min(last.Last.N+step, to))
		for !alike(last.Last, next) {
			below, above := last.Last, next
			for above.N-below.N > grain {
				middle := trial(below.N + max((above.N-below.N)/2/grain*grain, grain))
				if alike(below, middle) {
					below = middle
				} else {
					above = middle
				}
			}
			last.Last = below
			all = append(all, Outcome{above, above})
			last = &all[len(all)-1]
		}
		last.Last = next
	}
	return all
}

// WithCPUs gives the verdict by the number of CPUs.
func WithCPUs(r *jvmflag.Resolution, m Machine) func(n int64) Verdict {
	return withCPUs(r, m, (*startup).jvm)
}

// StartWithCPUs gives the verdict by the number of CPUs, and nothing of the JVM that starts: many are tried.
func StartWithCPUs(r *jvmflag.Resolution, m Machine) func(n int64) Verdict {
	return withCPUs(r, m, nothing)
}

func withCPUs(r *jvmflag.Resolution, m Machine, ask func(*startup) *JVM) func(n int64) Verdict {
	return func(n int64) Verdict {
		m.CPUs = source.Value{N: n, Origin: source.Argument, Why: "tried"}
		return verdict(r, m, ask)
	}
}

// WithMemory gives the verdict by the memory in bytes.
func WithMemory(r *jvmflag.Resolution, m Machine) func(n int64) Verdict {
	return func(n int64) Verdict {
		m.Memory = source.Value{N: n, Origin: source.Argument, Why: "tried"}
		return Start(r, m)
	}
}

// SameStart reports whether both start, or neither does.
func SameStart(a, b Trial) bool { return a.OK == b.OK }

// manyCPUs is from where on threads grow steadily with the CPUs: by 5 for each 8 of the collector, and by their
// logarithm of the compilers. What keeps a JVM from starting comes and goes at most once from there on.
const manyCPUs = 16

// StartsByCPUs finds on which numbers of CPUs, up to a greatest, the JVM starts. All that comes of the CPUs grows
// with them but for the collector, which may be another one on a single CPU: what keeps the JVM from starting does
// so with the fewest CPUs or with the most, and nobody looks between where nothing does. The start whose CPUs are
// not known has tried them but for the single one.
func StartsByCPUs(start Verdict, try func(n int64) Verdict, greatest int64) []Outcome {
	if jvm := start.JVM; jvm != nil && (jvm.startsFrom == 1 || jvm.startsFrom == ServerCPUs && try(1).OK) {
		return []Outcome{{Trial{1, start}, Trial{greatest, start}}}
	}
	one, two, most := Trial{1, try(1)}, Trial{ServerCPUs, try(ServerCPUs)}, Trial{greatest, try(greatest)}
	if one.OK && two.OK && most.OK {
		return []Outcome{{one, most}}
	}
	all := Outcomes(try, SameStart, 1, manyCPUs, 1, 1)
	more := Outcomes(try, SameStart, manyCPUs, greatest, manyCPUs, 1)
	all[len(all)-1].Last = more[0].Last // both begin with the verdict on that number
	return append(all, more[1:]...)
}
