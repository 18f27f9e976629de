package hotspot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const extremesOf8 = 150

// TestExtremesOf8AgainstRealJVM sets a few of all flags of JDK 8, which has
// bounds for hardly any, to numbers at the ends of what can be written.
// JVMLINT_SEED and JVMLINT_CONFIGURATIONS are as for TestAgainstRealJVMs.
func TestExtremesOf8AgainstRealJVM(t *testing.T) {
	java, m := jvmtest.Java(jvmtest.Folder(t), 8), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", extremesOf8)
	t.Logf("JVMLINT_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 8))
	configurations := make(chan string, count)
	for range count {
		configurations <- extremes(random)
	}
	close(configurations)
	work := t.TempDir()
	var mu sync.Mutex
	started, refused, late := 0, 0, 0
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for options := range configurations {
				real, err := startReal(java, work, options)
				difference := compareVerdict(Start(jvmtest.Resolve(t, 8, options), m), real)
				mu.Lock()
				switch {
				case real.started:
					started++
				case len(real.output) == 0: // took too long
					late, difference = late+1, ""
				default:
					refused++
				}
				if err != nil || difference != "" {
					t.Errorf("%s: %v\n\t%s", options, err, difference)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	t.Logf("%d started, %d refused, %d too late", started, refused, late)
}

// compareVerdict holds the verdict and the words of a refusal against what a
// JVM did.
func compareVerdict(v Verdict, real run) string {
	if v.OK != real.started {
		return fmt.Sprintf("predicted %q, but: %q", v.Lines(), real.output[:min(len(real.output), 8)])
	}
	if v.OK {
		return ""
	}
	return strings.Join(compareRefusal(v.Refusal, real), "\n\t")
}

// unfit are flags that wait, that run until memory or time is out, or whose
// effect depends on this CPU and system.
var unfit = []string{
	"ActiveProcessorCount", "AggressiveHeap", "AlwaysPreTouch", "CICompilerCount", "DumpSharedSpaces", "Flags", "LogEventsBufferEntries", "MallocMaxTestWords",
	"NativeMonitorFlags", "ParallelGCThreads", "PauseAtExit", "PauseAtStartup", "PerfDataMemorySize", "PrintFlagsInitial", "RequireSharedSpaces",
	"SafepointTimeoutDelay", "SelfDestructTimer", "SyncFlags", "SyncKnobs", "SyncVerbose", "UseHugeTLBFS", "UseLargePages", "UseRTMLocking", "UseSHM", "UseTransparentHugePages",
	"G1RSetRegionEntries", "ValueMapMaxLoopSize",
}

var extremeNumbers = map[jvmflag.Type][]string{
	jvmflag.Unsigned: {"0", "1", "2", "3", "64", "100", "101", "1000", "4095", "64k", "1m", "3000001", "2147483648", "4294967296", "5000000000", "1t", "9223372036854775808", "18446744073709551615"},
	jvmflag.Signed:   {"-5000000000", "-2147483648", "-1", "0", "1", "2", "7", "16", "101", "65536", "2147483647", "2147483648", "4294967297"},
	jvmflag.Double:   {"-1.0", "0.0", "0.5", "100.0", "1000000.0"},
}

// extremes draws one to four flags, and a collector for them.
func extremes(r *rand.Rand) string {
	var flags []jvmflag.Flag
	for f := range jvmflag.All(8) {
		if !f.Kind.Debug() && f.Type != jvmflag.String && !slices.Contains(unfit, f.Name) {
			flags = append(flags, *f)
		}
	}
	options := []string{"-XX:+UnlockDiagnosticVMOptions -XX:+UnlockExperimentalVMOptions",
		[]string{"", "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseConcMarkSweepGC", "-XX:+UseG1GC"}[r.IntN(5)]}
	for range 1 + r.IntN(4) {
		f := flags[r.IntN(len(flags))]
		if f.Type == jvmflag.Bool {
			if f.Name != "PrintFlagsFinal" && !strings.HasPrefix(f.Name, "Unlock") {
				options = append(options, "-XX:"+[]string{"+", "-"}[r.IntN(2)]+f.Name)
			}
			continue
		}
		numbers := extremeNumbers[f.Type]
		options = append(options, "-XX:"+f.Name+"="+numbers[r.IntN(len(numbers))])
	}
	return strings.Join(options, " ")
}

// TestBoundsOf8 holds the table of bounds against JDK 8's own flags.
func TestBoundsOf8(t *testing.T) {
	c := &consistency{startup: &startup{flags: newFlags(jvmtest.Resolve(t, 8, ""))}}
	for _, b := range boundsOf8() {
		_, known := jvmflag.Lookup(8, b.flag)
		require.True(t, known, b.flag)
		c.always(b)
		require.Empty(t, c.lines, b.flag)
	}
}
