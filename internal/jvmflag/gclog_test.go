package jvmflag

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag/xlog"
)

func options(line string) (all []Option) {
	for word := range strings.FieldsSeq(line) {
		all = append(all, Option{Text: text(word)})
	}
	return all
}

func TestUnifiedLogging(t *testing.T) {
	for _, c := range []struct {
		jdk                  int
		line, want, replaced string
	}{
		{17, "-Xmx1g -XX:+UseG1GC", "", ""},
		{17, "-verbose:gc", "", ""}, // every JDK takes it
		{8, "-XX:+PrintGCDetails", "", ""},
		{17, "-verbose:gc -XX:+PrintGCDetails", "-Xlog:gc*", "-verbose:gc -XX:+PrintGCDetails"},
		{17, "-XX:+PrintGC -Xmx1g -XX:+PrintGCTimeStamps", "-Xlog:gc", "-XX:+PrintGC -XX:+PrintGCTimeStamps"},
		{17, "-XX:+PrintGCDetails -XX:+PrintGCDateStamps", "-Xlog:gc*:stdout:time,level,tags", "-XX:+PrintGCDetails -XX:+PrintGCDateStamps"},
		{17, "-XX:+PrintGCDateStamps", "", "-XX:+PrintGCDateStamps"},
		{17, "-XX:-PrintGCDetails -XX:+PrintGCCause", "", "-XX:-PrintGCDetails -XX:+PrintGCCause"},
		{17, "-XX:+PrintGCDetails -XX:-PrintGCDetails -XX:+PrintGC", "-Xlog:gc", "-XX:+PrintGCDetails -XX:-PrintGCDetails -XX:+PrintGC"},
		{17, "-Xloggc:gc.log", "-Xlog:gc:file=gc.log:uptime,level,tags:filecount=0", "-Xloggc:gc.log"},
		{17, "-Xloggc:gc.log -XX:-PrintGCTimeStamps", "-Xlog:gc:file=gc.log:level,tags:filecount=0", "-Xloggc:gc.log -XX:-PrintGCTimeStamps"},
		{17, "-Xloggc:a.log -Xloggc:C:b.log", `-Xlog:gc:file="C:b.log":uptime,level,tags:filecount=0`, "-Xloggc:a.log -Xloggc:C:b.log"},
		{17, `-Xloggc:a"b -XX:+PrintGCDetails`, "", ""},
		{
			21, "-Xloggc:/var/log/gc-%p-%t.log -XX:+PrintGCDetails -XX:+PrintGCDateStamps -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=10 -XX:GCLogFileSize=50M",
			"-Xlog:gc*:file=/var/log/gc-%p-%t.log:time,uptime,level,tags:filecount=9,filesize=50m",
			"-Xloggc:/var/log/gc-%p-%t.log -XX:+PrintGCDetails -XX:+PrintGCDateStamps -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=10 -XX:GCLogFileSize=50M",
		},
		{
			21, "-Xloggc:gc.log -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=1 -XX:GCLogFileSize=1k",
			"-Xlog:gc:file=gc.log:uptime,level,tags:filecount=1,filesize=8k",
			"-Xloggc:gc.log -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=1 -XX:GCLogFileSize=1k",
		},
		{ // without a count of files JDK 8 rotates nothing
			21, "-Xloggc:gc.log -XX:+UseGCLogFileRotation",
			"-Xlog:gc:file=gc.log:uptime,level,tags:filecount=0", "-Xloggc:gc.log -XX:+UseGCLogFileRotation",
		},
		{11, "-XX:+PrintSafepointStatistics", "", ""},
		{17, "-XX:+PrintSafepointStatistics -XX:PrintSafepointStatisticsCount=1", "-Xlog:safepoint+stats=debug", "-XX:+PrintSafepointStatistics -XX:PrintSafepointStatisticsCount=1"},
		{11, "-XX:+PrintStringDeduplicationStatistics", "-Xlog:gc+stringdedup*=debug", "-XX:+PrintStringDeduplicationStatistics"},
		{17, "-XX:+PrintStringDeduplicationStatistics", "-Xlog:stringdedup*=debug", "-XX:+PrintStringDeduplicationStatistics"},
		{11, "-XX:PrintFLSStatistics=1 -XX:PrintFLSCensus=1", "-Xlog:gc+freelist*=debug", "-XX:PrintFLSStatistics=1 -XX:PrintFLSCensus=1"},
		{17, "-XX:PrintFLSStatistics=1", "", ""}, // gone with CMS
		{17, "-XX:PrintGC -XX:+PrintGC=1 -XX:+PrintFLSStatistics -XX:NumberOfGCLogFiles=x", "", ""},
		{
			17, "-XX:+PrintGCApplicationConcurrentTime -XX:+PrintGCApplicationStoppedTime -XX:+PrintTenuringDistribution -XX:+PrintGCDetails",
			"-Xlog:gc*,gc+age*=trace,safepoint",
			"-XX:+PrintGCApplicationConcurrentTime -XX:+PrintGCApplicationStoppedTime -XX:+PrintTenuringDistribution -XX:+PrintGCDetails",
		},
	} {
		xlog, replaced := UnifiedLogging(c.jdk, options(c.line))
		words := []string{}
		for _, o := range replaced {
			words = append(words, o.String())
		}
		assert.Equal(t, []string{c.want, c.replaced}, []string{xlog, strings.Join(words, " ")}, "%d: %s", c.jdk, c.line)
	}
}

