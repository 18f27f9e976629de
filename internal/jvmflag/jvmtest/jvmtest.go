// Package jvmtest runs real JVMs in the tests of jvmflag and of its rooms.
package jvmtest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Folder is where the JDKs are; without any the test is skipped.
func Folder(t *testing.T) string {
	jdks := os.Getenv("JVMLINT_JDKS")
	if jdks == "" {
		t.Skip("needs real JVMs: set JVMLINT_JDKS to the folder that scripts/jdks.sh fills")
	}
	return jdks
}

// Java is the program of a JDK.
func Java(t *testing.T, jdk int) string {
	return filepath.Join(Folder(t), strconv.Itoa(jdk), "bin", "java")
}

// Run starts a JVM in a folder, without the options of this environment.
func Run(t *testing.T, java, dir string, args ...string) (exit int, stdout, stderr string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, java, args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasSuffix(name, "JAVA_OPTIONS") && name != "JAVA_TOOL_OPTIONS" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil {
		var failed *exec.ExitError
		require.True(t, errors.As(e, &failed), "%v", e)
		if exit = failed.ExitCode(); exit < 0 {
			exit = 139 // ended by a signal, as a shell says it
		}
	}
	return exit, out.String(), err.String()
}
