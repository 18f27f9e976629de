package verdicttest

import (
	"maps"
	"slices"
	"testing"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// channelLinesPerJDK is a small part of the thousands that each JDK has.
const channelLinesPerJDK = 60

// ways are all on which an option reaches a JVM: what the options before it and itself are
// written into. Each line goes through one of them.
var ways = map[string]func(g *generator, words []string) Line{
	"command line":      func(_ *generator, w []string) Line { return Line{Args: w} },
	"JAVA_TOOL_OPTIONS": inVariable("JAVA_TOOL_OPTIONS"),
	"_JAVA_OPTIONS":     inVariable("_JAVA_OPTIONS"),
	"JDK_JAVA_OPTIONS":  inVariable("JDK_JAVA_OPTIONS"),
	"argument file":     func(g *generator, w []string) Line { return inFile("argfile", g.argfile(w), "@argfile") },
	"-XX:VMOptionsFile": func(g *generator, w []string) Line {
		return inFile("vmoptions", g.variable(w), "-XX:VMOptionsFile=vmoptions")
	},
	"-XX:Flags": func(g *generator, w []string) Line { return inFile("flags", g.settings(w), "-XX:Flags=flags") },
	".hotspotrc": func(g *generator, w []string) Line {
		return inFile(".hotspotrc", g.settings(w))
	},
}

func inVariable(name string) func(*generator, []string) Line {
	return func(g *generator, words []string) Line {
		return Line{Variables: []Variable{{name, g.variable(words)}}}
	}
}

func inFile(name, text string, args ...string) Line {
	return Line{Files: map[string]string{name: text}, Args: args}
}

// TestEveryFlagOnEveryChannel sets each flag of each JDK on each channel: a JVM takes some for
// given on its command line alone. JVMLINT_LINES sets how many lines each JDK gets: so many
// that each flag gets its turn on each channel need 8 times as many as there are flags, 7,000.
func TestEveryFlagOnEveryChannel(t *testing.T) {
	holdAgainstJVMs(t, &Report{}, "JVMLINT_LINES", channelLinesPerJDK, (*generator).channelLines)
}

// channelLines are so many lines, each of which sets a flag on a channel. No flag comes twice
// on a channel before all had their turn on all.
func (g *generator) channelLines(count int) []Line {
	g.care = 1
	type turn struct {
		flag jvmflag.Flag
		way  string
	}
	var turns []turn
	for _, f := range g.flags {
		for _, way := range slices.Sorted(maps.Keys(ways)) {
			turns = append(turns, turn{f, way})
		}
	}
	g.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	var lines []Line
	for i := 0; len(lines) < count; i++ {
		t := turns[i%len(turns)]
		words := []string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UnlockDiagnosticVMOptions", g.set(t.flag)}
		if harms(words[2]) {
			continue
		}
		line := ways[t.way](g, words)
		line.Args = slices.Concat([]string{printFlags}, g.around(t.flag), line.Args, []string{"-version"})
		lines = append(lines, line)
	}
	return lines
}

// around are options that a flag may count beside: a collector, its own where it has one, and
// a heap.
func (g *generator) around(f jvmflag.Flag) []string {
	words := []string{"-XX:+UnlockExperimentalVMOptions"}
	collectors := []string{"UseSerialGC", "UseParallelGC", "UseG1GC", "UseConcMarkSweepGC", "UseShenandoahGC", "UseZGC", "UseEpsilonGC"}
	collectors = slices.DeleteFunc(collectors, func(name string) bool { _, has := jvmflag.Lookup(g.jdk, name); return !has })
	if own := "Use" + f.Collector() + "GC"; slices.Contains(collectors, own) {
		collectors = []string{own}
	}
	words = append(words, "-XX:+"+g.pick(collectors...))
	for _, heap := range []string{"-Xmx600m", "-Xms200m", "-Xmn90m"} {
		if g.chance(.25) {
			words = append(words, heap)
		}
	}
	return words
}
