package realjvm

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// options are words of channels, one string for each.
func options(t *testing.T, channels map[jvmflag.Channel]string) []jvmflag.Option {
	t.Helper()
	var all []jvmflag.Option
	for _, c := range []jvmflag.Channel{jvmflag.JavaOptions, jvmflag.CommandLine, jvmflag.JDKJavaOptions, jvmflag.JavaToolOptions, jvmflag.FlagsFile} {
		words, err := jvmflag.Words(source.Unlocated(channels[c], c.String()))
		require.NoError(t, err, c)
		all = append(all, jvmflag.OnChannel(c, words)...)
	}
	return all
}

func TestRehearse(t *testing.T) {
	w := &workload.Workload{Known: workload.AllOptions, Options: options(t, map[jvmflag.Channel]string{
		jvmflag.JavaToolOptions: "-Xmx1g -XX:OnError=reboot",
		jvmflag.JDKJavaOptions:  "-Xss1m",
		jvmflag.CommandLine:     "-Dpassword=x -cp a.jar -XX:+UseG1GC -Xlog:gc:file=/var/log/gc.log -XX:+AlwaysPreTouch -javaagent:a.jar Main -Xmx7g",
		jvmflag.JavaOptions:     "-Xmx2g",
		jvmflag.FlagsFile:       "-XX:+UseSerialGC",
	})}
	r := Rehearse(w, 17)
	assert.Equal(t, []string{"-Xmx1g", "-Xss1m", "-XX:+UseG1GC", "-Xmx2g"}, r.Options)
	assert.Equal(t, []string{"-XX:+UseSerialGC", "-XX:OnError=reboot", "-Xlog:gc:file=/var/log/gc.log", "-XX:+AlwaysPreTouch", "-javaagent:a.jar"}, r.LeftOut)
	assert.Len(t, r.Workload.Options, 4)
	assert.Equal(t, []int{17}, r.Workload.JDK.Candidates)

	w.Memory, w.CPUs = source.Value{N: 1 << 30, Origin: source.Argument}, source.Value{N: 3, Origin: source.Argument}
	r = Rehearse(w, 8)
	assert.Equal(t, []string{
		"-Xmx1g", "-XX:+UseG1GC", "-Xmx2g", "-XX:ActiveProcessorCount=3", "-XX:MaxRAM=1073741824", "-XX:+NeverActAsServerClassMachine",
	}, r.Options, "JDK 8 does not read JDK_JAVA_OPTIONS, and MaxRAM has no say in its choice of the collector")
}

func TestOpen(t *testing.T) {
	for printed, want := range map[string]JVM{
		`openjdk version "17.0.9" 2023-10-17`:                       {Version: "17.0.9", Release: 17},
		`java version "1.8.0_402"`:                                  {Version: "1.8.0_402", Release: 8},
		"Picked up something\nopenjdk version \"26-ea\" 2026-03-17": {Version: "26-ea", Release: 26},
	} {
		java := program(t, fmt.Sprintf("echo '%s' >&2", printed))
		jvm, err := Open(java)
		require.NoError(t, err, printed)
		want.Java, want.path = java, java
		assert.Equal(t, want, jvm, printed)
	}
	_, err := Open(program(t, "echo hello; exit 3"))
	assert.ErrorContains(t, err, "exit status 3")
	_, err = Open(filepath.Join(t.TempDir(), "java"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestAsk(t *testing.T) {
	t.Setenv("JAVA_TOOL_OPTIONS", "-Xmx1g")
	t.Setenv("_JAVA_OPTIONS", "-Xmx1g")
	java := program(t, `echo "$*" "$JAVA_TOOL_OPTIONS$JDK_JAVA_OPTIONS$_JAVA_OPTIONS"
echo '    uint64_t MaxRAM  = 137438953472  {pd product} {default}'
echo '    ccstr ErrorFile  :=   {product}'
exit 1`)
	answer, err := JVM{path: java}.Ask([]string{"-Xmx2g"})
	require.NoError(t, err)
	assert.Equal(t, Answer{Flags: map[string]string{"MaxRAM": "137438953472", "ErrorFile": ""}, Output: []string{"-XX:+PrintFlagsFinal -Xmx2g -version "}}, answer)
}

// program is a shell script.
func program(t *testing.T, script string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "java")
	require.NoError(t, os.WriteFile(name, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	return name
}

// TestRealJVMs confronts predictions with the JVMs of JVMLINT_JDKS in
// containers of several sizes, as --against does.
func TestRealJVMs(t *testing.T) {
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" {
		t.Skip("set JVMLINT_JDKS: see scripts/jdks.sh")
	}
	for _, release := range jvmflag.Supported {
		jvm, err := Open(filepath.Join(dir, strconv.Itoa(release), "bin", "java"))
		require.NoError(t, err)
		require.Equal(t, release, jvm.Release)
		for _, memory := range []int64{512 << 20, 3 << 30, 30 << 30} {
			for _, cpus := range []int64{1, 6, 40} {
				r := Rehearse(&workload.Workload{Known: workload.AllOptions, File: source.NewFile("x", nil),
					Memory: source.Value{N: memory, Origin: source.Argument}, CPUs: source.Value{N: cpus, Origin: source.Argument}}, release)
				answer, err := jvm.Ask(r.Options)
				require.NoError(t, err, memory)
				require.True(t, answer.Started, strings.Join(answer.Output, "\n"))
				compared, differences := predict.Of(r.Workload, release).JVM.Against(answer.Flags)
				assert.Empty(t, differences, "JDK %d, %v", release, r.Options)
				assert.Greater(t, compared, 40, memory)
			}
		}
	}
}
