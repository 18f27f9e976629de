package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// cmsConstraints are those of the concurrent mark-sweep collector.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/gc/cms/jvmFlagConstraintsCMS.cpp
var cmsConstraints = []constraint{
	{"CMSOldPLABMin", 11, 11, afterMemoryInit, under(firstOf(most("CMSOldPLABMax"), cmsPLAB), CMS)},
	{"CMSOldPLABMax", 11, 11, afterMemoryInit, under(cmsPLAB, CMS)},
	{"CMSPrecleanDenominator", 11, 11, afterErgo, under(checkPrecleanDenominator, CMS)},
	{"CMSPrecleanNumerator", 11, 11, afterErgo, under(below("CMSPrecleanDenominator"), CMS)},
	{"CMSBitMapYieldQuantum", 11, 11, afterMemoryInit, under(given(within("bitmap size", (*startup).oldOfCMS,
		" whose size corresponds to the size of old generation of the Java heap")), CMS)},
	{"CMSConcMarkMultiple", 11, 11, afterMemoryInit, under(inOldOfCMS, CMS)},
	{"CMSRescanMultiple", 11, 11, afterMemoryInit, under(firstOf(inOldOfCMS, wholeWords), CMS)},
	{"CMSWorkQueueDrainThreshold", 11, 11, afterErgo, under(checkDrainThreshold, CMS)},
	{"ParGCCardsPerStrideChunk", 11, 11, afterMemoryInit, under(checkStrideChunk, CMS)},
	{"ParGCStridesPerThread", 11, 11, afterErgo, under(within("ergonomic maximum", func(s *startup) uint64 {
		return (1<<31 - 1) / max(s.n("ParallelGCThreads"), 1)
	}), CMS)},
}

var cmsPLAB = within("ergonomic PLAB maximum size", (*startup).largestTLAB)

// checkPrecleanDenominator keeps HotSpot's spelling.
func checkPrecleanDenominator(s *startup, flag string) *fault {
	const numerator = "CMSPrecleanNumerator"
	if s.n(flag) > s.n(numerator) {
		return nil
	}
	return says(s.given(flag)+" must be strickly greater than "+s.given(numerator), flag, numerator)
}

func checkDrainThreshold(s *startup, flag string) *fault {
	if s.n("ParallelGCThreads") <= (1<<31-1)/max(s.n(flag), 1) {
		return nil
	}
	return says(s.given("ParallelGCThreads")+" or "+s.given(flag)+" is too large", "ParallelGCThreads", flag)
}

// oldOfCMS is the old generation at its largest, in words.
func (s *startup) oldOfCMS() uint64 { return (s.n("MaxHeapSize") - s.n("MaxNewSize")) / word }

// inOldOfCMS keeps the cards of a task within the old generation.
var inOldOfCMS = within("ergonomic maximum", func(s *startup) uint64 {
	const cardWords, wordBits = 64, 64
	return s.oldOfCMS() / (cardWords * wordBits)
}, " which is based on the maximum size of the old generation of the Java heap")

// checkStrideChunk keeps the cards that a thread takes at once within the card table, and their
// number within 64 bits.
func checkStrideChunk(s *startup, flag string) *fault {
	const cardWords = 64
	cards := s.n("MaxHeapSize") / word / cardWords
	if s.n(flag) > cards {
		return mustOf(flag, jvmflag.AtMost, cards, fmt.Sprintf("%s is too large for the heap size and must be less than or equal to card table size (%d)", s.given(flag), cards))
	}
	return s.must(flag, jvmflag.AtMost, named("ergonomic maximum", ^uint64(0)/max(s.n("ParallelGCThreads")*s.n("ParGCStridesPerThread"), 1)))
}
