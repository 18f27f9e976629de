package jvmflag

// Type is how a flag's value is read.
type Type int

const (
	Bool     Type = iota // -XX:+Name or -XX:-Name
	Unsigned             // a number or a size in bytes
	Signed               // a number that may be negative
	Double
	String
)

// Kind tells what a flag needs before it may be set.
type Kind int

const (
	Product      Kind = iota
	Experimental      // needs -XX:+UnlockExperimentalVMOptions before it
	Diagnostic        // needs -XX:+UnlockDiagnosticVMOptions before it
)

// Flag is one row of the table: a flag of the JDKs from Since to Until with
// one kind and one default, as -XX:+PrintFlagsFinal spells it before
// ergonomics. MaxGCPauseMillis and the sizes hold what the JVM starts from.
type Flag struct {
	Name         string
	Type         Type
	Kind         Kind
	Since, Until int
	Default      string
}

// Lookup finds the flag of that name in that JDK.
func Lookup(jdk int, name string) (Flag, bool) {
	for _, f := range byName[name] {
		if f.Since <= jdk && jdk <= f.Until {
			return f, true
		}
	}
	return Flag{}, false
}

var byName = func() map[string][]Flag {
	m := make(map[string][]Flag, len(flags))
	for _, f := range flags {
		m[f.Name] = append(m[f.Name], f)
	}
	return m
}()

// flags are those that the model of the JVM reads, as JDK 11.0.13, 17.0.15,
// 21.0.8 and 25.0.3 print them.
var flags = []Flag{
	{"ActiveProcessorCount", Signed, Product, 11, 25, "-1"},
	{"AlwaysActAsServerClassMachine", Bool, Product, 11, 25, "false"},
	{"AlwaysPreTouch", Bool, Product, 11, 25, "false"},
	{"CICompilerCount", Signed, Product, 11, 25, "2"},
	{"CompilerThreadStackSize", Signed, Product, 11, 25, "1024"},
	{"CompressedClassSpaceSize", Unsigned, Product, 11, 25, "1073741824"},
	{"ConcGCThreads", Unsigned, Product, 11, 25, "0"},
	{"ErgoHeapSizeLimit", Unsigned, Product, 11, 25, "0"},
	{"G1ConcRefinementThreads", Unsigned, Product, 11, 25, "0"},
	{"G1HeapRegionSize", Unsigned, Product, 11, 25, "0"},
	{"G1HeapWastePercent", Unsigned, Product, 11, 25, "5"},
	{"G1MaxNewSizePercent", Unsigned, Experimental, 11, 25, "60"},
	{"G1MixedGCLiveThresholdPercent", Unsigned, Experimental, 11, 25, "85"},
	{"G1NewSizePercent", Unsigned, Experimental, 11, 25, "5"},
	{"G1ReservePercent", Unsigned, Product, 11, 25, "10"},
	{"GCCardSizeInBytes", Unsigned, Product, 21, 25, "512"},
	{"GCPauseIntervalMillis", Unsigned, Product, 11, 25, "0"},
	{"HeapBaseMinAddress", Unsigned, Product, 11, 25, "2147483648"},
	{"HeapSizePerGCThread", Unsigned, Product, 11, 25, "43620760"},
	{"IgnoreUnrecognizedVMOptions", Bool, Product, 11, 25, "false"},
	{"InitialHeapSize", Unsigned, Product, 11, 25, "0"},
	{"InitialRAMFraction", Unsigned, Product, 11, 21, "64"},
	{"InitialRAMPercentage", Double, Product, 11, 25, "1.562500"},
	{"InitiatingHeapOccupancyPercent", Unsigned, Product, 11, 25, "45"},
	{"MarkStackSize", Unsigned, Product, 11, 25, "4194304"},
	{"MarkStackSizeMax", Unsigned, Product, 11, 25, "536870912"},
	{"MaxDirectMemorySize", Unsigned, Product, 11, 25, "0"},
	{"MaxGCPauseMillis", Unsigned, Product, 11, 25, "18446744073709551614"},
	{"MaxHeapSize", Unsigned, Product, 11, 25, "130862280"},
	{"MaxMetaspaceSize", Unsigned, Product, 11, 25, "18446744073709551615"},
	{"MaxNewSize", Unsigned, Product, 11, 25, "18446744073709551615"},
	{"MaxRAM", Unsigned, Product, 11, 25, "137438953472"},
	{"MaxRAMFraction", Unsigned, Product, 11, 21, "4"},
	{"MaxRAMPercentage", Double, Product, 11, 25, "25.000000"},
	{"MaxTenuringThreshold", Unsigned, Product, 11, 25, "15"},
	{"MetaspaceSize", Unsigned, Product, 11, 11, "21810376"},
	{"MetaspaceSize", Unsigned, Product, 17, 25, "22020096"},
	{"MinHeapSize", Unsigned, Product, 17, 25, "0"},
	{"MinRAMFraction", Unsigned, Product, 11, 21, "2"},
	{"MinRAMPercentage", Double, Product, 11, 25, "50.000000"},
	{"NativeMemoryTracking", String, Product, 11, 25, "off"},
	{"NeverActAsServerClassMachine", Bool, Product, 11, 25, "false"},
	{"NewRatio", Unsigned, Product, 11, 25, "2"},
	{"NewSize", Unsigned, Product, 11, 25, "1363144"},
	{"ObjectAlignmentInBytes", Signed, Product, 11, 25, "8"},
	{"OldSize", Unsigned, Product, 11, 21, "5452592"},
	{"ParallelGCThreads", Unsigned, Product, 11, 25, "0"},
	{"ReservedCodeCacheSize", Unsigned, Product, 11, 25, "50331648"},
	{"SoftMaxHeapSize", Unsigned, Product, 17, 25, "0"},
	{"StringTableSize", Unsigned, Product, 11, 25, "65536"},
	{"SurvivorRatio", Unsigned, Product, 11, 25, "8"},
	{"ThreadStackSize", Signed, Product, 11, 25, "1024"},
	{"TieredCompilation", Bool, Product, 11, 25, "true"},
	{"UnlockDiagnosticVMOptions", Bool, Diagnostic, 11, 25, "true"},
	{"UnlockExperimentalVMOptions", Bool, Experimental, 11, 25, "true"},
	{"UseCompressedClassPointers", Bool, Product, 11, 17, "false"},
	{"UseCompressedClassPointers", Bool, Product, 21, 25, "true"},
	{"UseCompressedOops", Bool, Product, 11, 25, "false"},
	{"UseConcMarkSweepGC", Bool, Product, 11, 11, "false"},
	{"UseContainerSupport", Bool, Product, 11, 25, "true"},
	{"UseDynamicNumberOfGCThreads", Bool, Product, 11, 25, "true"},
	{"UseEpsilonGC", Bool, Experimental, 11, 25, "false"},
	{"UseG1GC", Bool, Product, 11, 25, "false"},
	{"UseParallelGC", Bool, Product, 11, 25, "false"},
	{"UseParallelOldGC", Bool, Product, 11, 11, "false"},
	{"UseSerialGC", Bool, Product, 11, 25, "false"},
	{"UseShenandoahGC", Bool, Product, 11, 25, "false"},
	{"UseTransparentHugePages", Bool, Product, 11, 25, "false"},
	{"UseZGC", Bool, Experimental, 11, 11, "false"},
	{"UseZGC", Bool, Product, 17, 25, "false"},
	{"VMThreadStackSize", Signed, Product, 11, 25, "1024"},
	{"ZGenerational", Bool, Product, 21, 21, "false"},
}
