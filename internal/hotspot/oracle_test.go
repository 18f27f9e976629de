package hotspot

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const configurationsPerJDK = 160

// TestAgainstRealJVMs holds predictions for random options against real JVMs.
// JVMLINT_SEED repeats a run, JVMLINT_CONFIGURATIONS changes its length, and
// JVMLINT_ONE_JDK keeps it to one JDK.
func TestAgainstRealJVMs(t *testing.T) { againstReal(t, configurationsPerJDK, randomOptions, compare) }

// againstReal draws options for each JDK, and compares what the JVMs do with
// them.
func againstReal(t *testing.T, each uint64, draw func(*rand.Rand, int) string, compare func(*jvmflag.Resolution, Machine, run) (int, []string)) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", each)
	t.Logf("JVMLINT_SEED=%d, %d bytes of memory, %d CPUs", seed, m.Memory.N, m.CPUs.N)
	jdks := jvmflag.Supported
	if only := jvmtest.Number(t, "JVMLINT_ONE_JDK", 0); only != 0 {
		jdks = []int{int(only)}
	}
	for _, jdk := range jdks {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) {
			m := m
			m.Stripped = jvmtest.Stripped(dir, jdk)
			random := rand.New(rand.NewPCG(seed, uint64(jdk)))
			configurations := make(chan string, count)
			for range count {
				configurations <- draw(random, jdk)
			}
			close(configurations)
			work := t.TempDir()
			var mu sync.Mutex
			var started, refused, compared int
			var workers sync.WaitGroup
			for range 2 {
				workers.Go(func() {
					for options := range configurations {
						real, err := startReal(jvmtest.Java(dir, jdk), work, options)
						n, differences := compare(jvmtest.Resolve(t, jdk, options), m, real)
						mu.Lock()
						compared += n
						if real.started {
							started++
						} else {
							refused++
						}
						if err != nil || len(differences) > 0 {
							t.Errorf("%s: %v\n\t%s", options, err, strings.Join(differences, "\n\t"))
						}
						mu.Unlock()
					}
				})
			}
			workers.Wait()
			t.Logf("%d started, %d refused, %d flag values compared", started, refused, compared)
		})
	}
}

