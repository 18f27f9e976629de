package hotspot

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// container is a pair of control groups, of memory and of CPUs.
type container struct{ memory, cpu string }

// newContainer makes one, where the system lets the tests do so.
func newContainer(t *testing.T) container {
	t.Helper()
	name := fmt.Sprintf("jvmlint-%d", os.Getpid())
	c := container{filepath.Join("/sys/fs/cgroup/memory", name), filepath.Join("/sys/fs/cgroup/cpu", name)}
	for _, dir := range []string{c.memory, c.cpu} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Skip("no control groups of version 1 that tests may make: ", err)
		}
		t.Cleanup(func() { assert.NoError(t, os.Remove(dir), dir) })
	}
	return c
}

// limit sets the memory in bytes and the CPUs in thousandths.
func (c container) limit(t *testing.T, memory int64, millicores int64) {
	t.Helper()
	for file, n := range map[string]int64{
		filepath.Join(c.memory, "memory.limit_in_bytes"): memory,
		filepath.Join(c.cpu, "cpu.cfs_period_us"):        100_000,
		filepath.Join(c.cpu, "cpu.cfs_quota_us"):         millicores * 100,
	} {
		require.NoError(t, os.WriteFile(file, []byte(strconv.FormatInt(n, 10)), 0o644), file)
	}
}

// entering are the words that start a program in it.
func (c container) entering(program string) []string {
	enter := fmt.Sprintf(`echo $$ > %s/cgroup.procs && echo $$ > %s/cgroup.procs && exec "$@"`, c.memory, c.cpu)
	return []string{"sh", "-c", enter, "sh", program}
}

// TestAgainstRealContainers holds predictions against real JVMs whose memory
// and CPUs are limited by the system. JVMLINT_SEED repeats a run,
// JVMLINT_CONFIGURATIONS changes its length.
func TestAgainstRealContainers(t *testing.T) {
	dir, host, c := jvmtest.Folder(t), thisMachine(t), newContainer(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	count := jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", containersPerJDK)
	t.Logf("JVMLINT_SEED=%d, %d bytes of memory, %d CPUs", seed, host.Memory.N, host.CPUs.N)
	for _, jdk := range jvmflag.Supported {
		random := rand.New(rand.NewPCG(seed, uint64(100+jdk)))
		work := t.TempDir()
		var compared, killed int
		for range count {
			options := ""
			if random.IntN(3) > 0 {
				options = randomOptions(random, jdk)
			}
			memory := min(int64(1)<<(28+random.IntN(7))+random.Int64N(1<<28), host.Memory.N) &^ 4095
			millicores := 50 + random.Int64N(1000*host.CPUs.N-50)
			c.limit(t, memory, millicores)
			m := machine(memory, (millicores+999)/1000)
			m.Host, m.Stripped = host.Host, jvmtest.Stripped(dir, jdk)

			real, err := startWith(c.entering(jvmtest.Java(dir, jdk)), work, options)
			require.NoError(t, err)
			if real.killed {
				killed++
				continue
			}
			n, differences := compare(jvmtest.Resolve(t, jdk, options), m, real)
			compared += n
			assert.Empty(t, differences, "JDK %d in %d bytes with %dm CPUs: %s\n\t%s", jdk, memory, millicores, options, strings.Join(differences, "\n\t"))
		}
		t.Logf("JDK %d: %d configurations, %d flag values compared, %d killed for want of memory", jdk, count, compared, killed)
	}
}

const containersPerJDK = 30

// TestSharesAgainstRealContainers holds CPUsOfRequest against builds that count shares, and those that
// do not: with one CPU neither of them takes GC threads.
func TestSharesAgainstRealContainers(t *testing.T) {
	host, c, builds := thisMachine(t), newContainer(t), realBuilds(t)
	c.limit(t, host.Memory.N, 1000*host.CPUs.N)
	require.NoError(t, os.WriteFile(filepath.Join(c.cpu, "cpu.cfs_quota_us"), []byte("-1"), 0o644))
	for _, millicores := range []int64{0, 50, 999, 1000, 1001, 1500, 1999, 2000, 4000} {
		require.NoError(t, os.WriteFile(filepath.Join(c.cpu, "cpu.shares"), []byte(strconv.FormatInt(sharesOf(millicores), 10)), 0o644), millicores)
		cpus, counted := CPUsOfRequest(millicores)
		for _, b := range builds {
			want := host.CPUs.N
			if counted && release.SharesNotCounted.In(b.Build) != release.Yes {
				want = min(want, cpus)
			}
			real, err := startWith(c.entering(b.java), t.TempDir(), "-XX:+UseParallelGC")
			require.NoError(t, err, millicores)
			assert.Equal(t, strconv.FormatInt(want, 10), real.flags["ParallelGCThreads"], "%s %s, %dm", b, b.Vendor, millicores)
		}
	}
}
