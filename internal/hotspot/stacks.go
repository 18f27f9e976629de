package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// checkStacks holds the sizes of stacks, in KiB, against the least that their
// threads need: 40 KiB of a Java thread and 48 of a compiler's go with the
// pages that guard the end of a stack, and with its shadow, which native code
// may use.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/posix/os_posix.cpp, set_minimum_stack_sizes (JDK 11 to 25)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os_cpu/linux_x86/os_linux_x86.cpp (JDK 11 to 25)
func checkStacks(s *startup) *jvmflag.Refusal {
	pages := s.n("StackYellowPages") + s.n("StackRedPages") + s.n("StackReservedPages") + s.n("StackShadowPages")
	zones := pages * page / kilo
	for _, stack := range []struct {
		flag, name string
		least      uint64
	}{
		{"ThreadStackSize", "Java thread stack size", 40 + zones},
		{"CompilerThreadStackSize", "CompilerThreadStackSize", 48 + zones},
		{"VMThreadStackSize", "VMThreadStackSize", 64},
	} {
		if size := s.n(stack.flag); size != 0 && size < stack.least {
			return bounded(s.faults(stack.flag, fmt.Sprintf("The %s specified is too small. Specify at least %dk", stack.name, stack.least)), jvmflag.AtLeast, stack.least*kilo)
		}
	}
	return nil
}
