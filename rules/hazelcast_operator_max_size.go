package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastOperatorMaxSize = lint.Rule{
	ID: "hazelcast-operator-max-size", Severity: lint.Error, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory, lint.GroupHazelcast},
	Title:  "a Map resource evicts but sets no maxSize",
	What: `A resource of kind Map of the Hazelcast Platform Operator whose eviction has a policy such as LRU and a
maxSize of 0, which is the default.`,
	Why: `The operator adds the map to the running members with size 0, and they take it literally: of 10000 entries
none is left under PER_PARTITION and USED_HEAP_SIZE, one in each partition under PER_NODE. In the configuration that
members start with, 0 means no limit: after a restart nothing is evicted any more. Under FREE_HEAP_SIZE it is the other
way round. The same size in a member's own configuration is harmless.`,
	FixSafety: "No automatic fix: you must say how large the map may become.",
	Exceptions: `Policies of native memory, which were not measured. Releases of the operator after 5.12, which were
not read.`,
	Evidence: `Maps were added to members of nine releases from 5.0.5 to 5.7.0 as a client message adds them. The
messages and the configuration of the operator were read in its releases 5.3 to 5.12.`,
	Examples: []lint.Example{mended("map.yaml", "", `apiVersion: hazelcast.com/v1alpha1
kind: Map
metadata: {name: sessions}
spec:
  hazelcastResourceName: store
  eviction: {evictionPolicy: LRU, maxSizePolicy: USED_HEAP_SIZE}
`, "USED_HEAP_SIZE", "USED_HEAP_SIZE, maxSize: 512")},
	References: []string{
		"https://docs.hazelcast.com/operator/5.5/map-configuration",
		"https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/hazelcast/map_controller.go",
	},
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		partitions := p.Workload.Hazelcast.Partitions(p.Options.Properties)
		e := m.Eviction
		if !m.Resource || !e.Known() || !e.Evicts() || e.Limited() || e.CountsNative() {
			return
		}
		now, later := "keeps no entry", "after a restart of the members nothing is evicted"
		switch {
		case e.WatchesFreeHeap():
			now, later = "evicts nothing", "after a restart of the members everything put into it is evicted"
		case e.MaxSizePolicy.Name == hazelcast.PerNode && partitions.Known():
			now = fmt.Sprintf("keeps up to %d entries, one in each partition", partitions.N)
		}
		f := p.Report([]source.Text{e.Size.Text, e.Policy.Text, m.Name.Text()}, "%s %s: running members take maxSize 0%s literally", repair.MapName(m), now, sizeByDefault(e))
		f.Because(e.Policy.Text, "eviction policy")
		f.Because(e.MaxSizePolicy.Text, "counts the size")
		f.Note(later + ": at start a member takes 0 for no limit")
		f.Suggest(lint.Manual, "set maxSize, as "+e.MaxSizePolicy.Name+" counts it")
	}),
}

func sizeByDefault(e hazelcast.Eviction) string {
	if e.Size.Origin == source.Default {
		return " (the default)"
	}
	return ""
}
