package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// memoryLimit holds a process to so much memory, by a control group of the
// system. Without a folder the script itself must: it watches the process.
type memoryLimit struct {
	bytes int64
	dir   string
	group controlGroups
}

// controlGroups are the files of a version of control groups.
type controlGroups struct {
	version    int
	root       string
	limit      string
	swap       string // absent where the system counts no swap
	swapEquals func(limit int64) int64
	kills      string
}

var controlGroupVersions = []controlGroups{
	{1, "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", func(limit int64) int64 { return limit }, "memory.oom_control"},
	{2, "/sys/fs/cgroup", "memory.max", "memory.swap.max", func(int64) int64 { return 0 }, "memory.events"},
}

// newMemoryLimit makes a control group where the system lets it, and none where
// the script is to watch.
func newMemoryLimit(name string, bytes int64, watch bool) memoryLimit {
	for _, group := range controlGroupVersions {
		if watch {
			break
		}
		l := memoryLimit{bytes, filepath.Join(group.root, name), group}
		if os.Mkdir(l.dir, 0o755) != nil {
			continue
		}
		if l.set(group.limit, bytes) == nil {
			_ = l.set(group.swap, group.swapEquals(bytes))
			return l
		}
		l.remove()
	}
	return memoryLimit{bytes: bytes}
}

// set writes into a file that is there already.
func (l memoryLimit) set(file string, n int64) error {
	f, err := os.OpenFile(filepath.Join(l.dir, file), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(strconv.FormatInt(n, 10))
	return err
}

func (l memoryLimit) remove() {
	if l.dir != "" {
		_ = os.Remove(l.dir)
	}
}

// keptByScript reports whether the script must watch and kill.
func (l memoryLimit) keptByScript() bool { return l.dir == "" }

func (l memoryLimit) String() string {
	if l.keptByScript() {
		return "limit kept by the script"
	}
	return fmt.Sprintf("limit kept by control groups, version %d", l.group.version)
}

// entering are the words that start a program in it.
func (l memoryLimit) entering(program string) []string {
	if l.keptByScript() {
		return []string{program}
	}
	return []string{"sh", "-c", `echo $$ > "$0"/cgroup.procs && exec "$@"`, l.dir, program}
}

// kills is how many processes the system killed for want of memory.
func (l memoryLimit) kills() int {
	data, _ := os.ReadFile(filepath.Join(l.dir, l.group.kills))
	for line := range strings.Lines(string(data)) {
		if n, ok := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); ok {
			kills, _ := strconv.Atoi(n)
			return kills
		}
	}
	return 0
}

// resident is what a process has in memory that is no part of a file: the
// system can drop those when memory is short, and kills for the rest.
func resident(pid int) int64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	var bytes int64
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && (fields[0] == "RssAnon:" || fields[0] == "RssShmem:") {
			kilobytes, _ := strconv.ParseInt(fields[1], 10, 64)
			bytes += kilobytes << 10
		}
	}
	return bytes
}
