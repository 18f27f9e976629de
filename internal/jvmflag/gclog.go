package jvmflag

import (
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
)

// gcLogFlag is what a logging flag of JDK 8 becomes in unified logging.
type gcLogFlag struct {
	name         string
	selections   string // nothing: what it printed is always there, or it has no counterpart
	since, until int    // releases that log it so; until 0 is no end
}

// gcLogFlags are the flags, those with the widest selections first: of two selections the later prevails. A flag
// without a row for a release is not translated for it: what it printed is gone, or the flag still works.
//
// https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html, "Convert GC Logging Flags to Xlog"
// https://openjdk.org/jeps/271
var gcLogFlags = [...]gcLogFlag{
	{"PrintGC", "gc", 9, 0},
	{"PrintGCDetails", "gc*", 9, 0},
	{"PrintAdaptiveSizePolicy", "gc+ergo*=trace", 9, 0},
	{"PrintHeapAtGC", "gc+heap=debug", 9, 0},
	{"PrintHeapAtGCExtended", "gc+heap=trace", 9, 0},
	{"PrintTenuringDistribution", "gc+age*=trace", 9, 0},
	{"PrintReferenceGC", "gc+ref*=debug,gc+phases+ref=debug", 9, 0},
	{"PrintParallelOldGCPhaseTimes", "gc+phases=trace", 9, 0},
	{"PrintPromotionFailure", "gc+promotion=debug", 9, 0},
	{"PrintClassHistogramBeforeFullGC", "gc+classhisto*=trace", 9, 0},
	{"PrintClassHistogramAfterFullGC", "gc+classhisto*=trace", 9, 0},
	{"PrintJNIGCStalls", "gc+jni=debug", 9, 0},
	{"PrintPLAB", "gc+plab=trace", 9, 0},
	{"PrintTLAB", "gc+tlab=trace", 9, 0},
	{"PrintGCTaskTimeStamps", "gc+task+time=debug", 9, 17},
	{"TraceDynamicGCThreads", "gc+task=trace", 9, 0},
	{"G1PrintRegionLivenessInfo", "gc+liveness=trace", 9, 0},
	{"G1PrintHeapRegions", "gc+region=trace", 9, 0},
	{"G1SummarizeRSetStats", "gc+remset*=trace", 9, 0},
	{"PrintFLSStatistics", "gc+freelist*=debug", 9, 13},
	{"PrintFLSCensus", "gc+freelist+census=debug", 9, 13},
	{"PrintStringDeduplicationStatistics", "gc+stringdedup*=debug", 9, 16},
	{"PrintStringDeduplicationStatistics", "stringdedup*=debug", 17, 0},
	{"PrintGCApplicationStoppedTime", "safepoint", 9, 0},
	{"PrintGCApplicationConcurrentTime", "safepoint", 9, 0},
	{"PrintSafepointStatistics", "safepoint+stats=debug", 13, 0}, // JDK 11 has the flag
	{"PrintSafepointStatisticsCount", "", 13, 0},
	{"PrintSafepointStatisticsTimeout", "", 13, 0},
	{"TraceClassLoading", "class+load", 9, 0},
	{"TraceClassUnloading", "class+unload", 9, 0},
	{"PrintGCCause", "", 9, 0},
	{"PrintGCID", "", 9, 0},
	{"PrintGCDateStamps", "", 9, 0},
	{"PrintGCTimeStamps", "", 9, 0},
	{"UseGCLogFileRotation", "", 9, 0},
	{"NumberOfGCLogFiles", "", 9, 0},
	{"GCLogFileSize", "", 9, 0},
}

// gcLogging is what the options ask of JDK 8's log.
type gcLogging struct {
	on       [len(gcLogFlags)]bool // rows of flags that are switched on
	file     string
	toFile   bool
	dates    bool
	times    bool
	rotates  bool
	files    uint64
	fileSize uint64 // bytes
}

// UnifiedLogging gives the one -Xlog option that logs in a JDK of 9 or later what the options have JDK 8 log, and
// the options that it replaces. No replaced options: there is nothing to translate. No -Xlog option, and replaced
// ones: they log nothing, and may go.
//
// With -Xloggc all goes to its file, classes that are loaded too, which JDK 8 writes to standard output. As many
// files are kept as JDK 8 keeps; a log that JDK 8 does not rotate is not rotated.
//
// https://github.com/openjdk/jdk8u/blob/master/hotspot/src/share/vm/runtime/arguments.cpp
func UnifiedLogging(jdk int, options []Option) (xlog string, replaced []Option) {
	if jdk < 9 {
		return "", nil
	}
	asked := gcLogging{fileSize: 8 * bytesize.Kilo}
	only := true // -verbose:gc, which every JDK takes, and no more
	for _, o := range options {
		switch s := o.String(); {
		case s == "-verbose:gc":
			asked.on[0] = true
		case strings.HasPrefix(s, "-Xloggc:"):
			asked.file, asked.toFile, asked.on[0], asked.times = s[len("-Xloggc:"):], true, true, true
			only = false
		case strings.HasPrefix(s, "-XX:") && asked.take(jdk, s[len("-XX:"):]):
			only = false
		default:
			continue
		}
		replaced = append(replaced, o)
	}
	if only || asked.toFile && strings.ContainsAny(asked.file, `"`) { // a quote cannot be written
		return "", nil
	}
	return asked.option(), replaced
}

