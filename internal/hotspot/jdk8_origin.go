package hotspot

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// readApart are flags whose -XX options JDK 8 reads apart from the others.
var readApart = []string{
	"AlwaysTenure", "CMSParPromoteBlocksToClaim", "CodeCacheExpansionSize", "IncreaseFirstTierCompileThresholdAt",
	"MaxDirectMemorySize", "MaxHeapSize", "NeverTenure", "ReservedCodeCacheSize", "UseVMInterruptibleIO",
}

// countsAsCommandLine tells whether JDK 8 takes a setting for one of the
// command line. Variables and files are none, but for the options that it
// reads apart: it takes those for the command line wherever they stand.
//
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 8)
func (f *flags) countsAsCommandLine(name string) bool {
	set, given := f.settings[name]
	switch channel := set.Option.Channel; {
	case !given || channel == jvmflag.CommandLine:
		return true
	case channel == jvmflag.FlagsFile:
		return false
	case slices.Contains(readApart, name):
		return true
	}
	word, found := strings.CutPrefix(set.Option.String(), "-XX:")
	return !found || !strings.HasPrefix(strings.TrimLeft(word, "+-"), name) // an option that stands for the flag
}
