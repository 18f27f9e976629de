package repair

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

func sameLogOf(t *testing.T, jdk int, line string) []string {
	words, err := jvmflag.Words(source.Unlocated(line, "a test"))
	require.NoError(t, err)
	return jvmflag.SameLog(LogOptions(&lint.Pass{Prediction: &predict.Prediction{JDK: jdk, Options: jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))}}))
}

func TestSameLog(t *testing.T) {
	assert.Equal(t, []string{"-Xlog:gc"}, sameLogOf(t, 17, "-XX:+PrintGC"))
	assert.Equal(t, []string{"-Xlog:gc*"}, sameLogOf(t, 17, "-XX:+PrintGC -XX:+PrintGCDetails"))
	assert.Equal(t, []string{"-Xlog:gc"}, sameLogOf(t, 17, "-XX:+PrintGC -XX:+PrintGCDetails -XX:-PrintGCDetails"))
	assert.Equal(t, []string{"-Xlog:gc:b"}, sameLogOf(t, 17, "-Xloggc:a -Xloggc:b"))
	assert.Empty(t, sameLogOf(t, 17, "-Xloggc:a:b"))
	assert.Equal(t, []string{"-Xlog:gc*:a", "-Xlog:class+load=off"}, sameLogOf(t, 11, "-XX:-TraceClassLoading -Xloggc:a -XX:+PrintGCDetails"))
}

// A running JVM has the same log, whether it is set up in the old way or in the new.
func TestSameLogReal(t *testing.T) {
	jdks := os.Getenv("JVMLINT_JDKS")
	if jdks == "" {
		t.Skip("needs real JVMs: set JVMLINT_JDKS to the folder that scripts/jdks.sh fills")
	}
	for _, jdk := range []int{11, 17, 21, 25} {
		lines := []string{"-XX:+PrintGC", "-XX:+PrintGCDetails", "-XX:+PrintGCDetails -Xloggc:gc.log", "-Xloggc:gc.log"}
		if jdk == 11 {
			lines = append(lines, "-XX:+TraceClassLoading -XX:+PrintGCDetails -Xloggc:gc.log",
				"-XX:+TraceClassLoading -XX:-TraceRedefineClasses -XX:+TraceClassUnloading -XX:+PrintGC",
				"-XX:+TraceExceptions -XX:+TraceLoaderConstraints -XX:+PrintCompressedOopsMode -XX:+TraceClassPaths -XX:+TraceBiasedLocking")
		}
		for _, line := range lines {
			instead := sameLogOf(t, jdk, line)
			assert.Equal(t, logOf(t, jdks, jdk, strings.Fields(line)), logOf(t, jdks, jdk, instead), "JDK %d %s", jdk, line)
		}
	}
}

// logOf is what a running JVM lists of its log.
func logOf(t *testing.T, jdks string, jdk int, options []string) string {
	bin := filepath.Join(jdks, strconv.Itoa(jdk), "bin")
	java := exec.Command(filepath.Join(bin, "java"), append(options, "-m", "java.rmi/sun.rmi.registry.RegistryImpl", "0")...)
	if jdk == 21 {
		java.Args = append([]string{java.Args[0], "-Djava.security.manager=allow"}, java.Args[1:]...)
	}
	java.Dir = t.TempDir()
	require.NoError(t, java.Start())
	defer func() {
		assert.NoError(t, java.Process.Kill())
		_ = java.Wait() // it was killed
	}()
	for range 600 {
		time.Sleep(100 * time.Millisecond)
		out, err := exec.Command(filepath.Join(bin, "jcmd"), strconv.Itoa(java.Process.Pid), "VM.log", "list").Output()
		if _, list, ok := strings.Cut(string(out), "Log output configuration:"); err == nil && ok {
			return strings.ReplaceAll(list, " (reconfigured)", "")
		}
	}
	require.Fail(t, "the JVM does not answer", "JDK %d %v", jdk, options)
	return ""
}
