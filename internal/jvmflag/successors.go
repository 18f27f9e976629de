package jvmflag

import "strings"

// successors say what has taken the place of options that many files still
// have. A name that ends in * stands for all that begin so.
var successors = []struct{ name, what string }{
	{"UseConcMarkSweepGC", "G1 replaces CMS and is the default"},
	{"UseParNewGC", "it was the young collector of CMS, which needs no option of its own"},
	{"UseParallelOldGC", "UseParallelGC means the same"},
	{"MaxPermSize", "metaspace replaced the permanent generation in JDK 8: MaxMetaspaceSize bounds it, and by default nothing does"},
	{"PermSize", "metaspace replaced the permanent generation in JDK 8: MetaspaceSize is where its first collection begins"},
	{"UseCGroupMemoryLimitForHeap", "UseContainerSupport replaced it in 8u191 and JDK 10, and is on by default"},
	{"MaxRAMFraction", "MaxRAMPercentage replaced it: 1 is 100, 2 is 50, 4 is 25"},
	{"MinRAMFraction", "MinRAMPercentage replaced it"},
	{"InitialRAMFraction", "InitialRAMPercentage replaced it"},
	{"UnlockCommercialFeatures", "it unlocked features that Oracle sold with JDK 8 to 10; later JDKs have them without it"},
	{"AggressiveOpts", "the features that it switched on are the default or gone"},
	{"UseFastAccessorMethods", "the compilers do that by themselves"},
	{"PrintGC*", "unified logging replaced it: -Xlog:gc and its like"},
	{"-Xincgc", "it chose CMS in small steps; G1 is the default"},
	{"-Xconcgc", "it chose CMS; G1 is the default"},
	{"-d64", "there are only 64-bit JVMs, and it chose one of these"},
	{"-d32", "there are only 64-bit JVMs"},
	{"-Xgcpolicy*", "it belongs to OpenJ9, another JVM"},
	{"-Xshareclasses*", "it belongs to OpenJ9, another JVM; class data sharing of HotSpot is -Xshare:auto, the default"},
	{"-Xscmx*", "it belongs to OpenJ9, another JVM"},
	{"-Xquickstart", "it belongs to OpenJ9, another JVM; -XX:TieredStopAtLevel=1 is similar"},
	{"-Xtune:*", "it belongs to OpenJ9, another JVM"},
	{"-Xverbosegclog*", "it belongs to OpenJ9, another JVM; -Xlog:gc*:file=NAME is HotSpot's"},
	{"-Xjit*", "it belongs to OpenJ9, another JVM"},
}

// Successor says what has taken the place of an option; empty where that is not
// known.
func Successor(name string) string {
	for _, s := range successors {
		if begin, all := strings.CutSuffix(s.name, "*"); name == s.name || all && strings.HasPrefix(name, begin) {
			return s.what
		}
	}
	return CMSCounterpart(name)
}
