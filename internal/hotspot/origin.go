package hotspot

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// commandLineAlone are the flags of which JDK 9 and later ask whether the command line sets them:
// a variable, and a file of flags, set them to other effect. JDK 8 asks so of all its flags.
// TestEveryFlagOnEveryChannel looks for others.
var commandLineAlone = []flagOf{
	{"NewSize", 9, 0}, {"MaxNewSize", 9, 0}, {"OldSize", 9, 0}, {"NewRatio", 9, 0},
	{"MaxHeapSize", 9, 0}, {"InitialHeapSize", 9, 0}, {"MinHeapSize", 9, 0}, {"SoftMaxHeapSize", 9, 0}, {"MaxRAMPercentage", 9, 0}, {"MaxRAMFraction", 9, 0},
	{"CompressedClassSpaceSize", 9, 0}, {"UseCompressedClassPointers", 24, 0},
	{"NonNMethodCodeHeapSize", 9, 0}, {"ProfiledCodeHeapSize", 9, 0}, {"NonProfiledCodeHeapSize", 9, 0},
	{"TLABSize", 9, 0}, {"SurvivorRatio", 9, 0}, {"MaxGCPauseMillis", 9, 0}, {"GCPauseIntervalMillis", 9, 0}, {"G1RemSetHowlMaxNumBuckets", 18, 0}, {"G1RemSetHowlNumBuckets", 18, 0},
	{"G1RSetRegionEntries", 9, 17}, {"G1RSetSparseRegionEntries", 9, 17}, {"MarkStackSize", 9, 15}, {"MarkStackSizeMax", 9, 15},
	{"UseDynamicNumberOfGCThreads", 24, 0}, {"ReservedCodeCacheSize", 26, 0},
}

// flagOf is a flag of some releases.
type flagOf struct {
	flag         string
	since, until int
}

// has reports whether one of some flags is that of a release.
func has(flags []flagOf, jdk int, flag string) bool {
	i := slices.IndexFunc(flags, func(f flagOf) bool { return f.flag == flag })
	return i >= 0 && jvmflag.Within(jdk, flags[i].since, flags[i].until)
}

// readApart are flags whose -XX options a release reads apart from the others.
var readApart = []flagOf{
	{"AlwaysTenure", 8, 0}, {"CMSParPromoteBlocksToClaim", 8, 8}, {"CodeCacheExpansionSize", 8, 8}, {"IncreaseFirstTierCompileThresholdAt", 8, 8},
	{"MaxDirectMemorySize", 8, 8}, {"MaxHeapSize", 8, 0}, {"MaxTenuringThreshold", 9, 0}, {"NeverTenure", 8, 0}, {"ReservedCodeCacheSize", 8, 0},
	{"UseVMInterruptibleIO", 8, 8},
}

// countsAsCommandLine reports whether the JVM takes a flag for set on the command
// line. From JDK 9 on it does so once one of several options counted as such.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlag.hpp, JVMFlag::is_command_line (JDK 11 to 25)
func (f *flags) countsAsCommandLine(name string) bool {
	set, given := f.settings[name]
	return !given || f.setsOnCommandLine(name, set) || f.jdk >= 9 && slices.ContainsFunc(f.history, func(s jvmflag.Setting) bool { return s.Flag.Name == name && f.setsOnCommandLine(name, s) })
}

// setsOnCommandLine reports whether a setting counts as one of the command line. Variables and files are none, but
// for the options that the JVM reads apart: it takes those for the command line wherever they stand.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 8)
func (f *flags) setsOnCommandLine(name string, set jvmflag.Setting) bool {
	switch channel := set.Option.Channel; {
	case channel == jvmflag.CommandLine || channel == jvmflag.JDKJavaOptions:
		return true
	case channel == jvmflag.FlagsFile:
		return false
	}
	if has(readApart, f.jdk, name) {
		return true
	}
	word, found := strings.CutPrefix(set.Option.String(), "-XX:")
	return !found || !strings.HasPrefix(strings.TrimLeft(word, "+-"), name) // an option that stands for the flag
}

// places finds rows by the names of their flags. A start-up asks for some hundred flags and a check tries many
// start-ups: a hash of four bytes is half the work of a map's.
type places struct {
	slots []uint16 // a row's number from 1 on; 0: free
}

// placesOf are those of a JDK, and of hidden constants that are no flags of it.
func placesOf(jdk int) places {
	p := places{make([]uint16, align.PowerOfTwoUp(uint64(4*len(jvmflag.Order(jdk)))))}
	rows := jvmflag.Rows() // by name, which lie close together; no two of a JDK have one in common
	for i := range rows {
		if rows[i].Since <= jdk && jdk <= rows[i].Until {
			p.add(i)
		}
	}
	for i := range hidden {
		p.add(len(jvmflag.Rows()) + i)
	}
	return p
}

// add gives a row its place, where no other has its name.
func (p *places) add(i int) {
	if at := p.slot(flagAt(i).Name); p.slots[at] == 0 {
		p.slots[at] = uint16(i + 1)
	}
}

func hash(name string) uint16 {
	n := len(name)
	h := uint32(n)
	if n >= 4 {
		h = (((h*31+uint32(name[n-4]))*31+uint32(name[n-2]))*31+uint32(name[n/2]))*31 + uint32(name[n/4+1])
	}
	return uint16(h * 0x9E3779B1 >> 16)
}

// slot is where a name is, or would be.
func (p *places) slot(name string) int {
	last := len(p.slots) - 1
	for at := int(hash(name)) & last; ; at = (at + 1) & last {
		if i := p.slots[at]; i == 0 || flagAt(int(i)-1).Name == name {
			return at
		}
	}
}

// of is the number of the row of a name, if there is one.
func (p *places) of(name string) (int, bool) {
	i := p.slots[p.slot(name)]
	return int(i) - 1, i > 0
}
