package verdicttest

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// generator draws random lines for one JDK. About half of them start.
type generator struct {
	dice
	jdk     int
	flags   []jvmflag.Flag // that a release build may set
	debug   []jvmflag.Flag // those of debug builds
	special []string       // flags that HotSpot parted with, or is about to
	foreign []jvmflag.Flag // flags that other JDKs alone have
	care    float64        // how often an option is drawn with care; drawn anew for each line
}

// newGenerator makes a generator that draws the same lines from one seed.
func newGenerator(jdk int, seed uint64) *generator {
	g := &generator{dice: dice{rand.New(rand.NewPCG(seed, uint64(jdk)))}, jdk: jdk}
	own := map[string]bool{}
	for f := range jvmflag.All(jdk) {
		own[f.Name] = true
		if f.Kind.Debug() {
			g.debug = append(g.debug, *f)
		} else {
			g.flags = append(g.flags, *f)
		}
	}
	for _, other := range jvmflag.Tables {
		for f := range jvmflag.All(other) {
			if s, ok := jvmflag.LookupSpecial(f.Name); ok && s.State(jdk) != jvmflag.Current && !slices.Contains(g.special, f.Name) {
				g.special = append(g.special, f.Name)
			}
			if !own[f.Name] {
				own[f.Name] = true
				g.foreign = append(g.foreign, *f)
			}
		}
	}
	return g
}

// option is one option: its words, and who may read it.
type option struct {
	words    []string
	launcher bool // an option of the launcher: the JVM does not read it from its own variables
}

func words(w ...string) option { return option{words: w} }

// Line draws one line.
func (g *generator) Line() Line {
	g.care = []float64{1, .93, .6}[g.oneOf(4, 3, 3)]
	n := 1 + g.IntN([]int{3, 8}[g.oneOf(5, 5)])
	if g.chance(.05) {
		n, g.care = 9+g.IntN(60), max(g.care, .97)
	}
	var options []option
	for len(options) < n {
		o := g.option()
		if !slices.ContainsFunc(o.words, harms) {
			options = append(options, o)
		}
	}
	return g.place(options)
}

func (g *generator) careful() bool { return g.chance(g.care) }

func (g *generator) option() option {
	switch g.oneOf(42, 14, 8, 5, 7, 7, 7, 4, 1, 5) {
	case 0:
		return g.flag()
	case 1:
		return g.heap()
	case 2:
		return g.collector()
	case 3:
		return g.switches()
	case 4:
		return g.extended()
	case 5:
		return g.logging()
	case 6:
		return g.launcher()
	case 7:
		return words("-D" + g.pick("a", "a.b=c", "x=", "=", "", "a=b=c", "a=b c", "file.encoding=UTF-8", "user.timezone=UTC", "java.net.preferIPv4Stack=true",
			"java.awt.headless=true", "sun.java.command=x"))
	case 8:
		return words(g.pick("-javaagent:", "-agentpath:", "-agentlib:") + g.pick("/nonexistent", "nonexistent", "/nonexistent=a,b"))
	}
	return words(g.name())
}

// flag is an option -XX of any flag, unlocked as often as care says.
func (g *generator) flag() option {
	from := g.flags
	if !g.careful() {
		from = [][]jvmflag.Flag{g.flags, g.debug, g.foreign}[g.oneOf(6, 1, 1)]
	}
	f := from[g.IntN(len(from))]
	o := words(g.set(f))
	unlock := map[jvmflag.Kind]string{jvmflag.Experimental: "Experimental", jvmflag.Diagnostic: "Diagnostic"}[f.Kind]
	switch {
	case unlock == "":
	case g.careful():
		o.words = slices.Insert(o.words, 0, "-XX:+Unlock"+unlock+"VMOptions")
	case g.chance(.3):
		o.words = append(o.words, "-XX:+Unlock"+unlock+"VMOptions")
	}
	return o
}

// set writes a setting of a flag.
func (g *generator) set(f jvmflag.Flag) string {
	if g.careful() {
		if f.Type == jvmflag.Bool {
			return "-XX:" + g.pick("+", "-") + f.Name
		}
		return "-XX:" + f.Name + "=" + g.sound(f)
	}
	name := f.Name
	if g.chance(.1) {
		name = g.misspell(name)
	}
	switch g.oneOf(12, 1, 1, 1, 1, 1, 1) {
	case 1:
		return "-XX:" + g.pick("+", "-") + name
	case 2:
		return "-XX:" + name
	case 3:
		return "-XX:" + g.pick("+", "-") + name + "=" + g.pick("true", "1", "", g.sound(f))
	case 4:
		return "-XX:" + name + g.pick(":=", "==", " =", "= ", ":", ":==") + g.sound(f)
	case 5:
		return "-XX:" + name + "=" + g.pick("true", "false", "1", "0", "+", "on", "")
	case 6:
		return g.pick("-XX", "-xx:", "-XX::", "-XX:++", "-XX:+-", "-XX:#", "--XX:", "-XX: ", "XX:") + name
	}
	if f.Type == jvmflag.Bool {
		return "-XX:" + g.pick("+", "-") + name
	}
	return "-XX:" + name + "=" + g.odd(f)
}

