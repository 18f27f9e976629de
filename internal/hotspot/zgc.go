package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// checkZ holds the flags of ZGC against each other.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/z/zArguments.cpp, ZArguments::initialize (generational ZGC, JDK 21 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/x/xArguments.cpp, XArguments::initialize (JDK 17 to 23)
func (s *startup) checkZ() *jvmflag.Refusal {
	const tenuring, pages = "ZTenuringThreshold", "LargePageSizeInBytes"
	generational := s.generationalZ()
	if generational {
		if refusal := s.checkZThreads(); refusal != nil {
			return refusal
		}
		s.setZTenuring()
	}
	switch {
	case generational && s.isCommandLine(tenuring) && s.on("NeverTenure"):
		return with(s.stops(tenuring, "ZTenuringThreshold and NeverTenure are incompatible"), "NeverTenure")
	case s.jdk >= 21 && s.isCommandLine(pages) && s.n(pages) != 2*mega:
		return s.stops(pages, "Incompatible -XX:LargePageSizeInBytes, only 2M large pages are supported by ZGC")
	case generational && s.isCommandLine(tenuring) && int64(s.n(tenuring)) > int64(s.n("MaxTenuringThreshold")):
		return with(s.stops(tenuring, "ZTenuringThreshold must be be within bounds of MaxTenuringThreshold"), "MaxTenuringThreshold")
	}
	if strategy := "ZIndexDistributorStrategy"; s.jdk >= 25 && s.n(strategy) > 1 {
		return s.crashes(strategy)
	}
	return nil
}

// checkZThreads keeps the threads of each generation within those of both.
func (s *startup) checkZThreads() *jvmflag.Refusal {
	generations := []string{"ZYoungGCThreads", "ZOldGCThreads"}
	if !s.isCommandLine("ConcGCThreads") {
		for _, flag := range generations {
			if s.isCommandLine(flag) && s.n(flag) > s.n("ConcGCThreads") {
				s.keepOrigin("ConcGCThreads", s.n(flag), flag)
			}
		}
	}
	for _, flag := range generations {
		switch {
		case !s.isCommandLine(flag):
		case s.n(flag) > s.n("ConcGCThreads"):
			return with(s.stops(flag, "The flag -XX:"+flag+" can't be higher than -XX:ConcGCThreads"), "ConcGCThreads")
		case s.n(flag) == 0:
			return s.stops(flag, "The flag -XX:"+flag+" can't be lower than 1")
		}
	}
	return nil
}

// setZTenuring lets objects grow as old as the heap affords: a quarter of the
// heap may lie in young pages that are not full.
func (s *startup) setZTenuring() {
	const tenuring, most = "ZTenuringThreshold", "MaxTenuringThreshold"
	if n := int64(s.n(tenuring)); s.isCommandLine(tenuring) && n != -1 && s.isDefault(most) {
		s.ergo(most, uint64(n), tenuring)
		if n == 0 && s.isDefault("AlwaysTenure") {
			s.ergo("AlwaysTenure", 1, tenuring)
		}
	}
}
