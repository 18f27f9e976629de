package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// Bounds of one run: CPU seconds, and kilobytes of addresses, of which Go
// reserves more than it uses.
const (
	cpuSeconds = 20
	kilobytes  = 4 << 20
)

// result is what a run of jvmlint came to.
type result struct {
	args           []string
	code           int
	stdout, stderr []byte
	killed         bool // by us
}

// jvmlint runs the binary within bounds, in the folder of the project. It is
// killed after some time; 0: never.
func (a *attacker) jvmlint(killAfter time.Duration, args ...string) (result, error) {
	limited := fmt.Sprintf("ulimit -t %d; ulimit -v %d; exec \"$@\"", cpuSeconds, kilobytes)
	cmd := exec.Command("sh", append([]string{"-c", limited, "sh", a.binary}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = a.folder, &stdout, &stderr
	r := result{args: args}
	if err := cmd.Start(); err != nil {
		return r, err
	}
	if killAfter > 0 {
		timer := time.AfterFunc(killAfter, func() { _ = cmd.Process.Kill() })
		defer func() { r.killed = !timer.Stop() }()
	}
	err := cmd.Wait()
	r.code, r.stdout, r.stderr = cmd.ProcessState.ExitCode(), stdout.Bytes(), stderr.Bytes()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return r, err
	}
	return r, nil
}

var fault = regexp.MustCompile(`internal error|panic:|fatal error|goroutine \d+`)

// check says what is wrong with a run that nobody has killed.
func (r result) check() error {
	command := "jvmlint " + strings.Join(r.args, " ")
	switch {
	case r.code < 0 || r.code > 2:
		return fmt.Errorf("%s: exit code %d\n%s", command, r.code, tail(r.stderr))
	case fault.Match(r.stderr):
		return fmt.Errorf("%s: %s", command, tail(r.stderr))
	case !utf8.Valid(r.stdout) || !utf8.Valid(r.stderr):
		return fmt.Errorf("%s: output that is not UTF-8", command)
	}
	return nil
}

func tail(b []byte) string {
	const most = 600
	return string(b[max(0, len(b)-most):])
}

// parses says why the output of a format does not parse.
func parses(format string, output []byte) error {
	switch format {
	case "json", "sarif", "gitlab":
		if !json.Valid(output) {
			return fmt.Errorf("invalid JSON in %s", format)
		}
	case "junit":
		d := xml.NewDecoder(bytes.NewReader(output))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return fmt.Errorf("invalid XML in %s: %w", format, err)
			}
		}
	}
	return nil
}

// contents are all files of a folder.
func contents(folder string) (project, error) {
	p := project{}
	err := filepath.WalkDir(folder, func(name string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		p[name], err = os.ReadFile(name)
		return err
	})
	return p, err
}

// differing is a file that is in one of two folders and not, or otherwise, in the
// other; empty where there is none.
func differing(a, b project) string {
	for name := range a {
		if text, there := b[name]; !there || !bytes.Equal(a[name], text) {
			return name
		}
	}
	for name := range b {
		if _, there := a[name]; !there {
			return name
		}
	}
	return ""
}
