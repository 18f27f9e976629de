package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Parameters that a project may set.
var (
	evictionManySamples = lint.Parameter{Name: "many-samples", Unit: lint.UnitCount, Default: 10_000, Least: 1, Most: 1 << 30, Doc: "number of samples that is always reported"}
	evictionManyLooks   = lint.Parameter{Name: "many-looks", Unit: lint.UnitCount, Default: 1_000_000, Least: 1, Most: 1 << 30, Doc: "most entries that an eviction may look at"}
)

var hazelcastEvictionCost = lint.Rule{
	ID: "hazelcast-eviction-cost", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupHazelcast},
	Title:  "an eviction of a Hazelcast map looks at very many entries",
	What: `The effective hazelcast.map.eviction.batch.size times the effective hazelcast.map.eviction.sample.count is
over a million, or sample.count is 10000 or more. If the configuration is known, at least one of its maps must evict.`,
	Why: `A put that finds its partition full evicts batch.size entries one after the other, and for each looks at up
to sample.count entries of the partition. The partition's thread does nothing else meanwhile, and its other partitions
wait. More samples find better victims, and a batch larger than a partition empties it.`,
	FixSafety: "Unsafe: fewer samples choose worse victims; fewer evictions at once mean more frequent evictions.",
	Exceptions: `Partitions with only a few entries, as with very large values: an eviction looks at no more than
these.`,
	Evidence: `Measured on 5.3.1 with one partition of 20000 entries of 100 bytes, in puts a second: 33000 with 15
samples, 3000 with 1000, under 500 with 10000; 7000 with 1000 samples and a batch of 10. A put that looked at a million
entries took 0.3 to 1.1 s. The samples cost the throughput: a batch spares the next puts their evictions. Also reported
from a cluster of 5.3.1 with 10000 and 10000: throughput fell by an order of magnitude.`,
	Parameters: []lint.Parameter{evictionManySamples, evictionManyLooks},
	Examples: []lint.Example{mended("values.yaml", "", `image: {tag: "5.3.1"}
hazelcast:
  javaOpts: "-Xmx1g -Dhazelcast.map.eviction.sample.count=10000 -Dhazelcast.map.eviction.batch.size=10000"
`, "-Dhazelcast.map.eviction.sample.count=10000 -Dhazelcast.map.eviction.batch.size=10000", "-Dhazelcast.map.eviction.sample.count=1000 -Dhazelcast.map.eviction.batch.size=10")},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/data-structures/managing-map-memory",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/map/impl/eviction/EvictorImpl.java",
	},
	Check: func(p *lint.Pass) {
		c := p.Workload.Hazelcast
		evicts := func(m hazelcast.MapConfig) bool { return m.Eviction.Evicts() }
		if !p.Workload.IsMember || c != nil && !slices.ContainsFunc(p.HazelcastMaps(), evicts) {
			return
		}
		const enough = 1_000 // samples: more hardly find better victims
		e := hazelcast.EvictionCostOf(c, p.Workload.HazelcastVersion, p.Options.Properties)
		if !e.Samples.Known() || !e.Batch.Known() || e.Samples.N < p.Parameter(evictionManySamples) && e.Looks() <= p.Parameter(evictionManyLooks) {
			return
		}
		f := p.Report([]source.Text{e.Samples.Text, e.Batch.Text}, "a put into a full partition looks at up to %d entries for %s that it evicts",
			e.Samples.N, entries(e.Batch.N))
		f.Because(e.Batch.Text, "evicted at once")
		f.Because(e.Samples.Text, "looked at for each")
		var edits []source.Edit
		title := ""
		if e.Samples.N > enough {
			edits = append(edits, p.SetProperty(hazelcast.EvictionSamples, fmt.Sprint(enough)))
			title = fmt.Sprintf("look at %d entries for each", enough)
		}
		if few := int64(10); e.Batch.N > few {
			edits = append(edits, p.SetProperty(hazelcast.EvictionBatch, fmt.Sprint(few)))
			if title != "" {
				title += ", "
			}
			title += fmt.Sprintf("evict %d at once", few)
		}
		f.Suggest(lint.Unsafe, title, edits...)
	},
}

// entries says for how many evicted entries the samples are taken.
func entries(n int64) string {
	if n == 1 {
		return "the entry"
	}
	return fmt.Sprintf("each of the %d entries", n)
}
