package jvmflag

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

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

// Successor says what has taken the place of an option; empty where that is not known.
func Successor(name string) string {
	for _, s := range successors {
		if begin, all := strings.CutSuffix(s.name, "*"); name == s.name || all && strings.HasPrefix(name, begin) {
			return s.what
		}
	}
	return CMSCounterpart(name)
}

// counterpart is what G1 has in the place of an option of CMS. A name that
// ends in * stands for all that begin so; of several rows the first counts.
type counterpart struct {
	name string
	flag string // of G1, or of every collector; empty where there is none
	why  string
}

var cmsCounterparts = []counterpart{
	{"CMSInitiatingOccupancyFraction", "InitiatingHeapOccupancyPercent", "a share of the whole heap, which G1 adapts by itself"},
	{"UseCMSInitiatingOccupancyOnly", "G1UseAdaptiveIHOP", "-XX:-G1UseAdaptiveIHOP keeps InitiatingHeapOccupancyPercent as it is"},
	{"CMSTriggerRatio", "InitiatingHeapOccupancyPercent", "a share of the whole heap, which G1 adapts by itself"},
	{"CMSBootstrapOccupancy", "InitiatingHeapOccupancyPercent", "G1 begins with it until it knows better"},
	{"CMSIsTooFullPercentage", "InitiatingHeapOccupancyPercent", "a share of the whole heap, which G1 adapts by itself"},
	{"CMSTriggerInterval", "G1PeriodicGCInterval", "milliseconds between collections of an idle program, since JDK 12"},
	{"CMSYoungGenPerWorker", "G1NewSizePercent", "with G1MaxNewSizePercent it bounds a young generation that follows the pause goal"},
	{"CMSParPromoteBlocksToClaim", "OldPLABSize", "the buffers that a collection copies into, which G1 sizes by itself"},
	{"CMSOldPLAB*", "OldPLABSize", "the buffers that a collection copies into, which G1 sizes by itself"},
	{"CMSClassUnloading*", "ClassUnloadingWithConcurrentMark", "it is on by default"},
	{"CMSIncremental*", "ConcGCThreads", "fewer concurrent threads take less of the CPUs"},
	{"ParallelCMSThreads", "ConcGCThreads", "it means the same"},
	{"ExplicitGCInvokesConcurrentAndUnloadsClasses", "ExplicitGCInvokesConcurrent", "it also unloads classes"},

	{"CMSScavengeBeforeRemark", "", "G1 begins each marking with a young collection anyway"},
	{"CMSParallel*", "", "G1 does it with all its threads anyway"},
	{"CMSConcurrentMTEnabled", "", "G1 does it with all its concurrent threads anyway"},
	{"CMSFullGCsBeforeCompaction", "", "each full GC of G1 compacts"},
	{"UseCMSCompactAtFullCollection", "", "each full GC of G1 compacts"},
	{"CMSCompactWhenClearAllSoftRefs", "", "each full GC of G1 compacts"},
	{"CMSWaitDuration", "", "G1 begins each marking with a young collection and waits for none"},
	{"CMSMaxAbortable*", "", "G1 has no such phase before its remark"},
	{"CMSAbortable*", "", "G1 has no such phase before its remark"},
	{"CMSPreclean*", "", "G1 has no such phase before its remark"},
	{"CMSScheduleRemark*", "", "G1 has no such phase before its remark"},
	{"ParGCCardsPerStrideChunk", "", "G1 looks for references in remembered sets, not strip by strip"},
	{"ParGCStridesPerThread", "", "G1 looks for references in remembered sets, not strip by strip"},
	{"PrintCMS*", "", "-Xlog:gc*=debug logs what G1 does"},
	{"UseCMS*", "", "G1 has no lists of free memory"},
	{"FLS*", "", "G1 has no lists of free memory"},
	{"CMS_*", "", "G1 has no lists of free memory"},
	{"ParGC*", "", "it belonged to the young collector of CMS"},
	{"UseCriticalCMSThreadPriority", "", "G1 has no thread of that kind"},
	{"BindCMSThreadToCPU", "", "G1 has no thread of that kind"},
	{"CPUForCMSThread", "", "G1 has no thread of that kind"},
	{"CMS*", "", ""},
}

