package input

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// aSystem is one with a single process, 7, which runs a java of the machine.
func aSystem(t *testing.T, files map[string]string) system {
	t.Helper()
	s := system{proc: filepath.Join(t.TempDir(), "proc"), cgroup: filepath.Join(t.TempDir(), "cgroup")}
	dir := filepath.Join(s.proc, "7")
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.Symlink("/opt/jdk/bin/java", filepath.Join(dir, "exe")))
	standard := map[string]string{
		"proc/7/cmdline": "java\x00-Xmx1g\x00-jar\x00a.jar\x00", "proc/7/environ": "HOME=/\x00JAVA_TOOL_OPTIONS=-Xms1g -ea\x00",
		"proc/7/status": "Name:\tjava\nCpus_allowed_list:\t0-3,8\n", "proc/meminfo": "MemTotal:       16384000 kB\n",
		"proc/7/root/opt/jdk/release": "JAVA_VERSION=\"17.0.9\"\nIMPLEMENTOR=\"Eclipse Adoptium\"\n",
	}
	for name, content := range standard {
		if _, other := files[name]; !other {
			s.write(t, name, content)
		}
	}
	for name, content := range files {
		s.write(t, name, content)
	}
	return s
}

func (s system) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(filepath.Dir(s.proc), name)
	if rest, err := filepath.Rel("cgroup", name); err == nil && filepath.IsLocal(rest) {
		path = filepath.Join(s.cgroup, rest)
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
}

func TestProcess(t *testing.T) {
	in, err := aSystem(t, nil).read(7)
	require.NoError(t, err)
	require.Len(t, in.Workloads, 1)
	w := in.Workloads[0]
	options := ""
	for _, o := range w.Options {
		options += o.Channel.String() + " " + o.String() + "\n"
	}
	assert.Equal(t, "JAVA_TOOL_OPTIONS -Xms1g\nJAVA_TOOL_OPTIONS -ea\ncommand line -Xmx1g\ncommand line -jar\ncommand line a.jar\n", options)
	assert.Equal(t, "process 7", w.Name)
	assert.Equal(t, workload.On(release.Build{Release: 17, Update: release.Update{Number: 9}, Bound: release.Exactly, Vendor: release.Temurin}, "/opt/jdk/bin/java", source.Text{}), w.JDK)
	assert.Equal(t, source.Value{N: 16384000 << 10, Origin: source.Configured, Why: "memory of the machine"}, w.Memory)
	assert.Equal(t, source.Value{N: 5, Origin: source.Configured, Why: "CPUs of the machine"}, w.CPUs)
}

func TestProcessLimits(t *testing.T) {
	const own, outer = "cgroup/kubepods/pod1", "cgroup/kubepods"
	for _, c := range []struct {
		name         string
		files        map[string]string
		memory, cpus int64
	}{
		{"version 2", map[string]string{"proc/7/cgroup": "0::/kubepods/pod1\n", own + "/memory.max": "1073741824\n", own + "/cpu.max": "150000 100000\n"}, 1 << 30, 2},
		{"version 2, none", map[string]string{"proc/7/cgroup": "0::/kubepods/pod1\n", own + "/memory.max": "max\n", own + "/cpu.max": "max 100000\n"}, 16384000 << 10, 5},
		{"version 2, further out", map[string]string{"proc/7/cgroup": "0::/kubepods/pod1\n", own + "/memory.max": "max\n", outer + "/memory.max": "2147483648\n"}, 2 << 30, 5},
		{"version 1", map[string]string{"proc/7/cgroup": "5:cpu,cpuacct:/pod1\n4:memory:/pod1\n", "cgroup/memory/pod1/memory.limit_in_bytes": "1073741824\n",
			"cgroup/cpu/pod1/cpu.cfs_quota_us": "50000\n", "cgroup/cpu/pod1/cpu.cfs_period_us": "100000\n"}, 1 << 30, 1},
		{"version 1, none", map[string]string{"proc/7/cgroup": "5:cpu,cpuacct:/\n4:memory:/\n", "cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
			"cgroup/cpu/cpu.cfs_quota_us": "-1\n", "cgroup/cpu/cpu.cfs_period_us": "100000\n"}, 16384000 << 10, 5},
		{"version 1, seen from inside", map[string]string{"proc/7/cgroup": "4:memory:/docker/0f\n", "cgroup/memory/memory.limit_in_bytes": "536870912\n"}, 512 << 20, 5},
	} {
		in, err := aSystem(t, c.files).read(7)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.memory, in.Workloads[0].Memory.N, c.name)
		assert.Equal(t, c.cpus, in.Workloads[0].CPUs.N, c.name)
	}
}

