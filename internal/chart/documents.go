package chart

import (
	"slices"
	"text/template"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// documents are the functions that write values as YAML or JSON, and read
// them.
func (t *tracer) documents() template.FuncMap {
	all := template.FuncMap{}
	for _, name := range []string{"toYaml", "mustToYaml", "toYamlPretty", "toJson", "mustToJson", "toPrettyJson", "mustToPrettyJson", "toRawJson", "mustToRawJson"} {
		all[name] = func(v any) (any, error) { return t.written(name, v) }
	}
	for _, name := range []string{"fromYaml", "fromYamlArray", "fromJson", "fromJsonArray", "mustFromJson"} {
		all[name] = func(v any) (any, error) { return t.read(name, v) }
	}
	return all
}

// written writes a value without its marks, and finds in what was written
// where each scalar stands.
func (t *tracer) written(name string, v any) (any, error) {
	result, err := t.sprig(name, t.plain(v))
	s, ok := result.(string)
	if err != nil || !ok {
		return result, err
	}
	t.Spend(perYAML*len(s), "places in documents")
	documents, err := yamldoc.Parse(source.NewFile("", []byte(s+"\n"))) // the last line end is cut off

	if err != nil || len(documents) != 1 {
		return s, nil
	}
	w := writing{tracer: t}
	w.walk(documents[0].Root, v)
	return t.encode(w.text(s)), nil
}

// writing gathers the places of what was written.
type writing struct {
	*tracer
	found []segment
}

// segment is text that stands at an offset of what was written.
type segment struct {
	at   int
	text source.Text
}

func (w *writing) walk(n *yamldoc.Node, v any) {
	switch v := v.(type) {
	case values:
		w.walk(n, map[string]any(v))
	case map[string]any:
		for _, e := range n.Entries() {
			name := e.Key.Value()
			value, ok := v[name]
			if !ok {
				continue
			}
			w.walk(e.Value, value)
			if key, is := w.key(name, value).(string); is {
				w.scalar(e.Key, key)
			}
		}
	case map[string]string:
		for _, e := range n.Entries() {
			w.scalar(e.Value, v[e.Key.Value()])
		}
	case []any:
		for i, item := range n.Items() {
			if i < len(v) {
				w.walk(item, v[i])
			}
		}
	case []string:
		for i, item := range n.Items() {
			if i < len(v) {
				w.scalar(item, v[i])
			}
		}
	case string:
		w.scalar(n, v)
	}
}

// scalar places what a marked string was written as.
func (w *writing) scalar(n *yamldoc.Node, s string) {
	if !mayHoldMarks(s) || n.Kind() != yamldoc.Scalar {
		return
	}
	from, to := w.decode(s), n.Text()
	if k := w.only(s); k != nil && k.spelt.Len() > 0 && k.spelt.String() == n.Value() {
		from = k.spelt
	}
	if !n.Exact() || from.String() != n.Value() {
		if at := place(from); !at.IsZero() && n.Span().Len() > 0 {
			w.found = append(w.found, segment{n.Span().Start, source.Vague(n.Span().String(), at)})
		}
		return
	}
	at := 0
	for _, p := range to.Pieces() {
		part := from.Slice(at, at+p.Len())
		at += p.Len()
		span := p.Span()
		if p.String() != span.String() { // an escape, a folded line break
			part = unit(span.String(), part)
		}
		if span.Len() > 0 {
			w.found = append(w.found, segment{span.Start, part})
		}
	}
}

// text is what was written, with the places that were found.
func (w *writing) text(s string) source.Text {
	slices.SortStableFunc(w.found, func(a, b segment) int { return a.at - b.at })
	var parts []source.Text
	at := 0
	for _, f := range w.found {
		if f.at < at || f.at >= len(s) {
			continue
		}
		f.text = f.text.Slice(0, min(f.text.Len(), len(s)-f.at))
		parts = append(parts, literal(s[at:f.at]), f.text)
		at = f.at + f.text.Len()
	}
	return w.together(append(parts, literal(s[at:])))
}

// read reads a document without its marks, and marks what was read with where
// it stands in the document.
func (t *tracer) read(name string, v any) (any, error) {
	text := t.asText(v)
	result, err := t.sprig(name, text.String())
	if err != nil || text.Foremost().IsZero() {
		return result, err
	}
	t.Spend(perYAML*text.Len(), "places in documents")
	documents, err := yamldoc.Parse(source.Rendered("", text))
	if err != nil || len(documents) != 1 {
		return result, nil
	}
	return t.markNode(documents[0].Root, result, "", func(string) bool { return false }), nil
}
