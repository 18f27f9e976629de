package hotspot

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// JDK 8 has no ranges in its table of flags. Once it has read its options it
// checks some of them, one after the other.

// consistency is the check while it runs. Most of its parts run only as long as nothing is wrong, some in any case.
type consistency struct {
	*startup
	at    string        // the flag at fault
	wrong jvmflag.Fault // with its value
	lines []string
}

func (c *consistency) failed() bool { return c.lines != nil }

// fault notes what is wrong, whatever was wrong before.
func (c *consistency) fault(at, format string, args ...any) {
	c.faultOf(jvmflag.OtherFault, at, format, args...)
}

func (c *consistency) faultOf(wrong jvmflag.Fault, at, format string, args ...any) {
	if !c.failed() {
		c.at, c.wrong = at, wrong
	}
	c.lines = append(c.lines, fmt.Sprintf(format, args...))
}

// within checks the flags of a group up to the first that is out of its bounds, if nothing was wrong before.
func (c *consistency) within(group string) {
	for _, b := range boundsOf8() {
		if b.group == group && !c.failed() {
			c.always(b)
		}
	}
}

// always checks a flag in any case.
func (c *consistency) always(b bounds) {
	n := c.n(b.flag)
	if r := c.row(b.flag); r.flag.Type == jvmflag.Double {
		n = truncatedSigned(r.double)
	}
	if b.other != "" {
		b.most += c.n(b.other)
	}
	if line := b.fault(n); line != "" {
		c.fault(b.flag, "%s", line)
	}
}

// checkOptionsOf8 is the check of JDK 8, which ends the reading of options.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::check_vm_args_consistency (JDK 8)
func checkOptionsOf8(s *startup) *jvmflag.Refusal {
	c := &consistency{startup: s}
	c.basics()
	c.collectors()
	c.allocation()
	c.padding()
	c.codeCache()
	if !c.failed() {
		return nil
	}
	refusal := s.faults(c.at, c.lines...)
	refusal.Cause, refusal.Fault = jvmflag.BadValue, c.wrong
	if c.lines[0] == conflictingCollectors {
		refusal.Cause, refusal.Flag = jvmflag.CollectorConflict, ""
	}
	return refusal
}

func (c *consistency) basics() {
	if c.n("TLABRefillWasteFraction") == 0 {
		c.fault("TLABRefillWasteFraction", "TLABRefillWasteFraction should be a denominator, not 0")
	}
	c.within("tables")
	c.checkFreeRatios()
	c.within("metaspace")
	if low, high := c.n("MinMetaspaceFreeRatio"), c.n("MaxMetaspaceFreeRatio"); low > high {
		at, of := "MinMetaspaceFreeRatio", [2]string{}
		if c.isDefault("MinMetaspaceFreeRatio") {
			at, of[0] = "MaxMetaspaceFreeRatio", "Default: "
		}
		if c.isDefault("MaxMetaspaceFreeRatio") {
			of[1] = "Default: "
		}
		c.fault(at, "MinMetaspaceFreeRatio (%s%d) must be less than or equal to MaxMetaspaceFreeRatio (%s%d)", of[0], low, of[1], high)
	}
	c.within("overhead")
}

// checkFreeRatios reports at most one fault of the two.
func (c *consistency) checkFreeRatios() {
	low, high := c.n("MinHeapFreeRatio"), c.n("MaxHeapFreeRatio")
	given := either.Of(c.isDefault("MinHeapFreeRatio"), "MaxHeapFreeRatio", "MinHeapFreeRatio")
	switch {
	case low > 100:
		c.fault("MinHeapFreeRatio", "MinHeapFreeRatio must have a value between 0 and 100")
	case low > high:
		c.fault(given, "MinHeapFreeRatio (%d) must be less than or equal to MaxHeapFreeRatio (%d)", low, high)
	case high > 100:
		c.fault("MaxHeapFreeRatio", "MaxHeapFreeRatio must have a value between 0 and 100")
	}
}

const conflictingCollectors = "Conflicting collector combinations in option list; please refer to the release notes for the combinations allowed"

// collectorFamilies are the collectors that do not go together.
var collectorFamilies = [][]string{
	{"UseSerialGC"}, {"UseConcMarkSweepGC", "UseParNewGC"}, {"UseParallelGC", "UseParallelOldGC"}, {"UseG1GC"},
}

// conflict is the option whose collector does not go with one before.
func (s *startup) conflict() (flag string, found bool) {
	families := 0
	for _, family := range collectorFamilies {
		if name, on := lists.First(family, s.on); on {
			flag = name
			families++
		}
	}
	return flag, families > 1
}

func (c *consistency) collectors() {
	if flag, found := c.conflict(); found && !c.failed() {
		c.fault(flag, conflictingCollectors)
	}
	c.within("stack")
	switch {
	case !c.on("CMSIncrementalMode"):
	case !c.on("UseConcMarkSweepGC"):
		for _, line := range []string{"error:  invalid argument combination.",
			"The CMS collector (-XX:+UseConcMarkSweepGC) must be selected in order", "to use CMSIncrementalMode."} {
			c.fault("CMSIncrementalMode", "%s", line)
		}
	default:
		c.within("incremental")
		if first := "CMSInitiatingOccupancyFraction"; int64(c.n(first)) < 0 {
			c.keepOrigin(first, 1, "CMSIncrementalMode")
		}
	}
	c.within("scan")
	if c.on("UseG1GC") {
		c.within("g1")
	}
	if c.on("UseConcMarkSweepGC") {
		c.within("cms")
	}
	if c.on("UseParallelGC") || c.on("UseParallelOldGC") {
		c.within("parallel")
	}
}

