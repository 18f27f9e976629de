package jvmflag

import (
	"strconv"
	"strings"
)

// Sizes in bytes.
const (
	Kilo uint64 = 1 << 10
	Mega uint64 = 1 << 20
	Giga uint64 = 1 << 30
	Tera uint64 = 1 << 40
)

// ParseSize reads a whole number with at most one suffix of k, m, g or t
// (either case, times 1024 each), as JDK 11 and later do for integer flags,
// -Xmx and its kin. Hexadecimal digits after 0x are read too. It tells whether
// the text is such a number and fits 64 bits.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/parseInteger.hpp (JDK 11 to 25)
func ParseSize(s string) (uint64, bool) {
	if s == "" {
		return 0, false
	}
	unit := uint64(1)
	switch s[len(s)-1] | 0x20 {
	case 'k':
		unit = Kilo
	case 'm':
		unit = Mega
	case 'g':
		unit = Giga
	case 't':
		unit = Tera
	}
	if unit > 1 {
		s = s[:len(s)-1]
	}
	base := 10
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		base, s = 16, s[2:]
	}
	n, err := strconv.ParseUint(s, base, 64)
	if err != nil || strings.HasPrefix(s, "+") || n > ^uint64(0)/unit {
		return 0, false
	}
	return n * unit, true
}

// FormatSize writes bytes the way people write heap sizes: the largest unit
// that divides them, 9g, 360m, 232k.
func FormatSize(n uint64) string {
	switch {
	case n == 0:
		return "0"
	case n%Giga == 0:
		return strconv.FormatUint(n/Giga, 10) + "g"
	case n%Mega == 0:
		return strconv.FormatUint(n/Mega, 10) + "m"
	case n%Kilo == 0:
		return strconv.FormatUint(n/Kilo, 10) + "k"
	}
	return strconv.FormatUint(n, 10)
}

// parseDouble reads a percentage or another real number. JDK 11 and 17 take
// plain digits with an optional fraction that has digits on both sides; from
// 21 on strtod decides, so 80., .8 and 8e1 are numbers too.
func parseDouble(jdk int, s string) (float64, bool) {
	if jdk < 21 {
		whole, fraction, dotted := strings.Cut(s, ".")
		if !digits(whole) || (dotted && !digits(fraction)) {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil && f == f && f-f == 0
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
