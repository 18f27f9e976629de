package hotspot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// phase is when HotSpot holds a flag against others: when ergonomics have
// chosen what is not given, or when the heap is there.
type phase uint8

const (
	afterErgo phase = iota
	afterMemoryInit
)

// check holds a flag to what a constraint asks. It gives nothing where the constraint holds.
type check func(s *startup, flag string) *fault

// constraint is one of HotSpot's constraint functions.
type constraint struct {
	flag         string
	since, until int // releases; 0: it has not ended
	phase        phase
	check        check
}

// constraints are listed by subject. HotSpot checks them in the order of its table of flags.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintList.cpp (JDK 11)
var constraints = [][]constraint{runtimeConstraints, compilerConstraints, gcConstraints, heapConstraints, g1Constraints, cmsConstraints}

// bindConstraints puts the constraints of a JDK into HotSpot's order. Those of
// flags that only debug builds have are not checked.
func bindConstraints(jdk int, t *table) []*constraint {
	of := make([]*constraint, len(t.rows))
	for _, group := range constraints {
		for k := range group {
			c := &group[k]
			if i, ok := t.of(c.flag); ok && jvmflag.Within(jdk, c.since, c.until) && !flagAt(i).Kind.Debug() {
				of[i] = c
			}
		}
	}
	bound := lists.Where(jvmflag.Order(jdk), func(i uint16) bool { return of[i] != nil })
	return lists.Of(bound, func(i uint16) *constraint { return of[i] })
}

// fault is what a constraint finds wrong.
type fault struct {
	line     string            // that is printed; empty where HotSpot says nothing
	flags    []string          // that the line names
	relation *jvmflag.Relation // that it states; nil where it states none
}

// says is a fault in words of its own.
func says(line string, flags ...string) *fault { return &fault{line: line, flags: flags} }

// limit is what a flag is held to: another flag, or a number that HotSpot has a name for.
type limit struct {
	flag, name string
	n          uint64
}

func (s *startup) limit(flag string) limit { return limit{flag: flag, n: s.n(flag)} }

func named(name string, n uint64) limit { return limit{name: name, n: n} }

// must holds a flag to a limit. A fault is in the words that HotSpot has for two numbers; end is what follows them.
func (s *startup) must(flag string, be jvmflag.Comparison, to limit, end ...string) *fault {
	if be.Holds(s.n(flag), to.n) {
		return nil
	}
	right := jvmflag.Bound{Name: to.name, Number: digits(to.n)}
	if to.flag != "" {
		right = s.bound(to.flag)
	}
	return must(s.bound(flag), be, right, end...)
}

// must is a fault in the words that HotSpot has for two numbers. end is what follows them.
func must(left jvmflag.Bound, be jvmflag.Comparison, right jvmflag.Bound, end ...string) *fault {
	f := says(written(left)+" must be "+be.String()+" "+written(right)+strings.Join(end, ""), left.Flag)
	if right.Flag != "" {
		f.flags = append(f.flags, right.Flag)
	}
	f.relation = &jvmflag.Relation{Left: left, Must: be, Right: right}
	return f
}

// mustOf is a fault in words of its own that bounds a flag.
func mustOf(flag string, be jvmflag.Comparison, number uint64, line string) *fault {
	f := says(line, flag)
	f.relation = toNumber(flag, be, number)
	return f
}

func written(b jvmflag.Bound) string { return cmp.Or(b.Flag, b.Name) + " (" + b.Number + ")" }

// bound is a flag with its number.
func (s *startup) bound(flag string) jvmflag.Bound {
	return jvmflag.Bound{Flag: flag, Number: s.decimal(flag)}
}

// checkConstraints says all that it finds in a phase, as HotSpot does.
func (s *startup) checkConstraints(p phase) *jvmflag.Refusal {
	var at string
	var lines, flags []string
	var relation *jvmflag.Relation // of the first line
	for _, c := range s.table.constraints {
		if c.phase != p {
			continue
		}
		wrong := c.check(s, c.flag)
		if wrong == nil {
			continue
		}
		if at == "" || !s.isSet(at) && s.isSet(c.flag) {
			at = c.flag
		}
		if wrong.line == "" {
			continue
		}
		if lines == nil {
			relation = wrong.relation
		}
		lines, flags = append(lines, wrong.line), append(flags, wrong.flags...)
	}
	if at == "" {
		return nil
	}
	refusal := with(s.faults(at, lines...), flags...)
	refusal.Relation = relation
	return refusal
}

func constrained(p phase) step {
	return func(s *startup) *jvmflag.Refusal { return s.checkConstraints(p) }
}

// given is a flag with its number, as constraints print it.
func (s *startup) given(flag string) string { return written(s.bound(flag)) }

// most holds a flag to at most another one.
func most(other string, end ...string) check {
	return func(s *startup, flag string) *fault { return s.must(flag, jvmflag.AtMost, s.limit(other), end...) }
}