// take reads one flag, and reports whether it is one that is replaced.
func (g *gcLogging) take(jdk int, s string) bool {
	name, value, valued := strings.Cut(s, "=")
	on := strings.HasPrefix(name, "+")
	signed := on || strings.HasPrefix(name, "-")
	name = strings.TrimLeft(name, "+-")
	flag, ok := Lookup(8, name)
	if !ok || signed != (flag.Type == Bool) || signed == valued { // JDK 8 refuses it
		return false
	}
	number := uint64(0)
	if valued {
		if number, ok = bytesize.Parse(value); !ok {
			return false
		}
		on = number > 0
	}
	found := false
	for i := range gcLogFlags {
		if f := &gcLogFlags[i]; f.name == name && f.since <= jdk && (f.until == 0 || jdk <= f.until) {
			g.on[i], found = on, true
		}
	}
	switch {
	case !found:
	case name == "PrintGCDateStamps":
		g.dates = on
	case name == "PrintGCTimeStamps":
		g.times = on
	case name == "UseGCLogFileRotation":
		g.rotates = on
	case name == "NumberOfGCLogFiles":
		g.files = number
	case name == "GCLogFileSize":
		g.fileSize = number
	}
	return found
}

func (g *gcLogging) option() string {
	var b strings.Builder
	b.WriteString("-Xlog")
	separator := ":"
	written := ""
	for i, f := range gcLogFlags {
		switch {
		case !g.on[i] || f.selections == "" || f.selections == written,
			i == 0 && g.on[1],                       // gc* has what gc has
			f.name == "PrintHeapAtGC" && g.on[i+1],  // trace has what debug has
			f.name == "PrintFLSCensus" && g.on[i-1]: // and * what one has
			continue
		}
		b.WriteString(separator + f.selections)
		separator, written = ",", f.selections
	}
	if written == "" {
		return ""
	}
	switch {
	case g.toFile && strings.Contains(g.file, ":"):
		b.WriteString(`:file="` + g.file + `"`)
	case g.toFile:
		b.WriteString(":file=" + g.file)
	case g.dates:
		b.WriteString(":stdout")
	}
	if g.dates || g.toFile {
		b.WriteByte(':')
		if g.dates {
			b.WriteString("time,")
		}
		if g.times {
			b.WriteString("uptime,")
		}
		b.WriteString("level,tags")
	}
	switch {
	case g.toFile && g.rotates && g.files > 0:
		const most, least = 1000, 8 * bytesize.Kilo
		kept := min(max(g.files-1, 1), most) // besides the one that is written, which JDK 8 counts too
		size := g.fileSize
		if size > 0 { // 0 is on request alone, in JDK 8 too
			size = max(size, least)
		}
		b.WriteString(":filecount=" + strconv.FormatUint(kept, 10) + ",filesize=" + FormatSize(size))
	case g.toFile:
		b.WriteString(":filecount=0")
	}
	return b.String()
}

// SameLog gives the options that configure the log as the JDK does for the old ones: what is traced goes to standard
// output, the collections too unless -Xloggc names a file. There are none where the name of the file cannot be
// written.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, handle_deprecated_print_gc_flags (JDK 9 to 25)
func SameLog(logging []Parting) []string {
	var traced []string
	var file string
	gc, details := false, false
	for _, l := range logging {
		switch l.Special.Name {
		case "PrintGC":
			gc = true
		case "PrintGCDetails":
			gc, details = true, true
		case "-Xloggc:":
			gc, file = true, l.Value.String()
		default:
			selection := strings.TrimPrefix(l.Special.Log, "-Xlog:")
			if l.Off {
				tags, _, _ := strings.Cut(selection, "=")
				selection = tags + "=off"
			}
			traced = append(traced, selection)
		}
	}
	if strings.ContainsAny(file, `:"`) {
		return nil
	}
	var options []string
	switch what := map[bool]string{false: "gc", true: "gc*"}[details]; {
	case gc && file != "":
		options = append(options, "-Xlog:"+what+":"+file)
	case gc:
		traced = append(traced, what) // the JDK sets it up last
	}
	if len(traced) > 0 {
		options = append(options, "-Xlog:"+strings.Join(traced, ","))
	}
	return options
}
