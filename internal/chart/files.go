package chart

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

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

// Get gives the text of a file; none where there is no such file.
func (f meteredFiles) Get(name string) string {
	f.engine.Spend(len(name)+4*len(f.Files[name]), ".Files.Get")
	return f.Files[name]
}

// GetBytes gives the bytes of a file.
func (f meteredFiles) GetBytes(name string) []byte { return []byte(f.Get(name)) }

// Glob gives the files whose names match.
func (f meteredFiles) Glob(pattern string) helmchart.Files {
	matches := f.engine.globbing(pattern)
	matching := helmchart.Files{}
	for name, text := range f.Files {
		if matches(name) {
			matching[name] = text
		}
	}
	return matching
}

// Lines gives the lines of a file.
func (f meteredFiles) Lines(name string) []string {
	f.engine.Spend(len(name)+100*len(f.Files[name]), ".Files.Lines")
	text, _ := f.engine.bare(f.Files[name]).(string)
	if text == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// AsConfig writes the files as the data of a ConfigMap.
func (f meteredFiles) AsConfig() (string, error) {
	return f.data(".Files.AsConfig", func(text string) string { return text })
}

// AsSecrets writes the files as the data of a Secret.
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
	all := helmchart.Files{}
	for _, f := range of.Files {
		_, text := from.file(f)
		all[f.Name] = t.encode(text)
	}
	return all
}

func (t *tracer) asYAML(v any) (string, error) {
	all, err := t.written("toYaml", v)
	s, _ := all.(string)
	return s, err
}

// metadata is what templates see as .Chart.
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
