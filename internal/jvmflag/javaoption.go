package jvmflag

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/source"
)

// javaOption is a kind of options that are not -XX ones.
type javaOption struct {
	name         string
	tail         bool // something follows the name
	since, until int
	read         func(r *reader, o Option, tail source.Text) *Refusal
}

// javaOptions are in the order in which HotSpot looks for them: the first that fits counts. Those of java_options.tsv
// begin as no other does.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 9 to 25)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp (JDK 8)
var javaOptions = sync.OnceValue(func() []javaOption { return slices.Concat(readOptions, settingOptions()) })

var settingOptions = Table(javaOptionsTSV, func(c []string) javaOption {
	name, tail := strings.CutSuffix(c[3], "*")
	return javaOption{name, tail, CellNumber(c[0]), CellNumber(c[1]), switches(impliedFlags(c[2])...)}
})

//go:embed java_options.tsv
var javaOptionsTSV string

var readOptions = []javaOption{
	{"-D", true, 8, 0, property},
	{"-Xmx", true, 8, 0, sizeOption("Invalid maximum heap size: %s", 1, "MaxHeapSize")},
	{"-Xms", true, 8, 0, sizeOption("Invalid initial heap size: %s", 0, "MinHeapSize", "InitialHeapSize")},
	{"-Xmn", true, 8, 0, sizeOption("Invalid initial young generation size: %s", 1, "MaxNewSize", "NewSize")},
	{"-Xss", true, 8, 0, stackSize},
	{"-Xloggc:", true, 8, 8, (*reader).gcLog8}, {"-Xloggc:", true, 9, 0, (*reader).gcLog},
	{"-Xlog", true, 9, 0, (*reader).unifiedLogging},
	{"-verbose", true, 8, 0, verbose},
	{"-ea", true, 8, 0, assertions}, {"-da", true, 8, 0, assertions},
	{"-enableassertions", true, 8, 0, assertions}, {"-disableassertions", true, 8, 0, assertions},
	{"-Xbootclasspath:", true, 9, 0, unsupported("-Xbootclasspath is no longer a supported option.")},
	{"-Xbootclasspath/p:", true, 9, 0, unsupported("-Xbootclasspath/p is no longer a supported option.")},
	{"--illegal-final-field-mutation=", true, 26, 0,
		oneOf("Value specified to --illegal-final-field-mutation not recognized: '%s'", "allow", "warn", "debug", "deny")},
	{"--patch-module=", true, 9, 0, patchModule},
	{"--sun-misc-unsafe-memory-access=", true, 23, 0,
		oneOf("Value specified to --sun-misc-unsafe-memory-access not recognized: '%s'", "allow", "warn", "debug", "deny")},
	{"--illegal-access=", true, 17, 0, obsoleteOption("17.0")},
	{"--finalization=", true, 18, 0,
		oneOf("Invalid finalization value '%s', must be 'disabled' or 'enabled'.", "disabled", "enabled")},
	{"-Xconcgc", false, 9, 13, concurrentCollector(1)},
	{"-Xnoconcgc", false, 9, 13, concurrentCollector(0)},
	{"-Xmaxf", true, 8, 0, freeRatio("max", "MaxHeapFreeRatio")},
	{"-Xminf", true, 8, 0, freeRatio("min", "MinHeapFreeRatio")},
	{"-Xmaxjitcodesize", true, 8, 25, codeCacheSize},
	{"-Xmaxjitcodesize", true, 26, 26, deprecated("Option -Xmaxjitcodesize was deprecated in JDK 26 and will likely be removed in a future release.", codeCacheSize)},
	{"-Xmaxjitcodesize", true, 27, 0, obsoleteOption("JDK 27")},
	{"-green", false, 8, 0, unsupported("Green threads support not available")},
	{"-Xprof", false, 10, 0, obsoleteOption("10.0")},
	{"-Xinternalversion", false, 8, 0, exits},
	{"-Xint", false, 8, 0, mode}, {"-Xmixed", false, 8, 0, mode}, {"-Xcomp", false, 8, 0, mode},
	{"-Xverify", true, 8, 0, verification},
	{"-Xdebug", false, 22, 0, deprecated("Option -Xdebug was deprecated in JDK 22 and will likely be removed in a future release.", nil)},
	{"-Xnoagent", false, 22, 23, deprecated("Option -Xnoagent was deprecated in JDK 22 and will likely be removed in a future release.", nil)},
	{"-Xcheck", true, 8, 0, check},
}