// CMSCounterpart is what to say of an option of CMS; empty for another.
func CMSCounterpart(name string) string {
	for _, c := range cmsCounterparts {
		begin, all := strings.CutSuffix(c.name, "*")
		switch {
		case name != c.name && !(all && strings.HasPrefix(name, begin)):
		case c.flag != "":
			return "it belongs to CMS, which JDK 14 removed; the counterpart of G1 is " + c.flag + ": " + c.why
		case c.why != "":
			return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart: " + c.why
		default:
			return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart"
		}
	}
	return ""
}

// purposes say what options did that some JDK reads and ignores.
var purposes = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(purposesTable) {
		name, what, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[name] = what
	}
	return all
})

//go:embed purposes.tsv
var purposesTable string

// Purpose says what an option did that some JDK reads and ignores; empty where that is not known.
func Purpose(name string) string { return purposes()[name] }

// Build is a JDK that others made of OpenJDK, or another JVM, with options of its own.
type Build struct {
	Name  string
	flags *lazyregexp.Regexp // the names behind -XX:
	words *lazyregexp.Regexp // other options; nil: there are none
	image []string           // what names of images that bring it have; nil: those of any machine
}

// Elsewhere reports whether it is OpenJDK for other machines than x64 with Linux.
func (b Build) Elsewhere() bool { return b.image == nil }

