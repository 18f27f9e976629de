package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// starting are options under which a store of large values goes wrong: a heap of
// 80 regions of 4 MiB, of which a value of 5 MiB takes two. It is in 640 MiB.
var starting = []string{"-XX:+UseG1GC", "-Xms320m", "-Xmx320m", "-XX:G1HeapRegionSize=4m"}

const limit = "640Mi"

// small is a store of one member. It skips where the JVM or the jar is absent.
func small(t *testing.T, options ...string) *store {
	t.Helper()
	java := filepath.Join(os.Getenv("JVMLINT_JDKS"), "11", "bin", "java")
	jar := filepath.Join(os.Getenv("JVMLINT_HAZELCAST_JARS"), "hazelcast-5.3.1.jar")
	for _, file := range []string{java, jar} {
		if _, err := os.Stat(file); err != nil {
			t.Skip("set JVMLINT_JDKS and JVMLINT_HAZELCAST_JARS to folders as scripts/jdks.sh and scripts/hazelcast.sh fill them: ", err)
		}
	}
	if _, err := exec.LookPath("javac"); err != nil {
		t.Skip("no JDK with a compiler on the path: it runs the client")
	}
	yaml, err := configuration("", "values", mapSize)
	require.NoError(t, err)
	bytes, err := bytes(limit)
	require.NoError(t, err)
	s := &store{
		java: java, jar: jar, release: "5.3.1", yaml: yaml, mapName: "values", members: 1, limit: bytes, dir: t.TempDir(), options: options,
	}
	require.NoError(t, s.prepare())
	return s
}

// mapSize is that of 40 values, by Hazelcast's count.
const mapSize = 204

// fillTwice puts as many values as fit, and as many again.
func fillTwice(t *testing.T, s *store) outcome {
	t.Helper()
	o, err := s.fill(t.Context(), load{value: 5 << 20, times: 2})
	require.NoError(t, err)
	t.Log(o)
	assert.Equal(t, int64(40), o.fitting)
	return o
}

// The heap is full before the map knows of it.
func TestStartingOptions(t *testing.T) {
	o := fillTwice(t, small(t, starting...))
	assert.Contains(t, o.wrong, "OutOfMemoryError: Java heap space")
	assert.Less(t, o.puts, 2*o.fitting)
}

// What jvmlint makes of them: the same heap, in regions that hold three values.
func TestAdvisedOptions(t *testing.T) {
	options := advised(t)
	t.Log(options)
	assert.NotSubset(t, options, starting)
	s := small(t, options...)
	o := fillTwice(t, s)
	assert.Empty(t, o.wrong)
	assert.Equal(t, 2*o.fitting, o.puts)
	assert.InDelta(t, o.fitting, o.size, 1)
	assert.Less(t, o.peak, s.limit)
	assert.Greater(t, o.peak, s.heap/2)
}

// advised are the options that jvmlint advises in place of the starting ones.
func advised(t *testing.T) []string {
	t.Helper()
	args := strings.Fields("advise --no-env --memory " + limit + " --cpus 2 --jdk 11 --hazelcast 5.3.1 --profile store --largest-object 5MiB --format json java")
	args = append(append(args, starting...), "com.hazelcast.core.server.HazelcastMemberStarter")
	var out, problems strings.Builder
	require.Zero(t, cli.Main(args, strings.NewReader(""), &out, &problems), problems.String())
	var printed struct {
		Advice []struct {
			Options []struct{ Option string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out.String()), &printed))
	require.Len(t, printed.Advice, 1)
	var options []string
	for _, o := range printed.Advice[0].Options {
		options = append(options, o.Option)
	}
	return options
}

// A heap that is larger than the limit does not stay in it, whoever keeps it.
func TestHeapOverTheLimit(t *testing.T) {
	for _, watch := range []bool{true, false} {
		s := small(t, append(starting, "-XX:+AlwaysPreTouch")...)
		s.limit, s.watch = 300<<20, watch
		o := fillTwice(t, s)
		by := "killed by the system, over the limit"
		if o.limit == (memoryLimit{}).String() {
			by = "killed by the script, over the limit"
		}
		assert.Equal(t, []string{"a member does not start", by}, o.wrong, watch)
		assert.Greater(t, o.peak, s.limit/2, watch)
	}
}
