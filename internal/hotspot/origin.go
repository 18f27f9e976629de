package hotspot

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// readApart are flags whose -XX options a release reads apart from the others.
var readApart = [...]struct {
	flag         string
	since, until int
}{
	{"AlwaysTenure", 8, 99}, {"CMSParPromoteBlocksToClaim", 8, 8}, {"CodeCacheExpansionSize", 8, 8}, {"IncreaseFirstTierCompileThresholdAt", 8, 8},
	{"MaxDirectMemorySize", 8, 8}, {"MaxHeapSize", 8, 99}, {"MaxTenuringThreshold", 9, 99}, {"NeverTenure", 8, 99}, {"ReservedCodeCacheSize", 8, 99},
	{"UseVMInterruptibleIO", 8, 8},
}

// countsAsCommandLine reports whether the JVM takes a setting for one of the
// command line. Variables and files are none, but for the options that it
// reads apart: it takes those for the command line wherever they stand.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 8)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlag.hpp, JVMFlag::is_command_line (JDK 11 to 25)
func (f *flags) countsAsCommandLine(name string) bool {
	set, given := f.settings[name]
	switch channel := set.Option.Channel; {
	case !given || channel == jvmflag.CommandLine || channel == jvmflag.JDKJavaOptions:
		return true
	case channel == jvmflag.FlagsFile:
		return false
	}
	for _, r := range readApart {
		if r.flag == name && r.since <= f.jdk && f.jdk <= r.until {
			return true
		}
	}
	word, found := strings.CutPrefix(set.Option.String(), "-XX:")
	return !found || !strings.HasPrefix(strings.TrimLeft(word, "+-"), name) // an option that stands for the flag
}
