package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var heapDumpLost = lint.Rule{
	ID: "heap-dump-lost", Severity: lint.Info, Confidence: lint.Likely, Groups: ofMemory,
	Title: "the heap dump of an OutOfMemoryError is lost with the container",
	Check: func(p *lint.Pass) {
		on, given := p.Options.Set("HeapDumpOnOutOfMemoryError")
		c := p.Workload.Container
		if p.JVM == nil || !given || !on.Bool() || p.Sets("OnOutOfMemoryError") || c == nil || p.Workload.Short {
			return
		}
		at := lint.Places{on.Option.Text}
		to, named := p.Options.Set("HeapDumpPath")
		var f *lint.Finding
		switch {
		case !named && (p.ShowsAll() || on.Option.Channel != jvmflag.CommandLine) && (c.Folder == "" || !c.Keeps(path.Clean(c.Folder))):
			f = p.Report(at, "a heap dump goes to the folder in which the JVM starts, and is lost with the container: HeapDumpPath is not set")
			f.CertainIf(c.AllMounts && len(c.Mounts) == 0 && p.ShowsAll())
		case named && c.AllMounts && path.IsAbs(to.Text) && !strings.ContainsAny(to.Text, "$%") && !c.Keeps(path.Clean(to.Text)):
			f = p.Report(append(lint.Places{to.Value}, at...), "a heap dump in %s is lost with the container: no volume is mounted there", to.Text)
			f.Confidence = lint.Certain
		default:
			return
		}
		room := lint.If(p.JVM.Heap.Known(), " with room for "+lint.Size(p.JVM.Heap))
		f.Suggest(lint.Manual, fmt.Sprintf("mount a volume%s, and name a folder on it: -XX:HeapDumpPath=/dumps", room))
	},
}
