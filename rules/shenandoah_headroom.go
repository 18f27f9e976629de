package rules

import (
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var shenandoahMostLive = lint.Parameter{Name: "most-live", Unit: lint.UnitPercent, Default: 75, Least: 10, Most: 95, Doc: "largest share of the heap that the live data may take"}

var shenandoahHeadroom = lint.Rule{
	ID: "shenandoah-headroom", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofGC,
	Title:      "Shenandoah has too little free heap beside the live data",
	Parameters: []lint.Parameter{shenandoahMostLive},
	Check: func(p *lint.Pass) {
		if p.JVM != nil && p.JVM.Collector.Kind == hotspot.Shenandoah {
			reportHeadroom(p, shenandoahMostLive)
		}
	},
}
