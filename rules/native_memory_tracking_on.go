package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var nativeMemoryTrackingOn = lint.Rule{
	ID: "native-memory-tracking-on", Severity: lint.Info, Confidence: lint.Certain, Since: "0.1.0",
	Title: "native memory tracking is left on",
	What:  "NativeMemoryTracking is set to summary or detail.",
	Why: `It is a tool for finding out, and costs something every second: each malloc of the JVM is
counted, and with detail its call site is kept. Oracle puts it at 5 to 10 % of speed. Its own books
took 1.7 to 3.6 MB in Hazelcast members with summary. What it measured belongs into options that bound the pools:
then it can go.`,
	FixSafety:  "Unsafe: jcmd VM.native_memory has nothing to show then.",
	Exceptions: "While something is being measured, or where the cost is known and the numbers are watched.",
	Evidence:   "The memory is Native Memory Tracking's count of itself; the cost in time is documented, and was not measured.",
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx4g -XX:NativeMemoryTracking=summary",
		Good: "-Xmx4g -XX:NativeMemoryTracking=off",
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/vm/native-memory-tracking.html",
	},
	Check: func(p *lint.Pass) {
		set, on := p.Options.Set("NativeMemoryTracking")
		if p.JVM == nil || !on || set.Text == "off" {
			return
		}
		f := p.Report([]source.Text{set.Option.Text}, "%s is left on: it takes memory, and 5 to 10 %% of speed by its documentation", set.Option)
		const title = "switch it off"
		if edit := p.RemoveOption(set.Option); !edit.Span.IsZero() {
			f.Suggest(lint.Unsafe, title, edit)
			return
		}
		f.Suggest(lint.Unsafe, title, lint.Replace(set.Value, "off"))
	},
}
