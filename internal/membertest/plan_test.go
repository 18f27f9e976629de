package membertest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// planned is a cluster of members with these options, for a map of theirs.
func planned(t *testing.T, jdk int, options string, m hazelcast.MapConfig, members int64, sizes string) *capacity.Cluster {
	words, err := jvmflag.Words(source.Unlocated(options, "test"))
	require.NoError(t, err)
	r := jvmflag.Resolve(jdk, jvmflag.OnChannel(jvmflag.CommandLine, words))
	number := func(n int64) source.Value { return source.Value{N: n, Origin: source.Argument} }
	machine := hotspot.Machine{Memory: number(4 << 30), CPUs: number(2)}
	jvm, refusal := hotspot.Predict(r, machine)
	require.Nil(t, refusal)
	values, err := capacity.ParseSizes(sizes)
	require.NoError(t, err)
	c := &capacity.Cluster{JVM: capacity.JVM{JVM: jvm, Options: r, Machine: machine}, Members: number(members), Partitions: number(271), Migrations: number(10),
		Map: m, Key: number(hazelcast.IntegerKey()), Values: values}
	require.NoError(t, c.Check())
	return c
}

// onJDKs runs a test on JVMs of the folder that JVMLINT_JDKS names: 5.3.1 on one of them, later
// releases on the others, as to fill a member takes half a minute.
func onJDKs(t *testing.T, jar string, test func(t *testing.T, jdk int, java string), later ...int) {
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" {
		t.Skip("set JVMLINT_JDKS to a folder with 17/bin/java, 25/bin/java and 27/bin/java")
	}
	jdks := later
	if strings.Contains(jar, "hazelcast-5.3.") {
		jdks = []int{17}
	}
	for _, jdk := range jdks {
		java := filepath.Join(dir, strconv.Itoa(jdk), "bin", "java")
		if _, err := os.Stat(java); err != nil {
			t.Logf("there is no %s", java)
			continue
		}
		t.Run(strconv.Itoa(jdk), func(t *testing.T) { test(t, jdk, java) })
	}
}

const smallMember = "-Xmx256m -Xms256m -XX:+UseG1GC -XX:G1HeapRegionSize=1m"

// A member of 256 MiB with values of 200 KiB, five to a region of 1 MiB, and of
// 600 KiB, which are humongous: where the map evicts, and where the heap is full.
func TestPlanAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    evicts: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 100}}
    fills: {backup-count: 0}
    humongous: {backup-count: 0, eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 180}}
`
	onEach(t, func(t *testing.T, jar string) {
		onJDKs(t, jar, func(t *testing.T, jdk int, java string) {
			program := classes(t, jar)
			config := read(t, yaml)
			for _, c := range []struct {
				name, sizes string
				bytes       int64
				evicts      bool
			}{{"evicts", "200KiB", 200 << 10, true}, {"fills", "200KiB", 200 << 10, false}, {"humongous", "600KiB", 600 << 10, false}} {
				plan := planned(t, jdk, smallMember, named(t, config, c.name), 1, c.sizes)
				assert.Equal(t, c.evicts, plan.EvictsFirst(1), c.name)
				m := launchOn(t, java, jar, program, strings.Fields(smallMember)...)
				m.start(1, yaml)
				m.must("put", "warm", 1, 10)
				before := m.number("heap")
				filled := m.ask("fill", c.name, 2000, c.bytes)
				put, err := strconv.ParseInt(filled[0], 10, 64)
				require.NoError(t, err, c.name)
				t.Logf("%s: %d put, then %s; out of memory is predicted at %d", c.name, put, filled[1], plan.Most())
				if c.evicts {
					entries, _ := plan.Evicts(1)
					held := m.number("size", c.name)
					t.Logf("%s: %d held; %d predicted", c.name, held, entries)
					assert.Equal(t, "none", filled[1], c.name)
					assert.InDelta(t, entries, held, 2, c.name)
					assert.InEpsilon(t, plan.After(entries, 0).Heap, m.number("heap")-before, 0.03, "%v: of the heap", c.name)
				} else {
					assert.NotEqual(t, "none", filled[1], c.name)
					assert.InEpsilon(t, plan.Most(), put, 0.03, c.name)
				}
				_ = m.cmd.Process.Kill()
			}
		}, 27)
	})
}

// What two of three members keep, when one hands its entries over and when one
// is gone at once.
func TestLossAgainstMembers(t *testing.T) {
	const yaml = `hazelcast:
  map:
    m: {eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: 5}}
