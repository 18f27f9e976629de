package hotspot

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// Each row is about a flag that exists, and the rows of a flag do not overlap.
func TestReaders(t *testing.T) {
	kinds := []string{"Serial", "Parallel", "G1", "CMS", "ZGC", generationalZ, "Shenandoah", "Epsilon"}
	for i, row := range readers() {
		known := slices.ContainsFunc(jvmflag.Tables[:], func(jdk int) bool {
			_, ok := jvmflag.Lookup(jdk, row.flag)
			return ok && jvmflag.Within(jdk, row.since, row.until)
		})
		assert.True(t, known, row.flag)
		for _, kind := range strings.Fields(row.collectors) {
			assert.Contains(t, kinds, kind, row.flag)
		}
		for _, other := range readers()[:i] {
			assert.False(t, other.flag == row.flag && (jvmflag.Within(row.since, other.since, other.until) || jvmflag.Within(other.since, row.since, row.until)), row.flag)
		}
	}
}

// choices are the options that choose a collector in the releases that have it.
var choices = []struct {
	kind, options string
	since, until  int
}{
	{"Serial", "-XX:+UseSerialGC", 8, 25}, {"Parallel", "-XX:+UseParallelGC", 8, 25}, {"G1", "-XX:+UseG1GC", 8, 25},
	{"CMS", "-XX:+UseConcMarkSweepGC", 8, 11}, {"ZGC", "-XX:+UnlockExperimentalVMOptions -XX:+UseZGC", 11, 21},
	{generationalZ, "-XX:+UseZGC -XX:+ZGenerational", 21, 21}, {generationalZ, "-XX:+UseZGC", 25, 25},
	{"Epsilon", "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC", 11, 25},
}

// printedFlags is what a real JVM prints of its flags.
func printedFlags(t *testing.T, jdks string, jdk int, options ...string) map[string]string {
	args := append([]string{"-Xms128m", "-Xmx256m", "-XX:+PrintFlagsFinal"}, options...)
	cmd := exec.Command(filepath.Join(jdks, strconv.Itoa(jdk), "bin", "java"), append(args, "-version")...)
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "JDK %d %v: %s", jdk, options, out[:min(len(out), 200)])
	final := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^ *\w+ +(\w+) +:?= *(\S*)`).FindAllStringSubmatch(string(out), -1) {
		final[m[1]] = m[2]
	}
	return final
}

// other is an option that gives a flag another value than its default.
func other(f jvmflag.Flag) string {
	switch {
	case f.Type == jvmflag.Bool && f.Default == "true":
		return "-XX:-" + f.Name
	case f.Type == jvmflag.Bool:
		return "-XX:+" + f.Name
	}
	value := map[string]string{"GCPauseIntervalMillis": "200", "MaxGCPauseMillis": "100", "MinSurvivorRatio": "4"}[f.Name]
	if n, _ := strconv.Atoi(f.Default); value == "" {
		value = strconv.Itoa(max(n-1, 1))
	}
	return "-XX:" + f.Name + "=" + value
}

// Under a collector that does not read a flag the JVM ends up with the same
// flags, whether it is set or not.
func TestIdleFlagsChangeNoOther(t *testing.T) {
	jdks := os.Getenv("JVMLINT_JDKS")
	if jdks == "" {
		t.Skip("needs real JVMs: set JVMLINT_JDKS to the folder that scripts/jdks.sh fills")
	}
	for _, jdk := range jvmflag.Tables {
		for _, c := range choices {
			if jdk < c.since || c.until < jdk {
				continue
			}
			collector := strings.Fields(c.options)
			want := printedFlags(t, jdks, jdk, collector...)
			set := append([]string{}, collector...)
			var names []string
			for _, row := range readers() {
				flag, ok := jvmflag.Lookup(jdk, row.flag)
				if !ok || jdk < row.since || row.until < jdk || flag.Kind != jvmflag.Product && flag.Kind != jvmflag.Manageable ||
					slices.Contains(strings.Fields(row.collectors), c.kind) || c.kind == generationalZ && slices.Contains(strings.Fields(row.collectors), "ZGC") {
					continue
				}
				names = append(names, row.flag)
				set = append(set, other(flag))
			}
			for flag := range jvmflag.All(jdk) { // of other collectors
				owner := strings.Replace(flag.Collector(), "Z", "ZGC", 1)
				if owner == "" || strings.HasPrefix(strings.ToLower(c.kind), strings.ToLower(owner)) ||
					owner == "ZGC" && c.kind == generationalZ || flag.Kind != jvmflag.Product && flag.Kind != jvmflag.Manageable || flag.Type == jvmflag.String ||
					flag.Name == "CMSIncrementalMode" { // without CMS JDK 8 does not start
					continue
				}
				names = append(names, flag.Name)
				if flag.Type == jvmflag.Bool {
					set = append(set, other(*flag))
				} else {
					set = append(set, "-XX:"+flag.Name+"="+flag.Default)
				}
			}
			got := printedFlags(t, jdks, jdk, set...)
			for _, name := range append(names, "NeverTenure", "AlwaysTenure") {
				delete(want, name)
				delete(got, name)
			}
			differ := map[string][2]string{}
			for name := range maps.Keys(want) {
				if want[name] != got[name] {
					differ[name] = [2]string{want[name], got[name]}
				}
			}
			assert.Empty(t, differ, "JDK %d %s: %v", jdk, c.kind, set)
		}
	}
}
