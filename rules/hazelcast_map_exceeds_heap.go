package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastMapExceedsHeap = lint.Rule{
	ID: "hazelcast-map-exceeds-heap", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemberMemory,
	Title: "the maps of a Hazelcast member may fill its heap before they evict",
	Check: func(p *lint.Pass) {
		if p.JVM == nil || p.Workload.Hazelcast == nil {
			return
		}
		heap := p.JVM.Heap
		shares, sum := hazelcast.HeapShares(p.HazelcastMaps(), heap)
		if !heap.Known() && len(shares) > 0 {
			p.Needs(p.MissingFacts()...)
		}
		if !heap.Known() || len(shares) == 0 {
			return
		}
		taken, inRegions := inRegions(p, shares)
		asObjects, indexed := asObjects(shares)
		taken += asObjects
		reserve := hazelcast.MigrationReserve(taken, heap.N)
		if p.Workload.Members.N == 1 {
			reserve.N = 0
		}
		at, heapSize := lint.Places{shares[0].Map.Eviction.Size.Text}, lint.Size(heap)
		var f *lint.Finding
		switch {
		case sum > heap.N:
			f = p.Report(at, "maps may take %s before they evict, more than the heap of %s", lint.MiB(sum), heapSize)
			f.Confidence = lint.Certain
		case taken > heap.N:
			f = p.Report(at, "maps of %s may take %s before they evict, more than the heap of %s", lint.MiB(sum), lint.MiB(taken), heapSize)
		case taken+reserve.N > heap.N:
			f = p.Report(at, "maps of %s leave %s of the heap of %s; when a member leaves, the others need %s",
				lint.MiB(taken), lint.MiB(heap.N-taken), heapSize, lint.MiB(reserve.N))
			f.Note("they take over its partitions: " + reserve.Why + " of the maps, assumed from field reports")
		default:
			return
		}
		f.Weight = taken
		f.Because(heap.Text, "heap size set here")
		for _, s := range shares[1:] {
			f.Because(s.Map.Eviction.Size.Text, "and "+repair.MapName(s.Map))
		}
		f.Note(inRegions)
		f.Note(indexed)
		suggestMapSizes(p, f, shares, taken)
	},
}

// inRegions returns how much heap the maps take, and why that is more than
// Hazelcast counts: values as large as the largest may be humongous.
func inRegions(p *lint.Pass, shares []hazelcast.MapShare) (taken int64, why string) {
	largest, g1 := p.Workload.LargestObject, p.JVM.G1
	compressed := p.JVM.Flag("UseCompressedOops").Value == true
	h, humongous := p.JVM.Humongous(hazelcast.ArrayValue(largest.N))
	for _, s := range shares {
		if !humongous {
			taken += s.Bytes
			continue
		}
		taken += max(s.Bytes, s.Map.InRegions(s.Bytes, largest.N, h.Regions, g1.RegionSize.N, compressed))
	}
	if humongous {
		why = fmt.Sprintf("if all values have %s, each takes whole regions of %s, which Hazelcast does not count", lint.MiB(largest.N), lint.Size(g1.RegionSize))
	}
	return taken, why
}

// asObjects is what maps with an index take of the heap beside what Hazelcast counts: the index, and the value of each
// entry as an object, backups aside. Where indexed values differ, the two are as large as what it counts for the entry.
func asObjects(shares []hazelcast.MapShare) (taken int64, why string) {
	var names []string
	for _, s := range shares {
		if m := s.Map; m.KeepsObjects() && m.BackupCount.Known() && m.AsyncBackupCount.Known() {
			taken += s.Bytes / max(1, 1+m.Backups())
			names = append(names, m.WrittenName())
		}
	}
	if len(names) == 0 {
		return 0, ""
	}
	return taken, plural.And(names) + ": with an index the value of each entry, backups aside, is also kept as an object, which Hazelcast does not count (cache-deserialized-values)"
}

// suggestMapSizes offers sizes that fit, in the same proportions.
func suggestMapSizes(p *lint.Pass, f *lint.Finding, shares []hazelcast.MapShare, taken int64) {
	fits := either.Of(p.Workload.Members.N == 1, p.JVM.Heap.N, hazelcast.FittingMaps(p.JVM.Heap.N))
	var edits []source.Edit
	var sizes []string
	for _, s := range shares {
		e := s.Map.Eviction
		wanted := int64(float64(e.Size.N) * float64(fits) / float64(taken))
		if wanted < 1 {
			edits = nil
			break
		}
		sizes = append(sizes, fmt.Sprintf("%s: %d", s.Map.WrittenName(), wanted))
		edits = append(edits, repair.SetOf(s.Map.Map, fmt.Sprint(wanted), "eviction", "size"))
	}
	f.Suggest(lint.Unsafe, "lower the sizes so that all maps fit: "+strings.Join(sizes, ", "), edits...)
}