// javaOption reads a word that is no -XX option. JDK 8 does not mind what follows names that nothing should follow.
func (r *reader) javaOption(o Option, s string) *Refusal {
	for _, j := range javaOptions() {
		if Within(r.Table, j.since, j.until) && strings.HasPrefix(s, j.name) && (j.tail || r.Table == 8 || len(s) == len(j.name)) {
			return j.read(r, o, o.Text.Slice(len(j.name), len(s)))
		}
	}
	return r.unrecognized(o, "")
}

// unrecognized refuses a word that the JVM does not know.
func (r *reader) unrecognized(o Option, kind string) *Refusal {
	if r.ignoring {
		return nil
	}
	return refuse(o, UnknownOption, fmt.Sprintf("Unrecognized %soption: %s", kind, o))
}

func property(r *reader, o Option, tail source.Text) *Refusal {
	name, value, _ := strings.Cut(tail.String(), "=")
	if r.Table > 8 && value != "" && value != `""` {
		switch name {
		case "java.endorsed.dirs":
			return refuse(o, BadValue, fmt.Sprintf("-Djava.endorsed.dirs=%s is not supported. Endorsed standards and standalone APIs", value),
				"in modular form will be supported via the concept of upgradeable modules.")
		case "java.ext.dirs":
			return refuse(o, BadValue, fmt.Sprintf("-Djava.ext.dirs=%s is not supported.  Use -classpath instead.", value))
		}
	}
	if r.isModuleProperty(name) {
		r.warn(o, Adjusted, "Ignoring system property options whose names match the '-Djdk.module.*'. names that are reserved for internal use.")
		return nil
	}
	if r.Table >= noCompilerProperty && name == "java.compiler" {
		use := either.Of(value == "" || strings.EqualFold(value, "NONE"), ", use -Xint", ".")
		r.warn(o, ObsoleteFlag, "The java.compiler system property is obsolete and no longer supported%s", use)
	}
	r.Properties[name] = Property{Name: name, Option: o, Value: tail.Slice(min(len(name)+1, tail.Len()), tail.Len())}
	return nil
}

// noCompilerProperty is the first release that ignores java.compiler.
const noCompilerProperty = 21

// CompilerOff is the option -Djava.compiler=NONE, and whether the JVM compiles nothing because of it. Beside -Xdebug
// it does nothing; without it the option has no text.
//
// https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/runtime/arguments.cpp, process_java_compiler_argument (JDK 8 to 20)
func (r *Resolution) CompilerOff() (o Option, counts bool) {
	p, set := r.Properties["java.compiler"]
	if value := p.Value.String(); !set || r.Table >= noCompilerProperty || value != "" && !strings.EqualFold(value, "NONE") {
		return Option{}, false
	}
	return p.Option, !slices.ContainsFunc(r.Options, func(o Option) bool { return o.String() == "-Xdebug" })
}

// moduleProperties are the names behind jdk.module. in which the JVM keeps what
// options like --add-opens say. Each may be followed by a dot and more.
var moduleProperties = []struct {
	name  string
	since int
}{
	{"addexports", 9}, {"addopens", 9}, {"addreads", 9}, {"patch", 9}, {"path", 9}, {"upgrade.path", 9}, {"limitmods", 9}, {"addmods", 9},
	{"enable.native.access", 16}, {"illegal.native.access", 24},
	{"enable.final.field.mutation", 26}, {"illegal.final.field.mutation", 26},
}

