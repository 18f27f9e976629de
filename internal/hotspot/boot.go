package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// boot is what goes wrong when the JVM's heap stands and Java code begins.
func boot(s *startup) *jvmflag.Refusal {
	return nil
}
