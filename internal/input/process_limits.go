package input

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// groups are the folders of the control group that limits a process, and of
// those it is in turn in.
func (s system) groups(dir, controller string) []string {
	data, err := os.ReadFile(filepath.Join(dir, "cgroup"))
	if err != nil {
		return nil
	}
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

// numberIn is a number greater than zero in a file of words; what stands for no limit
// is none.
func numberIn(file string, word int) (int64, bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	words := strings.Fields(string(data))
	if word >= len(words) {
		return 0, false
	}
	n, err := strconv.ParseInt(words[word], 10, 64)
	return n, err == nil && n > 0 && n < math.MaxInt64>>12<<12
}

// allowed counts the CPUs that a process may run on: 0-3,8.
func allowed(status string) int64 {
	data, err := os.ReadFile(status)
	if err != nil {
		return 0
	}
	count := int64(0)
	for line := range strings.Lines(string(data)) {
		list, found := strings.CutPrefix(line, "Cpus_allowed_list:")
		if !found {
			continue
		}
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
	}
	return count
}
