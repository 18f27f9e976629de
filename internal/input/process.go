package input

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// system is where Linux shows its processes and their limits.
type system struct{ proc, cgroup string }

// ReadProcess reads a running java: its command line, the variables that the
// JVM read, the release of its JDK, and the limits of its control group.
func ReadProcess(pid int) (*reading.Input, error) {
	return system{proc: "/proc", cgroup: "/sys/fs/cgroup"}.read(pid)
}

func (s system) read(pid int) (*reading.Input, error) {
	dir := filepath.Join(s.proc, strconv.Itoa(pid))
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("process %d does not exist", pid)
	}
	exe, err := os.Readlink(filepath.Join(dir, "exe"))
	if err != nil {
		return nil, fmt.Errorf("process %d: %w", pid, plain(err))
	}
	if filepath.Base(exe) != "java" {
		return nil, fmt.Errorf("process %d runs %s, not java", pid, exe)
	}
	words, err := zeroEnded(filepath.Join(dir, "cmdline"))
	if err != nil {
		return nil, fmt.Errorf("process %d: its command line cannot be read: %w", pid, plain(err))
	}
	if len(words) == 0 { // it begins, or it has ended and nobody took note
		return nil, fmt.Errorf("process %d has no command line", pid)
	}
	set, err := zeroEnded(filepath.Join(dir, "environ"))
	if err != nil {
		return nil, fmt.Errorf("process %d: its environment cannot be read: %w", pid, plain(err))
	}
	in := ReadJavaCommand(words[1:], jvmVariables(set), Folder(filepath.Join(dir, "cwd")))
	for _, w := range in.Workloads {
		w.Name, w.Limited, w.Running = fmt.Sprintf("process %d", pid), true, true
		if err := s.jdk(w, dir, exe); err != nil {
			return nil, fmt.Errorf("process %d: %w", pid, err)
		}
		in.RunByPath(w, source.Unlocated(exe, source.CommandLine))
		w.Memory, w.CPUs, w.Node = s.memory(dir), s.cpus(dir), s.node(dir)
	}
	return in, nil
}

// plain is the reason of an error about a file, without its name.
func plain(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// zeroEnded are the words of a file in which each ends with a zero byte.
func zeroEnded(name string) ([]string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(data) == 0 {
		return nil, nil
	}
	return strings.Split(string(bytes.TrimSuffix(data, []byte{0})), "\x00"), nil
}

func jvmVariables(set []string) map[jvmflag.Channel]string {
	read := map[jvmflag.Channel]string{}
	for _, s := range set {
		name, value, _ := strings.Cut(s, "=")
		if channel, own := reading.ChannelOf(name); own {
			read[channel] = value
		}
	}
	return read
}

// jdk reads the file release of the JDK that the process runs. Without one the
// JDK stays open.
func (s system) jdk(w *workload.Workload, dir, exe string) error {
	data, err := os.ReadFile(filepath.Join(dir, "root", filepath.Dir(filepath.Dir(exe)), "release"))
	if err != nil {
		return nil
	}
	p, is := release.PrintedIn(string(data))
	switch jdk := p.Build.Release; {
	case p.JVM != "":
		return fmt.Errorf("its JVM is %s, not HotSpot", p.JVM)
	case !is:
		return nil
	case jdk < jvmflag.Oldest || jdk > jvmflag.Newest:
		return fmt.Errorf("it runs JDK %d, which jvmlint does not know", jdk)
	}
	w.JDK = workload.On(p.Build, exe, source.Text{})
	return nil
}
