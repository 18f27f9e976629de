package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastOperatorMaxSize = lint.Rule{
	ID: "hazelcast-operator-max-size", Severity: lint.Error, Confidence: lint.Likely, Groups: ofMemberMemory,
	Title: "a Map resource evicts but sets no maxSize",
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
		f := p.Report(lint.Places{e.Size.Text, e.Policy.Text, m.Name.Text()}, "%s %s: running members take maxSize 0%s literally",
			repair.MapName(m), now, lint.If(e.Size.Origin == source.Default, " (the default)"))
		f.Because(e.Policy.Text, "eviction policy")
		f.Because(e.MaxSizePolicy.Text, "counts the size")
		f.Note(later + ": at start a member takes 0 for no limit")
		f.Suggest(lint.Manual, "set maxSize, as "+e.MaxSizePolicy.Name+" counts it")
	}),
}