func (r *reader) isModuleProperty(name string) bool {
	tail, internal := strings.CutPrefix(name, "jdk.module.")
	for _, m := range moduleProperties {
		if internal && Within(r.Table, m.since, 0) && (tail == m.name || strings.HasPrefix(tail, m.name+".")) {
			return true
		}
	}
	return false
}

func sizeOption(invalid string, least uint64, flags ...string) func(*reader, Option, source.Text) *Refusal {
	return func(r *reader, o Option, tail source.Text) *Refusal {
		return r.size(o, o.Text.Len()-tail.Len(), least, invalid, flags...)
	}
}

var codeCacheSize = sizeOption("Invalid maximum code cache size: %s.", 1, "ReservedCodeCacheSize")

// stackSize reads -Xss into a flag that counts KiB. JDK 8 cuts it off at 32 bits first.
func stackSize(r *reader, o Option, tail source.Text) *Refusal {
	invalid := fmt.Sprintf("Invalid thread stack size: %s", o)
	n, ok := bytesize.ParseOn(r.Table, tail.String())
	switch {
	case !ok, r.Table == 8 && n < 1000:
		return refuse(o, BadValue, invalid).of("ThreadStackSize", Unreadable)
	case r.Table == 8:
		n = uint64(int64(int32(n)+1023) &^ 1023)
		n = uint64(int64(int32(n)) / 1024)
	case n > bytesize.Giga:
		return refuse(o, BadValue, invalid, "The specified size exceeds the maximum representable size.").of("ThreadStackSize", Unrepresentable)
	default:
		n = (n + bytesize.Kilo - 1) / bytesize.Kilo
	}
	r.set("ThreadStackSize", Setting{Number: n, Option: o, Value: tail})
	return nil
}

// verbose accepts any ending and knows a few.
func verbose(r *reader, o Option, tail source.Text) *Refusal {
	switch s := tail.String(); {
	case s == ":gc" && r.Table == 8:
		r.set("PrintGC", Setting{Number: 1, Option: o, Value: tail})
	case s == ":gc":
		r.logging().VerboseGC()
	case s == ":jni" && r.Table < 21:
		r.set("PrintJNIResolving", Setting{Number: 1, Option: o, Value: tail})
	case (s == "" || s == ":class") && r.Table == 8:
		r.set("TraceClassLoading", Setting{Number: 1, Option: o, Value: tail})
		r.set("TraceClassUnloading", Setting{Number: 1, Option: o, Value: tail})
	}
	return nil
}

func assertions(r *reader, o Option, tail source.Text) *Refusal {
	if tail.Len() > 0 && tail.String()[0] != ':' {
		return r.unrecognized(o, "")
	}
	return nil
}

func unsupported(line string) func(*reader, Option, source.Text) *Refusal {
	return func(_ *reader, o Option, _ source.Text) *Refusal { return refuse(o, BadValue, line) }
}

func obsoleteOption(since string) func(*reader, Option, source.Text) *Refusal {
	return func(r *reader, o Option, _ source.Text) *Refusal {
		r.warn(o, ObsoleteFlag, "Ignoring option %s; support was removed in %s", o, since)
		return nil
	}
}

// deprecated is an option that the JVM warns of, and obeys, if there is anything to do.
func deprecated(line string, read func(*reader, Option, source.Text) *Refusal) func(*reader, Option, source.Text) *Refusal {
	return func(r *reader, o Option, tail source.Text) *Refusal {
		r.warn(o, DeprecatedFlag, "%s", line)
		if read == nil {
			return nil
		}
		return read(r, o, tail)
	}
}

func patchModule(_ *reader, o Option, tail source.Text) *Refusal {
	if !strings.Contains(tail.String(), "=") {
		return refuse(o, BadValue, "Missing '=' in --patch-module specification")
	}
	return nil
}

