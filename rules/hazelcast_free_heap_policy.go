package rules

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastFreeHeapPolicy = lint.Rule{
	ID: "hazelcast-free-heap-policy", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofMemberMemory,
	Title: "FREE_HEAP_SIZE or FREE_HEAP_PERCENTAGE evicts everything, or evicts from one map for another",
	Check: func(p *lint.Pass) {
		maps := p.HazelcastMaps()
		var sharing []hazelcast.MapConfig
		for _, m := range maps {
			e := m.Eviction
			if !e.Known() || !e.Evicts() || !e.WatchesFreeHeap() {
				continue
			}
			policy := e.MaxSizePolicy.Name
			var f *lint.Finding
			switch {
			case m.Resource && !e.Limited(): // hazelcast-operator-max-size reports it
				continue
			case !e.Limited():
				f = p.Report(lint.Places{e.MaxSizePolicy.Text}, "%s without a size evicts everything put into %s", policy, repair.MapName(m))
				f.Because(e.Size.Text, "the same as no size")
			case policy == hazelcast.FreeHeapPercentage && e.Size.N >= 100:
				f = p.Report(lint.Places{e.Size.Text}, "%d %% of the heap is never free: everything put into %s is evicted", e.Size.N, repair.MapName(m))
			case policy == hazelcast.FreeHeapSize && p.JVM != nil && !p.JVM.Heap.Known():
				p.Needs(lint.FactMemory)
			case policy == hazelcast.FreeHeapSize && p.JVM != nil && e.HeapBytes(p.JVM.Heap).N >= p.JVM.Heap.N:
				f = p.Report(lint.Places{e.Size.Text}, "%d MiB are never free in a heap of %s: everything put into %s is evicted", e.Size.N, lint.Size(p.JVM.Heap), repair.MapName(m))
				f.Because(p.HeapText(), "heap size set here")
			}
			switch {
			case f != nil:
				f.Suggest(lint.Manual, "set how much of the heap must be free")
			case m.WrittenName() != hazelcast.DefaultMap:
				sharing = append(sharing, m)
			}
		}
		reportShared(p, sharing, maps)
	},
}

// reportShared reports maps that share the heap with others: with entries beside default, which surely become maps.
func reportShared(p *lint.Pass, sharing, maps []hazelcast.MapConfig) {
	others := -1 // the map itself
	for _, m := range maps {
		if m.WrittenName() != hazelcast.DefaultMap {
			others++
		}
	}
	if len(sharing) == 0 || others == 0 {
		return
	}
	policy := sharing[0].Eviction.MaxSizePolicy
	f := p.Report(lint.Places{policy.Text}, "%s of %s counts the heap of all maps: it also evicts for %s", policy.Name, repair.MapName(sharing[0]), plural.Of(others, "other map"))
	for _, m := range sharing[1:] {
		f.Because(m.Eviction.MaxSizePolicy.Text, "and "+repair.MapName(m))
	}
	f.Note("only the map that is being written evicts, whichever map took the heap")
	f.Suggest(lint.Manual, "limit each map by its own size, "+hazelcast.UsedHeapSize)
}
