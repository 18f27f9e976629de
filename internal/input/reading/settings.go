package reading

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// findRefused tells of -Xmx where a program refuses to start with it: in a setting or a variable whose name stands
// before it in its line, or that the JVM is known by. The program sizes the heap by another setting.
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
			for _, f := range catalogue.Facts("Heap refused") {
				for _, name := range f.Words("Heap refused") {
					i := strings.LastIndex(before, name)
					if i < 0 && (w.At.String() == name || strings.HasSuffix(w.Name, name)) {
						i = 0
					}
					if i > nearest {
						nearest, refused.In, refused.Setting = i, name, f.Get("Sized by")
					}
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
