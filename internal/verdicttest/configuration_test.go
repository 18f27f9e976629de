package verdicttest

import "testing"

const configurationsPerJDK = 40

// TestRandomConfigurations holds verdicts and flags of JVMs of each collector, sized on any
// channel, against real ones. JVMLINT_CONFIGURATIONS sets how many each JDK gets; the other
// variables are those of TestRandomLines.
func TestRandomConfigurations(t *testing.T) {
	holdAgainstJVMs(t, &Report{Huge: true}, "JVMLINT_CONFIGURATIONS", configurationsPerJDK, func(g *generator, count int) []Line { return drawn(count, g.configuration) })
}
