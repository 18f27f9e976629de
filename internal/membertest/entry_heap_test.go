package membertest

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// ways are the maps of which each copy of an entry is weighed.
const ways = `hazelcast:
  map:
    "plain*": {backup-count: 0}
    "ttl*": {backup-count: 0, time-to-live-seconds: 36000}
    "index*": {backup-count: 0, indexes: [{type: HASH, attributes: [id]}]}
    "sorted*": {backup-count: 0, indexes: [{type: SORTED, attributes: [id]}]}
    "backup*": {backup-count: 1}
    "o-plain*": {backup-count: 0, in-memory-format: OBJECT}
    "o-ttl*": {backup-count: 0, in-memory-format: OBJECT, time-to-live-seconds: 36000}
    "o-index*": {backup-count: 0, in-memory-format: OBJECT, indexes: [{type: HASH, attributes: [id]}]}
    "o-sorted*": {backup-count: 0, in-memory-format: OBJECT, indexes: [{type: SORTED, attributes: [id]}]}
    "o-backup*": {backup-count: 1, in-memory-format: OBJECT}
`

// beanBytes are what a bean's serialized form takes beside its array of bytes, and that of an array does not: a
// flag, the name of its class, and the attribute.
const beanBytes = 1 + 4 + len("MemberOracle$Bean") + 4

// What a copy of an entry takes of the heap in each way that a map holds it: with times, an index, a backup; small and
// large; serialized, and as an object, for which its serialized form stands in.
func TestWaysOfEntriesAgainstMembers(t *testing.T) {
	dir := slow(t)
	onEach(t, func(t *testing.T, jar string) {
		if releaseOf(t, jar).Major < 5 {
			t.Skip("the model is of 5.0 and later")
		}
		program := classes(t, jar)
		config := read(t, ways)
		for _, jdk := range []int{11, 17, 25} {
			java := filepath.Join(dir, strconv.Itoa(jdk), "bin", "java")
			if jdk == 11 && releaseOf(t, jar).Minor > 3 {
				continue // whose classes it cannot load
			}
			for _, format := range []string{"", "o-"} {
				for _, way := range []string{"plain", "ttl", "index", "sorted", "backup"} {
					weigh(t, jar, program, java, jdk, config, format+way)
				}
			}
		}
	})
}

// weigh weighs entries of a map of JVMs of its own: large arrays leave buffers behind.
func weigh(t *testing.T, jar, program, java string, jdk int, config *hazelcast.Config, way string) {
	const options = "-Xmx1g -XX:+UseSerialGC"
	members, beans := int64(1), []any(nil)
	switch {
	case strings.HasSuffix(way, "backup"):
		members = 2
	case strings.HasSuffix(way, "index"), strings.HasSuffix(way, "sorted"):
		beans = []any{"beans"}
	}
	m := launchAt(t, 5990, java, jar, program, strings.Fields(options)...)
	defer func() { _ = m.cmd.Process.Kill() }()
	m.start(int(members), ways)
	for _, bytes := range []int64{10, 100, 1000, 10_000, 100_000, 600_000, 2 << 20} {
		name := fmt.Sprintf("%s-%d", way, bytes)
		entries := min(100_000, max(48, (96<<20)/bytes))
		size := bytes
		if beans != nil {
			size += int64(beanBytes)
		}
		plan := planned(t, jdk, options, named(t, config, name), members, strconv.FormatInt(size, 10))
		want := float64(plan.After(entries, 0).Heap) / float64(entries)
		within := func(took float64) bool { return math.Abs(want-took) <= max(want*0.03, 6) } // or a slot of its table
		if strings.HasPrefix(way, "o-") {
			// The serialized form may take as much more.
			within = func(took float64) bool { return took < want*1.01 && want < took*1.01+64 }
		}
		took := 0.0
		for try := 0; try < 3 && !within(took); try++ { // the member allocates now and then, too
			of := fmt.Sprintf("%s.%d", name, try)
			add := func(from, to int64) { m.must(append([]any{"entries", of, from, to, bytes}, beans...)...) }
			add(0, entries/3) // what the map takes for its partitions is there then
			before := m.number("heap")
			add(entries/3, entries)
			took = float64(m.number("heap")-before) / float64(entries-entries/3) / float64(members)
			t.Logf("%d\t%s\t%.0f\t%.0f\t%.1f %%", jdk, of, want, took, 100*(want-took)/took)
			m.must("destroy", of)
		}
		assert.True(t, within(took), "JDK %d: an entry of %s takes %.0f bytes, and not %.0f", jdk, name, took, want)
	}
}
