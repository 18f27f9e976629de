package jvmflag

import (
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
)

// FormatSize writes bytes the way people write heap sizes: the largest unit that divides them, 9g, 360m, 232k.
func FormatSize(n uint64) string {
	switch {
	case n == 0:
		return "0"
	case n%bytesize.Giga == 0:
		return strconv.FormatUint(n/bytesize.Giga, 10) + "g"
	case n%bytesize.Mega == 0:
		return strconv.FormatUint(n/bytesize.Mega, 10) + "m"
	case n%bytesize.Kilo == 0:
		return strconv.FormatUint(n/bytesize.Kilo, 10) + "k"
	}
	return strconv.FormatUint(n, 10)
}

// parseNumber reads the value of a flag that is a number, as the release does. Up to JDK 17 the text alone decides
// whether it is a real number, and what does not fit 32 bits is cut off; from 21 on the flag's type decides.
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
	n, ok = bytesize.Parse(magnitude)
	least, most := f.Spelling.bounds()
	switch {
	case !ok, !negative && n > most, negative && n > least:
		return 0, 0, false
	case negative:
		n = -n
	}
	return n, 0, true
}

// bounds are the largest negative number, without its sign, and the largest positive one of a type.
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
	if n, ok = bytesize.ParseOn(table, magnitude); !ok {
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

// strtod reads a real number as C does, all of the text and nothing but it: 80, 80., .8, 8e1, +80, 0x50, 0x1p4. What
// is out of range, infinite or no number is refused.
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
