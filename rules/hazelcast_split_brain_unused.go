package rules

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

var hazelcastSplitBrainUnused = lint.Rule{
	ID: "hazelcast-split-brain-unused", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a split-brain protection protects nothing",
	Check: func(p *lint.Pass) {
		c := p.Workload.Hazelcast
		if c.Imports() {
			return
		}
		refs := c.ProtectionRefs()
		for _, rule := range c.Protections() {
			named := slices.ContainsFunc(refs, func(ref *yamldoc.Node) bool { // a placeholder may name any
				return ref.Value() == rule.Name.Value() || hazelcast.IsPlaceholder(ref.Text())
			})
			if rule.Enabled.Name == "true" && !named {
				reportUnreferenced(p, rule)
			}
		}
		for _, ref := range refs {
			if hazelcast.IsPlaceholder(ref.Text()) {
				continue
			}
			rule, ok := c.Protection(ref.Value())
			switch {
			case !ok:
				f := p.Report(lint.Places{ref.Text()}, "there is no split-brain protection %q: nothing is protected", ref.Value())
				if all := c.Protections(); len(all) == 1 {
					f.Because(all[0].Name.Text(), "the only one")
					f.Suggest(lint.Unsafe, fmt.Sprintf("name %q, the only one", all[0].Name.Value()), lint.Replace(ref.Text(), all[0].Name.Value()))
				} else {
					f.Suggest(lint.Manual, "name a rule that exists")
				}
			case rule.Enabled.Name == "false":
				f := p.Report(lint.Places{ref.Text()}, "the split-brain protection %q is not enabled: nothing is protected", ref.Value())
				f.Because(rule.Name.Text(), "declared here")
				how := "read as false"
				if rule.Enabled.Text.String() == "false" {
					f.Severity, how = lint.Info, "switched off"
				}
				f.Because(rule.Enabled.Text, how)
				f.Suggest(lint.Unsafe, "enable the rule", repair.SetKey(c.Root.Get("split-brain-protection", ref.Value()), "enabled", "true"))
			}
		}
	},
}

// reportUnreferenced reports a rule that nothing names. If only one map beside
// default has no rule, the fix is to protect that map.
func reportUnreferenced(p *lint.Pass, rule hazelcast.Protection) {
	f := p.Report(lint.Places{rule.Name.Text()}, "split-brain protection %q protects nothing: no data structure names it", rule.Name.Value())
	open := slices.DeleteFunc(slices.Clone(p.HazelcastMaps()), func(m hazelcast.MapConfig) bool {
		return m.ProtectedBy.Origin != source.Default || m.WrittenName() == hazelcast.DefaultMap
	})
	if len(open) == 1 {
		f.Because(open[0].Name.Text(), "has no split-brain-protection-ref")
		f.Suggest(lint.Unsafe, "protect "+repair.MapName(open[0]), repair.SetKey(open[0].Node, "split-brain-protection-ref", rule.Name.Value()))
		return
	}
	f.Suggest(lint.Manual, "name it in the maps that it should protect: split-brain-protection-ref: "+rule.Name.Value())
}