// builds are those whose options stand in files that OpenJDK's are expected in.
//
//	https://docs.azul.com/core/crac/crac-vm-options
//	https://docs.azul.com/prime/Command-Line-Options
//	https://github.com/dragonwell-project/dragonwell8/wiki/Alibaba-Dragonwell8-User-Guide
//	https://github.com/JetBrains/JetBrainsRuntime
//	https://www.graalvm.org/jdk8/reference-manual/java/options/
//	https://www.graalvm.org/latest/reference-manual/native-image/optimizations-and-performance/MemoryManagement/
//	https://eclipse.dev/openj9/docs/cmdline_general/
//	https://github.com/openjdk/jdk/tree/master/src/hotspot/cpu, globals_aarch64.hpp and its like
//	https://github.com/openjdk/jdk/tree/master/src/hotspot/os, globals_windows.hpp and its like
var builds = []Build{
	{Name: "JDKs for AArch64", flags: lazyregexp.New(`^(?:UseSVE|UseLSE|UseNeon|UseCRC32|UseCryptoPmullForCRC32|UseSIMDFor\w+|UseSimpleArrayEquals|AvoidUnalignedAccesses|UseBlockZeroing|BlockZeroingLowLimit|SoftwarePrefetchHintDistance|OnSpinWaitInst\w*|UseBranchProtection|AlwaysMergeDMB|NearCpool|UseBarriersForVolatile|TraceTraps)$`)},
	{Name: "JDKs for RISC-V", flags: lazyregexp.New(`^(?:UseRV\w+|UseZ(?:ba|bb|bs|cb|fh|acas|tso|ic\w+|ihintpause|v\w+)|UseConservativeFence|UseCtxFencei|CacheLineSize)$`)},
	{Name: "JDKs for PowerPC", flags: lazyregexp.New(`^(?:\w+PPC64|SuperwordUseVSX|UseSIGTRAP|TrapBasedICMissChecks|TrapBasedNotEntrantChecks|ReoptimizeCallSequences|ZapMemory)$`)},
	{Name: "JDKs for s390x", flags: lazyregexp.New(`^(?:UseByteReverseInstruction|ExpandLoadingBase\w+|MVCLEThreshold|SuperwordUseVX|UseSFPV|PreferLAoverADD)$`)},
	{Name: "JDKs for Windows", flags: lazyregexp.New(`^(?:UseAllWindowsProcessorGroups|UseOSErrorReporting)$`)},
	{Name: "JDKs for macOS", flags: lazyregexp.New(`^UseBsdPosixThreadCPUClocks$`), words: lazyregexp.New(`^-(?:XstartOnFirstThread$|Xdock:)`)},
	{Name: "JDKs for AIX", flags: lazyregexp.New(`^(?:AllowExtshm|AttachListenerTimeout|MaxExpectedDataSegmentSize|OptimizePollingPageLocation|Use64KPages|UseExplicitCommit)$`)},
	{Name: "builds with CRaC", image: []string{"crac"}, flags: lazyregexp.New(`^(?:CRaC\w+|CREngine|CPUFeatures|ShowCPUFeatures|IgnoreCPUFeatures)$`)},
	{Name: "builds of Azul Prime", image: []string{"azul/prime", "zing"}, flags: lazyregexp.New(`^(?:Falcon\w+|GPGC\w+|ProfileName|ProfileLog\w+|CNC\w+|OptHub\w+|UseZST|UseKestrelC2|UseSeaOfNodesC2)$`)},
	{Name: "builds of Dragonwell", image: []string{"dragonwell"}, flags: lazyregexp.New(`^(?:UseWisp\w*|Wisp\w+|EnableCoroutine|MultiTenant|Tenant\w+|G1ElasticHeap|ElasticHeap\w+|CompilationWarmUp\w*)$`)},
	{Name: "builds of the JetBrains Runtime", image: []string{"jetbrains-runtime", "jetbrainsruntime", "jbr"}, flags: lazyregexp.New(`^(?:AllowEnhancedClassRedefinition|HotswapAgent)$`)},
	{Name: "builds of GraalVM", image: []string{"graal"}, flags: lazyregexp.New(`^(?:UseJVMCIClassLoader|JVMCILibDumpJNIConfig|StackSize|MaximumHeapSizePercent|MaximumYoungGenerationSizePercent)$`)},
	{
		Name: OpenJ9, image: []string{"openj9", "semeru", "ibmjava", "liberty"},
		flags: lazyregexp.New(`^(?:IdleTuning\w+|IgnoreUnrecognizedXXColonOptions|SharedCacheHardLimit|PortableSharedCache|UseJITServer|JITServer\w+|EnableCRIUSupport|codecachetotal\w*|ClassRelationshipVerifier|Criu\w+|CRIU\w+)$`),
		words: lazyregexp.New(`^-X(?:gc(?:policy|threads|maxthreads|maxthreadcount|splitheap|workpackets)|gc:(?:[a-z]+[A-Z]|splitheap)|shareclasses|sc(?:d?mx|m(?:in|ax)(?:aot|jitdata))|quickstart|tune:|verbosegclog|(?:no)?jit|(?:no)?aot|dump|trace|tgc|thr:|tlhPrefetch|codecache|(?:no)?compressedrefs|softmx|softrefthreshold|m(?:ns|nx|os|ox|oi|inf|axf|ine|axe|int|axt|ca|co|crs|rx|so)|loa|noloa|(?:no)?compact(?:explicit)?gc|(?:en|dis)able(?:excessive|explicit|stringconstant)gc|disablejavadump|alwaysclassgc|classgc|concurrent(?:background|level|slack)|lockreservation|lp|numa:|optionsfile|ssi|syslog)`),
	},
}

// In reports whether an image brings the build, as far as its name says.
func (b Build) In(image string) bool {
	image = strings.ToLower(image)
	return slices.ContainsFunc(b.image, func(part string) bool { return strings.Contains(image, part) })
}

// Brings reports whether an image brings a build that knows options which OpenJDK does not.
func Brings(image string) bool {
	return image != "" && slices.ContainsFunc(builds, func(b Build) bool { return b.In(image) })
}

// OpenJ9 is the name of the builds whose JVM is another than HotSpot.
const OpenJ9 = "builds of OpenJ9"

// BuildWith finds a build that knows an option which OpenJDK does not. It reports false where none is known.
func BuildWith(option string) (Build, bool) {
	argument, flag := strings.CutPrefix(option, "-XX:")
	for _, b := range builds {
		if flag && b.flags.MatchString(takeApart(argument).name) || !flag && b.words != nil && b.words.MatchString(option) {
			return b, true
		}
	}
	return Build{}, false
}
