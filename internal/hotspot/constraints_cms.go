package hotspot

// cmsConstraints are those of the concurrent mark-sweep collector that do not
// hang on the layout of its heap.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/jvmFlagConstraintsCMS.cpp
var cmsConstraints = []constraint{
	{"CMSOldPLABMin", 11, 11, afterMemoryInit, under(checkCMSPLABMin, CMS)},
	{"CMSOldPLABMax", 11, 11, afterMemoryInit, under(cmsPLAB("CMSOldPLABMax"), CMS)},
	{"CMSPrecleanDenominator", 11, 11, afterErgo, under(checkPrecleanDenominator, CMS)},
	{"CMSPrecleanNumerator", 11, 11, afterErgo, under(checkPrecleanNumerator, CMS)},
	{"CMSRescanMultiple", 11, 11, afterMemoryInit, under(multipleOf("CMSRescanMultiple", word), CMS)},
	{"CMSWorkQueueDrainThreshold", 11, 11, afterErgo, under(checkDrainThreshold, CMS)},
	{"ParGCStridesPerThread", 11, 11, afterErgo, under(checkStrides, CMS)},
}

func cmsPLAB(flag string) func(*startup) string {
	return func(s *startup) string {
		if s.n(flag) <= s.largestTLAB() {
			return ""
		}
		return s.given(flag) + " must be less than or equal to ergonomic PLAB maximum size (" + digits(s.largestTLAB()) + ")"
	}
}

func checkCMSPLABMin(s *startup) string {
	if line := most("CMSOldPLABMin", "CMSOldPLABMax")(s); line != "" {
		return line
	}
	return cmsPLAB("CMSOldPLABMin")(s)
}

// checkPrecleanDenominator keeps HotSpot's spelling.
func checkPrecleanDenominator(s *startup) string {
	if s.n("CMSPrecleanDenominator") > s.n("CMSPrecleanNumerator") {
		return ""
	}
	return s.given("CMSPrecleanDenominator") + " must be strickly greater than " + s.given("CMSPrecleanNumerator")
}

func checkPrecleanNumerator(s *startup) string {
	if s.n("CMSPrecleanNumerator") < s.n("CMSPrecleanDenominator") {
		return ""
	}
	return s.given("CMSPrecleanNumerator") + " must be less than " + s.given("CMSPrecleanDenominator")
}

func checkDrainThreshold(s *startup) string {
	const flag = "CMSWorkQueueDrainThreshold"
	if s.n("ParallelGCThreads") <= (1<<31-1)/max(s.n(flag), 1) {
		return ""
	}
	return s.given("ParallelGCThreads") + " or " + s.given(flag) + " is too large"
}

func checkStrides(s *startup) string {
	const flag = "ParGCStridesPerThread"
	most := (1<<31 - 1) / max(s.n("ParallelGCThreads"), 1)
	if s.n(flag) <= most {
		return ""
	}
	return s.given(flag) + " must be less than or equal to ergonomic maximum (" + digits(most) + ")"
}
