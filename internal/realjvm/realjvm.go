// Package realjvm asks a real JVM what it does with its options. It is the one
// place that runs another program, and only where the user names it.
package realjvm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// patience is how long a JVM may take to print its flags.
const patience = 60 * time.Second

// JVM is a java command.
type JVM struct {
	Java    string // as it was named
	path    string
	Version string // as it says: 1.8.0_392, 17.0.9
	Release int    // 8, 17
}

var version = lazyregexp.New(`version "((?:1\.)?(\d+)[^"]*)"`)

// Open asks a java command for its version.
func Open(java string) (JVM, error) {
	path, err := findJava(java)
	if err != nil {
		return JVM{}, err
	}
	out, err := run(path, "-version")
	if err != nil {
		return JVM{}, fmt.Errorf("%s -version: %w", java, err)
	}
	m := version.FindSubmatch(out)
	if m == nil {
		return JVM{}, fmt.Errorf("%s -version names no version: %q", java, firstLine(out))
	}
	release, err := strconv.Atoi(string(m[2]))
	return JVM{Java: java, path: path, Version: string(m[1]), Release: release}, err
}

// findJava makes a path that holds in any folder.
func findJava(java string) (string, error) {
	path, err := exec.LookPath(java)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// Answer is what a JVM did.
type Answer struct {
	Started bool
	Flags   map[string]string // as -XX:+PrintFlagsFinal prints them, by name
	Output  []string          // its other lines
}

// flagRow is a flag with its value and its kind.
var flagRow = lazyregexp.New(`^\s*\w+\s+(\w+)\s+:?=\s*(.*?)\s*\{[^{}]*\}\s*(?:\{.*\})?\s*$`)

// Ask starts the JVM with options of its own, in a folder that is removed
// then, and without the variables that hold further options.
func (j JVM) Ask(options []string) (Answer, error) {
	args := append([]string{"-XX:+PrintFlagsFinal"}, options...)
	out, err := run(j.path, append(args, "-version")...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return Answer{}, fmt.Errorf("%s: %w", j.Java, err)
	}
	flags, output := PrintedFlags(string(out))
	return Answer{Started: err == nil, Flags: flags, Output: output}, nil
}

// PrintedFlags takes the flags that -XX:+PrintFlagsFinal prints out of the
// other lines of an output.
func PrintedFlags(output string) (flags map[string]string, others []string) {
	flags = map[string]string{}
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\r\n")
		if m := flagRow.FindStringSubmatch(line); m != nil {
			flags[m[1]] = m[2]
		} else {
			others = append(others, line)
		}
	}
	return flags, others
}

func run(java string, args ...string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "jvmlint-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // what a crash leaves
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, java, args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "LC_ALL"}, name)
	})
	cmd.Env = append(cmd.Env, "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return out, fmt.Errorf("no answer within %v", patience)
	}
	return out, err
}

func firstLine(out []byte) string {
	line, _, _ := bytes.Cut(out, []byte("\n"))
	return string(line)
}