`
	onEach(t, func(t *testing.T, jar string) {
		plan := planned(t, 17, "-Xmx512m", named(t, read(t, yaml), "m"), 3, "10KiB")
		m := launch(t, jar, classes(t, jar))
		var missing, predicted int64
		kill := []any{"kill", 1}
		for _, lose := range [][]any{{"leave"}, kill, kill, kill, kill, kill} {
			m.start(3, yaml)
			m.must("put", "m", 4000, 10_240)
			full := plan.After(4000, 0)
			assert.Equal(t, capacity.Evicts, full.Outcome, lose)
			there := m.number("size", "m")
			assert.InEpsilon(t, full.Kept, there, 0.08, lose)
			before := m.stats("m")
			m.must(lose...)
			m.must("sleep", 3000)
			left := plan.After(full.Kept, 1)
			kept := m.number("size", "m")
			if lose[0] == "leave" {
				assert.InEpsilon(t, left.Kept, kept, 0.08, lose)
				t.Logf("handed over: %d of %d held, %d of %d kept", there, full.Kept, kept, left.Kept)
			} else {
				var survived, backups int64
				for _, u := range before[:len(before)-1] {
					survived += u.owned + u.backup
				}
				for _, u := range m.stats("m") {
					backups += u.backup
				}
				assert.InEpsilon(t, survived, kept+backups, 0.02, "%v: the others keep what they held", lose)
				assert.InEpsilon(t, left.InCrash, kept, 0.08, lose)
				missing, predicted = missing+kept-backups, predicted+left.Missing
				t.Logf("gone at once: %d of %d held, %d of %d kept, backups of %d of %d missing", there, full.Kept, kept, left.InCrash, kept-backups, left.Missing)
			}
			for _, u := range m.stats("m") {
				assert.InEpsilon(t, left.Counted, u.cost, 0.04, "%v: no member holds more than its limit", lose)
			}
			m.must("stop")
		}
		// Owners and backups evict by themselves: that the copies which are left are more often
		// the one or the other is chance, and counts twice in what is missing of one loss.
		assert.InEpsilon(t, predicted, missing, 0.08, "of five losses")
	})
}

// What the objects of an entry take of the heap, in each layout of objects that JDKs have, as class
// histograms of members show them. Other arrays of bytes come and go; a field more would be 8 bytes.
func TestEntryHeapAgainstMembers(t *testing.T) {
	const yaml = "hazelcast: {map: {'stats-*': {per-entry-stats-enabled: true}}}"
	const entries = 20_000
	layouts := map[int][]string{17: {"-XX:-UseCompressedOops", ""}, 25: {"-XX:+UseCompactObjectHeaders"}, 27: {"-XX:-UseCompressedOops", ""}, 28: {""}}
	onEach(t, func(t *testing.T, jar string) {
		program := classes(t, jar)
		onJDKs(t, jar, func(t *testing.T, jdk int, java string) {
			for _, layout := range layouts[jdk] {
				options := "-Xmx512m -XX:+UseG1GC -XX:G1HeapRegionSize=1m " + layout
				m := launchOn(t, java, jar, program, strings.Fields(options)...)
				m.start(1, yaml)
				m.must("put", "warm", 1, 10)
				t.Logf("JDK %d %s: %d KiB of the member's own", jdk, layout, m.number("heap")>>10)
				for _, c := range []struct {
					name  string
					bytes int64
				}{{"m10", 10}, {"stats-10", 10}, {"m100", 100}, {"m1000", 1000}} {
					plan := planned(t, jdk, options, named(t, read(t, yaml), c.name), 1, strconv.FormatInt(c.bytes, 10))
					before := m.entryObjects()
					m.must("put", c.name, entries, c.bytes)
					each := float64(m.entryObjects()-before) / entries
					objects := plan.After(entries, 0).Heap/entries - hazelcast.TableSlot(plan.JVM.JVM)
					t.Logf("%s: %.2f bytes each, %d expected, %d counted", c.name, each, objects, plan.After(entries, 0).Counted/entries)
					assert.InDelta(t, objects, each, 4, "JDK %d %s %s", jdk, layout, c.name)
				}
				m.must("stop")
				_ = m.cmd.Process.Kill()
			}
		}, 25, 27, 28)
	})
}

// entryObjects are the bytes of live objects of the classes that entries of maps are made of.
func (m *member) entryObjects() (bytes int64) {
	m.t.Helper()
	for _, word := range m.must("histogram") {
		size, class, _ := strings.Cut(word, " ")
		switch class = class[strings.LastIndex(class, ".")+1:]; {
		case class == "[B", class == "HeapData", class == "ConcurrentReferenceHashMap$HashEntry", strings.Contains(class, "SimpleRecord"), strings.Contains(class, "DataRecordWith"):
			n, err := strconv.ParseInt(size, 10, 64)
			require.NoError(m.t, err, word)
			bytes += n
		}
	}
	return bytes
}

// As many entries as are planned for one member to be lost: when it has handed
// its partitions over, the two others hold all of them, and go on.
func TestPlannedLossAgainstMembers(t *testing.T) {
	const yaml = "hazelcast: {}"
	onEach(t, func(t *testing.T, jar string) {
		plan := planned(t, 17, smallMember, named(t, read(t, yaml), "m"), 3, "200KiB")
		entries := plan.Planned(2)
		assert.Equal(t, capacity.Fits, plan.After(entries, 1).Outcome)
		program := classes(t, jar)
		var members []*member
		for range 3 {
			m := launch(t, jar, program, strings.Fields(smallMember)...)
			m.start(1, yaml)
			members = append(members, m)
		}
		first, last := members[0], members[2]
		require.Equal(t, int64(3), first.number("members"))
		assert.Equal(t, []string{strconv.FormatInt(entries, 10), "none"}, first.ask("fill", "m", entries, 200<<10))
		last.must("leave")
		require.Eventually(t, func() bool { return first.number("members") == 2 }, 20*time.Second, 200*time.Millisecond)
		assert.Equal(t, entries, first.number("size", "m"))
		assert.Equal(t, []string{"100", "none"}, first.ask("fill", "m", 100, 200<<10), "entries are still replaced")
		first.must("sleep", 2000)
		copies := int64(0)
		for _, m := range members[:2] {
			u := m.stats("m")[0]
			copies += u.owned + u.backup
		}
		assert.Equal(t, 2*entries, copies, "each entry has its backup again")
		t.Logf("%d entries on two members of 256 MiB, out of memory is predicted at %d", entries, plan.Most())
	})
}
