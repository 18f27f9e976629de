package jvmflag

import (
	"math"
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
	s, unit := cutUnit(s)
	base := 10
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		base, s = 16, s[2:]
	}
	n, ok := parseDigits(s, base)
	if !ok || n > math.MaxUint64/unit {
		return 0, false
	}
	return n * unit, true
}

// parseSize reads a size as the release does. JDK 8 has no hexadecimal digits,
// and takes a number beyond 64 bits for the largest one.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, atomull (JDK 8)
func parseSize(table int, s string) (uint64, bool) {
	if table > 8 {
		return ParseSize(s)
	}
	s, unit := cutUnit(s)
	if !digits(s) {
		return 0, false
	}
	n, ok := parseDigits(s, 10)
	if !ok {
		n = math.MaxUint64
	}
	return n * unit, n <= math.MaxUint64/unit
}

// cutUnit takes the suffix off a size.
func cutUnit(s string) (string, uint64) {
	if s == "" {
		return s, 1
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
	default:
		return s, 1
	}
	return s[:len(s)-1], unit
}

// parseDigits is strconv.ParseUint without signs and underscores.
func parseDigits(s string, base int) (uint64, bool) {
	if s == "" || s[0] == '+' || s[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
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

// parseNumber reads the value of a flag that is a number, as the release does.
// Up to JDK 17 the text alone decides whether it is a real number, and what
// does not fit 32 bits is cut off; from 21 on the flag's type decides.
func parseNumber(table int, f *Flag, s string) (n uint64, d float64, ok bool) {
	if table < 21 {
		return parseLooseNumber(table, f, s)
	}
	if f.Type == Double {
		d, ok = strtod(s)
		return 0, d, ok
	}
	magnitude, negative := strings.CutPrefix(s, "-")
	if negative && f.Type == Unsigned {
		return 0, 0, false
	}
	n, ok = ParseSize(magnitude)
	least, most := f.Spelling.bounds()
	switch {
	case !ok, !negative && n > most, negative && n > least:
		return 0, 0, false
	case negative:
		n = -n
	}
	return n, 0, true
}

// bounds are the largest negative number, without its sign, and the largest
// positive one of a type.
func (s Spelling) bounds() (least, most uint64) {
	switch s {
	case hsInt:
		return 1 << 31, math.MaxInt32
	case hsUint:
		return 0, math.MaxUint32
	case hsIntx:
		return 1 << 63, math.MaxInt64
	}
	return 0, math.MaxUint64
}

func parseLooseNumber(table int, f *Flag, s string) (n uint64, d float64, ok bool) {
	if len(s) > longestName {
		return 0, 0, false
	}
	if looksReal(table, s) {
		if f.Type != Double {
			return 0, 0, false
		}
		if table == 8 {
			s = realPrefix(s)
		}
		d, ok = strtod(s)
		return 0, d, ok
	}
	magnitude, negative := strings.CutPrefix(s, "-")
	if negative && f.Type != Signed {
		return 0, 0, false
	}
	if n, ok = parseSize(table, magnitude); !ok {
		return 0, 0, false
	}
	switch {
	case f.Type == Double:
		return 0, float64(n), table > 8
	case f.Spelling == hsUint:
		return uint64(uint32(n)), 0, true
	case f.Spelling == hsInt:
		cut := int32(n)
		if negative {
			cut = -cut
		}
		return uint64(int64(cut)), 0, true
	}
	if negative {
		n = -n
	}
	return n, 0, true
}

// looksReal tells digits around one dot.
func looksReal(table int, s string) bool {
	whole, fraction, dotted := strings.Cut(s, ".")
	tail := "0123456789eE+-"
	if table == 8 {
		tail = "0123456789"
	}
	return dotted && whole != "" && fraction != "" && strings.Trim(whole, "-0123456789") == "" && strings.Trim(fraction, tail) == ""
}

// realPrefix is as much of the text as is a number: JDK 8 forgets the rest.
func realPrefix(s string) string {
	end := 0
	if strings.HasPrefix(s, "-") {
		end = 1
	}
	for end < len(s) && s[end] != '-' {
		end++
	}
	return s[:end]
}

// strtod reads a real number as C does, all of the text and nothing but it:
// 80, 80., .8, 8e1, +80, 0x50, 0x1p4. What is out of range, infinite or no
// number is refused.
func strtod(s string) (float64, bool) {
	unsigned := strings.TrimLeft(s[:min(1, len(s))], "+-") + s[min(1, len(s)):]
	hex := strings.HasPrefix(unsigned, "0x") || strings.HasPrefix(unsigned, "0X")
	if unsigned == "" || strings.ContainsRune(s, '_') || !hex && !(unsigned[0] == '.' || '0' <= unsigned[0] && unsigned[0] <= '9') {
		return 0, false
	}
	if hex && !strings.ContainsAny(s, "pP") {
		s += "p0"
	}
	d, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(d, 0) || math.IsNaN(d) {
		return 0, false
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(unsigned), "e")
	if tooSmall := math.Abs(d) < 0x1p-1022 && !hex && strings.Trim(mantissa, "0.") != ""; tooSmall {
		return 0, false
	}
	return d, true
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
