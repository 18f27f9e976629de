package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// setCompilers chooses the number of compiler threads and the room for their
// code: 240 MiB where code is compiled in tiers. A JVM told never to act as a
// server compiles as the client JVM of old did.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilerDefinitions.cpp, CompilerConfig::ergo_initialize (JDK 11 to 25)
func setCompilers(s *startup) *jvmflag.Refusal {
	if s.on("NeverActAsServerClassMachine") && s.isDefault("TieredCompilation") {
		s.emulateClient()
		return nil
	}
	if s.on("TieredCompilation") && s.isDefault("ReservedCodeCacheSize") {
		s.ergo("ReservedCodeCacheSize", 5*s.n("ReservedCodeCacheSize"), "tiered compilation")
	}
	s.setCompilerThreads()
	return nil
}

func (s *startup) emulateClient() {
	const why = "NeverActAsServerClassMachine"
	if s.jdk < 16 {
		s.ergo("TieredCompilation", 0, why)
	}
	for _, client := range []struct {
		flag string
		n    uint64
	}{{"CICompilerCount", 1}, {"ReservedCodeCacheSize", 32 * mega}} {
		if s.isDefault(client.flag) {
			s.ergo(client.flag, client.n, why)
		}
	}
	if s.isDefault("MaxRAM") {
		s.keepOrigin("MaxRAM", giga, why) // too late for the heap, which is sized by now
	}
}

// setCompilerThreads grows with the logarithm of the CPUs. JDK 11 does so only
// for tiered compilation, which needs a thread for each of its two compilers.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/compiler/compilationPolicy.cpp, CompilationPolicy::initialize (JDK 17 to 25)
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/runtime/tieredThresholdPolicy.cpp, TieredThresholdPolicy::initialize (JDK 11)
func (s *startup) setCompilerThreads() {
	tiered := s.on("TieredCompilation")
	if !s.isDefault("CICompilerCount") || s.jdk < 16 && !tiered {
		return
	}
	least := uint64(2)
	if s.jdk >= 25 && !tiered {
		least = 1
	}
	byCPUs := log2(s.cpus)
	s.ergo("CICompilerCount", max(byCPUs*log2(byCPUs)*3/2, least), "grows with the logarithm of the CPUs")
}
