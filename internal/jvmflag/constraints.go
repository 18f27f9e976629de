package jvmflag

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
)

// parseConstraint is one of HotSpot's constraint functions that is asked while
// an option is read. The check gives what is printed, or nothing where the
// value may stand.
type parseConstraint struct {
	flag         string
	since, until int
	check        func(f Flag, s Setting) *complaint
}

// parseConstraints stand in the order of their flags' names.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagConstraintsRuntime.cpp (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/jvmFlagConstraintsGC.cpp (GCCardSizeInBytes)
var parseConstraints = []parseConstraint{
	{"AOTCache", 25, 0, notEmpty},
	{"AOTCacheOutput", 25, 0, notEmpty},
	{"AOTConfiguration", 25, 0, notEmpty},
	{"AOTMode", 25, 0, aotMode},
	{"GCCardSizeInBytes", 18, 0, powerOf2("( %d ) must be a power of 2")},
	{"HeapSizePerGCThread", 17, 0, wholePage},
	{"InitialCodeCacheSize", 17, 0, wholePage},
	{"LargePageSizeInBytes", 25, 0, powerOf2("( %d ) must be a power of 2")},
	{"NUMAInterleaveGranularity", 17, 0, interleaving},
	{"NonNMethodCodeHeapSize", 17, 0, wholePage},
	{"ObjectAlignmentInBytes", 9, 0, powerOf2("(%d) must be power of 2")},
	{"ReservedCodeCacheSize", 17, 0, wholePage},
}

// forbidden complains of a value that the flag may not have.
func (r *reader) forbidden(f *Flag, s Setting) *complaint {
	if said := cmp.Or(outside(f, s), r.updateBuffer(f, s)); said != nil {
		return said
	}
	return atParse(r.table, *f, s)
}

// updateBuffer is the one constraint that depends on an option that stands before.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 25)
func (r *reader) updateBuffer(f *Flag, s Setting) *complaint {
	if f.Name != "G1UpdateBufferSize" || r.table < 25 || s.Number != 0 || !r.Settings["UseG1GC"].Bool() {
		return nil
	}
	return &complaint{line: "G1UpdateBufferSize (0) must be in range [1, 4294967295]"}
}

// atParse complains of a value within its range that a flag may not have all
// the same.
func atParse(table int, f Flag, s Setting) *complaint {
	for _, c := range parseConstraints {
		if c.flag == f.Name && within(table, c.since, c.until) {
			return c.check(f, s)
		}
	}
	return nil
}

func powerOf2(line string) func(Flag, Setting) *complaint {
	return func(f Flag, s Setting) *complaint {
		if n := s.Number; n != 0 && n&(n-1) == 0 {
			return nil
		}
		return &complaint{line: f.Name + " " + fmt.Sprintf(line, s.Number), fault: NotPowerOf2}
	}
}

func notEmpty(f Flag, s Setting) *complaint {
	if s.Text == "" {
		return &complaint{line: f.Name + " cannot be empty"}
	}
	return nil
}

func aotMode(f Flag, s Setting) *complaint {
	modes := []string{"off", "record", "create", "auto", "on"}
	for _, mode := range modes {
		if s.Text == mode {
			return nil
		}
	}
	if s.Text == "" {
		return notEmpty(f, s)
	}
	return &complaint{line: fmt.Sprintf("Unrecognized value %s for AOTMode. Must be one of the following: %s", s.Text, strings.Join(modes, ", "))}
}

// wholePage holds a size to a page of memory at least.
func wholePage(f Flag, s Setting) *complaint {
	const page = 4 * bytesize.Kilo
	if s.Number >= page {
		return nil
	}
	return f.notAllowed(fmt.Sprint(s.Number), fmt.Sprint(page), fmt.Sprint(uint64(math.MaxUint64)))
}

func interleaving(f Flag, s Setting) *complaint {
	const least, most = 4 * bytesize.Kilo, 8192 * bytesize.Giga
	if s.Number >= least && s.Number <= most {
		return nil
	}
	return f.notAllowed(fmt.Sprint(s.Number), fmt.Sprint(least), fmt.Sprint(uint64(most)))
}
