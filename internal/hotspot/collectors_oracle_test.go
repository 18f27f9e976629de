package hotspot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const configurationsPerCollector = 6

// TestCollectorsAgainstRealJVMs holds the flags of one collector after the other, and the warnings of
// their JVMs, against real JVMs: heaps of 8 MiB to 2 TiB, 1 to 128 CPUs. The variables are those of
// TestAgainstRealJVMs; JVMLINT_COLLECTOR picks a collector.
func TestCollectorsAgainstRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", configurationsPerCollector)
	t.Logf("JVMLINT_SEED=%d, %d bytes of memory, %d CPUs", seed, m.Memory.N, m.CPUs.N)
	only := jvmtest.Number(t, "JVMLINT_ONE_JDK", 0)
	for _, c := range []struct {
		name string
		jdks []int
		draw func(r *rand.Rand, jdk int) string
	}{
		{"Shenandoah", []int{11, 17, 21, 25, 26, 27, 28}, randomShenandoah},
		{"ConcMarkSweep", []int{8, 11}, randomCMS},
		{"Parallel", []int{11, 17, 21, 25, 26, 27, 28}, randomGenerations("UseParallelGC", "UseParallelOldGC")},
		{"Serial", []int{11, 17, 21, 25, 26, 27, 28}, randomGenerations("UseSerialGC")},
	} {
		if name := os.Getenv("JVMLINT_COLLECTOR"); name != "" && name != c.name {
			continue
		}
		for _, jdk := range c.jdks {
			if only != 0 && jdk != int(only) {
				continue
			}
			t.Run(fmt.Sprintf("%s of %d", c.name, jdk), func(t *testing.T) {
				m := m
				m.Stripped = jvmtest.Stripped(dir, jdk)
				random, work := rand.New(rand.NewPCG(seed, uint64(jdk))), t.TempDir()
				started, equal := 0, 0
				for range count {
					options := c.draw(random, jdk)
					real, err := startReal(jvmtest.Java(dir, jdk), work, options)
					require.NoError(t, err, options)
					r := jvmtest.Resolve(t, jdk, options)
					_, differences := compare(r, m, real)
					if v := Start(r, m); v.OK == real.started && len(differences) == 0 && !real.ranOut() {
						differences = compareSaid(v, real)
					}
					if real.started {
						started++
					}
					if assert.Empty(t, differences, options) {
						equal++
					}
				}
				t.Logf("%d of %d equal, %d started", equal, count, started)
			})
		}
	}
}

var (
	logStamp = regexp.MustCompile(`^\[\d+\.\d+s\]\[(warning|error)\s*\]\[([a-z,]+) *\]`)
	aWarning = regexp.MustCompile(`^(\[(warning|error)\]|OpenJDK 64-Bit Server VM warning: )`)
)

// compareSaid holds the warnings of a start against those printed, in any order: they
// are printed to two streams.
func compareSaid(v Verdict, real run) []string {
	warnings := func(lines []string) []string {
		var of []string
		for _, line := range lines {
			line = logStamp.ReplaceAllString(line, "[$1][$2]")
			if aWarning.MatchString(line) && !strings.Contains(line, "hsperfdata") {
				of = append(of, line)
			}
		}
		slices.Sort(of)
		return of
	}
	printed, predicted := warnings(real.output), warnings(v.Lines())
	if slices.Equal(printed, predicted) {
		return nil
	}
	return []string{fmt.Sprintf("said %q, predicted %q", printed, predicted)}
}

// drawn are options that are put together at random.
type drawn struct {
	*rand.Rand
	options []string
}

func (d *drawn) add(chance float64, option string) {
	if d.Float64() < chance {
		d.options = append(d.options, option)
	}
}

func (d *drawn) pick(from ...string) string { return from[d.IntN(len(from))] }

func (d *drawn) number(low, high int) string { return strconv.Itoa(low + d.IntN(high-low+1)) }

// size is one between two powers of two of MiB, odd ones too.
func (d *drawn) size(least, most int) string {
	mib := 1 << (least + d.IntN(most-least))
	mib += d.IntN(mib)
	if d.IntN(4) == 0 {
		return fmt.Sprintf("%dk", mib<<10+d.IntN(1024))
	}
	return fmt.Sprintf("%dm", mib)
}

// heap draws what sizes a heap of up to 2 TiB.
func (d *drawn) heap(jdk int) {
	if jdk < 27 { // 27 ignores it, and 28 refuses it
		d.add(.5, "-XX:MaxRAM="+d.size(5, 21))
	}
	d.add(.6, "-Xmx"+d.size(3, 15))
	d.add(.3, "-Xms"+d.size(2, 13))
	d.add(.1, "-XX:"+d.pick("Max", "Min", "Initial")+"RAMPercentage="+d.pick("0.5", "10.0", "33.3", "75.0", "100.0"))
	if jdk >= 17 {
		d.add(.1, "-XX:MinHeapSize="+d.size(1, 10))
		d.add(.2, "-XX:SoftMaxHeapSize="+d.size(3, 13))
	}
	d.add(.7, "-XX:ActiveProcessorCount="+d.number(1, 128))
	d.add(.2, "-XX:ParallelGCThreads="+d.number(1, 40))
	d.add(.2, "-XX:ConcGCThreads="+d.number(1, 20))
	d.add(.1, "-XX:ObjectAlignmentInBytes="+d.pick("8", "16", "32", "256"))
	d.add(.1, "-XX:-UseCompressedOops")
	if d.add(.05, "-XX:+UseTransparentHugePages"); jdk >= 17 { // up to JDK 16, it is the machine that decides
		d.add(.05, "-XX:+UseLargePages")
	}
}

