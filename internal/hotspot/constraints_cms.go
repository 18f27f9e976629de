package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// cmsConstraints are those of the concurrent mark-sweep collector that do not
// depend on the layout of its heap.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/jvmFlagConstraintsCMS.cpp
var cmsConstraints = []constraint{
	{"CMSOldPLABMin", 11, 11, afterMemoryInit, under(checkCMSPLABMin, CMS)},
	{"CMSOldPLABMax", 11, 11, afterMemoryInit, under(cmsPLAB("CMSOldPLABMax"), CMS)},
	{"CMSPrecleanDenominator", 11, 11, afterErgo, under(checkPrecleanDenominator, CMS)},
	{"CMSPrecleanNumerator", 11, 11, afterErgo, under(checkPrecleanNumerator, CMS)},
	{"CMSRescanMultiple", 11, 11, afterMemoryInit, under(wholeWords("CMSRescanMultiple"), CMS)},
	{"CMSWorkQueueDrainThreshold", 11, 11, afterErgo, under(checkDrainThreshold, CMS)},
	{"ParGCStridesPerThread", 11, 11, afterErgo, under(checkStrides, CMS)},
}

func cmsPLAB(flag string) func(*startup) *fault {
	return func(s *startup) *fault {
		if s.n(flag) <= s.largestTLAB() {
			return nil
		}
		return must(s.bound(flag), jvmflag.AtMost, named("ergonomic PLAB maximum size", s.largestTLAB()))
	}
}

func checkCMSPLABMin(s *startup) *fault {
	if wrong := most("CMSOldPLABMin", "CMSOldPLABMax")(s); wrong != nil {
		return wrong
	}
	return cmsPLAB("CMSOldPLABMin")(s)
}

// checkPrecleanDenominator keeps HotSpot's spelling.
func checkPrecleanDenominator(s *startup) *fault {
	if s.n("CMSPrecleanDenominator") > s.n("CMSPrecleanNumerator") {
		return nil
	}
	return says(s.given("CMSPrecleanDenominator")+" must be strickly greater than "+s.given("CMSPrecleanNumerator"), "CMSPrecleanDenominator", "CMSPrecleanNumerator")
}

func checkPrecleanNumerator(s *startup) *fault {
	if s.n("CMSPrecleanNumerator") < s.n("CMSPrecleanDenominator") {
		return nil
	}
	return must(s.bound("CMSPrecleanNumerator"), jvmflag.LessThan, s.bound("CMSPrecleanDenominator"))
}

func checkDrainThreshold(s *startup) *fault {
	const flag = "CMSWorkQueueDrainThreshold"
	if s.n("ParallelGCThreads") <= (1<<31-1)/max(s.n(flag), 1) {
		return nil
	}
	return says(s.given("ParallelGCThreads")+" or "+s.given(flag)+" is too large", "ParallelGCThreads", flag)
}

func checkStrides(s *startup) *fault {
	const flag = "ParGCStridesPerThread"
	most := (1<<31 - 1) / max(s.n("ParallelGCThreads"), 1)
	if s.n(flag) <= most {
		return nil
	}
	return must(s.bound(flag), jvmflag.AtMost, named("ergonomic maximum", most))
}
