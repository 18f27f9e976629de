package verdicttest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

const linesPerJDK = 300

// everydaySeed is the seed where none is given, so that a change is at fault
// when a line differs. Whoever looks for new ones gives another.
const everydaySeed = 20261121

// TestRandomLines holds the verdicts on random lines against real JVMs.
// JVMLINT_SEED repeats a run, JVMLINT_LINES sets how many lines each JDK gets,
// JVMLINT_ONE_JDK picks one JDK, and JVMLINT_REPORT names a file for the report.
func TestRandomLines(t *testing.T) {
	holdAgainstJVMs(t, &Report{}, "JVMLINT_LINES", linesPerJDK, func(g *generator, count int) []Line { return drawn(count, g.Line) })
}

// drawn are so many lines.
func drawn(count int, draw func() Line) []Line {
	lines := make([]Line, count)
	for i := range lines {
		lines[i] = draw()
	}
	return lines
}

// holdAgainstJVMs compares what the lines of each JDK do: as many as a variable says, or else
// each of them gets.
func holdAgainstJVMs(t *testing.T, report *Report, variable string, each uint64, lines func(g *generator, count int) []Line) {
	t.Helper()
	runner, m := realJVMs(t), thisMachine(t)
	seed, count := environment(t, "JVMLINT_SEED", everydaySeed), environment(t, variable, each)
	repeat := fmt.Sprintf("JVMLINT_SEED=%d %s=%d", seed, variable, count)
	t.Logf("%s, %d bytes of memory, %d CPUs", repeat, m.Memory.N, m.CPUs.N)
	for _, jdk := range jdks(t) {
		compareAll(t, runner, report, jdk, lines(newGenerator(jdk, seed), int(count)), m)
		t.Logf("JDK %d: %v", jdk, report.count(jdk))
		assert.Greater(t, report.count(jdk).Lines, report.count(jdk).Stopped, "JDK %d: most lines have no verdict", jdk)
	}
	finish(t, report, repeat+"\n")
}

// TestGeneratorRepeats: one seed, one list of lines; and no harm in them.
func TestGeneratorRepeats(t *testing.T) {
	for _, jdk := range jvmflag.Tables {
		one, other := newGenerator(jdk, 7), newGenerator(jdk, 7)
		for range 300 {
			l := one.Line()
			require.Equal(t, l, other.Line())
			assert.False(t, slices.ContainsFunc(l.Args, harms), l.shell())
		}
	}
}

// compareAll runs lines, two at once, and adds them to the report.
func compareAll(t *testing.T, runner *Runner, report *Report, jdk int, lines []Line, m hotspot.Machine) {
	t.Helper()
	_, err := os.Stat(filepath.Join(runner.Folder, strconv.Itoa(jdk), "lib", "server", "classes.jsa"))
	m.Stripped = errors.Is(err, fs.ErrNotExist)
	work := make(chan Line)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			for l := range work {
				real, err := runner.Run(jdk, l)
				if !assert.NoError(t, err, l.shell()) {
					continue
				}
				again := func() (Outcome, error) { return runner.start(jdk, l) }
				report.Compare(jdk, l, real, judge(jdk, l, m), again)
			}
		})
	}
	for _, l := range lines {
		work <- l
	}
	close(work)
	workers.Wait()
}

// finish writes the report, and fails the test when a verdict is wrong.
func finish(t *testing.T, report *Report, head string) {
	t.Helper()
	if name := os.Getenv("JVMLINT_REPORT"); name != "" {
		require.NoError(t, os.WriteFile(name, []byte(head+report.text()), 0o644))
	}
	wrong := 0
	for _, jdk := range jvmflag.Tables {
		c := report.count(jdk)
		wrong += c.Lines - c.Verdicts + c.Wrong
	}
	if wrong > 0 {
		t.Errorf("%d verdicts and flags are wrong: %s%s%s", wrong, head, report.text("verdict"), report.text("flag"))
	}
}

// realJVMs runs the JVMs of a folder, as scripts/jdks.sh fills it.
func realJVMs(t *testing.T) *Runner {
	t.Helper()
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" {
		t.Skip("needs real JVMs: set JVMLINT_JDKS to the folder that scripts/jdks.sh fills")
	}
	return &Runner{Folder: dir, Cache: os.Getenv("JVMLINT_CACHE")}
}

// jdks are those that there are and that the model knows.
func jdks(t *testing.T) (out []int) {
	t.Helper()
	defer func() { require.NotEmpty(t, out, "the folder of JVMLINT_JDKS has none of the JVMs that are asked for") }()
	only := int(environment(t, "JVMLINT_ONE_JDK", 0))
	for _, jdk := range jvmflag.Tables {
		_, err := os.Stat(filepath.Join(os.Getenv("JVMLINT_JDKS"), strconv.Itoa(jdk), "bin", "java"))
		if err == nil && (only == 0 || only == jdk) {
			out = append(out, jdk)
		}
	}
	return out
}

// thisMachine is what a JVM sees of the machine that the tests run on, which
// must not limit them by a cgroup.
func thisMachine(t *testing.T) hotspot.Machine {
	t.Helper()
	data, err := os.ReadFile("/proc/meminfo")
	require.NoError(t, err)
	var kib int64
	_, err = fmt.Sscanf(string(data), "MemTotal: %d kB", &kib)
	require.NoError(t, err)
	return machine(kib<<10, int64(runtime.NumCPU()))
}

func machine(memory, cpus int64) hotspot.Machine {
	return hotspot.Machine{
		Memory: source.Value{N: memory, Origin: source.Argument},
		CPUs:   source.Value{N: cpus, Origin: source.Argument},
		Host:   source.Value{N: memory, Origin: source.Argument}, // without swap, in no container
	}
}

func environment(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	require.NoError(t, err)
	return n
}
