package reading

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// heapRefused are the settings and variables of options in which a program refuses -Xmx, and the setting that it sizes
// the heap by.
var heapRefused = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, f := range catalogue.Facts("Heap refused") {
		for _, name := range f.Words("Heap refused") {
			all[name] = f.Get("Sized by")
		}
	}
	return all
})

// findRefused tells of which options a program refuses to start with: those of a setting whose name stands before
// them in their line, or that the JVM is known by.
func (in *Input) findRefused() {
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			at := o.Text.Foremost()
			if !strings.HasPrefix(o.String(), "-Xmx") || at.IsZero() {
				continue
			}
			line := at.File.Line(at.File.LineAt(at.Start))
			before, nearest := string(at.File.Data[line.Start:at.Start]), -1
			refused := workload.RefusedOption{Option: o.Text}
			for name, setting := range heapRefused() {
				i := strings.LastIndex(before, name)
				if i < 0 && (w.At.String() == name || strings.HasSuffix(w.Name, name)) {
					i = 0
				}
				if i > nearest {
					nearest, refused.In, refused.Setting = i, name, setting
				}
			}
			if nearest >= 0 {
				w.Refused = append(w.Refused, refused)
			}
		}
	}
}

// FindNeverRead adds settings that nothing reads, which people take for those that are.
func (in *Input) FindNeverRead() {
	for _, f := range catalogue.Facts("Never read") {
		name := f.Subject()
		if !bytes.Contains(in.File.Data, []byte(name)) {
			continue
		}
		set := regexp.MustCompile(`(?m)^[^#\n]*?["']?\b(` + regexp.QuoteMeta(name) + `)["']?[ \t]*[:= \t][ \t]*["']?\w`)
		for _, m := range set.FindAllSubmatchIndex(in.File.Data, -1) {
			at := source.Verbatim(in.File.Span(m[2], m[3]))
			w := workload.New(name, in.File, at)
			w.Known = workload.Nothing
			w.Unread = &workload.UnreadVariable{Name: name, At: at, By: f.Get("By"), Reads: f.Words("Read")}
			in.Add(w)
		}
	}
}
