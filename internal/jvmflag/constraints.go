package jvmflag

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// parseConstraint is one of HotSpot's constraint functions that is asked while an option is read. The check gives
// what is printed, or nothing where the value may stand.
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
	{"AOTMode", 25, 26, someOf("off", "record", "create", "auto", "on")},
	{"AOTMode", 27, 0, someOf("off", "record", "create", "auto", "on", "required")},
	{"GCCardSizeInBytes", 18, 0, powerOf2("( %d ) must be a power of 2")},
	{"HeapSizePerGCThread", 17, 0, fromPage(math.MaxUint64)},
	{"InitialCodeCacheSize", 17, 0, fromPage(math.MaxUint64)},
	{"LargePageSizeInBytes", 25, 0, powerOf2("( %d ) must be a power of 2")},
	{"NUMAInterleaveGranularity", 17, 0, fromPage(8192 * bytesize.Giga)},
	{"NonNMethodCodeHeapSize", 17, 0, fromPage(math.MaxUint64)},
	{"ObjectAlignmentInBytes", 9, 0, powerOf2("(%d) must be power of 2")},
	{"ReservedCodeCacheSize", 17, 0, fromPage(math.MaxUint64)},
}

// forbidden complains of a value that the flag may not have.
func (r *reader) forbidden(f *Flag, s Setting) *complaint {
	return cmp.Or(outside(f, s), r.updateBuffer(f, s), atParse(r.Table, *f, s))
}

// updateBuffer is the one constraint that depends on an option that stands before.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/gc/g1/jvmFlagConstraintsG1.cpp (JDK 25)
func (r *reader) updateBuffer(f *Flag, s Setting) *complaint {
	if f.Name != "G1UpdateBufferSize" || r.Table < 25 || s.Number != 0 || !r.Settings["UseG1GC"].Bool() {
		return nil
	}
	return &complaint{line: "G1UpdateBufferSize (0) must be in range [1, 4294967295]"}
}

// atParse complains of a value within its range that a flag may not have all the same.
func atParse(table int, f Flag, s Setting) *complaint {
	for _, c := range parseConstraints {
		if c.flag == f.Name && Within(table, c.since, c.until) {
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

func someOf(words ...string) func(Flag, Setting) *complaint {
	return func(f Flag, s Setting) *complaint {
		if s.Text == "" || slices.Contains(words, s.Text) {
			return notEmpty(f, s)
		}
		return &complaint{line: fmt.Sprintf("Unrecognized value %s for %s. Must be one of the following: %s", s.Text, f.Name, strings.Join(words, ", "))}
	}
}

// fromPage holds a size to a page of memory at least.
func fromPage(most uint64) func(Flag, Setting) *complaint {
	const page = 4 * bytesize.Kilo
	return func(f Flag, s Setting) *complaint {
		if s.Number >= page && s.Number <= most {
			return nil
		}
		return f.notAllowed(fmt.Sprint(s.Number), fmt.Sprint(page), fmt.Sprint(most))
	}
}

// complaint is what the JVM says of a value that a flag may not have.
type complaint struct {
	line    string
	fault   Fault
	allowed *Range
}

// outside complains of a number outside the range of its flag. JDK 8 has no ranges.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.cpp (JDK 11 to 25)
func outside(f *Flag, s Setting) *complaint {
	if f.Least == "" {
		return nil
	}
	switch f.Type {
	case Signed:
		least, _ := strconv.ParseInt(f.Least, 10, 64)
		most, _ := strconv.ParseInt(f.Most, 10, 64)
		if n := int64(s.Number); n < least || n > most {
			return f.notAllowed(strconv.FormatInt(n, 10), f.Least, f.Most)
		}
	case Unsigned:
		least, _ := strconv.ParseUint(f.Least, 10, 64)
		most, _ := strconv.ParseUint(f.Most, 10, 64)
		if n := s.Number; n < least || n > most {
			return f.notAllowed(strconv.FormatUint(n, 10), f.Least, f.Most)
		}
	case Double:
		least, _ := strconv.ParseFloat(f.Least, 64)
		most, _ := strconv.ParseFloat(f.Most, 64)
		if d := s.Double; d < least || d > most {
			return f.notAllowed(formatDouble(d), formatDouble(least), formatDouble(most))
		}
	}
	return nil
}

func (f *Flag) notAllowed(number, least, most string) *complaint {
	r := Range{number, least, most}
	return &complaint{line: fmt.Sprintf("%s %s=%s is outside the allowed range [ %s ... %s ]", f.Spelling, f.Name, r.Number, r.Least, r.Most), allowed: &r}
}

func formatDouble(d float64) string { return strconv.FormatFloat(d, 'f', 6, 64) }

// countsBytes finds the flags that do. Others of type size_t, or with Size in
// their names, count entries, words or KiB.
var countsBytes = lazyregexp.New(`(?:Heap|Metaspace|Space|CodeCache|New|Old|Perm|Memory|Region|TLAB|LogFile|Page)Size(?:InBytes)?$`)

// CountsBytes reports whether a flag is a size in bytes.
func CountsBytes(flag string) bool { return countsBytes.MatchString(flag) }

// CountsKiB reports whether a flag is a size in KiB, which the words that set it, such as -Xss, take in bytes.
func CountsKiB(flag string) bool {
	return flag == "ThreadStackSize" || flag == "CompilerThreadStackSize" || flag == "VMThreadStackSize"
}
