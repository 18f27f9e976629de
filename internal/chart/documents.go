package chart

import (
	"encoding/base64"
	"maps"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// documents are the functions that write values as YAML or JSON, and read them.
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

// written writes a value without its marks, and finds in what was written where each scalar stands.
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

// read reads a document without its marks, and marks what was read with where it stands in the document.
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

// meter gives what has methods that take much as one whose methods count.
func (e *engine) meter(v any) any {
	if files, is := v.(helmchart.Files); is {
		return meteredFiles{files, e}
	}
	return v
}

// meteredFiles are .Files whose methods count.
type meteredFiles struct {
	helmchart.Files
	engine *engine
}

func (f meteredFiles) Get(name string) string {
	f.engine.Spend(len(name)+4*len(f.Files[name]), ".Files.Get")
	return f.Files[name]
}

func (f meteredFiles) GetBytes(name string) []byte { return []byte(f.Get(name)) }

func (f meteredFiles) Glob(pattern string) helmchart.Files {
	matches := f.engine.globbing(pattern)
	matching := maps.Clone(f.Files)
	maps.DeleteFunc(matching, func(name, _ string) bool { return !matches(name) })
	return matching
}

func (f meteredFiles) Lines(name string) []string {
	f.engine.Spend(len(name)+100*len(f.Files[name]), ".Files.Lines")
	text, _ := f.engine.bare(f.Files[name]).(string)
	if text == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func (f meteredFiles) AsConfig() (string, error) {
	return f.data(".Files.AsConfig", func(text string) string { return text })
}

func (f meteredFiles) AsSecrets() (string, error) {
	return f.data(".Files.AsSecrets", func(text string) string {
		bare, _ := f.engine.bare(text).(string)
		return base64.StdEncoding.EncodeToString([]byte(bare))
	})
}

func (f meteredFiles) data(on string, value func(text string) string) (string, error) {
	all := map[string]string{}
	for name, text := range f.Files {
		f.engine.Spend(perCall+200*(len(name)+len(text)), on)
		all[path.Base(name)] = value(text)
	}
	return f.engine.asYAML(all)
}

// globbing compiles a pattern of file names, and counts what matching takes.
func (b *bounds) globbing(pattern string) func(name string) bool {
	b.Spend(perCall, ".Files.Glob")
	e, err := b.Compile(helmchart.Expression(pattern))
	return func(name string) bool {
		b.Spend(100, ".Files.Glob")
		if err != nil {
			return true
		}
		b.Match(e, name)
		return e.MatchString(name)
	}
}

// files are those that templates see, each with its marks.
func (t *tracer) files(from *Chart, of *helmchart.Chart) helmchart.Files {
	return lists.Map(of.Files, func(f *helmchart.File) (string, string) { return f.Name, t.encode(from.text(f)) })
}

func (t *tracer) asYAML(v any) (string, error) {
	all, err := t.written("toYaml", v)
	s, _ := all.(string)
	return s, err
}

func (t *tracer) metadata(from *Chart, of *helmchart.Chart) map[string]any {
	all := of.Metadata.AsMap()
	file := from.own(of, "Chart.yaml")
	if file == nil {
		return all
	}
	t.Spend(perYAML*len(file.Data), "places in Chart.yaml")
	documents, err := yamldoc.Parse(file)
	if err != nil || len(documents) == 0 {
		return all
	}
	for name, key := range map[string]string{"Version": "version", "AppVersion": "appVersion"} { // tags of images
		n := documents[0].Root.Get(key)
		if s, ok := all[name].(string); ok && n != nil && n.Value() == s {
			all[name] = t.leaf(n, s)
		}
	}
	return all
}
