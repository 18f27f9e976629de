package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastEvictionIgnored = lint.Rule{
	ID: "hazelcast-eviction-ignored", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "the eviction of a Hazelcast map evicts nothing",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		e := m.Eviction
		if !e.Known() || !m.InMemoryFormat.Known() {
			return
		}
		switch {
		case !e.Evicts() && e.Limited():
			f := p.Report(lint.Places{e.Size.Text}, "size %d of %s is ignored: the eviction policy is %s", e.Size.N, repair.MapName(m), repair.ByDefault(e.Policy))
			f.Because(e.Policy.Text, "nothing is evicted")
			f.Suggest(lint.Unsafe, "evict the least recently used entries", repair.SetOf(m.Map, "LRU", "eviction", "eviction-policy"))
		case !e.Evicts() || e.CountsNative():
		case e.CountsUsedHeap() && m.InMemoryFormat.Name == "OBJECT":
			f := p.Report(lint.Places{e.MaxSizePolicy.Text}, "%s of %s never evicts: in OBJECT format an entry counts 0 bytes", e.MaxSizePolicy.Name, repair.MapName(m))
			f.Because(m.InMemoryFormat.Text, "objects are not measured")
			f.Suggest(lint.Unsafe, "keep entries in BINARY format, whose size is measured", repair.SetOf(m.Map, "BINARY", "in-memory-format"))
			repair.NoteFixed(f, m.Map, "in-memory-format")
		case m.Resource && !e.Limited(): // hazelcast-operator-max-size reports it
		case !e.Limited() && !e.WatchesFreeHeap():
			reportNoSize(p, m)
		case e.MaxSizePolicy.Name == hazelcast.UsedHeapPercentage && e.Size.N >= 100:
			f := p.Report(lint.Places{e.Size.Text}, "%s can never take %d %% of the heap: nothing is evicted", repair.MapName(m), e.Size.N)
			f.Because(e.MaxSizePolicy.Text, "of the maximum heap")
			f.Suggest(lint.Manual, "set how much of the heap the map may take")
		}
	}),
}

// reportNoSize reports an eviction policy without a size.
func reportNoSize(p *lint.Pass, m hazelcast.MapConfig) {
	e := m.Eviction
	policy := either.Of(e.Comparator.Name != "", e.Comparator, e.Policy)
	size := either.Of(e.Size.Text.Located(), fmt.Sprintf("with size %s", e.Size.Text), "without a size")
	f := p.Report(lint.Places{policy.Text}, "%s %s evicts nothing from %s", policy.Name, size, repair.MapName(m))
	f.Because(e.Size.Text, "no limit")
	if m.Overrides("eviction") {
		f.Because(m.Node.Get("eviction", "size").Text(), "does not count: an entry over eviction leaves nothing of the file's")
	}
	f.Suggest(lint.Manual, fmt.Sprintf("set the size, as %s counts it", e.MaxSizePolicy.Name))
}
