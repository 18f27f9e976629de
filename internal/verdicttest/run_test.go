package verdicttest

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Outcome is what a real JVM did with a line.
type Outcome struct {
	Exit           int    // exit code; -1 where a signal ended it
	Stopped        string // why the runner ended it before it was done: no verdict; empty otherwise
	Stdout, Stderr string // their beginnings and ends, if they are long
}

const (
	patience   = 20 * time.Second
	mostMemory = 6 << 30 // bytes resident, so that no line starves the machine
)

// Runner starts real JVMs. It may be used by several goroutines.
type Runner struct {
	Folder string // holds a JDK per release: 8, 11, ...
	Cache  string // folder with outcomes by what was run; empty: none
	builds sync.Map
}

// build names the build of a JDK, as its file release tells it.
func (r *Runner) build(jdk int) (string, error) {
	if build, ok := r.builds.Load(jdk); ok {
		return build.(string), nil
	}
	data, err := os.ReadFile(filepath.Join(r.Folder, strconv.Itoa(jdk), "release"))
	if err != nil {
		return "", err
	}
	facts := map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		facts[name] = strings.Trim(value, `"`)
	}
	build := strings.TrimSpace(facts["IMPLEMENTOR"] + " " + facts["JAVA_VERSION"])
	r.builds.Store(jdk, build)
	return build, nil
}

// Run starts a JVM in a folder of its own. An error means that there was none.
func (r *Runner) Run(jdk int, l Line) (Outcome, error) {
	if r.Cache == "" {
		return r.start(jdk, l)
	}
	build, err := r.build(jdk)
	if err != nil {
		return Outcome{}, err
	}
	key := sha256.Sum256([]byte(build + "\n" + l.shell()))
	name := filepath.Join(r.Cache, fmt.Sprintf("%d-%x.json", jdk, key[:12]))
	var o Outcome
	if data, err := os.ReadFile(name); err == nil && json.Unmarshal(data, &o) == nil {
		return o, nil
	}
	if o, err = r.start(jdk, l); err != nil || o.Stopped != "" {
		return o, err
	}
	data, err := json.Marshal(o)
	if err == nil {
		err = os.MkdirAll(r.Cache, 0o755)
	}
	if err == nil {
		err = os.WriteFile(name, data, 0o644)
	}
	return o, err
}

func (r *Runner) start(jdk int, l Line) (Outcome, error) {
	dir, err := os.MkdirTemp("", "verdict")
	if err != nil {
		return Outcome{}, err
	}
	defer os.RemoveAll(dir)
	for name, text := range l.Files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return Outcome{}, err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(r.Folder, strconv.Itoa(jdk), "bin", "java"), l.Args...)
	cmd.Dir = dir
	cmd.Env = []string{"LC_ALL=C"}
	for _, v := range l.Variables {
		cmd.Env = append(cmd.Env, v.Name+"="+v.Text)
	}
	cmd.WaitDelay = time.Second
	var stdout, stderr ends
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return Outcome{}, err
	}
	// where the machine runs out of memory, the JVM shall go, and not the tests
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/oom_score_adj", cmd.Process.Pid), []byte("1000"), 0o644)
	greedy := make(chan bool, 1)
	go func() { greedy <- outgrows(ctx, cancel, cmd.Process.Pid) }()
	err = cmd.Wait()
	o := Outcome{Exit: cmd.ProcessState.ExitCode(), Stdout: stdout.String(), Stderr: stderr.String()}
	if ctx.Err() != nil {
		o.Stopped = fmt.Sprintf("not done after %v", patience)
	}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
		o.Stopped = "killed"
	}
	cancel()
	if <-greedy {
		o.Stopped = fmt.Sprintf("more than %d GiB resident", mostMemory>>30)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && o.Stopped == "" {
		return Outcome{}, err
	}
	return o, nil
}

// outgrows watches the memory of a process, and ends it when it takes too much.
func outgrows(ctx context.Context, end func(), pid int) bool {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-tick.C:
		}
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		fields := strings.Fields(string(data))
		if err != nil || len(fields) < 2 {
			continue
		}
		if pages, _ := strconv.ParseInt(fields[1], 10, 64); pages*int64(os.Getpagesize()) > mostMemory {
			end()
			return true
		}
	}
}

// ends keeps the beginning and the end of what is written to it.
type ends struct{ head, tail []byte }

const mostKept = 64 << 10 // bytes of each end

func (e *ends) Write(p []byte) (int, error) {
	n := min(len(p), mostKept-len(e.head))
	e.head = append(e.head, p[:n]...)
	e.tail = append(e.tail, p[n:]...)
	if len(e.tail) > 2*mostKept {
		e.tail = append([]byte(nil), e.tail[len(e.tail)-mostKept:]...)
	}
	return len(p), nil
}

func (e *ends) String() string { return string(e.head) + string(e.tail) }