// line puts the options into random order, behind what unlocks them.
func (d *drawn) line(collector string) string {
	d.Shuffle(len(d.options), func(i, j int) { d.options[i], d.options[j] = d.options[j], d.options[i] })
	return "-XX:+UnlockExperimentalVMOptions -XX:+UnlockDiagnosticVMOptions -XX:+" + collector + " " + strings.Join(d.options, " ")
}

// unstable are flags some of whose values crash the first marking, and that a JVM may wait for without
// end.
var unstable = []string{"ShenandoahSATBBufferSize", "ShenandoahEvacReserve"}

// flags draws settings of flags of a collector, most of them within their bounds.
func (d *drawn) flags(jdk, count int, prefix string) {
	var all []jvmflag.Flag
	for f := range jvmflag.All(jdk) {
		if strings.HasPrefix(f.Name, prefix) && !f.Kind.Debug() && f.Type != jvmflag.String && !slices.Contains(unstable, f.Name) {
			all = append(all, *f)
		}
	}
	slices.SortFunc(all, func(a, b jvmflag.Flag) int { return strings.Compare(a.Name, b.Name) })
	for range count {
		switch f := all[d.IntN(len(all))]; f.Type {
		case jvmflag.Bool:
			d.add(1, "-XX:"+d.pick("+", "-")+f.Name)
		default:
			d.add(1, "-XX:"+f.Name+"="+d.pick(f.Default, f.Default, d.number(0, 100), d.number(0, 5000), f.Least, f.Most))
		}
	}
	d.options = slices.DeleteFunc(d.options, func(o string) bool { return strings.HasSuffix(o, "=") })
}

func randomShenandoah(r *rand.Rand, jdk int) string {
	d := &drawn{Rand: r}
	d.heap(jdk)
	mode := "iu"
	if jdk >= 24 {
		mode = "generational"
		d.add(.1, "-XX:GCCardSizeInBytes="+d.pick("128", "256", "512", "1024"))
	}
	d.add(.5, "-XX:ShenandoahGCMode="+d.pick("satb", mode, mode, mode, "passive"))
	d.add(.3, "-XX:ShenandoahGCHeuristics="+d.pick("adaptive", "static", "compact", "aggressive", "passive"))
	d.add(.2, "-XX:ShenandoahRegionSize="+d.pick("256k", "512k", "1m", "2m", "3m", "8m", "32m", "100k", "64m"))
	d.add(.1, "-XX:ShenandoahMinRegionSize="+d.pick("256k", "300k", "1m", "4m", "16m", "64k"))
	d.add(.1, "-XX:ShenandoahMaxRegionSize="+d.pick("256k", "1m", "5m", "16m", "64m"))
	d.add(.2, "-XX:ShenandoahTargetNumRegions="+d.pick("0", "1", "10", "100", "1000", "2000", "10000", "100000"))
	d.add(.2, "-XX:"+d.pick("+", "-")+"ShenandoahUncommit")
	d.add(.1, "-XX:"+d.pick("+", "-")+"UseStringDeduplication")
	d.add(.1, "-XX:"+d.pick("+", "-")+"UseDynamicNumberOfGCThreads")
	d.add(.1, "-XX:"+d.pick("+", "-")+"UseNUMA")
	d.add(.05, "-Xmn"+d.size(1, 10))
	d.add(.05, "-XX:"+d.pick("+", "-")+d.pick("ClassUnloading", "ClassUnloadingWithConcurrentMark", "ExplicitGCInvokesConcurrent", "UseTLAB", "ResizeTLAB", "AlwaysPreTouch"))
	d.flags(jdk, r.IntN(4), "Shenandoah")
	if slices.Contains(d.options, "-XX:+AlwaysPreTouch") {
		d.add(1, "-Xmx256m")
	}
	return d.line("UseShenandoahGC")
}

// randomGenerations draws options of collectors with two generations.
func randomGenerations(collectors ...string) func(*rand.Rand, int) string {
	return func(r *rand.Rand, jdk int) string {
		d := &drawn{Rand: r}
		d.generations(jdk)
		if jdk >= 15 { // when UseParallelOldGC went
			return d.line(collectors[0])
		}
		return d.line(d.pick(collectors...))
	}
}

func randomCMS(r *rand.Rand, jdk int) string {
	d := &drawn{Rand: r}
	d.generations(jdk)
	d.add(.1, "-XX:"+d.pick("+", "-")+d.pick("UseParNewGC", "CMSIncrementalMode"))
	d.add(.1, "-XX:CMSYoungGenPerWorker="+d.size(2, 9))
	d.flags(jdk, r.IntN(3), "CMS")
	return d.line("UseConcMarkSweepGC")
}

// generations draws what sizes a young and an old generation.
func (d *drawn) generations(jdk int) {
	d.heap(jdk)
	d.add(.2, "-Xmn"+d.size(0, 11))
	d.add(.2, "-XX:NewSize="+d.size(0, 11))
	d.add(.2, "-XX:MaxNewSize="+d.size(0, 11))
	if jdk < 24 {
		d.add(.15, "-XX:OldSize="+d.size(0, 11))
	}
	d.add(.3, "-XX:NewRatio="+d.number(1, 12))
	d.add(.3, "-XX:SurvivorRatio="+d.number(1, 40))
	d.add(.1, "-XX:"+d.pick("+", "-")+d.pick("UseAdaptiveSizePolicy", "UseTLAB", "ResizeTLAB", "UseNUMA", "UseStringDeduplication"))
}
