package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// What JDK 8 does not check may crash it. Where that is sure to happen while
// it starts, it is a refusal too.

// crashes is the first of what a crash prints. The lines behind, but for what
// HotSpot itself found wrong, hold addresses and differ from run to run.
func (f *flags) crashes(at string, found ...string) *jvmflag.Refusal {
	lines := []string{"#", "# A fatal error has been detected by the Java Runtime Environment:"}
	for _, line := range found {
		lines = append(lines, "#  "+line)
	}
	return &jvmflag.Refusal{At: f.at(at), Cause: jvmflag.BadValue, Flag: at, Lines: lines}
}