// within holds a flag to at most a number that HotSpot has a name for.
func within(name string, most func(s *startup) uint64, end ...string) check {
	return func(s *startup, flag string) *fault {
		return s.must(flag, jvmflag.AtMost, named(name, most(s)), end...)
	}
}

// firstOf is what the first of several checks finds.
func firstOf(checks ...check) check {
	return func(s *startup, flag string) *fault {
		for _, c := range checks {
			if wrong := c(s, flag); wrong != nil {
				return wrong
			}
		}
		return nil
	}
}

// least holds a flag to at least another one.
func least(other string) check {
	return func(s *startup, flag string) *fault { return s.must(flag, jvmflag.AtLeast, s.limit(other)) }
}

// below holds a flag to less than another one.
func below(other string) check {
	return func(s *startup, flag string) *fault { return s.must(flag, jvmflag.LessThan, s.limit(other)) }
}

// holds refuses a number of which something does not hold; end is what follows the number.
func holds(of func(n uint64) bool, end string) check {
	return func(s *startup, flag string) *fault {
		if of(s.n(flag)) {
			return nil
		}
		return says(s.given(flag)+end, flag)
	}
}

// unless refuses where something does not hold, in a line with a flag and its number for each %s.
func unless(holds func(s *startup) bool, line string, flags ...string) check {
	return func(s *startup, _ string) *fault {
		if holds(s) {
			return nil
		}
		numbers := lists.Of(flags, func(flag string) any { return s.given(flag) })
		return says(fmt.Sprintf(line, numbers...), flags...)
	}
}

// where checks only where something holds.
func where(holds func(s *startup, flag string) bool, c check) check {
	return func(s *startup, flag string) *fault {
		if !holds(s, flag) {
			return nil
		}
		return c(s, flag)
	}
}

// given checks only what the command line gives.
func given(c check) check { return where((*startup).isCommandLine, c) }

// positive refuses a 0 on the command line; by default it leaves the choice to the JVM.
func positive(end string) check {
	above0 := func(n uint64) bool { return int64(n) >= 1 }
	return given(holds(above0, " must be greater than or equal to 1"+end))
}

// between is a range from 0 on.
func between(most int64) check {
	in := func(n uint64) bool { return int64(n) >= 0 && int64(n) <= most }
	return holds(in, fmt.Sprintf(" must be between 0 and %d", most))
}

// multiple holds a flag to a multiple of a number.
func multiple(of uint64, end string) check {
	return holds(func(n uint64) bool { return n%of == 0 }, end)
}

// wholeWords holds a size to a multiple of a machine word.
var wholeWords = multiple(word, " must be a multiple of 8")

// under checks only where one of the collectors is in use.
func under(c check, kinds ...Kind) check {
	return where(func(s *startup, _ string) bool { return slices.Contains(kinds, s.collector.Kind) }, c)
}

// powerOfTwo follows HotSpot's is_power_of_2 for a signed number.
func powerOfTwo(n uint64) bool { return int64(n) > 0 && n&(n-1) == 0 }

// runtimeConstraints are those of threads, locks and timers.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsRuntime.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsRuntime.cpp (JDK 11)
var runtimeConstraints = []constraint{
	{"ContendedPaddingWidth", 11, 0, afterErgo, wholeWords},
	{"PerfDataSamplingInterval", 11, 0, afterErgo, evenly},
	{"BiasedLockingStartupDelay", 11, 17, afterErgo, evenly},
	{"BiasedLockingBulkRebiasThreshold", 11, 17, afterErgo, most("BiasedLockingBulkRevokeThreshold")},
	{"BiasedLockingBulkRevokeThreshold", 11, 17, afterErgo,
		firstOf(least("BiasedLockingBulkRebiasThreshold"), checkBulkRevoke)},
	{"BiasedLockingDecayTime", 11, 17, afterErgo, unless(func(s *startup) bool {
		return float64(s.n("BiasedLockingBulkRebiasThreshold"))/float64(s.n("BiasedLockingDecayTime")) <= 0.1
	}, "The ratio of %s to %s must be less than or equal to 0.1", "BiasedLockingBulkRebiasThreshold", "BiasedLockingDecayTime")},
}

// evenly holds a time to whole ticks of HotSpot's timer of 10 ms.
var evenly = multiple(10, " must be evenly divisible by PeriodicTask::interval_gran (10)")

// checkBulkRevoke prints the threshold where it speaks of the decay time, as HotSpot does.
func checkBulkRevoke(s *startup, flag string) *fault {
	if float64(s.n(flag))/float64(s.n("BiasedLockingDecayTime")) <= 0.1 {
		return nil
	}
	return says(fmt.Sprintf("The ratio of %s to BiasedLockingDecayTime (%s) must be less than or equal to 0.1",
		s.given(flag), s.decimal("BiasedLockingBulkRebiasThreshold")), flag, "BiasedLockingDecayTime")
}