// name is a flag that is none any more, not yet, or never was.
func (g *generator) name() string {
	if g.chance(.7) && len(g.special) > 0 {
		name := g.special[g.IntN(len(g.special))]
		for _, f := range append(g.flags, g.foreign...) {
			if s, _ := jvmflag.LookupSpecial(name); f.Name == name && (s.State(g.jdk) != jvmflag.Expired || !g.careful()) {
				return g.set(f)
			}
		}
	}
	if g.careful() {
		return g.set(g.flags[g.IntN(len(g.flags))])
	}
	f := append(g.flags, g.foreign...)[g.IntN(len(g.flags)+len(g.foreign))]
	if f.Type == jvmflag.Bool {
		return "-XX:" + g.pick("+", "-", "") + g.misspell(f.Name)
	}
	return "-XX:" + g.misspell(f.Name) + "=" + g.sound(f)
}

// heap is an option of the heap's size and parts, as people combine them.
func (g *generator) heap() option {
	if !g.careful() {
		return words(g.pick("-Xmx", "-Xms", "-Xmn", "-Xss", "-XX:MaxHeapSize=", "-XX:InitialHeapSize=", "-XX:NewSize=", "-XX:ThreadStackSize=") +
			g.odd(jvmflag.Flag{Type: jvmflag.Unsigned, Least: g.pick("1048576", "2097152", "139264", "0"), Most: g.pick("1073741824", "1048576", "9223372036854775807")}))
	}
	switch g.oneOf(8, 4, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1) {
	case 0:
		return words("-Xmx" + g.size(1000))
	case 1:
		return words("-Xms" + g.size(150))
	case 2:
		return words("-Xmn" + g.size(60))
	case 3:
		return words("-Xss" + g.pick("512k", "1m", "2m", "256k", "1024k", "0", "1g", "228k", "1048576"))
	case 4:
		return words("-XX:MaxHeapSize=" + g.size(1000))
	case 5:
		return words("-XX:InitialHeapSize=" + g.size(150))
	case 6:
		return words("-XX:" + g.pick("NewSize=", "MaxNewSize=", "OldSize=", "MinHeapSize=", "SoftMaxHeapSize=") + g.size(100))
	case 7:
		return words("-XX:" + g.pick("Max", "Min", "Initial") + "RAMPercentage=" + g.pick("50.0", "75.0", "1.5", "100.0", "25.0", "0.5"))
	case 8:
		return words("-XX:" + g.pick("NewRatio=", "SurvivorRatio=", "InitialSurvivorRatio=") + g.pick("1", "2", "3", "8", "20", "1000"))
	case 9:
		return words("-XX:" + g.pick("MaxMetaspaceSize=", "MetaspaceSize=", "CompressedClassSpaceSize=", "ReservedCodeCacheSize=", "InitialCodeCacheSize=", "MaxDirectMemorySize=") + g.size(128))
	case 10:
		return words("-XX:G1HeapRegionSize=" + g.pick("1m", "2m", "3m", "4m", "8m", "16m", "32m", "64m", "512k"))
	case 11:
		return words("-XX:MaxRAM=" + g.size(8000))
	case 12:
		return words("-XX:" + g.pick("ParallelGCThreads=", "ConcGCThreads=", "ActiveProcessorCount=", "CICompilerCount=") + g.pick("1", "2", "3", "4", "8", "0"))
	}
	return words("-XX:" + g.pick("+UseCompressedOops", "-UseCompressedOops", "-UseCompressedClassPointers", "ObjectAlignmentInBytes=16", "ObjectAlignmentInBytes=32", "HeapBaseMinAddress=4g"))
}

