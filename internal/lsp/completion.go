package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/report/editor"
)

// mostItems is how many flags are offered at once: more letters leave fewer.
const mostItems = 100

// typed is what stands before the cursor where an option of the JVM is being written: its
// sign, and the letters of its name.
var typed = lazyregexp.New(`-(?:XX:([+-]?)(\w*)|X(\w*))$`)

// completion offers the flags that a JDK of the document has, by the letters that are typed.
func (s *Server) completion(ctx context.Context, p documentParams) (any, error) {
	d := s.document(p.Document.URI)
	if d == nil {
		return nil, errNotOpen(p.Document.URI)
	}
	offset := d.text.offset(p.Position)
	line := strings.LastIndexByte(d.text.value[:offset], '\n') + 1
	m := typed.FindStringSubmatch(d.text.value[line:offset])
	if m == nil {
		return nil, nil
	}
	about := d.text.rangeOf(offset-len(m[0]), offset)
	items, more := []object{}, false
	jdk, collector := s.jdkAt(ctx, d.file.Name, offset)
	flags := strings.HasPrefix(m[0], "-XX")
	for _, o := range editor.Offered(jdk, collector, m[1], m[2], flags) {
		if !flags && !strings.HasPrefix(o.Option, m[0]) {
			continue
		}
		if more = len(items) == mostItems; more {
			break
		}
		items = append(items, object{
			"label": o.Option, "kind": propertyKind, "detail": o.Detail, "filterText": o.Filter,
			"textEdit": textEdit{about, o.Option},
		})
	}
	return object{"isIncomplete": more, "items": items}, nil
}

// jdkAt is the newest JDK that may run what stands at a place, or else in its file, and the
// collector that it takes; the newest of all with G1 where nothing says any.
func (s *Server) jdkAt(ctx context.Context, file string, offset int) (jdk int, collector string) {
	jdk, collector = jvmflag.Newest, "G1"
	j, err := s.judgement(ctx, file)
	if err != nil {
		return jdk, collector
	}
	s.judging.Lock()
	defer s.judging.Unlock()
	nearest := -1
	for _, w := range j.Result.Predicted {
		for _, o := range w.Workload.Options {
			span := o.Text.Written().Foremost()
			if span.IsZero() || span.File.Name != file {
				continue
			}
			if far := max(span.Start-offset, offset-span.End, 0); nearest < 0 || far < nearest {
				nearest, jdk = far, slices.Max(w.Workload.JDK.Candidates)
				if jvm := w.On(jdk).JVM; jvm != nil {
					collector = jvm.Collector.String()
				}
			}
		}
	}
	return jdk, collector
}
