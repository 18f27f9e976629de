package chart

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Trace leads findings about rendered text back to what people wrote: the place, the places that have a part in it,
// and the edits of fixes. The rendered text stays as one more place. Of findings that come to the same, one is left,
// which names the others. editable tells the files that fixes may change.
func Trace(result *lint.Result, editable func(*source.File) bool) {
	var kept []*lint.Finding
	known := map[sameness]*lint.Finding{}
	for _, f := range result.Findings {
		if hasRendered(f) {
			trace(f, editable)
		}
		key := sameness{f.Rule, f.Span, f.Message, fmt.Sprint(f.JDKs)}
		if first := known[key]; first != nil {
			first.Also = append(first.Also, f)
			continue
		}
		known[key] = f
		if kept = append(kept, f); !atTop(f) {
			key.span = source.Span{}
			known[key] = f
		}
	}
	kept = slices.DeleteFunc(kept, func(f *lint.Finding) bool { // whose place is lost where another has it
		return atTop(f) && known[sameness{f.Rule, source.Span{}, f.Message, fmt.Sprint(f.JDKs)}] != nil
	})
	slices.SortStableFunc(kept, func(a, b *lint.Finding) int {
		if a.Span.File != b.Span.File {
			return strings.Compare(a.Span.File.Name, b.Span.File.Name)
		}
		return a.Span.Start - b.Span.Start
	})
	result.Findings = kept
}

// atTop reports whether nothing was found in a template that a finding could point at.
func atTop(f *lint.Finding) bool { return f.Span.Start == 0 && isTemplate(f.Span.File) }

// sameness is what findings that come to the same have in common.
type sameness struct {
	rule    *lint.Rule
	span    source.Span
	message string
	jdks    string
}

// hasRendered reports whether a finding, or what has a part in it, stands in rendered
// text: a patch may stand in a text of another file than what it changes.
func hasRendered(f *lint.Finding) bool {
	return f.Span.File.Rendered() || slices.ContainsFunc(f.Related, func(r lint.Related) bool { return r.Span.File.Rendered() }) ||
		slices.ContainsFunc(f.Fixes, func(x lint.Fix) bool {
			return slices.ContainsFunc(x.Edits, func(e source.Edit) bool { return e.Span.File.Rendered() })
		})
}

func trace(f *lint.Finding, editable func(*source.File) bool) {
	rendered, written := f.Span, f.Span.Written()
	f.Span = Origin(rendered)
	for i, r := range f.Related {
		f.Related[i].Span = Origin(r.Span)
	}
	f.Related = slices.DeleteFunc(f.Related, func(r lint.Related) bool { return r.Span == f.Span })
	if around := rendered.Around(); around.File.Rendered() {
		f.Related = append(f.Related, lint.Related{Message: "rendered here", Span: around})
	}
	if !written.Exact() && !f.Span.File.Rendered() && !isTemplate(f.Span.File) {
		f.Note("a template computes it from this value")
	}
	for i := range f.Fixes {
		f.Fixes[i] = traceFix(f.Fixes[i], editable)
	}
}

// Origin is where the text of a rendered span is best pointed at. Any other span is its own origin.
func Origin(s source.Span) source.Span {
	if !s.File.Rendered() {
		return s
	}
	written := s.Written()
	if written.Editable() {
		return written.Span()
	}
	if at := place(written); !at.IsZero() {
		return at
	}
	for i := s.Start; i > 0; i-- { // no text is there: what stands before it
		if at := place(s.File.Span(i-1, i).Written()); !at.IsZero() {
			return at
		}
	}
	return s
}

// place is where a text is best pointed at: at the first value of a file that
// is in it, or that it is computed from, else at the text of a template.
func place(t source.Text) source.Span {
	var best source.Span
	least := 4
	for _, p := range t.Pieces() {
		at := p.Foremost()
		if at.IsZero() {
			continue
		}
		rank := either.Of(isTemplate(at.File), 2, 0)
		if !p.Exact() {
			rank++
		}
		if strings.TrimSpace(p.String()) != "" && rank < least {
			best, least = at, rank
		}
	}
	if best.IsZero() {
		return t.Foremost()
	}
	return best
}

// isTemplate tells a template from a file of values, by where Helm looks for them.
func isTemplate(f *source.File) bool {
	return path.Base(path.Dir(f.Name)) == "templates" || strings.Contains(f.Name, "/templates/")
}
