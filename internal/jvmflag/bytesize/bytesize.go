// Package bytesize reads sizes as HotSpot does.
package bytesize

import (
	"math"
	"strconv"
	"strings"
)

// Units in bytes.
const (
	Kilo uint64 = 1 << 10
	Mega uint64 = 1 << 20
	Giga uint64 = 1 << 30
	Tera uint64 = 1 << 40
)

// Parse reads a whole number with at most one suffix of k, m, g or t (either case, times 1024 each), as JDK 11 and
// later do for integer flags, -Xmx and its kin. Hexadecimal digits after 0x are read too. It reports whether the text
// is such a number and fits 64 bits.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/parseInteger.hpp (JDK 11 to 25)
func Parse(s string) (uint64, bool) {
	s, unit := cutUnit(s)
	base := 10
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		base, s = 16, s[2:]
	}
	n, err := strconv.ParseUint(s, base, 64)
	if err != nil || n > math.MaxUint64/unit {
		return 0, false
	}
	return n * unit, true
}

// ParseOn reads a size as the release does. JDK 8 has no hexadecimal digits,
// and takes a number beyond 64 bits for the largest one.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, atomull (JDK 8)
func ParseOn(jdk int, s string) (uint64, bool) {
	if jdk > 8 {
		return Parse(s)
	}
	s, unit := cutUnit(s)
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, _ := strconv.ParseUint(s, 10, 64)
	return n * unit, n <= math.MaxUint64/unit
}

// cutUnit takes the suffix off a size.
func cutUnit(s string) (string, uint64) {
	if s == "" {
		return s, 1
	}
	last := len(s) - 1
	power := strings.IndexByte("kmgt", s[last]|0x20) + 1 // of 1024
	if power == 0 {
		return s, 1
	}
	return s[:last], 1 << (10 * power)
}
