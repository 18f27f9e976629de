package chart

import (
	"bytes"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Prove holds what a chart renders with changed values against what it rendered
// before with the edits made in it: wherever the edited text came out, it must
// come out edited, and nothing else may differ but digests.
func Prove(before *source.File, edits []source.Edit, after *source.File) error {
	want, got := digests(edited(before, edits)), digests(after.Data)
	if removes(edits) {
		want, got = unspaced(want), unspaced(got)
	}
	if addsLines(edits) {
		want, got = unordered(want), unordered(got)
	}
	if !bytes.Equal(want, got) {
		return errors.New("the change would change more of the rendered chart")
	}
	return nil
}

// edited is rendered text with edits made wherever it came from their spans.
func edited(f *source.File, edits []source.Edit) []byte {
	edits = slices.SortedStableFunc(slices.Values(edits), func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	var out bytes.Buffer
	for _, p := range f.Span(0, len(f.Data)).Written().Pieces() {
		span := p.Foremost()
		if !p.Exact() || span.IsZero() || p.String() != span.String() {
			out.WriteString(p.String())
			continue
		}
		at := span.Start
		for _, e := range edits {
			if e.Span.File != span.File || !touches(e, span) {
				continue
			}
			out.Write(span.File.Data[at:min(max(e.Span.Start, at), span.End)])
			out.WriteString(e.New)
			at = max(at, min(e.Span.End, span.End))
		}
		out.Write(span.File.Data[at:span.End])
	}
	return out.Bytes()
}

// touches reports whether an edit changes text at a span: text that is added at
// an edge belongs to the neighbour that it goes behind or before.
func touches(e source.Edit, span source.Span) bool {
	switch {
	case e.New == "": // parts of what is removed may be rendered apart
		return e.Span.Start < span.End && span.Start < e.Span.End
	case e.Span.Len() > 0:
		return span.Covers(e.Span)
	case addsLines([]source.Edit{e}): // a closing quote may stand between
		return span.End <= e.Span.Start && e.Span.Start <= span.End+1 && strings.Trim(string(span.File.Data[span.End:e.Span.Start]), `"'`) == ""
	case goesBehind(e.New):
		return span.Start < e.Span.Start && e.Span.Start <= span.End
	}
	return span.Start <= e.Span.Start && e.Span.Start < span.End
}

// removes reports whether an edit takes text away. What stands between words
// may then change with it.
func removes(edits []source.Edit) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool { return e.New == "" })
}

var (
	emptyItem = lazyregexp.New(`(?m)^[ \t]*-[ \t]*["']*[ \t]*$`)
	space     = lazyregexp.New(`\s+`)
)

// unspaced leaves blanks and empty items of lists out.
func unspaced(data []byte) []byte {
	return space.ReplaceAll(emptyItem.ReplaceAll(data, nil), nil)
}

// addsLines reports whether an edit adds lines. A template may put their keys in
// an order of its own.
func addsLines(edits []source.Edit) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool { return bytes.ContainsRune([]byte(e.New), '\n') })
}

// unordered is the lines, without their indentation, in order of the alphabet.
func unordered(data []byte) []byte {
	lines := bytes.Split(data, []byte("\n"))
	for i, l := range lines {
		lines[i] = bytes.TrimSpace(l)
	}
	slices.SortFunc(lines, bytes.Compare)
	return bytes.Join(lines, []byte("\n"))
}

var digest = lazyregexp.New(`[0-9a-f]{32,}`)

// digests leaves the digests of configuration out, by which pods are restarted.
func digests(data []byte) []byte { return digest.ReplaceAll(data, []byte("digest")) }

// Again is the chart to be rendered once more, which takes no steps of those that the first time had.
func (c *Chart) Again() *Chart {
	again := *c
	again.run = budget.NewRun()
	return &again
}

// With is the chart with another file of values in place of one.
func (c *Chart) With(before, after *source.File) *Chart {
	changed := c.Again()
	raw := slices.Clone(c.loaded.Raw)
	changed.files = maps.Clone(c.files)
	for i, f := range raw {
		if name := path.Join(c.Path, f.Path); name == before.Name {
			raw[i] = &helmchart.File{Name: f.Name, Path: f.Path, Data: after.Data}
			changed.files[name] = after
		}
	}
	if loaded, err := helmchart.New(raw, changed.run); err != nil {
		changed.fault = err
	} else {
		changed.loaded = loaded
		changed.templated, changed.mayAsk = valuesMention(loaded), mayAsk(loaded)
	}
	return changed
}

// Values are the files of values of a release that may be changed: the chart's
// own, and those that it is installed with.
func (c *Chart) Values(r Release) []*source.File {
	all := slices.Clone(r.Values)
	if f := c.files[path.Join(c.Path, "values.yaml")]; c.folder && f != nil && !slices.Contains(all, f) {
		all = append(all, f)
	}
	return all
}