func (c *consistency) allocation() {
	c.within("buffers")
	if !c.failed() {
		c.objectAlignment()
	}
	c.within("memory")
	if tracking := c.settings["NativeMemoryTracking"].Text; c.on("PrintNMTStatistics") && tracking != "summary" && tracking != "detail" {
		c.warn("PrintNMTStatistics", "PrintNMTStatistics is disabled, because native memory tracking is not enabled")
	}
}

func isPowerOfTwo(n uint64) bool { return n != 0 && n&(n-1) == 0 }

// objectAlignment compares 32 bits of it.
func (c *consistency) objectAlignment() {
	const flag, survivors = "ObjectAlignmentInBytes", "SurvivorAlignmentInBytes"
	alignment, n := c.n(flag), int32(c.n(flag))
	survivor := c.n(survivors)
	switch {
	case !isPowerOfTwo(alignment):
		c.faultOf(jvmflag.NotPowerOf2, flag, "error: %s=%d must be power of 2", flag, n)
	case n < 8:
		c.fault(flag, "error: %s=%d must be greater or equal 8", flag, n)
	case n > 256:
		c.fault(flag, "error: %s=%d must not be greater than 256", flag, n)
	case survivor == 0:
		c.keepOrigin(survivors, alignment, flag)
	case !isPowerOfTwo(survivor):
		c.faultOf(jvmflag.NotPowerOf2, survivors, "error: %s=%d must be power of 2", survivors, int32(survivor))
	case int64(survivor) < int64(alignment):
		c.fault(survivors, "error: %s=%d must be greater than %s=%d ", survivors, int32(survivor), flag, n)
	}
}

func (c *consistency) padding() {
	const flag = "ContendedPaddingWidth"
	n := int64(c.n(flag))
	if n < 0 || n > 8192 {
		c.fault(flag, "%s=%d must be in between 0 and 8192", flag, n)
	}
	if n%8 != 0 {
		c.fault(flag, "%s=%d must be a multiple of 8", flag, n)
	}
}

const highestTier = 4 // code of the server compiler

// codeCache prints sizes as numbers of 32 bits.
func (c *consistency) codeCache() {
	const initialFlag, reservedFlag = "InitialCodeCacheSize", "ReservedCodeCacheSize"
	initial, reserved := c.n(initialFlag), c.n(reservedFlag)
	least := uint32(leastCodeCache + c.n("CodeCacheMinimumFreeSpace"))
	switch {
	case initial < page:
		c.faultOf(jvmflag.Unreadable, initialFlag, "Invalid InitialCodeCacheSize=%dK. Must be at least %dK.", int32(initial/kilo), page/kilo)
	case reserved < initial:
		at := reservedFlag
		if c.isDefault(at) {
			at = initialFlag
		}
		c.faultOf(jvmflag.Unreadable, at, "Invalid ReservedCodeCacheSize: %dK. Must be at least InitialCodeCacheSize=%dK.", int32(reserved/kilo), int32(initial/kilo))
	case reserved < uint64(least):
		c.faultOf(jvmflag.Unreadable, reservedFlag, "Invalid ReservedCodeCacheSize=%dK. Must be at least %dK.", int32(reserved/kilo), uint64(least)/kilo)
	case reserved > mostCodeCache:
		c.faultOf(jvmflag.Unreadable, reservedFlag, "Invalid ReservedCodeCacheSize=%dM. Must be at most 2048M.", int32(reserved/mega))
	}
	c.always(interval("NmethodSweepFraction", 1, reserved/kilo))
	c.always(interval("NmethodSweepActivity", 0, 2000))
	if !c.isDefault("CICompilerCount") && !c.isDefault("CICompilerCountPerCPU") && c.on("CICompilerCountPerCPU") {
		c.warn("CICompilerCountPerCPU", "The VM option CICompilerCountPerCPU overrides CICompilerCount.")
	}
	c.always(interval("SafepointPollOffset", 0, page-8))
	compilers := either.Of(!c.on("TieredCompilation") || int64(c.n("TieredStopAtLevel")) < highestTier, 1, uint64(2))
	c.always(bounds{flag: "CICompilerCount", name: "CICompilerCount", least: compilers, open: true})
}

// bounds is what JDK 8 allows a flag.
type bounds struct {
	group       string // when it looks
	flag        string
	name        string // as the message spells it
	least, most uint64 // least is signed where there is no most
	other       string // the flag that most is added to; empty where it is none
	open        bool   // without a most
}

var boundsOf8 = jvmflag.Table(boundsOf8TSV, func(c []string) bounds {
	b := bounds{group: c[0], flag: c[4], name: cmp.Or(c[3], c[4]), open: c[2] == ""}
	b.least, _ = strconv.ParseUint(c[1], 10, 64)
	b.most, _ = strconv.ParseUint(c[2], 10, 64)
	if other, less := strings.CutSuffix(c[2], "-1"); less {
		b.other, b.most = other, math.MaxUint64 // which wraps around
	} else if b.most == 0 {
		b.other = c[2]
	}
	return b
})

//go:embed jdk8_bounds.tsv
var boundsOf8TSV string

func interval(flag string, least, most uint64) bounds {
	return bounds{flag: flag, name: flag, least: least, most: most}
}

// fault says in HotSpot's words that a number is out of bounds. It is empty for one within them.
func (b bounds) fault(n uint64) string {
	switch {
	case b.open && int64(n) < int64(b.least):
		return fmt.Sprintf("%s of %d is invalid; must be at least %d", b.name, int64(n), b.least)
	case !b.open && (n < b.least || n > b.most):
		return fmt.Sprintf("%s of %d is invalid; must be between %d and %d", b.name, n, b.least, b.most)
	}
	return ""
}
