package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var hazelcastNativeMemory = lint.Rule{
	ID: "hazelcast-native-memory", Severity: lint.Error, Confidence: lint.Certain,
	Groups: []lint.Group{lint.GroupStart, lint.GroupMemory, lint.GroupHazelcast},
	Title:  "a map asks for memory outside the heap but cannot have it",
	Check: ofMaps(func(p *lint.Pass, m hazelcast.MapConfig) {
		c := p.Workload.Hazelcast
		pool := c.NativeMemory()
		format, policy := m.InMemoryFormat, m.Eviction.MaxSizePolicy
		if !format.Known() || !policy.Known() {
			return
		}
		native := format.Name == "NATIVE"
		onHeap := repair.SetOf(m.Map, "BINARY", "in-memory-format")
		switch {
		case native && p.Workload.OpenSource.Located() && !c.HasLicense():
			f := p.Report(lint.Places{format.Text}, "only Hazelcast Enterprise has NATIVE: the first use of %s fails", repair.MapName(m))
			f.Because(p.Workload.OpenSource, "the open-source image")
			f.Suggest(lint.Unsafe, "keep the entries on the heap", onHeap)
		case native && pool.Name == "false" && !c.Imports():
			f := p.Report(lint.Places{format.Text}, "NATIVE needs native-memory, which is not enabled: the first use of %s fails", repair.MapName(m))
			f.Because(pool.Text, "read as false")
			f.Suggest(lint.Unsafe, "keep the entries on the heap", onHeap)
			f.Suggest(lint.Manual, "or enable native-memory, in Hazelcast Enterprise, and give it a size")
		case native && (m.Eviction.CountsUsedHeap() || m.Eviction.WatchesFreeHeap()):
			f := p.Report(lint.Places{policy.Text}, "%s does not count the NATIVE entries of %s: its first use fails", policy.Name, repair.MapName(m))
			f.Because(format.Text, "not on the heap")
			f.Suggest(lint.Manual, "choose PER_NODE, PER_PARTITION or a policy of native memory")
		case !native && m.Eviction.CountsNative():
			f := p.Report(lint.Places{policy.Text}, "%s does not count entries whose format is %s: the first use of %s fails", policy.Name, repair.ByDefault(format), repair.MapName(m))
			f.Because(format.Text, "on the heap")
			f.Suggest(lint.Unsafe, "count the heap that the map takes", repair.SetOf(m.Map, strings.Replace(policy.Name, "NATIVE_MEMORY", "HEAP", 1), "eviction", "max-size-policy"))
		}
	}),
}
