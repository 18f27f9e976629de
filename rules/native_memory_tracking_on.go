package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
)

var nativeMemoryTrackingOn = lint.Rule{
	ID: "native-memory-tracking-on", Severity: lint.Info, Confidence: lint.Certain, Groups: ofMemory,
	Title: "Native Memory Tracking is on",
	Check: func(p *lint.Pass) {
		set, on := p.Options.Set("NativeMemoryTracking")
		if p.JVM == nil || !on || set.Text == "off" {
			return
		}
		f := p.Report(lint.Places{set.Option.Text}, "%s is on: it costs memory, and 5 to 10 %% of speed according to its documentation", set.Option)
		f.Suggest(lint.Manual, "switch it off, unless somebody looks at what it tracks")
	},
}
