package jvmflag

import (
	"fmt"
	"strconv"
)

// outside tells in HotSpot's words that a number is none that the flag may
// have; it is empty where it may. JDK 8 has no ranges.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.cpp (JDK 11 to 25)
func outside(f *Flag, s Setting) string {
	if f.Least == "" {
		return ""
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
	return ""
}

func (f *Flag) notAllowed(value, least, most string) string {
	return fmt.Sprintf("%s %s=%s is outside the allowed range [ %s ... %s ]", f.Spelling, f.Name, value, least, most)
}

func formatDouble(d float64) string { return strconv.FormatFloat(d, 'f', 6, 64) }
