package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// phase is when HotSpot holds a flag against others: when ergonomics have
// chosen what is not given, or when the heap is there.
type phase uint8

const (
	afterErgo phase = iota
	afterMemoryInit
)

// constraint is one of HotSpot's constraint functions. The check gives the
// line that is printed, or nothing where the constraint holds.
type constraint struct {
	flag         string
	since, until int
	phase        phase
	check        func(*startup) string
}

// constraints are listed by subject. HotSpot checks them in the order of its
// table of flags.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.cpp (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintList.cpp (JDK 11)
var constraints = [][]constraint{runtimeConstraints, compilerConstraints, gcConstraints, heapConstraints, g1Constraints, cmsConstraints}

// boundConstraint is a constraint that one JDK has.
type boundConstraint struct {
	flag  string
	phase phase
	check func(*startup) string
}

// bindConstraints puts the constraints of a JDK into HotSpot's order. Those of
// flags that only debug builds have are not checked.
func bindConstraints(jdk int, t *table) []boundConstraint {
	of := make([]*constraint, len(t.rows))
	for _, group := range constraints {
		for k := range group {
			c := &group[k]
			if i, ok := t.of(c.flag); ok && c.since <= jdk && jdk <= c.until && !t.rows[i].flag.Kind.Debug() {
				of[i] = c
			}
		}
	}
	var bound []boundConstraint
	for _, i := range jvmflag.Order(jdk) {
		if c := of[i]; c != nil {
			bound = append(bound, boundConstraint{c.flag, c.phase, c.check})
		}
	}
	return bound
}

// silent is a violation that HotSpot says nothing of.
const silent = "\n"

// checkConstraints says all that it finds in a phase, as HotSpot does.
func (s *startup) checkConstraints(p phase) *jvmflag.Refusal {
	var lines []string
	var at string
	violated := false
	for _, c := range s.table.constraints {
		if c.phase != p {
			continue
		}
		line := c.check(s)
		if line == "" {
			continue
		}
		violated = true
		if line != silent {
			lines = append(lines, line)
		}
		if at == "" || !s.isCommandLine(at) && s.isCommandLine(c.flag) {
			at = c.flag
		}
	}
	if !violated {
		return nil
	}
	return s.faults(at, lines...)
}

func checkAfterErgo(s *startup) *jvmflag.Refusal {
	s.warnOfIntrinsics()
	return s.checkConstraints(afterErgo)
}

func checkAfterMemoryInit(s *startup) *jvmflag.Refusal { return s.checkConstraints(afterMemoryInit) }

// given is a flag with its number, as constraints print it.
func (s *startup) given(flag string) string { return flag + " (" + s.decimal(flag) + ")" }

// most holds a flag to at most another one.
func most(flag, other string) func(*startup) string {
	return func(s *startup) string {
		if s.n(flag) <= s.n(other) {
			return ""
		}
		return s.given(flag) + " must be less than or equal to " + s.given(other)
	}
}

// least holds a flag to at least another one.
func least(flag, other string) func(*startup) string {
	return func(s *startup) string {
		if s.n(flag) >= s.n(other) {
			return ""
		}
		return s.given(flag) + " must be greater than or equal to " + s.given(other)
	}
}

// positive refuses a 0 on the command line; by default it leaves the choice to
// the JVM.
func positive(flag, end string) func(*startup) string {
	return func(s *startup) string {
		if !s.isCommandLine(flag) || int64(s.n(flag)) >= 1 {
			return ""
		}
		return s.given(flag) + " must be greater than or equal to 1" + end
	}
}

// under checks only where one of the collectors is in use.
func under(check func(*startup) string, kinds ...Kind) func(*startup) string {
	return func(s *startup) string {
		for _, k := range kinds {
			if s.collector.Kind == k {
				return check(s)
			}
		}
		return ""
	}
}

// powerOfTwo follows HotSpot's is_power_of_2 for a signed number.
func powerOfTwo(n uint64) bool { return int64(n) > 0 && n&(n-1) == 0 }