// randomOptions draws options that the model reads, most of them sound.
func randomOptions(r *rand.Rand, jdk int) string {
	var options []string
	add := func(chance float64, option string) {
		if r.Float64() < chance {
			options = append(options, option)
		}
	}
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	number := func(low, high int) string { return strconv.Itoa(low + r.IntN(high-low+1)) }
	rare := func() int { return r.IntN(10) / 9 } // 1 for what most often keeps a JVM from starting
	size := func(most int) string {              // in MiB, over several orders of magnitude, odd ones too
		mib := 1 << r.IntN(20)
		mib = min(mib+r.IntN(mib), most)
		if r.IntN(4) == 0 {
			return fmt.Sprintf("%dk", mib<<10+r.IntN(1024))
		}
		return fmt.Sprintf("%dm", mib)
	}
	options = append(options, "-XX:+UnlockExperimentalVMOptions")
	if jdk == 8 {
		options = append(options, randomOptionsOf8(r)...)
	}
	collector := r.IntN(20)
	switch {
	case jdk == 8 && collector >= 15 && collector < 19:
		add(1, "-XX:"+pick("+UseConcMarkSweepGC", "+UseConcMarkSweepGC", "+UseParNewGC", "+UseParallelOldGC"))
		add(.2, "-XX:-UseParNewGC")
	case jdk == 8 && collector == 19:
		add(1, "-XX:+UseSerialGC")
	case collector < 7:
	case collector < 12:
		add(1, "-XX:+UseG1GC")
	case collector < 15:
		add(1, "-XX:+UseParallelGC")
	case collector < 18:
		add(1, "-XX:+UseSerialGC")
	case collector < 19:
		add(1, "-XX:+UseShenandoahGC")
	default:
		add(1, "-XX:+UseZGC")
		if jdk == 21 {
			add(.5, "-XX:+ZGenerational")
		}
	}
	add(.02, pick("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:-UseG1GC", "-XX:-UseSerialGC"))
	add(.05, pick("-XX:+NeverActAsServerClassMachine", "-XX:+AlwaysActAsServerClassMachine"))
	add(.6, "-XX:ActiveProcessorCount="+number(0, 70))
	add(.5, "-Xmx"+size(90_000))
	add(.3, "-Xms"+size(3000))
	add(.1, "-XX:InitialHeapSize="+size(2000))
	if jdk >= 17 {
		add(.1, "-XX:MinHeapSize="+size(1000))
		add(.05, "-XX:SoftMaxHeapSize="+size(2000))
	}
	add(.1, "-Xmn"+size(3000))
	add(.1, "-XX:NewSize="+size(3000))
	add(.1, "-XX:MaxNewSize="+size(3000))
	if jdk == 8 { // takes no percentage without a point
		percentage := pick("0.5", "10.0", "33.3", "75.0", "100.0", "130.0", "-1.0")
		add(.15, "-XX:"+pick("Max", "Min", "Initial")+"RAMPercentage="+percentage)
	} else {
		add(.15, "-XX:MaxRAMPercentage="+pick("0.5", "10.0", "33.3", "50", "75.0", "90.0", "100"))
		add(.1, "-XX:MinRAMPercentage="+pick("1.0", "25.0", "80"))
		add(.1, "-XX:InitialRAMPercentage="+pick("0.1", "1.0", "5", "12.5"))
	}
	if jdk < 25 {
		add(.1, "-XX:OldSize="+size(3000))
		add(.04, "-XX:MaxRAMFraction="+number(1, 20))
		add(.04, "-XX:MinRAMFraction="+number(1, 20))
		add(.04, "-XX:InitialRAMFraction="+number(8, 200))
	}
	add(.15, "-XX:NewRatio="+number(1-rare(), 12))
	add(.1, "-XX:SurvivorRatio="+number(1, 12))
	add(.15, "-XX:MaxRAM="+size(400_000))
	add(.3, "-XX:G1HeapRegionSize="+pick("0", "512k", "1m", "2m", "3m", "4m", "5m", "8m", "12m", "16m", pick("32m", "33m", "64m", "100m")))
	add(.3, "-XX:ParallelGCThreads="+number(1-rare(), 24))
	add(.2, "-XX:ConcGCThreads="+number(0, 10))
	add(.1, "-XX:G1ConcRefinementThreads="+number(0, 20))
	add(.1, "-XX:G1NewSizePercent="+number(0, 60+10*rare()))
	add(.1, "-XX:G1MaxNewSizePercent="+number(20-20*rare(), 100+rare()))
	add(.1, "-XX:G1HeapWastePercent="+number(0, 20))
	add(.1, "-XX:MaxGCPauseMillis="+number(1-rare(), 500))
	add(.03, "-XX:GCPauseIntervalMillis="+number(0, 700))
	add(.15, "-XX:MaxMetaspaceSize="+size(3000))
	add(.1, "-XX:CompressedClassSpaceSize="+size(3500))
	add(.1, "-XX:"+pick("+", "-")+"UseCompressedOops")
	add(.05, "-XX:"+pick("+", "-")+"UseCompressedClassPointers")
	add(.1, "-XX:ObjectAlignmentInBytes="+pick("8", "16", "32", "64", pick("8", "12", "4")))
	add(.05, "-XX:HeapBaseMinAddress="+pick("1g", "4g", "16g"))
	add(.03, "-XX:ErgoHeapSizeLimit="+size(4000))
	add(.1, "-XX:-TieredCompilation")
	add(.1, "-XX:TieredStopAtLevel="+number(0, 4))
	add(.05, pick("-Xint", "-Xint", "-Xcomp", "-Xmixed", "-XX:CICompilerCount="+number(2, 8)))
	if jdk >= 17 {
		add(.05, "-XX:CompilationMode="+pick("quick-only", "high-only", "high-only-quick-internal", "default"))
	}
	add(.05, "-XX:ReservedCodeCacheSize="+number(40, 500)+"m")
	add(.1, "-XX:-UseDynamicNumberOfGCThreads")
	if jdk >= 21 {
		add(.07, "-XX:GCCardSizeInBytes="+pick("128", "256", "512", pick("1024", "300")))
	}
	r.Shuffle(len(options)-1, func(i, j int) { options[i+1], options[j+1] = options[j+1], options[i+1] })
	return strings.Join(options, " ")
}

// randomOptionsOf8 draws options that JDK 8 alone knows, or checks by itself.
func randomOptionsOf8(r *rand.Rand) []string {
	var options []string
	numbers := []string{"0", "1", "2", "3", "7", "15", "16", "50", "100", "101", "1000", "4096", "16384", "1m", "300m", "5000000000"}
	for _, flag := range []string{
		"CMSYoungGenPerWorker", "CMSParPromoteBlocksToClaim", "OldPLABSize", "YoungPLABSize", "MaxTenuringThreshold", "InitialTenuringThreshold",
		"MinHeapDeltaBytes", "MarkStackSize", "MarkStackSizeMax", "DefaultMaxRAMFraction", "MinHeapFreeRatio", "MaxHeapFreeRatio",
		"GCTimeRatio", "MetaspaceSize", "InitialBootClassLoaderMetaspaceSize", "TLABSize", "MinTLABSize",
		"InitialCodeCacheSize", "CodeCacheMinimumFreeSpace", "StackShadowPages", "CompilationPolicyChoice", "SurvivorRatio", "NewRatio",
		"InitialSurvivorRatio", "MinSurvivorRatio", "TieredStopAtLevel", "ThreadStackSize", "CMSInitiatingOccupancyFraction",
	} {
		if r.IntN(150) == 0 {
			options = append(options, "-XX:"+flag+"="+numbers[r.IntN(len(numbers))])
		}
	}
	for _, flag := range []string{
		"AlwaysTenure", "UseAdaptiveSizePolicy", "CMSIncrementalMode", "AggressiveHeap", "UseAutoGCSelectPolicy", "ResizeOldPLAB", "CMSConcurrentMTEnabled",
		"CICompilerCountPerCPU", "UseParNewGC", "UseParallelOldGC", "UseG1GC", "ClassUnloading",
	} {
		if r.IntN(100) == 0 {
			options = append(options, "-XX:"+[]string{"+", "-"}[r.IntN(2)]+flag)
		}
	}
	return options
}