// collector chooses a collector; two of them at times, or none.
func (g *generator) collector() option {
	all, rare := []string{"UseSerialGC", "UseParallelGC", "UseG1GC"}, []string{"UseParallelOldGC", "UseConcMarkSweepGC", "UseParNewGC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC", "ZGenerational", "CMSIncrementalMode", "UseAutoGCSelectPolicy"}
	name := g.pick(all...)
	if g.chance(.35) {
		name = g.pick(rare...)
	}
	o := words("-XX:+" + name)
	if g.jdk < 17 && (name == "UseZGC" || name == "UseShenandoahGC") || name == "UseEpsilonGC" {
		o.words = slices.Insert(o.words, 0, "-XX:+UnlockExperimentalVMOptions")
	}
	if _, ok := jvmflag.Lookup(g.jdk, name); !ok && g.careful() {
		o.words = []string{"-XX:+" + g.pick(all...)}
	}
	if !g.careful() || g.chance(.1) {
		o.words = append(o.words, "-XX:"+g.pick("+", "-")+g.pick(g.pick(all...), g.pick(rare...)))
	}
	return o
}

// switches are the options that change how others are read.
func (g *generator) switches() option {
	return words("-XX:" + g.pick("+", "+", "+", "-") + g.pick("UnlockExperimentalVMOptions", "UnlockDiagnosticVMOptions", "IgnoreUnrecognizedVMOptions", "IgnoreUnrecognizedVMOptions", "PrintVMOptions",
		"PrintCommandLineFlags", "PrintFlagsFinal", "ReadVMOptionsFile", "AggressiveOpts", "AlwaysActAsServerClassMachine", "NeverActAsServerClassMachine"))
}

// extended are options -X and the like, most of them of all JDKs.
func (g *generator) extended() option {
	if !g.careful() {
		return words(g.pick("-X", "-Xfoo", "-Xmixedd", "-xint", "-Xint:", "-Xrunfoo", "-Xrun", "-Xrunhprof", "-Xloggc", "-Xloggc:", "-Xshare:", "-Xshare:foo", "-Xshare", "-Xincgc", "-Xconcgc", "-Xnoincgc",
			"-Xverify:foo", "-Xverify", "-Xcheck", "-Xcheck:foo", "-Xmaxjitcodesize=1", "-Xmaxjitcodesize48m", "-Xmaxjitcodesize", "-Xmaxf2", "-Xmaxf0.5", "-Xminf0.7", "-Xminf-1", "-Xmaxfx", "-Xss1", "-Xoss1m",
			"-Xbootclasspath:foo", "-Xbootclasspath", "-Xbootclasspath/p:foo", "-Xbootclasspath/a:", "-Xprof", "-Xeprof", "-Xdebug:x", "-Xnoagent", "-Xrs:1", "-Xusealtsigs", "-Xdock:name=x", "-Xdiag:x",
			"-XshowSettings:foo", "-Xinternalversion", "-Xjcov:x", "-Xt", "-Xtm", "-Xfuture", "-Xnoclassgc1", "-Xbatch1", "-Xautotune", "-Xlog", "-Xinternalversion1", "-Xm", "-XX", "-XX:", "-XX:+", "-XX:-",
			"-ss1m", "-ms64m", "-mx64m", "-verbosegc", "-verbose:", "-verbose:foo", "-oss1m", "-noclassgc", "-prof", "-debug", "-cs", "-noasyncgc"))
	}
	return words(g.pick("-Xint", "-Xmixed", "-Xbatch", "-Xrs", "-Xnoclassgc", "-Xshare:auto", "-Xshare:off", "-Xverify:none", "-Xverify:all", "-Xverify:remote", "-Xcheck:jni", "-Xdebug", "-Xfuture",
		"-Xinternalversion", "-Xbootclasspath/a:foo", "-Xmaxjitcodesize64m", "-Xdiag", "-XshowSettings:vm", "-XshowSettings:properties", "-verbose", "-verbose:gc", "-verbose:class", "-verbose:jni", "-verbose:module",
		"-ea", "-da", "-esa", "-dsa", "-enableassertions", "-disableassertions", "-enablesystemassertions", "-ea:foo...", "-da:foo", "-ea:", "-da:...", "-server", "-noverify", "-showversion"))
}

