package gclog

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logsPerCollector are the logs that are drawn for each collector of each JDK.
const logsPerCollector = 1

// collectorsOf are the collectors of a JDK, as options choose them.
func collectorsOf(jdk int) map[string]string {
	of := map[string]string{Serial: "-XX:+UseSerialGC", Parallel: "-XX:+UseParallelGC", G1: "-XX:+UseG1GC"}
	if jdk <= 11 {
		of[CMS] = "-XX:+UseConcMarkSweepGC"
	}
	if jdk >= 11 {
		of[ZGC], of[Shenandoah] = "-XX:+UnlockExperimentalVMOptions -XX:+UseZGC", "-XX:+UnlockExperimentalVMOptions -XX:+UseShenandoahGC"
	}
	if jdk == 21 {
		of["generational ZGC"] = "-XX:+UseZGC -XX:+ZGenerational"
	}
	return of
}

// measured is what a JVM itself says of its collections.
type measured struct {
	count map[string]int64
	time  map[string]time.Duration
	kept  int64
	log   int64 // bytes of the log by then
}

func compile(t *testing.T) string {
	t.Helper()
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("needs javac")
	}
	classes := t.TempDir()
	out, err := exec.Command(javac, "--release", "8", "-Xlint:-options", "-d", classes, "testdata/Allocates.java").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return classes
}

// run runs Allocates, and gives what it says at its end.
func run(t *testing.T, dir string, jdk int, classes, options, arguments string) measured {
	t.Helper()
	words := append(strings.Fields(options), "-cp", classes, "Allocates")
	out, err := exec.Command(filepath.Join(dir, strconv.Itoa(jdk), "bin", "java"), append(words, strings.Fields(arguments)...)...).CombinedOutput()
	require.NoError(t, err, "JDK %d: %s: %s", jdk, options, out)
	m := measured{count: map[string]int64{}, time: map[string]time.Duration{}}
	for line := range strings.Lines(string(out)) {
		var count, ms int64
		if name, rest, is := strings.Cut(line, "\t"); is {
			_, err := fmt.Sscan(rest, &count, &ms)
			switch {
			case name == "kept":
				m.kept = count
			case name == "log":
				m.log = count
			case err == nil:
				m.count[name], m.time[name] = count, time.Duration(ms)*time.Millisecond
			}
		}
	}
	return m
}

// decorations draws what lines of unified logging begin with.
func decorations(r *rand.Rand) string {
	var chosen []string
	for _, d := range []string{"time", "utctime", "uptime", "timemillis", "uptimemillis", "timenanos", "uptimenanos", "hostname", "pid", "tid", "level", "tags"} {
		if r.IntN(3) == 0 {
			chosen = append(chosen, d)
		}
	}
	if len(chosen) == 0 {
		return "none"
	}
	return strings.Join(chosen, ",")
}

// TestAgainstRealJVMs holds what is read from logs of real JVMs against what
// these counted themselves. JVMLINT_SEED repeats a run.
func TestAgainstRealJVMs(t *testing.T) {
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" {
		t.Skip("set JVMLINT_JDKS: see scripts/jdks.sh")
	}
	seed, logs := uint64(time.Now().UnixNano()), logsPerCollector
	if s := os.Getenv("JVMLINT_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		require.NoError(t, err)
		seed = n
	}
	if s := os.Getenv("JVMLINT_GC_LOGS"); s != "" {
		n, err := strconv.Atoi(s)
		require.NoError(t, err)
		logs = n
	}
	t.Logf("JVMLINT_SEED=%d", seed)
	classes, compared := compile(t), map[string]int64{}
	for _, jdk := range []int{8, 11, 17, 21, 25, 26, 27, 28} {
		for name, option := range collectorsOf(jdk) {
			t.Run(fmt.Sprintf("%d %s", jdk, name), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, uint64(jdk)))
				for range logs {
					compareWithJVM(t, r, dir, jdk, name, option, classes, compared)
				}
			})
		}
	}
	t.Logf("collections compared: %v", compared)
}

