package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// setMetaspace bounds the class space by the metaspace that it is part of.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/memory/metaspace.cpp, Metaspace::ergo_initialize (JDK 17 to 25)
func setMetaspace(s *startup) *jvmflag.Refusal {
	if s.jdk < 16 {
		return s.setOldMetaspace()
	}
	const policy = "MetaspaceReclaimPolicy"
	switch word := s.text(policy); {
	case !s.isCommandLine(policy) || word == "balanced" || word == "aggressive" || word == "none":
	case word == "":
		r := s.crashes(policy)
		r.Lines, r.Why = append([]string{"#"}, r.Lines...), r.Lines
		return r
	default:
		return because(jvmflag.BadValue, s.stops(policy, `Invalid value for MetaspaceReclaimPolicy: "%s".: `+word))
	}
	largest := max(s.n("MaxMetaspaceSize"), 64*kilo)
	s.rounded("MaxMetaspaceSize", largest, "at least 64k")
	if !s.on("UseCompressedClassPointers") {
		return nil
	}
	share := uint64(float64(largest) * 0.8)
	if s.jdk >= 25 {
		share = 8 * (largest / 10)
	}
	const unit = 16 * mega
	space := max(align.Up(min(s.n("CompressedClassSpaceSize"), share), unit), unit)
	given := s.n("CompressedClassSpaceSize")
	s.rounded("CompressedClassSpaceSize", space, "at most 80 % of MaxMetaspaceSize, rounded up to 16m")
	s.warnOfClassSpace(given)
	return nil
}

// setOldMetaspace leaves twice the first chunk, 8 MiB, of the metaspace to what is not a class.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/memory/metaspace.cpp, Metaspace::ergo_initialize
func (s *startup) setOldMetaspace() *jvmflag.Refusal {
	rest := 2 * s.n("InitialBootClassLoaderMetaspaceSize")
	largest := align.DownBounded(s.n("MaxMetaspaceSize"), page)
	if s.isCommandLine("MaxMetaspaceSize") {
		s.rounded("MaxMetaspaceSize", largest, "rounded down to whole pages")
	} else {
		s.keepOrigin("MaxMetaspaceSize", largest, "") // without a limit
	}
	space := align.DownBounded(s.n("CompressedClassSpaceSize"), page)
	s.rounded("CompressedClassSpaceSize", space, "rounded down to whole pages")
	if s.on("UseCompressedClassPointers") && rest+space > largest {
		if rest >= largest {
			return s.stops("MaxMetaspaceSize", "MaxMetaspaceSize is too small.")
		}
		if largest-rest >= mega { // what its range leaves out is not set
			s.ergo("CompressedClassSpaceSize", largest-rest, fmt.Sprintf("MaxMetaspaceSize less %dm", rest/mega))
		}
	}
	return nil
}

// rounded changes a number in place, if it does change, without touching whether HotSpot takes it for a default.
func (f *flags) rounded(name string, n uint64, why string) {
	if f.n(name) != n {
		f.keepOrigin(name, n, why)
	}
}
