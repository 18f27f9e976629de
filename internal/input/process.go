package input

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// system is where Linux shows its processes and their limits. What is not there, or may not be read, is taken for a
// file that says nothing.
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
		return nil, fmt.Errorf("process %d: %w", pid, filesystem.Reason(err))
	}
	if filepath.Base(exe) != "java" {
		return nil, fmt.Errorf("process %d runs %s, not java", pid, exe)
	}
	words, err := zeroEnded(filepath.Join(dir, "cmdline"))
	if err != nil {
		return nil, fmt.Errorf("process %d: its command line cannot be read: %w", pid, filesystem.Reason(err))
	}
	if len(words) == 0 { // it begins, or it has ended and nobody took note
		return nil, fmt.Errorf("process %d has no command line", pid)
	}
	set, err := zeroEnded(filepath.Join(dir, "environ"))
	if err != nil {
		return nil, fmt.Errorf("process %d: its environment cannot be read: %w", pid, filesystem.Reason(err))
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

// jdk reads the file release of the JDK that the process runs. Without one the JDK stays open.
func (s system) jdk(w *workload.Workload, dir, exe string) error {
	data, _ := os.ReadFile(filepath.Join(dir, "root", filepath.Dir(filepath.Dir(exe)), "release"))
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

// memory is the least limit of the control groups that a process is in, in
// bytes, and where none is set the memory of the machine.
func (s system) memory(dir string) source.Value {
	v := s.machineMemory()
	for _, group := range s.groups(dir, "memory") {
		for _, file := range []string{"memory.max", "memory.limit_in_bytes"} {
			limit, ok := numberIn(filepath.Join(group, file), 0)
			if ok && (v.N == 0 || limit < v.N) {
				v = source.Value{N: limit, Origin: source.Configured, Why: "limit of the cgroup"}
			}
		}
	}
	return v
}

func (s system) machineMemory() source.Value {
	v := source.Value{Why: "memory of the machine"}
	if data, err := os.ReadFile(filepath.Join(s.proc, "meminfo")); err == nil {
		var kib int64
		if _, err := fmt.Sscanf(string(data), "MemTotal: %d kB", &kib); err == nil {
			v.N, v.Origin = kib<<10, source.Configured
		}
	}
	return v
}

// node is the machine, as a JVM finds it that does not see its limits. Which control groups
// it has stays open where it has none.
func (s system) node(dir string) hotspot.Node {
	n := hotspot.Node{Memory: s.machineMemory(), CPUs: machineCPUs(dir)}
	_, err := os.Stat(filepath.Join(s.cgroup, "cgroup.controllers"))
	data, _ := os.ReadFile(filepath.Join(s.proc, "cgroups"))
	listed := strings.Contains(string(data), "\nmemory\t") && strings.Contains(string(data), "\ncpuset\t")
	switch {
	case err == nil && listed:
		n.Cgroup = hotspot.CgroupV2
	case err == nil && len(data) > 0:
		n.Cgroup = hotspot.CgroupV2Only
	case err != nil && listed:
		n.Cgroup = hotspot.CgroupV1
	}
	if n.Cgroup != "" {
		n.By = "the machine"
	}
	return n
}

func machineCPUs(dir string) source.Value {
	v := source.Value{N: allowed(filepath.Join(dir, "status")), Why: "CPUs of the machine"}
	if v.N > 0 {
		v.Origin = source.Configured
	}
	return v
}

// cpus is how many CPUs the process may use: those it is bound to, or the
// quota of its control groups, rounded up to whole ones as the JVM does it.
func (s system) cpus(dir string) source.Value {
	v := machineCPUs(dir)
	for _, group := range s.groups(dir, "cpu") {
		quota, ok := numberIn(filepath.Join(group, "cpu.max"), 0)
		period, known := numberIn(filepath.Join(group, "cpu.max"), 1)
		if !ok {
			quota, ok = numberIn(filepath.Join(group, "cpu.cfs_quota_us"), 0)
			period, known = numberIn(filepath.Join(group, "cpu.cfs_period_us"), 0)
		}
		if !ok || !known || period == 0 {
			continue
		}
		if n := (quota + period - 1) / period; v.N == 0 || n < v.N {
			v = source.Value{N: n, Origin: source.Configured, Why: "quota of the cgroup"}
		}
	}
	return v
}

// groups are the folders of the control group that limits a process, and of those it is in turn in.
func (s system) groups(dir, controller string) []string {
	data, _ := os.ReadFile(filepath.Join(dir, "cgroup"))
	var all []string
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		top := ""
		switch {
		case parts[0] == "0" && parts[1] == "":
			top = s.cgroup // version 2
		case slices.Contains(strings.Split(parts[1], ","), controller):
			top = filepath.Join(s.cgroup, controller)
		default:
			continue
		}
		for at := filepath.Clean("/" + parts[2]); ; at = filepath.Dir(at) {
			all = append(all, filepath.Join(top, at))
			if at == "/" {
				break
			}
		}
	}
	return all
}

// numberIn is a number greater than zero in a file of words; what stands for no limit is none.
func numberIn(file string, word int) (int64, bool) {
	data, _ := os.ReadFile(file)
	words := strings.Fields(string(data))
	if word >= len(words) {
		return 0, false
	}
	n, err := strconv.ParseInt(words[word], 10, 64)
	return n, err == nil && n > 0 && n < math.MaxInt64>>12<<12
}

// allowed counts the CPUs that a process may run on: 0-3,8.
func allowed(status string) int64 {
	data, _ := os.ReadFile(status)
	_, list, _ := strings.Cut("\n"+string(data), "\nCpus_allowed_list:")
	list, _, _ = strings.Cut(list, "\n")
	count := int64(0)
	for each := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		first, last, several := strings.Cut(each, "-")
		from, err := strconv.ParseInt(first, 10, 32)
		to := from
		if several {
			to, _ = strconv.ParseInt(last, 10, 32)
		}
		if err == nil && to >= from {
			count += to - from + 1
		}
	}
	return count
}