// oneOf takes an option with one of a few values, and has words for any other.
func oneOf(invalid string, values ...string) func(*reader, Option, source.Text) *Refusal {
	return func(_ *reader, o Option, tail source.Text) *Refusal {
		if slices.Contains(values, tail.String()) {
			return nil
		}
		return refuse(o, BadValue, fmt.Sprintf(invalid, tail))
	}
}

// switches sets flags to fixed values.
func switches(flags ...impliedFlag) func(*reader, Option, source.Text) *Refusal {
	return func(r *reader, o Option, tail source.Text) *Refusal {
		for _, f := range flags {
			r.set(f.name, Setting{Number: f.number, Option: o, Value: tail})
		}
		return nil
	}
}

func concurrentCollector(on uint64) func(*reader, Option, source.Text) *Refusal {
	return func(r *reader, o Option, tail source.Text) *Refusal {
		r.set("UseConcMarkSweepGC", Setting{Number: on, Option: o, Value: tail})
		special, _ := LookupSpecial("UseConcMarkSweepGC")
		r.warn(o, DeprecatedFlag, "%s", special.warning(r.JDK, "UseConcMarkSweepGC"))
		r.warn(o, DeprecatedFlag, "%s uses UseConcMarkSweepGC", o)
		return nil
	}
}

// freeRatio reads a share of 1 into a percentage.
func freeRatio(which, flag string) func(*reader, Option, source.Text) *Refusal {
	return func(r *reader, o Option, tail source.Text) *Refusal {
		d, ok := strtod(tail.String())
		percent := math.Trunc(d * 100)
		if !ok || r.Table == 8 && (percent < 0 || percent > 100) {
			return refuse(o, BadValue, fmt.Sprintf("Bad %s heap free percentage size: %s", which, o)).of(flag, OtherFault)
		}
		return r.number(o, flag, uint64(int64(percent)), tail)
	}
}

func exits(r *reader, o Option, _ source.Text) *Refusal {
	r.exit(o.String())
	return nil
}

// mode notes how code is run; -Xint turns the compilers off.
func mode(r *reader, o Option, _ source.Text) *Refusal {
	r.Mode = o.String()
	return nil
}

// verified are the classes that -Xverify has verified, by what follows it: local ones, and others.
var verified = map[string]struct{ local, remote uint64 }{"": {1, 1}, ":all": {1, 1}, ":remote": {0, 1}, ":none": {0, 0}}

func verification(r *reader, o Option, tail source.Text) *Refusal {
	classes, known := verified[tail.String()]
	none := tail.String() == ":none"
	if !known || none && r.Table >= 27 {
		return r.unrecognized(o, "verification ")
	}
	r.set("BytecodeVerificationLocal", Setting{Number: classes.local, Option: o, Value: tail})
	r.set("BytecodeVerificationRemote", Setting{Number: classes.remote, Option: o, Value: tail})
	if none && r.Table >= 13 {
		r.warn(o, DeprecatedFlag, "Options -Xverify:none and -noverify were deprecated in JDK 13 and will likely be removed in a future release.")
	}
	return nil
}

func check(r *reader, o Option, tail source.Text) *Refusal {
	if tail.String() != ":jni" {
		return r.unrecognized(o, "check ")
	}
	return nil
}

// endOptions says what is said when all options are read. JDK 8 names what is
// deprecated after its checks, with ergonomics.
func (r *reader) endOptions() {
	if _, counts := r.CompilerOff(); counts {
		r.Mode = "-Xint"
	}
	if _, err := r.command.read(hotspotrc); err == nil && !r.flagsFile {
		r.say(Message{Line: warningLead + hotspotrc + " file is present but has been ignored.  Run with -XX:Flags=" + hotspotrc + " to load the file.", Cause: ObsoleteFlag})
	}
	if r.Table == 8 {
		r.checkLog8()
		return
	}
	r.endLog()
	if set, ok := r.Settings[nativeMemoryTracking]; ok && r.Table >= 17 && !isTrackingLevel(set.Text) {
		r.refuse(refuse(set.Option, BadValue, trackingSyntax).of(nativeMemoryTracking, OtherFault))
	}
}
