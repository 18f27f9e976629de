package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// checkConsistency holds options against each other before ergonomics choose what is not given.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, finalize_vm_init_args and check_vm_args_consistency (JDK 11 to 25)
func checkConsistency(s *startup) *jvmflag.Refusal {
	if refusal := s.setAggressiveHeap(); refusal != nil {
		return refusal
	}
	s.boundInitialTenuring()
	for _, check := range []func(*startup) *jvmflag.Refusal{checkCompilationMode, checkAOT, checkCodeCacheBounds} {
		if refusal := check(s); refusal != nil {
			return refusal
		}
	}
	s.warnOfCompilers()
	if message := s.loopStripMining(); message != "" && s.jdk < 16 {
		s.warn("LoopStripMiningIter", "%s", message)
	}
	s.warnOfInterpreter()
	s.warnOfPreview()
	for _, check := range []func(*startup) *jvmflag.Refusal{checkJVMCI, checkLocking, checkArchive} {
		if refusal := check(s); refusal != nil {
			return refusal
		}
	}
	return nil
}

// boundInitialTenuring lets the threshold start no higher than its maximum.
func (s *startup) boundInitialTenuring() {
	if most := s.n("MaxTenuringThreshold"); s.isDefault("InitialTenuringThreshold") && s.n("InitialTenuringThreshold") > most {
		s.ergo("InitialTenuringThreshold", most, "MaxTenuringThreshold")
	}
}

// checkCompilationMode reads the name of a mode. The mode for the compiler
// interface is known to a JVM that has it, but of no use to others.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilationModeFlag::initialize (JDK 16 to 25)
func checkCompilationMode(s *startup) *jvmflag.Refusal {
	const flag = "CompilationMode"
	mode := s.text(flag)
	if s.jdk < 16 || mode == "" {
		return nil
	}
	switch mode {
	case "default", "normal", "quick-only", "high-only":
		return nil
	case "high-only-quick-internal": // with the compiler interface, which ended with JDK 26
		if s.jdk >= 27 {
			break
		}
		if !s.on("UseJVMCICompiler") {
			s.warn(flag, "high-only-quick-internal compilation mode unavailable because there is no c1 and jvmci compiler present.")
		}
		return nil
	}
	return because(jvmflag.BadValue, s.faults(flag, fmt.Sprintf("Unsupported compilation mode '%s', available modes are: quick-only, high-only%s", mode, release.Choose(s.jdk, release.Since(16, ", high-only-quick-internal"), release.Since(27, "")))))
}

// checkLocking knows three ways to lock: 0 with monitors, 1 on the stack, and
// 2 in the object. Up to JDK 21 no line break follows the messages.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, check_vm_args_consistency (JDK 21 to 25)
func checkLocking(s *startup) *jvmflag.Refusal {
	const flag = "LockingMode"
	if !s.has(flag) {
		return nil
	}
	fault := func(at, message string, others ...string) *jvmflag.Refusal {
		refusal := with(s.faults(at, message), others...)
		if s.jdk < 22 {
			refusal.Lines = []string{message + launcherGivesUp[0], launcherGivesUp[1]}
		}
		return refusal
	}
	if s.on("UseHeavyMonitors") {
		if s.isCommandLine(flag) && s.n(flag) != 0 {
			return fault(flag, "Conflicting -XX:+UseHeavyMonitors and -XX:LockingMode="+s.decimal(flag)+" flags", "UseHeavyMonitors")
		}
		s.keepOrigin(flag, 0, "UseHeavyMonitors")
	}
	switch {
	case s.on("UseObjectMonitorTable") && s.n(flag) != 2:
		s.keepOrigin("UseObjectMonitorTable", 0, flag)
		s.warn(flag, "UseObjectMonitorTable requires LM_LIGHTWEIGHT")
	case s.n(flag) == 0 && s.on("UseRTMForStackLocks"):
		return fault("UseRTMForStackLocks", "LockingMode == 0 (LM_MONITOR) and -XX:+UseRTMForStackLocks are mutually exclusive", flag)
	case s.on("VerifyHeavyMonitors") && s.n(flag) != 0:
		return fault("VerifyHeavyMonitors", "-XX:+VerifyHeavyMonitors requires LockingMode == 0 (LM_MONITOR)", flag)
	}
	return nil
}