func compareWithJVM(t *testing.T, r *rand.Rand, dir string, jdk int, name, option, classes string, compared map[string]int64) {
	file := filepath.Join(t.TempDir(), "gc.log")
	details := r.IntN(3) > 0
	options := fmt.Sprintf("%s -Xmx64m -Xms%dm %s", option, 16+r.IntN(48), logOptions(r, jdk, details, file))
	sizes := []int64{2_000, 20_000, 700_000}
	if strings.HasSuffix(name, ZGC) {
		sizes = sizes[:2] // it gives each of the large ones a page of 2 MiB
	}
	size := sizes[r.IntN(len(sizes))]
	arguments := fmt.Sprintf("%d %d %d %d %s", 5+r.IntN(18), 200+r.IntN(200), size, 1+r.IntN(3), file)
	m := run(t, dir, jdk, classes, options, arguments)
	data, err := os.Open(file)
	require.NoError(t, err)
	defer data.Close()
	require.Positive(t, m.log)
	log, err := readFrom(file, io.LimitReader(data, m.log))
	require.NoError(t, err)

	about := fmt.Sprintf("JDK %d: java %s Allocates %s", jdk, options, arguments)
	wanted, _, _ := strings.Cut(strings.TrimPrefix(name, "generational "), " ")
	if log.Collector != "" || details {
		assert.Equal(t, wanted, log.Collector, about)
	}
	if jdk == 8 || details && jdk >= 17 {
		assert.Equal(t, jdk, log.JDK, about)
	}
	young, full, other := log.Young, log.Full.Pauses, log.Other
	other.Count += log.Degenerated.Count + full.Count
	other.Total += log.Degenerated.Total + full.Total
	compare := func(p Pauses, inYoung int64, names ...string) {
		var count int64
		var passed time.Duration
		for _, n := range names {
			count, passed = count+m.count[n], passed+m.time[n]
		}
		if count == 0 && p.Count == 0 {
			return
		}
		assert.Equal(t, count, p.Count+inYoung, "%s: %v", about, names)
		if inYoung == 0 { // the JVM counts the time of the full one in both
			rounded := float64(count) / 1000
			assert.GreaterOrEqual(t, p.Total.Seconds()+rounded, passed.Seconds(), "%s: %v", about, names)
			const disturbed = 1 // second: the log has what it costs to write it, too
			assert.LessOrEqual(t, p.Total.Seconds(), passed.Seconds()+rounded+disturbed, "%s: %v", about, names)
		}
		compared[names[0]] += count
	}
	switch wanted {
	case G1:
		compare(young, 0, "G1 Young Generation")
		compare(full, 0, "G1 Old Generation")
	case Serial, Parallel, CMS:
		if jdk > 8 || details || wanted == Parallel { // JDK 8 prints a young one that becomes a full one as that alone
			compare(young, log.Full.InYoung, "Copy", "ParNew", "PS Scavenge")
		}
		if wanted != CMS { // whose bean counts concurrent ones, too
			compare(full, 0, "MarkSweepCompact", "PS MarkSweep")
		}
	case Shenandoah:
		compare(other, 0, "Shenandoah Pauses")
	case ZGC:
		if details && jdk > 11 { // whose bean counts cycles
			compare(log.Other, 0, "ZGC Pauses", "ZGC Minor Pauses", "ZGC Major Pauses")
		}
	}
	if log.Live.Last.Bytes > 0 {
		const others = 4 << 20 // the JVM's own objects, rounding
		assert.GreaterOrEqual(t, log.Live.Last.Bytes+1<<20, m.kept, about)
		assert.LessOrEqual(t, log.Live.Last.Bytes, m.kept+m.kept/size*unused(wanted, size)+others, about)
	}
	if t.Failed() {
		all, _ := os.ReadFile(file)
		_ = os.WriteFile(filepath.Join(os.TempDir(), "failed-gc.log"), all, 0o600)
		t.FailNow()
	}
}

// unused is what G1 counts as used behind an array that is humongous in regions
// of 1 MiB.
func unused(collector string, size int64) int64 {
	if collector == G1 && size > 1<<19 {
		return 1<<20 - size
	}
	return 0
}

// logOptions draws how the log is written.
func logOptions(r *rand.Rand, jdk int, details bool, file string) string {
	if jdk > 8 {
		selection := "gc"
		if details {
			selection = "gc*"
		}
		return fmt.Sprintf("-Xlog:%s:file=%s:%s", selection, file, decorations(r))
	}
	options := []string{"-XX:+PrintGC", "-Xloggc:" + file}
	if details {
		options[0] = "-XX:+PrintGCDetails"
	}
	for _, o := range []string{"PrintGCDateStamps", "PrintGCTimeStamps", "PrintAdaptiveSizePolicy", "PrintTenuringDistribution", "PrintHeapAtGC", "PrintGCApplicationStoppedTime", "PrintReferenceGC"} {
		if r.IntN(3) == 0 {
			options = append(options, "-XX:+"+o)
		}
	}
	return strings.Join(options, " ")
}