// The node of a process is the machine: without a limit, a JVM that sees none takes the same.
func TestProcessNode(t *testing.T) {
	const both, neither = "#subsys_name\thierarchy\ncpuset\t0\t1\t1\ncpu\t0\t1\t1\nmemory\t0\t1\t1\n", "#subsys_name\thierarchy\ncpu\t0\t1\t1\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  hotspot.Cgroup
	}{
		{"version 1", map[string]string{"proc/cgroups": both}, hotspot.CgroupV1},
		{"version 2", map[string]string{"proc/cgroups": both, "cgroup/cgroup.controllers": "cpu memory\n"}, hotspot.CgroupV2},
		{"version 2 alone", map[string]string{"proc/cgroups": neither, "cgroup/cgroup.controllers": "cpu memory\n"}, hotspot.CgroupV2Only},
		{"none", nil, ""},
	} {
		in, err := aSystem(t, c.files).read(7)
		require.NoError(t, err, c.name)
		node := in.Workloads[0].Node
		assert.Equal(t, c.want, node.Cgroup, c.name)
		assert.Equal(t, []int64{16384000 << 10, 5}, []int64{node.Memory.N, node.CPUs.N}, c.name)
	}
}

// Without a file release, the path of java may name the release.
func TestProcessNamedByPath(t *testing.T) {
	s := aSystem(t, map[string]string{"proc/7/root/opt/jdk/release": ""})
	exe := filepath.Join(s.proc, "7", "exe")
	require.NoError(t, os.Remove(exe))
	require.NoError(t, os.Symlink("/usr/lib/jvm/java-11-openjdk-11.0.13.0.8-1.el8/bin/java", exe))
	in, err := s.read(7)
	require.NoError(t, err)
	assert.Equal(t, release.Build{Release: 11, Update: release.Update{Number: 13}, Bound: release.Exactly}, in.Workloads[0].JDK.Build(11))
}

func TestNoProcess(t *testing.T) {
	for _, c := range []struct {
		pid   int
		files map[string]string
		want  string
	}{
		{8, nil, "process 8 does not exist"},
		{7, map[string]string{"proc/7/cmdline": ""}, "process 7 has no command line"},
		{7, map[string]string{"proc/7/root/opt/jdk/release": "JVM_VARIANT=\"Openj9\"\n"}, "process 7: its JVM is Openj9, not HotSpot"},
		{7, map[string]string{"proc/7/root/opt/jdk/release": "JAVA_VERSION=\"1.7.0_80\"\n"}, "process 7: it runs JDK 7, which jvmlint does not know"},
	} {
		_, err := aSystem(t, c.files).read(c.pid)
		assert.EqualError(t, err, c.want, "%+v", c)
	}
	_, err := ReadProcess(os.Getpid())
	assert.ErrorContains(t, err, ", not java")
}

// TestRealProcess reads a process of this machine: any program that is called
// java.
func TestRealProcess(t *testing.T) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip("no sleep on this machine")
	}
	program, err := os.ReadFile(sleep)
	require.NoError(t, err)
	java := filepath.Join(t.TempDir(), "java")
	require.NoError(t, os.WriteFile(java, program, 0o755))
	cmd := exec.Command(java, "30")
	cmd.Env = []string{"_JAVA_OPTIONS=-Xmx1g"}
	require.NoError(t, cmd.Start())
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	var in *reading.Input
	require.Eventually(t, func() bool { // the kernel sets its words up after it has begun
		in, err = ReadProcess(cmd.Process.Pid)
		return err == nil
	}, time.Minute, 10*time.Millisecond)
	w := in.Workloads[0]
	assert.Equal(t, "process "+strconv.Itoa(cmd.Process.Pid), w.Name)
	assert.Equal(t, []string{"-Xmx1g", "30"}, []string{w.Options[0].String(), w.Options[1].String()})
	assert.True(t, w.Memory.Known() && w.CPUs.Known())
}