// logging is an option of the log, of the JDK's time as a rule.
func (g *generator) logging() option {
	if g.jdk < 9 && g.careful() {
		return words(g.pick("-XX:+PrintGC", "-XX:+PrintGCDetails", "-XX:+PrintGCDateStamps", "-XX:+PrintTenuringDistribution", "-Xloggc:gc.log", "-XX:+UseGCLogFileRotation", "-XX:NumberOfGCLogFiles=5", "-XX:GCLogFileSize=10M", "-XX:+PrintHeapAtGC"))
	}
	what := g.pick("gc", "gc*", "all=warning", "disable", "gc+heap=debug", "gc+age*=trace", "safepoint", "class+load=off", "gc=info,safepoint=error", "async", "os", "help")
	where := g.pick("", "", "", ":stdout", ":stderr", ":gc.log", ":file=gc.log", ":file=gc-%p-%t.log", `:file="gc.log"`)
	how := ""
	if where != "" {
		how = g.pick("", "", ":", ":time", ":uptime,level,tags", ":t,u,l,tg", ":none", ":hostname,pid,tid")
	}
	if how != "" && strings.Contains(where, "gc") {
		how += g.pick("", ":", ":filecount=5", ":filesize=10m", ":filecount=0,filesize=1g", ":filecount=5,filesize=1024")
	}
	if g.careful() {
		if strings.HasPrefix(what, "disable") || what == "async" || what == "help" {
			where, how = "", ""
		}
		return words("-Xlog:" + what + where + how)
	}
	what = g.pick(what, "foo", "gc+foo", "gc=foo", "gc+gc", "GC", "gc=INFO", "gc+heap*+x", "", "gc,", "gc,foo", "gc+", "*", "heap+nosuch*", "gc**", "gcc", "all=", "gc+heap+age+ergo+start+stop", "disable,gc", "help:")
	where = g.pick(where, ":STDOUT", ":foo=bar", ":file=", ":/nonexistent/gc.log", ":file=/nonexistent/gc.log", ":.", `:file="gc.log`, ":stdout:stdout", ": ")
	how = g.pick(how, ":foo", ":time,foo", ":time:filecount=-1", ":time:filecount=1001", ":time:filesize=x", ":time:filesize=0", ":time:foo=1", ":time:filecount", "::filecount=5", ":time:foldmultilines=true", ":time:foldmultilines=x", ":,", ":time:filesize=18446744073709551615", ":time::")
	return words(g.pick("-Xlog:", "-Xlog:", "-Xlog:", "-Xlog:", "-xlog:", "-Xlogs:", "-Xlog=", "-Xloggc:") + what + where + how)
}

// launcher is an option of the launcher, in one word or two.
func (g *generator) launcher() option {
	o := option{launcher: true}
	if g.jdk < 9 && g.careful() {
		o.words = g.choose("-cp x", "-classpath x:y", "-d64", "-server", "-cp .", "-jre-restrict-search", "-no-jre-restrict-search", "-J-Xmx1g", "-client")
		return o
	}
	if g.careful() {
		o.words = g.choose("-cp x", "-classpath x:y", "--class-path x", "--class-path=x", "-p mods", "--module-path mods", "--module-path=mods", "--add-modules java.base", "--add-modules=ALL-SYSTEM", "--add-modules java.logging",
			"--add-opens java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED", "--add-exports java.base/sun.nio.ch=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
			"--add-reads java.base=ALL-UNNAMED", "--limit-modules java.base", "--enable-preview", "-server", "--show-version", "-splash:x.png", "--patch-module java.base=x", "--upgrade-module-path mods",
			"--enable-native-access=ALL-UNNAMED", "--finalization=enabled", "--show-module-resolution", "--illegal-access=warn")
		return o
	}
	o.words = g.choose("-cp", "-classpath", "--class-path", "--class-path=", "-p", "--module-path", "--module-path=", "--add-modules", "--add-modules=", "--add-modules=no.such.module", "--add-modules no.such.module",
		"--add-opens", "--add-opens=", "--add-opens=foo", "--add-opens=java.base/no.such=ALL-UNNAMED", "--add-opens=java.base/java.lang", "--add-exports=foo/bar", "--add-reads=x", "--limit-modules=no.such", "--enable-preview=x",
		"-d64", "-d32", "-J-Xmx1g", "-client", "-minimal", "-green", "-native", "-hotspot", "-jvm", "-zero", "-foo", "--foo", "--foo=bar", "--foo bar", "-", "--", "-Dx -server", "--patch-module=java.base=x", "--patch-module=x",
		"--illegal-access=foo", "--illegal-access=deny", "--finalization=foo", "--enable-native-access=no.such", "--enable-native-access", "--source 8", "--source", "--describe-module java.base", "-d java.base",
		"--list-modules", "--validate-modules", "--dry-run", "-ea:x -da", "-version:1.5", "-version:1.8", "-version:", "-fullversion", "-help", "-?", "-h", "--help", "--help-extra", "--version", "-X", "-showversion", "-splash:", "-splash",
		"--sun-misc-unsafe-memory-access=allow", "--sun-misc-unsafe-memory-access=foo", "--illegal-native-access=warn", "--illegal-native-access=foo", "--illegal-final-field-mutation=warn", "-m", "-m x", "--module=x/y", "--module", "-jar", "-jar x.jar", "Main", "Main.java", "''")
	return o
}

// choose draws an option written with spaces between its words.
func (g *generator) choose(from ...string) []string { return split(g.pick(from...)) }
