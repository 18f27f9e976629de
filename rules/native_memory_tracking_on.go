package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var nativeMemoryTrackingOn = lint.Rule{
	ID: "native-memory-tracking-on", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "Native Memory Tracking is on",
	What:   "NativeMemoryTracking is set to summary or detail.",
	Why: `It is a tool for measuring, and it always costs something: the JVM counts each of its mallocs, and with
detail it also records the call site. Oracle puts the cost at 5 to 10 % of speed. Its own data took 1.7 to 3.6 MB in
Hazelcast members with summary. Use the measurements to bound the pools with options, then switch it off.`,
	FixSafety:  "Unsafe: jcmd VM.native_memory then has nothing to show.",
	Exceptions: "While you are measuring, or if the cost is known and somebody watches the numbers.",
	Evidence:   `The memory is Native Memory Tracking's count of itself; the cost in time is documented, not measured.`,
	Examples: []lint.Example{ofOptions("--jdk 17",
		"-Xmx4g -XX:NativeMemoryTracking=summary",
		"-Xmx4g -XX:NativeMemoryTracking=off")},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/vm/native-memory-tracking.html",
	},
	Check: func(p *lint.Pass) {
		set, on := p.Options.Set("NativeMemoryTracking")
		if p.JVM == nil || !on || set.Text == "off" {
			return
		}
		f := p.Report([]source.Text{set.Option.Text}, "%s is on: it costs memory, and 5 to 10 %% of speed according to its documentation", set.Option)
		const title = "switch it off"
		if edit := p.RemoveOption(set.Option); !edit.Span.IsZero() {
			f.Suggest(lint.Unsafe, title, edit)
			return
		}
		f.Suggest(lint.Unsafe, title, lint.Replace(set.Value, "off"))
	},
}
