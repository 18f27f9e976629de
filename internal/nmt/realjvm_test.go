package nmt_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/source"
)

// TestReadOfRealJVMs asks a running program of each JDK by its own jcmd, in all
// ways, and one that ends to print by itself: every line is read, and the sum
// is the total.
func TestReadOfRealJVMs(t *testing.T) {
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" {
		t.Skip("set JVMLINT_JDKS: see scripts/jdks.sh")
	}
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("needs javac to compile testdata/Waits.java")
	}
	classes := t.TempDir()
	out, err := exec.Command(javac, "-nowarn", "--release", "8", "-d", classes, "testdata/Waits.java").CombinedOutput()
	require.NoError(t, err, string(out))
	for _, jdk := range []int{8, 11, 17, 21, 25, 26, 27, 28} {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) {
			bin := filepath.Join(dir, strconv.Itoa(jdk), "bin")
			outputs := runWaits(t, bin, classes)
			for name, text := range outputs {
				m, err := nmt.Read(source.NewFile(name, []byte(text)))
				require.NoError(t, err)
				checkSum(t, m, text)
				heap, _ := m.Category("Java Heap")
				assert.Equal(t, int64(64*mb), heap.Reserved.N, name)
				direct, other := m.Category("Other")
				if !other { // of JDK 8
					direct, _ = m.Category("Internal")
				}
				assert.GreaterOrEqual(t, direct.Committed.N, int64(16*mb), name)
			}
		})
	}
}

// runWaits gives what the JVM says while it runs and when it ends.
func runWaits(t *testing.T, bin, classes string) map[string]string {
	cmd := exec.Command(filepath.Join(bin, "java"), "-Xmx64m", "-XX:+UseSerialGC", "-XX:NativeMemoryTracking=detail",
		"-XX:+UnlockDiagnosticVMOptions", "-XX:+PrintNMTStatistics", "-cp", classes, "Waits")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	defer func() { _ = cmd.Process.Kill() }()
	reader := bufio.NewReader(stdout)
	ready, err := reader.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "ready\n", ready)

	outputs := map[string]string{}
	jcmd := filepath.Join(bin, "jcmd")
	if _, err := os.Stat(jcmd); err == nil {
		for _, how := range []string{"", "summary", "summary scale=MB", "detail", "baseline", "summary.diff", "detail.diff scale=MB"} {
			words := append([]string{strconv.Itoa(cmd.Process.Pid), "VM.native_memory"}, strings.Fields(how)...)
			out, err := exec.Command(jcmd, words...).CombinedOutput()
			require.NoError(t, err, string(out))
			if how != "baseline" {
				outputs["jcmd "+how] = string(out)
			}
		}
	} else {
		t.Log("this JDK has no jcmd: only what it prints at its end is read")
	}
	require.NoError(t, stdin.Close())
	var rest strings.Builder
	_, err = reader.WriteTo(&rest)
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	outputs["PrintNMTStatistics"] = rest.String()
	return outputs
}
