// Package jvmtest starts real JVMs for tests, and reads options as they do.
package jvmtest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	started "github.com/jvmlint/jvmlint/internal/jvmflag/jvmtest"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Folder is the folder with real JVMs; without any the test is skipped.
var Folder = started.Folder

// Java is the JVM of a JDK in that folder.
func Java(dir string, jdk int) string { return filepath.Join(dir, strconv.Itoa(jdk), "bin", "java") }

// Stripped reports whether a JDK has no archive of classes.
func Stripped(dir string, jdk int) bool {
	_, err := os.Stat(filepath.Join(dir, strconv.Itoa(jdk), "lib", "server", "classes.jsa"))
	return errors.Is(err, fs.ErrNotExist)
}

// Memory is that of this machine, in bytes.
func Memory(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile("/proc/meminfo")
	require.NoError(t, err)
	var kib int64
	_, err = fmt.Sscanf(string(data), "MemTotal: %d kB", &kib)
	require.NoError(t, err)
	return kib << 10
}

// Number is what a variable of the environment gives, or another number.
func Number(t *testing.T, variable string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	require.NoError(t, err)
	return n
}

// Resolve reads a command line.
func Resolve(t testing.TB, jdk int, options string) *jvmflag.Resolution {
	t.Helper()
	f := source.NewFile(source.CommandLine, []byte(options))
	words, err := jvmflag.Words(source.Verbatim(f.Span(0, len(options))))
	require.NoError(t, err)
	return jvmflag.Command{Options: jvmflag.OnChannel(jvmflag.CommandLine, words), Files: noFiles{}}.Resolve(jdk)
}

// noFiles is where the JVMs of the tests are started: there is nothing there.
type noFiles struct{}

func (noFiles) Read(string) (source.Text, error) { return source.Text{}, fs.ErrNotExist }
func (noFiles) Present(name string) bool         { return filepath.IsAbs(name) }

// Compile puts the classes of programs into a folder, for every JDK.
func Compile(t *testing.T, arguments ...string) string {
	t.Helper()
	javac, err := exec.LookPath("javac")
	if err != nil {
		t.Skip("needs javac")
	}
	classes := t.TempDir()
	out, err := exec.Command(javac, append([]string{"--release", "8", "-nowarn", "-Xlint:-options", "-d", classes}, arguments...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return classes
}

// Run gives what a JVM and its program print.
func Run(t *testing.T, java string, words ...string) string {
	t.Helper()
	exit, stdout, stderr := started.Run(t, java, t.TempDir(), words...) // where a crash leaves its report
	require.Zero(t, exit, "%v: %s%s", words, stdout, stderr)
	return stdout + stderr
}
