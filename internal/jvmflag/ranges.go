package jvmflag

import (
	"fmt"
	"strconv"
)

// complaint is what the JVM says of a value that a flag may not have.
type complaint struct {
	line    string
	fault   Fault
	allowed *Range
}

// outside complains of a number outside the range of its flag. JDK 8 has no
// ranges.
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
