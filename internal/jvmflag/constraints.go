package jvmflag

import "fmt"

// atParse is what the JVM prints of a number within its range that a flag may
// not have all the same; it is empty where it may.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlagLimit.hpp, phase AtParse (JDK 11 to 25)
func atParse(table int, f Flag, s Setting) string {
	if table == 8 {
		return ""
	}
	switch n := s.Number; {
	case n&(n-1) == 0:
	case f.Name == "ObjectAlignmentInBytes":
		return fmt.Sprintf("%s (%d) must be power of 2", f.Name, n)
	case f.Name == "GCCardSizeInBytes":
		return fmt.Sprintf("%s ( %d ) must be a power of 2", f.Name, n)
	}
	return ""
}
