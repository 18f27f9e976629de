package hotspot

// companion is a flag that does nothing beside another one.
type companion struct {
	flag, beside string
	on           bool   // the other is switched on, or more than 0; else it is off
	predicted    bool   // the model must come to the same without it
	why          string // after "beside OTHER: "
}

// The JDK looks at a share of the memory only where no option gives the size;
// it turns a fraction into a percentage only where none is given; and a young
// generation that is given leaves a ratio nothing to do.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::set_heap_size (JDK 8u191 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/g1/g1YoungGenSizer.cpp
var companions = []companion{
	{"MaxRAMPercentage", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"MaxRAMFraction", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"MinRAMPercentage", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"MinRAMFraction", "MaxHeapSize", true, true, "that gives the maximum heap size"},
	{"InitialRAMPercentage", "InitialHeapSize", true, true, "that gives the initial heap size"},
	{"InitialRAMFraction", "InitialHeapSize", true, true, "that gives the initial heap size"},
	{"MaxRAMFraction", "MaxRAMPercentage", true, true, "a percentage overrides a fraction"},
	{"MinRAMFraction", "MinRAMPercentage", true, true, "a percentage overrides a fraction"},
	{"InitialRAMFraction", "InitialRAMPercentage", true, true, "a percentage overrides a fraction"},
	{"ExplicitGCInvokesConcurrent", "DisableExplicitGC", true, false, "System.gc() does nothing then"},
	{"StringDeduplicationAgeThreshold", "UseStringDeduplication", false, false, "the JVM looks for no equal strings"},
}
