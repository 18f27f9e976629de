package rules

import (
	"fmt"
	"slices"
	"strings"

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
	ID: "hazelcast-eviction-cost", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofHazelcast,
	Title:      "an eviction of a Hazelcast map looks at very many entries",
	Parameters: []lint.Parameter{evictionManySamples, evictionManyLooks},
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
		evicted := lint.Verb(e.Batch.N, "the entry", fmt.Sprintf("each of the %d entries", e.Batch.N))
		f := p.Report(lint.Places{e.Samples.Text, e.Batch.Text}, "a put into a full partition looks at up to %d entries for %s that it evicts",
			e.Samples.N, evicted)
		f.Because(e.Batch.Text, "evicted at once")
		f.Because(e.Samples.Text, "looked at for each")
		var edits []source.Edit
		var titles []string
		if e.Samples.N > enough {
			edits = append(edits, p.SetProperty(hazelcast.EvictionSamples, fmt.Sprint(enough)))
			titles = append(titles, fmt.Sprintf("look at %d entries for each", enough))
		}
		if few := int64(10); e.Batch.N > few {
			edits = append(edits, p.SetProperty(hazelcast.EvictionBatch, fmt.Sprint(few)))
			titles = append(titles, fmt.Sprintf("evict %d at once", few))
		}
		f.Suggest(lint.Unsafe, strings.Join(titles, ", "), edits...)
	},
}
