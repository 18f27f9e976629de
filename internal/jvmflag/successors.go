package jvmflag

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// successors say what has taken the place of options that many files still
// have. A name that ends in * stands for all that begin so.
var successors = sync.OnceValue(func() [][]string { return TableRows(successorsTable) })

//go:embed successors.tsv
var successorsTable string

// TableRows are the lines of a table, apart at tabs, without its remarks.
func TableRows(table string) (rows [][]string) {
	for line := range strings.Lines(table) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

// Table are the rows of a table, each made of its cells; they are read when they are first asked for.
func Table[T any](table string, row func(cells []string) T) func() []T {
	return sync.OnceValue(func() (all []T) {
		for _, cells := range TableRows(table) {
			all = append(all, row(cells))
		}
		return all
	})
}

// CellNumber is the number in a cell of a table: 0 where the cell is empty.
func CellNumber(cell string) int {
	n, _ := strconv.Atoi(cell)
	return n
}

// Successor says what has taken the place of an option; empty where that is not known.
func Successor(name string) string {
	for _, s := range successors() {
		if begin, all := strings.CutSuffix(s[0], "*"); name == s[0] || all && strings.HasPrefix(name, begin) {
			return s[1]
		}
	}
	return CMSCounterpart(name)
}

// cmsCounterparts are what G1 has in the place of options of CMS: the name, the flag of G1, empty where there is none,
// and why. A name that ends in * stands for all that begin so; of several rows the first counts.
var cmsCounterparts = sync.OnceValue(func() [][]string { return TableRows(cmsTable) })

//go:embed cms_counterparts.tsv
var cmsTable string

// CMSCounterpart is what to say of an option of CMS; empty for another.
func CMSCounterpart(name string) string {
	for _, c := range cmsCounterparts() {
		begin, all := strings.CutSuffix(c[0], "*")
		switch flag, why := c[1], c[2]; {
		case name != c[0] && !(all && strings.HasPrefix(name, begin)):
		case flag != "":
			return "it belongs to CMS, which JDK 14 removed; the counterpart of G1 is " + flag + ": " + why
		case why != "":
			return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart: " + why
		default:
			return "it belongs to CMS, which JDK 14 removed; G1 has no counterpart"
		}
	}
	return ""
}

// purposes say what options did that some JDK reads and ignores.
var purposes = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, row := range TableRows(purposesTable) {
		all[row[0]] = row[1]
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
