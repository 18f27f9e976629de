package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastDefaultNotInherited = lint.Rule{
	ID: "hazelcast-default-not-inherited", Severity: lint.Info, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a named map does not inherit the settings of map.default",
	Check: func(p *lint.Pass) {
		maps := p.HazelcastMaps()
		for _, standard := range maps {
			if standard.WrittenName() != hazelcast.DefaultMap {
				continue
			}
			for _, m := range maps {
				if m.WrittenName() != hazelcast.DefaultMap {
					reportLacking(p, m, m.Lacks(standard))
				}
			}
		}
	},
}

func reportLacking(p *lint.Pass, m hazelcast.MapConfig, lacking []hazelcast.Setting) {
	if len(lacking) == 0 {
		return
	}
	var keys, own []string
	var edits []source.Edit
	for _, s := range lacking {
		keys = append(keys, s.Key.Value())
		if s.Own != "" {
			own = append(own, s.Key.Value()+" "+s.Own)
		}
		edits = append(edits, repair.SetKey(m.Node, s.Key.Value(), s.Value.Value()))
	}
	f := p.Report(lint.Places{m.Name.Text()}, "%s does not inherit %s from the entry default", repair.MapName(m), strings.Join(keys, ", "))
	for _, s := range lacking {
		f.Because(s.Key.Text(), fmt.Sprintf("does not apply to %s", m.WrittenName()))
		if s.Value.Text().Len() == 0 { // a block
			edits = nil
		}
	}
	if len(own) > 0 {
		f.Note("the map has " + strings.Join(own, ", "))
	}
	f.Suggest(lint.Unsafe, "set it for "+repair.MapName(m)+" too", edits...)
}
