package chart

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// files is what templates see as .Files.
type files map[string]content

// content is the bytes of a file; they get their marks when a template asks for them.
type content struct{ *markedFile }

type markedFile struct {
	tracer *tracer
	from   *Chart
	file   *helmchart.File
	text   string
	asked  bool
}

// marked is the text of a file with its marks; empty where there is no such file.
func (c content) marked() string {
	switch {
	case c.markedFile == nil:
		return ""
	case !c.asked:
		_, text := c.from.file(c.file)
		c.text, c.asked = c.tracer.encode(text), true
	}
	return c.text
}

func (t *tracer) files(from *Chart, of *helmchart.Chart) any {
	all := files{}
	for _, f := range of.Files {
		all[f.Name] = content{&markedFile{tracer: t, from: from, file: f}}
	}
	return all
}

// Get gives the text of a file; none where there is no such file.
func (f files) Get(name string) string { return f[name].marked() }

// GetBytes gives the bytes of a file.
func (f files) GetBytes(name string) content { return f[name] }

// Glob gives the files whose names match.
func (f files) Glob(pattern string) files {
	matching := files{}
	var matches func(name string) bool
	for name, c := range f {
		if matches == nil {
			matches = c.tracer.globbing(pattern)
		}
		if matches(name) {
			matching[name] = c
		}
	}
	return matching
}

// Lines gives the lines of a file.
func (f files) Lines(name string) []string {
	c, ok := f[name]
	if !ok || strip(c.marked()) == "" {
		return []string{}
	}
	c.tracer.Spend(10*len(c.marked()), "files")
	text := c.tracer.decode(c.marked())
	var lines []string
	for _, l := range c.tracer.split(text.Slice(0, len(strings.TrimSuffix(text.String(), "\n"))), "\n") {
		lines = append(lines, c.tracer.encode(text.Slice(l.start, l.end)))
	}
	return lines
}

// AsConfig writes the files as the data of a ConfigMap.
func (f files) AsConfig() string {
	return f.write(func(c content) string { return c.marked() })
}

// AsSecrets writes the files as the data of a Secret.
func (f files) AsSecrets() string {
	return f.write(func(c content) string { return base64.StdEncoding.EncodeToString([]byte(strip(c.marked()))) })
}

func (f files) write(value func(content) string) string {
	data := map[string]string{}
	var t *tracer
	for name, c := range f {
		t = c.tracer
		t.Spend(10*len(c.marked()), "files")
		data[path.Base(name)] = value(c)
	}
	if t == nil {
		return orNothing(toYAML)(data)
	}
	s, err := t.written("toYaml", data)
	if err != nil {
		return ""
	}
	return s.(string)
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
