package hotspot

import (
	"cmp"
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// cmsConstraints are those of the concurrent mark-sweep collector.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/jvmFlagConstraintsCMS.cpp
var cmsConstraints = []constraint{
	{"CMSOldPLABMin", 11, 11, afterMemoryInit, under(checkCMSPLABMin, CMS)},
	{"CMSOldPLABMax", 11, 11, afterMemoryInit, under(cmsPLAB("CMSOldPLABMax"), CMS)},
	{"CMSPrecleanDenominator", 11, 11, afterErgo, under(checkPrecleanDenominator, CMS)},
	{"CMSPrecleanNumerator", 11, 11, afterErgo, under(below("CMSPrecleanNumerator", "CMSPrecleanDenominator"), CMS)},
	{"CMSBitMapYieldQuantum", 11, 11, afterMemoryInit, under(given("CMSBitMapYieldQuantum", checkBitMapYield), CMS)},
	{"CMSConcMarkMultiple", 11, 11, afterMemoryInit, under(inOldOfCMS("CMSConcMarkMultiple"), CMS)},
	{"CMSRescanMultiple", 11, 11, afterMemoryInit, under(checkRescanMultiple, CMS)},
	{"CMSWorkQueueDrainThreshold", 11, 11, afterErgo, under(checkDrainThreshold, CMS)},
	{"ParGCCardsPerStrideChunk", 11, 11, afterMemoryInit, under(checkStrideChunk, CMS)},
	{"ParGCStridesPerThread", 11, 11, afterErgo, under(checkStrides, CMS)},
}

func cmsPLAB(flag string) func(*startup) *fault {
	return func(s *startup) *fault {
		return s.must(flag, jvmflag.AtMost, named("ergonomic PLAB maximum size", s.largestTLAB()))
	}
}

func checkCMSPLABMin(s *startup) *fault {
	return cmp.Or(most("CMSOldPLABMin", "CMSOldPLABMax")(s), cmsPLAB("CMSOldPLABMin")(s))
}

// checkPrecleanDenominator keeps HotSpot's spelling.
func checkPrecleanDenominator(s *startup) *fault {
	if s.n("CMSPrecleanDenominator") > s.n("CMSPrecleanNumerator") {
		return nil
	}
	return says(s.given("CMSPrecleanDenominator")+" must be strickly greater than "+s.given("CMSPrecleanNumerator"), "CMSPrecleanDenominator", "CMSPrecleanNumerator")
}

func checkDrainThreshold(s *startup) *fault {
	const flag = "CMSWorkQueueDrainThreshold"
	if s.n("ParallelGCThreads") <= (1<<31-1)/max(s.n(flag), 1) {
		return nil
	}
	return says(s.given("ParallelGCThreads")+" or "+s.given(flag)+" is too large", "ParallelGCThreads", flag)
}

func checkStrides(s *startup) *fault {
	return s.must("ParGCStridesPerThread", jvmflag.AtMost, named("ergonomic maximum", (1<<31-1)/max(s.n("ParallelGCThreads"), 1)))
}

// oldOfCMS is the old generation at its largest, in words.
func (s *startup) oldOfCMS() uint64 { return (s.n("MaxHeapSize") - s.n("MaxNewSize")) / word }

// inOldOfCMS keeps the cards of a task within the old generation.
func inOldOfCMS(flag string) func(*startup) *fault {
	const cardWords, wordBits = 64, 64
	return func(s *startup) *fault {
		most := s.oldOfCMS() / (cardWords * wordBits)
		return s.must(flag, jvmflag.AtMost, named("ergonomic maximum", most), " which is based on the maximum size of the old generation of the Java heap")
	}
}

func checkRescanMultiple(s *startup) *fault {
	const flag = "CMSRescanMultiple"
	return cmp.Or(inOldOfCMS(flag)(s), wholeWords(flag)(s))
}

func checkBitMapYield(s *startup) *fault {
	return s.must("CMSBitMapYieldQuantum", jvmflag.AtMost, named("bitmap size", s.oldOfCMS()), " whose size corresponds to the size of old generation of the Java heap")
}

// checkStrideChunk keeps the cards that a thread takes at once within the card table, and their
// number within 64 bits.
func checkStrideChunk(s *startup) *fault {
	const flag, cardWords = "ParGCCardsPerStrideChunk", 64
	cards := s.n("MaxHeapSize") / word / cardWords
	if s.n(flag) > cards {
		return mustOf(flag, jvmflag.AtMost, cards, fmt.Sprintf("%s is too large for the heap size and must be less than or equal to card table size (%d)", s.given(flag), cards))
	}
	return s.must(flag, jvmflag.AtMost, named("ergonomic maximum", ^uint64(0)/max(s.n("ParallelGCThreads")*s.n("ParGCStridesPerThread"), 1)))
}
