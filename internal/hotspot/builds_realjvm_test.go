package hotspot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// inNamespace runs a program where a mount namespace shows it a container in control groups of
// version 2: $1 are the controllers that /proc/cgroups lists, $2 and $3 the limits.
// Nothing enforces the limits.
const inNamespace = `
controllers=$1 memory=$2 quota=$3; shift 3
dir=$(mktemp -d) && mount -t tmpfs none "$dir" || exit 125
echo '#subsys_name	hierarchy	num_cgroups	enabled' >"$dir/cgroups"
for c in $controllers; do printf '%s\t0\t1\t1\n' $c; done >>"$dir/cgroups"
echo 0::/jvmlint-test >"$dir/own"
echo cpuset cpu io memory pids >"$dir/controllers"
umount -R /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup || exit 125
group=/sys/fs/cgroup/jvmlint-test
mkdir -p $group && mount -t tmpfs none $group || exit 125
cp "$dir/controllers" $group/cgroup.controllers
mount --bind "$dir/controllers" /sys/fs/cgroup/cgroup.controllers
mount --bind "$dir/cgroups" /proc/cgroups
echo $memory >$group/memory.max
for f in memory.high memory.swap.max pids.max; do echo max >$group/$f; done
for f in memory.current memory.low memory.swap.current; do echo 0 >$group/$f; done
echo $quota 100000 >$group/cpu.max
echo 100 >$group/cpu.weight
sh -c 'mount --bind "$0/own" /proc/$$/cgroup && exec "$@"' "$dir" "$@"
code=$?
umount $group && rmdir $group
exit $code
`

// controllers are what /proc/cgroups lists.
var controllers = map[Cgroup]string{
	CgroupV2:     "cpuset cpu cpuacct blkio memory devices freezer pids",
	CgroupV2Only: "cpu cpuacct blkio devices freezer pids",
}

// entering are the words that start a program in such control groups.
func (c Cgroup) entering(memory, millicores int64, program string) []string {
	return []string{
		"unshare", "--mount", "--propagation", "private", "sh", "-c", inNamespace, "sh",
		controllers[c], fmt.Sprint(memory), fmt.Sprint(millicores * 100), program,
	}
}

// TestBuildsInControlGroupsAgainstReal holds real builds against what the table of changes says of
// them: heap, GC threads and collector follow the limits, or the machine. JVMLINT_BUILDS names a
// folder with more builds than JVMLINT_JDKS, as NAME/bin/java; JVMLINT_CONFIGURATIONS changes the length.
func TestBuildsInControlGroupsAgainstReal(t *testing.T) {
	host := thisMachine(t)
	if out, err := exec.Command(CgroupV2.entering(1<<30, 1000, "true")[0], CgroupV2.entering(1<<30, 1000, "true")[1:]...).CombinedOutput(); err != nil {
		t.Skipf("this machine lets no test mount control groups: %v: %s", err, out)
	}
	random := rand.New(rand.NewPCG(jvmtest.Number(t, "JVMLINT_SEED", 1), 1))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", 1)
	for _, b := range realBuilds(t) {
		for _, c := range []Cgroup{CgroupV2, CgroupV2Only} {
			seen := c.Seeing().In(b.Build)
			for range count {
				m := machine((int64(256)+random.Int64N(7900))<<20, 1+random.Int64N(host.CPUs.N))
				m.Node = Node{Cgroup: c, Memory: host.Memory, CPUs: host.CPUs}
				m.Blind = seen == release.No || seen == release.LikelyNo
				options := []string{"", "-XX:MaxRAMPercentage=75.0", "-XX:MaxRAMPercentage=50.0 -XX:InitialRAMPercentage=50.0"}[random.IntN(3)]
				sized := startedIn(t, c, b.java, m, options)
				jvm, refusal := Predict(jvmtest.Resolve(t, b.Release, options), m)
				require.Nil(t, refusal, "%s: %s", b.java, options)
				for _, flag := range []string{"MaxHeapSize", "ParallelGCThreads", "UseG1GC", "UseParallelGC"} {
					text := sized.flags[flag]
					assert.True(t, sameValue(jvm.Flag(flag).Value, text), "%s %s on %s, %d bytes, %d CPUs, %q: %s is %s, predicted %v",
						b, b.Vendor, c, m.Memory.N, m.CPUs.N, options, flag, text, jvm.Flag(flag).Value)
				}
			}
			t.Logf("%s %s on %s: sees %v, %d configurations", b, b.Vendor, c, seen == release.Yes, count)
		}
	}
}

// realBuild is a build that is there to run.
type realBuild struct {
	release.Build
	java string
}

// realBuilds are those of JVMLINT_JDKS and JVMLINT_BUILDS, as far as they are modelled.
func realBuilds(t *testing.T) (all []realBuild) {
	t.Helper()
	folders := []string{jvmtest.Folder(t)}
	if more := os.Getenv("JVMLINT_BUILDS"); more != "" {
		folders = append(folders, more)
	}
	for _, folder := range folders {
		programs, err := filepath.Glob(filepath.Join(folder, "*", "bin", "java"))
		require.NoError(t, err)
		for _, java := range programs {
			build := buildOf(t, java)
			if !slices.Contains(jvmflag.Supported, build.Release) {
				t.Logf("%s: JDK %d is not modelled", java, build.Release)
				continue
			}
			all = append(all, realBuild{build, java})
		}
	}
	return all
}

func startedIn(t *testing.T, c Cgroup, java string, m Machine, options string) run {
	t.Helper()
	real, err := startWith(c.entering(m.Memory.N, m.CPUs.N*1000, java), t.TempDir(), options)
	require.NoError(t, err)
	require.True(t, real.started, "%s: %s", java, real.output)
	return real
}

// buildOf asks a JVM which build it is.
func buildOf(t *testing.T, java string) release.Build {
	t.Helper()
	out, err := exec.Command(java, "-version").CombinedOutput()
	require.NoError(t, err, java)
	p, is := release.PrintedIn(string(out))
	require.True(t, is, "%s", out)
	p.Build.Bound = release.Exactly
	return p.Build
}
