package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// small is a store of one member in 512 MiB, with a heap of 320 MiB: 80 regions
// of 4 MiB, of which a value of 5 MiB takes two, or 20 of 16 MiB, which hold three
// values each. It skips where the JVM or the jar is absent.
func small(t *testing.T, mapSize int64, options ...string) *store {
	t.Helper()
	java := filepath.Join(os.Getenv("JVMLINT_JDKS"), "11", "bin", "java")
	jar := filepath.Join(os.Getenv("JVMLINT_HAZELCAST"), "hazelcast-5.3.1.jar")
	for _, file := range []string{java, jar} {
		if _, err := os.Stat(file); err != nil {
			t.Skip("set JVMLINT_JDKS and JVMLINT_HAZELCAST to folders as scripts/jdks.sh and scripts/hazelcast.sh fill them: ", err)
		}
	}
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no JDK with a compiler on the path: it runs the client")
	}
	yaml, err := configuration("", "values", mapSize)
	require.NoError(t, err)
	s := &store{
		java: java, jar: jar, release: "5.3.1", yaml: yaml, mapName: "values", members: 1, limit: 512 << 20, dir: t.TempDir(),
		options: append([]string{"-XX:+UseG1GC", "-Xms320m", "-Xmx320m"}, options...),
	}
	require.NoError(t, s.prepare())
	assert.Equal(t, int64(320<<20), s.heap)
	return s
}

// The map may keep 40 values, by Hazelcast's count: with regions of 4 MiB the
// heap is full of them, and with larger ones it holds them well. Nothing else
// differs.
func TestValuesOfTwoRegions(t *testing.T) {
	s := small(t, 204, "-XX:G1HeapRegionSize=4m")
	o, err := s.fill(t.Context(), load{value: 5 << 20, times: 2})
	require.NoError(t, err)
	t.Log(o)
	assert.Contains(t, o.wrong, "OutOfMemoryError: Java heap space")
	assert.Equal(t, int64(40), o.fitting)
	assert.Less(t, o.puts, 2*o.fitting)
}

func TestValuesInLargerRegions(t *testing.T) {
	s := small(t, 204, "-XX:G1HeapRegionSize=16m")
	o, err := s.fill(t.Context(), load{value: 5 << 20, times: 2})
	require.NoError(t, err)
	t.Log(o)
	assert.Empty(t, o.wrong)
	assert.Equal(t, int64(40), o.fitting)
	assert.Equal(t, int64(80), o.puts)
	assert.InDelta(t, o.fitting, o.size, 1)
	assert.Less(t, o.peak, s.limit)
	assert.Greater(t, o.peak, s.heap/2)
}

// A heap that is larger than the limit does not stay in it, whoever keeps it.
func TestHeapOverTheLimit(t *testing.T) {
	for _, watch := range []bool{true, false} {
		s := small(t, 160, "-XX:+AlwaysPreTouch")
		s.limit, s.watch = 300<<20, watch
		o, err := s.fill(t.Context(), load{value: 5 << 20, times: 2})
		require.NoError(t, err)
		t.Log(o)
		by := "killed by the system, over the limit"
		if o.limit == (memoryLimit{}).String() {
			by = "killed by the script, over the limit"
		}
		assert.Equal(t, []string{"a member does not start", by}, o.wrong)
		assert.Greater(t, o.peak, s.limit/2)
	}
}