// FuzzUnifiedLogging translates anything that begins like an option.
func FuzzUnifiedLogging(f *testing.F) {
	f.Add("+PrintGCDetails")
	f.Fuzz(func(t *testing.T, s string) {
		for _, jdk := range Tables[1:] {
			_, _ = UnifiedLogging(jdk, []Option{{Text: text("-Xloggc:" + s)}, {Text: text("-XX:" + s)}})
		}
	})
}

// everyGCLogFlag switches each of the flags on that are translated for a JDK.
func everyGCLogFlag(jdk int) (words []string) {
	for _, f := range gcLogFlags() {
		flag, _ := Lookup(8, f.name)
		word := "-XX:+" + f.name
		if flag.Type != Bool {
			word = "-XX:" + f.name + "=9"
		}
		if f.since <= jdk && (f.until == 0 || jdk <= f.until) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// TestUnifiedLoggingIsTaken reads what comes out of each flag, and of all of
// them, as the JDK would: without a warning.
func TestUnifiedLoggingIsTaken(t *testing.T) {
	for _, jdk := range Tables[1:] {
		every := everyGCLogFlag(jdk)
		for _, line := range append(every, strings.Join(every, " "), strings.Join(every, " ")+" -Xloggc:gc.log") {
			option, replaced := UnifiedLogging(jdk, options(line))
			assert.Len(t, replaced, len(strings.Fields(line)), line)
			if option != "" {
				said, refusal := xlog.New(jdk, nil).Read(option)
				assert.Empty(t, said, "%d: %s", jdk, option)
				assert.Nil(t, refusal, "%d: %s", jdk, option)
			}
		}
	}
}

// printed is what the log must hold for a flag, under a collector.
var printedBy = []struct{ flags, more, want string }{
	{"-XX:+PrintGC", "-XX:+UseSerialGC", `Pause Full \(System\.gc\(\)\) \d+M->\d+M\(\d+M\)`},
	{"-XX:+PrintGC", "-XX:+UseSerialGC", `Pause Young \(Allocation Failure\) \d+M->\d+M\(\d+M\) [\d.]+ms`},
	{"-XX:+PrintGCDetails", "-XX:+UseSerialGC", `\[gc,heap +\].*(DefNew|Tenured): \d+K`},
	{"-XX:+PrintGCDetails", "-XX:+UseSerialGC", `\[gc,cpu +\].*User=[\d.]+s Sys=[\d.]+s Real=[\d.]+s`},
	{"-XX:+PrintGCDetails", "-XX:+UseG1GC", `\[gc,phases +\].*Evacuate Collection Set: [\d.]+ms`},
	{"-XX:+PrintGCDetails", "-XX:+UseG1GC", `\[gc,(heap,)?exit +\] *Heap`},
	{"-XX:+PrintGC -XX:+PrintGCDateStamps", "-XX:+UseSerialGC", `(?m)^\[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.\d{3}[+-]\d{4}\]`},
	{"-XX:+PrintGC -XX:+PrintGCTimeStamps", "-XX:+UseSerialGC", `(?m)^\[\d+.\d{3}s\]`},
	{"-XX:+PrintHeapAtGC", "-XX:+UseSerialGC", `Heap [Bb]efore GC invocations=`},
	{"-XX:+PrintHeapAtGC", "-XX:+UseParallelGC", `Heap [Aa]fter GC invocations=`},
	{"-XX:+PrintHeapAtGC", "-XX:+UseG1GC", `garbage-first heap +total`},
	{"-XX:+PrintTenuringDistribution", "-XX:+UseSerialGC", `Desired survivor size \d+ bytes, new threshold \d+ \(max threshold \d+\)`},
	{"-XX:+PrintTenuringDistribution", "-XX:+UseG1GC -Xshare:off", `- age +1: +\d+ bytes, +\d+ total`},
	{"-XX:+PrintTenuringDistribution", "-XX:+UseSerialGC -Xshare:off", `- age +1: +\d+ bytes, +\d+ total`},
	{"-XX:+PrintHeapAtGC -XX:+PrintHeapAtGCExtended", "-XX:+UseSerialGC", `Heap [Bb]efore GC invocations=`},
	{"-XX:+PrintGCTaskTimeStamps", "-XX:+UseParallelGC -XX:ParallelGCThreads=2", `\[gc,task,time`},
	{"-XX:+PrintGCCause -XX:+PrintGCID -XX:+PrintGC", "-XX:+UseSerialGC", `GC\(\d+\) Pause Full \(System\.gc\(\)\)`},
	{"-XX:+PrintAdaptiveSizePolicy", "-XX:+UseParallelGC", `AdaptiveSize`},
	{"-XX:+PrintAdaptiveSizePolicy", "-XX:+UseG1GC", `\[gc,ergo,cset +\]|\[gc,ergo,heap`},
	{"-XX:+PrintReferenceGC", "-XX:+UseSerialGC", `SoftReference`},
	{"-XX:+PrintReferenceGC", "-XX:+UseSerialGC", `Reference Processing`},
	{"-XX:+PrintParallelOldGCPhaseTimes", "-XX:+UseParallelGC", `Marking Phase [\d.]+ms`},
	{"-XX:+PrintParallelOldGCPhaseTimes", "-XX:+UseParallelGC", `Adjust (Roots|Pointers) [\d.]+ms`},
	{"-XX:+PrintClassHistogramBeforeFullGC", "-XX:+UseSerialGC", `(?s)before full gc.*#instances +#bytes +class name`},
	{"-XX:+PrintClassHistogramAfterFullGC", "-XX:+UseParallelGC", `(?s)after full gc.*#instances +#bytes +class name`},
	{"-XX:+PrintPLAB", "-XX:+UseG1GC", `\[gc,plab`},
	{"-XX:+PrintTLAB", "-XX:+UseSerialGC", `TLAB: .*desired_size`},
	{"-XX:+G1PrintRegionLivenessInfo", "-XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent", `### PHASE Post-Marking`},
	{"-XX:+G1PrintHeapRegions", "-XX:+UseG1GC", `\[gc,region`},
	{"-XX:+G1SummarizeRSetStats", "-XX:+UseG1GC", `\[gc,remset`},
	{"-XX:+TraceDynamicGCThreads", "-XX:+UseParallelGC -XX:ParallelGCThreads=4", `\[gc,task`},
	{"-XX:+PrintGCApplicationStoppedTime", "-XX:+UseSerialGC", `Total time for which application threads were stopped: [\d.]+ seconds|Safepoint ".*Total: +\d+ ns`},
	{"-XX:+PrintGCApplicationConcurrentTime", "-XX:+UseSerialGC", `Application time: [\d.]+ seconds|Safepoint ".*Time since last: \d+ ns`},
	{"-XX:+PrintSafepointStatistics", "-XX:+UseSerialGC", `VM Operation +\[ threads: total initial_running`},
	{"-XX:+TraceClassLoading", "-XX:+UseSerialGC", `java\.lang\.Object source:`},
	{"-XX:PrintFLSStatistics=1", "-XX:+UseConcMarkSweepGC", `Statistics for BinaryTreeDictionary`},
	{"-XX:PrintFLSCensus=1", "-XX:+UseConcMarkSweepGC", `(?i)census`},
	{"-XX:+PrintStringDeduplicationStatistics", "-XX:+UseG1GC -XX:+UseStringDeduplication -XX:StringDeduplicationAgeThreshold=1", `Inspected: +\d+`},
}

// laterWords is what later JDKs log in place of it.
var laterWords = map[string]struct {
	since int
	want  string
}{
	`AdaptiveSize`:         {26, `\[gc,ergo`},
	`TLAB: .*desired_size`: {27, `TLAB fill: `},
}

// TestUnifiedLoggingOfRealJVMs looks for what the flags printed in the logs of
// real JVMs, to a file and to standard output.
func TestUnifiedLoggingOfRealJVMs(t *testing.T) {
	jvmtest.Folder(t)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Gc.class"), garbage(), 0o644))
	for _, jdk := range Tables[1:] {
		for i, c := range printedBy {
			if jdk > 13 && strings.Contains(c.more, "UseConcMarkSweepGC") {
				continue
			}
			file := fmt.Sprintf("%d-%d.log", jdk, i)
			for _, to := range []string{"", " -Xloggc:" + file} {
				xlog, replaced := UnifiedLogging(jdk, options(c.flags+to))
				if len(replaced) < len(strings.Fields(c.flags+to)) { // not for this JDK
					continue
				}
				exit, stdout, stderr := jvmtest.Run(t, jvmtest.Java(t, jdk), dir, append(strings.Fields(c.more), "-Xint", "-Xmx24m", "-Xms24m", "-Xmn2m", xlog, "-cp", ".", "Gc")...)
				assert.Equal(t, 0, exit, "%d: %s", jdk, xlog)
				assert.NotContains(t, stdout+stderr, "[logging", to)
				log := stdout
				if to != "" {
					text, err := os.ReadFile(filepath.Join(dir, file))
					require.NoError(t, err, xlog)
					log = string(text)
				}
				want := c.want
				if later, is := laterWords[want]; is && jdk >= later.since {
					want = later.want
				}
				assert.True(t, regexp.MustCompile(want).MatchString(log), "%d: %s: %s: no %s", jdk, c.flags+to, xlog, want)
			}
		}
		xlog, _ := UnifiedLogging(jdk, options(strings.Join(everyGCLogFlag(jdk), " ")))
		exit, stdout, _ := jvmtest.Run(t, jvmtest.Java(t, jdk), dir, xlog, "-version")
		assert.Equal(t, 0, exit, xlog)
		assert.NotRegexp(t, `\[warning`, stdout, xlog)
	}
}

// garbage is a class whose main makes 30,000 arrays of 1,000 bytes, and asks
// for a collection at every 10,000th. It is of a version that needs no tables
// for the verifier.
func garbage() []byte {
	var b []byte
	u2 := func(n int) { b = append(b, byte(n>>8), byte(n)) }
	text := func(s string) { b = append(b, 1); u2(len(s)); b = append(b, s...) }
	pair := func(tag byte, refs ...int) {
		b = append(b, tag)
		for _, r := range refs {
			u2(r)
		}
	}
	b = append(b, 0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 49)
	u2(14)
	pair(7, 2) // 1: class Gc
	text("Gc")
	pair(7, 4) // 3: its parent
	text("java/lang/Object")
	text("main")
	text("([Ljava/lang/String;)V")
	text("Code")
	pair(10, 9, 11) // 8: System.gc()
	pair(7, 10)
	text("java/lang/System")
	pair(12, 12, 13)
	text("gc")
	text("()V")
	for _, n := range []int{0x21, 1, 3, 0, 0, 1, 0x9, 5, 6, 1, 7} { // public class, one public static method with code
		u2(n)
	}
	code := []byte{
		0x04, 0x3c, // i = 1: at 0 a collection would leave no survivors to tell ages of
		0x11, 0x03, 0xe8, 0xbc, 8, 0x4d, // 2: array = new byte[1000]
		0x1b, 0x11, 0x27, 0x10, 0x70, 0x9a, 0, 6, // if i % 10000 == 0
		0xb8, 0, 8, // System.gc()
		0x84, 1, 1, // i++
		0x1b, 0x11, 0x75, 0x30, 0xa1, 0xff, 0xe8, // if i < 30000, back to 2
		0xb1,
	}
	u2(0)
	u2(12 + len(code))
	u2(2) // stack
	u2(3) // variables
	u2(0)
	u2(len(code))
	b = append(b, code...)
	for range 3 { // no handlers, no attributes of the code and of the class
		u2(0)
	}
	return b
}
