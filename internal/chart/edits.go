package chart

import (
	"bytes"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// traceFix leads the edits of a fix back. Where that is not possible exactly, a person must do what the title says.
func traceFix(fix lint.Fix, editable func(*source.File) bool) lint.Fix {
	var edits []source.Edit
	for _, e := range fix.Edits {
		to, ok := traceEdit(e)
		if !ok || !editable(to.Span.File) {
			return lint.Fix{Title: fix.Title, Safety: lint.Manual}
		}
		if !slices.Contains(edits, to) { // one value may be rendered twice
			edits = append(edits, to)
		}
	}
	fix.Edits = edits
	fix.Others = lists.Of(fix.Others, func(other lint.Fix) lint.Fix { return traceFix(other, editable) })
	return fix
}

// quoted is text that would be written otherwise in quotes, or that a template would read.
var quoted = lazyregexp.New("[\"'\\\\{}`#\r]")

func traceEdit(e source.Edit) (source.Edit, bool) {
	s := e.Span
	switch {
	case !s.File.Rendered():
		return e, true
	case quoted.MatchString(e.New):
		return e, false
	case s.Len() == 0:
		return traceInsertion(e)
	case e.New == "":
		return traceRemoval(s)
	}
	to, ok := verbatim(s)
	return source.Edit{Span: to, New: e.New}, ok
}

// verbatim is where rendered text was written as it is.
func verbatim(s source.Span) (source.Span, bool) {
	written := s.Written()
	to := written.Span()
	return to, written.Editable() && s.String() == to.String()
}

// traceInsertion leads text that is added behind or before a character back to that character.
func traceInsertion(e source.Edit) (source.Edit, bool) {
	at, file := e.Span.Start, e.Span.File
	if line, own := strings.CutSuffix(e.New, "\n"); own && at > 0 && file.Data[at-1] == '\n' {
		at, e.New = at-1, "\n"+line // behind the line above
	}
	beside := source.Span{File: file, Start: at, End: at + 1}
	behind := goesBehind(e.New)
	if behind {
		beside = source.Span{File: file, Start: at - 1, End: at}
	}
	if beside.Start < 0 || beside.End > len(file.Data) {
		return e, false
	}
	to, ok := verbatim(beside)
	if _, whole := verbatim(wordAt(beside)); !whole { // a size behind -Xmx: it holds no options
		return e, false
	}
	added := e.New
	if ok && strings.Contains(added, "\n") {
		added, ok = newLine(added, beside, to)
	}
	if behind {
		to.Start = to.End
	} else {
		to.End = to.Start
	}
	return source.Edit{Span: to, New: added}, ok
}

func wordAt(s source.Span) source.Span {
	const ends = " \t\r\n\"',[]"
	data := s.File.Data
	for s.Start > 0 && strings.IndexByte(ends, data[s.Start-1]) < 0 {
		s.Start--
	}
	for s.End < len(data) && strings.IndexByte(ends, data[s.End]) < 0 {
		s.End++
	}
	return s
}

// goesBehind tells text that is added behind its neighbour from text that is added before it.
func goesBehind(added string) bool { return added != "" && strings.ContainsAny(added[:1], " ,\r\n") }

var (
	itemStart = lazyregexp.New(`^\s*-\s+`)
	lineLead  = lazyregexp.New(`^\s*(?:-\s+)?`)
)

// newLine writes a further line, with an item of a list, an option or a key, beside its neighbour in the file, which
// must read there as it does where it is rendered. The new line is indented as its neighbour is: else it would belong
// to another list or mapping.
func newLine(added string, rendered, beside source.Span) (string, bool) {
	before, behind, _ := strings.Cut(added, "\n")
	above, line := rendered.FirstLine().String(), beside.FirstLine()
	own, lead := lineLead.FindString(behind), lineLead.FindString(line.String())
	alike := own == lineLead.FindString(above) && strings.TrimSpace(above) == strings.TrimSpace(line.String())
	last := before != "" || beside.End == line.End
	return before + beside.File.LineEnd() + lead + behind[len(own):], alike && last && !strings.Contains(behind, "\n")
}

// traceRemoval leads the removal of a word back: with it goes the item of a
// list that it is alone in, else the blanks between it and its neighbour.
func traceRemoval(s source.Span) (source.Edit, bool) {
	text := strings.TrimLeft(s.String(), " \t\r\n")
	text = strings.TrimLeft(text[len(itemStart.FindString(text)):], `"'`)
	s.Start = s.End - len(text)
	s.End = s.Start + len(strings.TrimRight(text, " \t\r\n\"',"))
	word, ok := verbatim(s)
	if !ok || s.Len() == 0 {
		return source.Edit{}, false
	}
	file, data := word.File, word.File.Data
	line := word.FirstLine()
	if lead := itemStart.FindString(line.String()); lead != "" && strings.Trim(line.String()[len(lead):], " \t\"'") == word.String() {
		line.End = min(line.End+len(file.LineEnd()), len(data))
		return source.Edit{Span: line}, true
	}
	const blanks = " \t\r\n"
	behind := data[word.End:max(word.End, line.End)]
	from := len(bytes.TrimRight(data[:word.Start], blanks))
	to := word.End + len(behind) - len(bytes.TrimLeft(behind, blanks))
	switch {
	case from < word.Start && from > 0 && strings.IndexByte(`:|>-"'[,`, data[from-1]) < 0:
		return source.Edit{Span: file.Span(from, word.End)}, true
	case to > word.End && to < line.End:
		return source.Edit{Span: file.Span(word.Start, to)}, true
	}
	return source.Edit{}, false
}

// Prove holds what a chart renders with changed values against what it rendered before with the edits made in it:
// wherever the edited text came out, it must come out edited, and nothing else may differ but digests.
func Prove(before *source.File, edits []source.Edit, after *source.File) error {
	want, got := edited(before, edits), after.Data
	if bytes.Equal(want, got) {
		return nil
	}
	want, got = digests(want), digests(got)
	removes := func(e source.Edit) bool { return e.New == "" }
	if slices.ContainsFunc(edits, removes) { // what stood around may change with it
		want, got = unspaced(want), unspaced(got)
	}
	if slices.ContainsFunc(edits, addsLine) {
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
	_, byFile := lists.By(edits, func(e source.Edit) *source.File { return e.Span.File })
	var out bytes.Buffer
	for _, p := range f.Span(0, len(f.Data)).Written().Pieces() {
		span := p.Foremost()
		if !p.Exact() || span.IsZero() || p.String() != span.String() {
			out.WriteString(p.String())
			continue
		}
		at := span.Start
		for _, e := range byFile[span.File] {
			if !touches(e, span) {
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
	case goesBehind(e.New) && addsLine(e): // a closing quote may stand between
		return span.End <= e.Span.Start && e.Span.Start <= span.End+1 && strings.Trim(string(span.File.Data[span.End:e.Span.Start]), `"'`) == ""
	case goesBehind(e.New):
		return span.Start < e.Span.Start && e.Span.Start <= span.End
	}
	return span.Start <= e.Span.Start && e.Span.Start < span.End
}

var (
	emptyItem = lazyregexp.New(`(?m)^[ \t]*-[ \t]*["']*[ \t]*$`)
	space     = lazyregexp.New(`\s+`)
)

// unspaced leaves blanks and empty items of lists out.
func unspaced(data []byte) []byte { return space.ReplaceAll(emptyItem.ReplaceAll(data, nil), nil) }

// addsLine reports whether an edit adds a line. A template may put keys in an order of its own.
func addsLine(e source.Edit) bool { return strings.Contains(e.New, "\n") }

// unordered is the lines, without their indentation, in order of the alphabet.
func unordered(data []byte) []byte {
	lines := lists.Of(bytes.Split(data, []byte("\n")), bytes.TrimSpace)
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
