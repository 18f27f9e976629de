package hotspot

import (
	"math"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Flag is a flag as the running JVM has it: what -XX:+PrintFlagsFinal prints.
type Flag struct {
	Name   string
	Value  any // uint64, int64, bool or float64; nil where Origin is Unknown. Sizes are in bytes
	Origin source.Origin
}

// published are the flags whose values Predict works out or passes on, where
// the JDK has them.
var published = []string{
	"ActiveProcessorCount", "AlwaysPreTouch", "CICompilerCount", "CompilerThreadStackSize", "CompressedClassSpaceSize",
	"ConcGCThreads", "G1ConcRefinementThreads", "G1HeapRegionSize", "G1HeapWastePercent", "G1MaxNewSizePercent",
	"G1MixedGCLiveThresholdPercent", "G1NewSizePercent", "G1ReservePercent", "GCCardSizeInBytes", "GCPauseIntervalMillis",
	"HeapBaseMinAddress", "HeapSizePerGCThread", "InitialHeapSize", "InitialRAMPercentage", "InitiatingHeapOccupancyPercent",
	"MarkStackSize", "MarkStackSizeMax", "MaxDirectMemorySize", "MaxGCPauseMillis", "MaxHeapSize", "MaxMetaspaceSize", "MaxNewSize",
	"MaxRAM", "MaxRAMPercentage", "MinHeapSize", "MinRAMPercentage", "NewRatio", "NewSize", "ObjectAlignmentInBytes", "OldSize",
	"ParallelGCThreads", "ReservedCodeCacheSize", "SoftMaxHeapSize", "SurvivorRatio", "ThreadStackSize", "TieredCompilation",
	"UseCompressedClassPointers", "UseCompressedOops", "UseConcMarkSweepGC", "UseDynamicNumberOfGCThreads", "UseEpsilonGC", "UseG1GC",
	"UseParallelGC", "UseSerialGC", "UseShenandoahGC", "UseZGC", "VMThreadStackSize",
}

// publishedOf8 are further ones that the model of JDK 8 works out.
var publishedOf8 = []string{
	"CMSInitiatingOccupancyFraction", "CMSParPromoteBlocksToClaim", "CompilationPolicyChoice", "GCTimeRatio", "InitialCodeCacheSize",
	"InitialSurvivorRatio", "InitialTenuringThreshold", "MaxHeapFreeRatio", "MaxTenuringThreshold", "MetaspaceSize", "MinHeapDeltaBytes",
	"MinHeapFreeRatio", "MinSurvivorRatio", "NmethodSweepFraction", "OldPLABSize", "ParGCUseLocalOverflow", "TLABSize", "UseAdaptiveSizePolicy",
	"UseParNewGC", "UseParallelOldGC", "YoungPLABSize",
}

// hidden are constants of releases in which they are no flags.
var hidden = map[string]uint64{"OldSize": 5452592, "GCCardSizeInBytes": 512}

// row is a flag on its way through start-up.
type row struct {
	flag        jvmflag.Flag
	number      uint64 // Unsigned, Signed (two's complement), Bool (0 or 1)
	double      float64
	set         jvmflag.Setting
	commandLine bool   // an option set it; stays so when ergonomics change it later
	changed     bool   // ergonomics changed it, and HotSpot no longer takes it for a default
	why         string // how ergonomics came to the number; empty while they have not touched it
}

// flags is HotSpot's table of flags during start-up.
type flags struct {
	jdk      int
	settings map[string]jvmflag.Setting
	rows     map[string]*row
}

func newFlags(r *jvmflag.Resolution) *flags {
	return &flags{jdk: r.Table, settings: r.Settings, rows: make(map[string]*row, len(published))}
}

func (f *flags) row(name string) *row {
	if r, ok := f.rows[name]; ok {
		return r
	}
	r := &row{number: hidden[name]}
	if flag, ok := jvmflag.Lookup(f.jdk, name); ok {
		r.flag = flag
		switch flag.Type {
		case jvmflag.Bool:
			if flag.Default == "true" {
				r.number = 1
			}
		case jvmflag.Double:
			r.double, _ = strconv.ParseFloat(flag.Default, 64)
		case jvmflag.Signed:
			n, _ := strconv.ParseInt(flag.Default, 10, 64)
			r.number = uint64(n)
		case jvmflag.Unsigned:
			r.number, _ = strconv.ParseUint(flag.Default, 10, 64)
		}
	}
	if set, ok := f.settings[name]; ok {
		r.set, r.commandLine, r.number, r.double = set, true, set.Number, set.Double
	}
	f.rows[name] = r
	return r
}

func (f *flags) n(name string) uint64       { return f.row(name).number }
func (f *flags) on(name string) bool        { return f.row(name).number != 0 }
func (f *flags) double(name string) float64 { return f.row(name).double }

// isCommandLine is HotSpot's FLAG_IS_CMDLINE. JDK 8 forgets the command line
// once ergonomics change the flag.
func (f *flags) isCommandLine(name string) bool {
	r := f.row(name)
	return r.commandLine && (f.jdk >= 9 || !r.changed && f.countsAsCommandLine(name))
}

// HotSpot's FLAG_IS_DEFAULT and FLAG_IS_ERGO.
func (f *flags) isDefault(name string) bool   { r := f.row(name); return !r.commandLine && !r.changed }
func (f *flags) isErgonomic(name string) bool { return f.row(name).changed }

// ergo is HotSpot's FLAG_SET_ERGO.
func (f *flags) ergo(name string, n uint64, why string) {
	f.keepOrigin(name, n, why)
	f.row(name).changed = true
}

// commandLine is HotSpot's FLAG_SET_CMDLINE: another flag stands for this one.
func (f *flags) commandLine(name string, n uint64, why string) {
	f.keepOrigin(name, n, why)
	r := f.row(name)
	r.commandLine, r.changed = true, false
}

// keepOrigin is HotSpot's FLAG_SET_DEFAULT, and plain assignment: the number
// changes, and whether it counts as default does not.
func (f *flags) keepOrigin(name string, n uint64, why string) {
	r := f.row(name)
	r.number, r.why = n, why
}

func (f *flags) keepOriginDouble(name string, d float64, why string) {
	r := f.row(name)
	r.double, r.why = d, why
}

// round changes a number that ends up at the next multiple of something, if it
// does change.
func (f *flags) round(name string, n uint64, why string) {
	if r := f.row(name); r.number != n {
		if r.why != "" {
			why = r.why + ", " + why
		}
		f.ergo(name, n, why)
	}
}

// origin tells people where the final number comes from. An option of 0 that
// leaves the choice to the JVM is no origin.
func (r *row) origin() source.Origin {
	switch {
	case r.commandLine && (r.why == "" || r.set.Number != 0 || r.set.Double != 0):
		return source.Option
	case r.why != "":
		return source.Ergonomic
	}
	return source.Default
}

// final is the flag as the started JVM has it.
func (r *row) final() Flag {
	f := Flag{Name: r.flag.Name, Origin: r.origin()}
	switch r.flag.Type {
	case jvmflag.Bool:
		f.Value = r.number != 0
	case jvmflag.Signed:
		f.Value = int64(r.number)
	case jvmflag.Unsigned:
		f.Value = r.number
	case jvmflag.Double:
		f.Value = r.double
	}
	return f
}

// value is the final number with all that is known of it.
func (f *flags) value(name string) source.Value {
	r := f.row(name)
	v := source.Value{N: saturate(r.number), Origin: r.origin(), Why: r.why}
	switch {
	case v.Origin == source.Option && r.why != "":
		v.Text, v.Why = r.set.Value, "command line, "+r.why
	case v.Origin == source.Option:
		v.Text, v.Why = r.set.Value, "command line"
	case v.Origin == source.Default:
		v.Why = "default"
	}
	return v
}

func saturate(n uint64) int64 { return int64(min(n, math.MaxInt64)) }
