package hotspot

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// TestWholeHeapsAgainstRealJVMs does what TestAgainstRealJVMs does for the
// collectors whose heap is in one piece, ZGC and Epsilon, with the flags that
// they alone read, and compares what is logged, too.
func TestWholeHeapsAgainstRealJVMs(t *testing.T) {
	againstReal(t, 12, randomWholeHeap, func(r *jvmflag.Resolution, m Machine, real run) (int, []string) {
		n, differences := compare(r, m, real)
		return n, append(differences, compareLogged(r, m, real)...)
	})
}

// randomWholeHeap draws options for ZGC and Epsilon.
func randomWholeHeap(r *rand.Rand, jdk int) string {
	var options []string
	add := func(chance float64, option string) {
		name, _, _ := strings.Cut(strings.TrimLeft(strings.TrimPrefix(option, "-XX:"), "+-"), "=")
		_, known := jvmflag.Lookup(jdk, name)
		if r.Float64() < chance && (known || strings.HasPrefix(option, "-Xm")) {
			options = append(options, option)
		}
	}
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	number := func(low, high int) string { return strconv.Itoa(low + r.IntN(high-low+1)) }
	size := func(low, high int) string { // from 2 to the power of low to that of high, in MiB
		mib := 1 << (low + r.IntN(high-low+1))
		mib += r.IntN(mib)
		if r.IntN(4) == 0 {
			return fmt.Sprintf("%dk", mib<<10+r.IntN(1024))
		}
		return fmt.Sprintf("%dm", mib)
	}
	signed := func(name string) string { return "-XX:" + pick("+", "-") + name }
	epsilon := r.IntN(5) == 0 || jdk < 11
	if epsilon {
		options = append(options, "-XX:+UseEpsilonGC")
	} else {
		options = append(options, "-XX:+UseZGC")
		add(.5, signed("ZGenerational"))
	}
	add(.05, signed("UseZGC"))
	add(.05, signed("UseEpsilonGC"))
	add(.7, "-XX:ActiveProcessorCount="+number(1, 128))
	add(.7, "-Xmx"+size(3, 21))
	add(.3, "-XX:MaxRAM="+size(6, 21))
	add(.1, "-XX:MaxRAMPercentage="+pick("0.5", "10.0", "33.3", "75.0", "90.0", "100.0"))
	add(.1, "-XX:InitialRAMPercentage="+pick("0.1", "0.5", "1.0"))
	add(.1, "-XX:MinHeapSize="+size(1, 8))
	add(.4, "-XX:SoftMaxHeapSize="+pick("0", size(1, 14), size(1, 14)))
	add(.3, "-XX:ConcGCThreads="+number(0, 40))
	add(.3, "-XX:ParallelGCThreads="+number(0, 40))
	add(.2, signed("UseDynamicNumberOfGCThreads"))
	add(.1, signed("UseLargePages"))
	add(.1, signed("UseTransparentHugePages"))
	add(.1, signed("UseNUMA"))
	add(.1, signed("UseCompressedOops"))
	add(.1, signed("UseCompressedClassPointers"))
	add(.1, signed("UseStringDeduplication"))
	add(.1, signed("ClassUnloading"))
	add(.05, "-XX:LargePageSizeInBytes="+pick("2m", "4k", "1g", "4m"))
	add(.1, "-XX:MaxTenuringThreshold="+number(0, 16))
	add(.05, signed("AlwaysTenure"))
	add(.05, signed("NeverTenure"))
	add(.1, signed("ZUncommit"))
	add(.1, "-XX:ZUncommitDelay="+number(0, 4000))
	add(.1, signed("ZProactive"))
	add(.1, "-XX:ZAllocationSpikeTolerance="+pick("0.5", "1.0", "2.0", "5.0", "100.0"))
	add(.1, "-XX:ZCollectionInterval="+pick("0", "-1", "5", "0.5", "100000"))
	add(.1, "-XX:ZFragmentationLimit="+pick("0", "5.0", "25.0", "100", "101"))
	add(.1, "-XX:ZMarkStackSpaceLimit="+pick("32m", "33m", "1g", "8g", "16m", "1000g"))
	add(.1, "-XX:ZMarkStacksMax="+pick("32m", "33m", "1g", "16m"))
	add(.2, "-XX:ZYoungGCThreads="+number(0, 12))
	add(.2, "-XX:ZOldGCThreads="+number(0, 12))
	add(.1, "-XX:ZTenuringThreshold="+number(-1, 16))
	add(.1, "-XX:ZCollectionIntervalMinor="+pick("0", "-1", "5"))
	add(.1, "-XX:ZCollectionIntervalMajor="+pick("0", "-1", "5"))
	add(.05, signed("ZCollectionIntervalOnly"))
	add(.05, "-XX:ZIndexDistributorStrategy="+number(0, 3))
	add(.05, "-XX:ZYoungCompactionLimit="+pick("0", "50", "101"))
	add(.1, "-XX:EpsilonMaxTLABSize="+pick("1k", "1m", "4m", "8m"))
	add(.05, signed("EpsilonElasticTLAB"))
	add(.1, signed("AlwaysPreTouch"))
	add(.1, "-XX:EpsilonMinHeapExpand="+size(0, 8))
	add(.1, "-XX:MinTLABSize="+pick("1k", "2k", "4k", "2m", "8m"))
	add(.05, "-XX:TLABSize="+pick("0", "1k", "64k", "2m", "8m"))
	r.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	// What is committed at start, ZGC takes from the system, too.
	initial := "-Xms" + size(1, 7)
	if r.IntN(4) == 0 {
		initial = "-Xms" + size(0, 4)
	}
	if r.IntN(8) == 0 { // a heap that stays as it is
		fixed := size(3, 8)
		initial += " -Xms" + fixed
		options = append(options, "-Xmx"+fixed)
	}
	return strings.Join(append([]string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UnlockDiagnosticVMOptions", initial}, options...), " ")
}

var (
	loggedAt = regexp.MustCompile(`^\[\d+[.,]\d+s\]`)
	padded   = regexp.MustCompile(`^(\[\w+) *(\]\[[\w,]+) *\]`)
)

// unlogged is a line of the log without its time, and the blanks that put it below others.
func unlogged(line string) string {
	return padded.ReplaceAllString(loggedAt.ReplaceAllString(line, ""), "$1$2]")
}

// compareLogged compares the warnings, and the lines of the JVM's log.
func compareLogged(r *jvmflag.Resolution, m Machine, real run) []string {
	if r.Refusal != nil {
		return nil
	}
	jvm, messages, refusal := predictAll(r, m, true)
	messages = append(slices.Clone(r.Messages), messages...)
	printed, predicted := map[string]bool{}, map[string]bool{}
	for _, line := range real.output {
		if line = unlogged(line); strings.HasPrefix(line, "[warning]") || strings.HasPrefix(line, "[error]") || strings.Contains(line, " VM warning: ") {
			printed[line] = true
		}
	}
	var differences []string
	for _, message := range messages {
		if predicted[message.Line] = true; !printed[message.Line] {
			differences = append(differences, "predicted, not printed: "+message.Line)
		}
	}
	for line := range printed {
		if !predicted[line] {
			differences = append(differences, "printed, not predicted: "+line)
		}
	}
	if refusal != nil || !real.started {
		return differences
	}
	for name, set := range r.Settings { // a flag that the model does not compute is shown as it was set
		printed, ok := real.flags[name]
		if !ok || jvm.Flag(name).Name != "" {
			continue
		}
		var value any = set.Number
		switch set.Flag.Type {
		case jvmflag.Bool:
			value = set.Number != 0
		case jvmflag.Signed:
			value = int64(set.Number)
		case jvmflag.Double:
			value = set.Double
		}
		if !sameValue(value, printed) {
			differences = append(differences, fmt.Sprintf("%s: %s, and shown as it was set: %v", name, printed, value))
		}
	}
	return differences
}
