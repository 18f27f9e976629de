// Package chart renders Helm charts, and knows of each rendered character
// which value, template or default it came from.
//
// A chart is rendered twice, within bounds. Plainly, with the functions that
// Helm gives to templates: that text is judged. And, when somebody asks where a
// part of it was written, by a tracer, with values and template text in marks.
// Where both come to the same text, the marks tell
// the place of every character; where they do not, no place but the template is
// claimed.
package chart

import (
	"bytes"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Chart is a chart in memory.
type Chart struct {
	Path   string // a folder or an archive
	folder bool
	loaded *helmchart.Chart
	fault  error // why it is no chart with a changed file
	files  map[string]*source.File
	run    *budget.Run

	templates, templated func() *mentions // of templates and in values, looked for once
	mayAsk               func() bool      // whether a file of it may hold comments for jvmlint
}

// FilledIn is the version of the chart as it is written, where something fills it in before
// Helm reads it, and it is taken for 0.0.0; empty where nothing does.
func (c *Chart) FilledIn() string { return c.loaded.FilledIn }

func newChart(path string, folder bool, loaded *helmchart.Chart, run *budget.Run) *Chart {
	return &Chart{
		Path: path, folder: folder, loaded: loaded, files: map[string]*source.File{}, run: run,
		templates: sync.OnceValue(func() *mentions { return mentionsIn(loaded, isTemplateFile) }),
		templated: valuesMention(loaded),
		mayAsk:    mayAsk(loaded),
	}
}

// Templates are the names of those of a chart in a folder and of its subcharts;
// an archive is one file.
func (c *Chart) Templates() []string {
	var all []string
	for _, f := range c.loaded.Raw {
		if c.folder && strings.Contains("/"+f.Path, "/templates/") {
			all = append(all, path.Join(c.Path, f.Path))
		}
	}
	return all
}

// IsChart reports whether a folder or an archive may be a chart.
func IsChart(files filesystem.System, name string) bool {
	info, err := files.Stat(name)
	if err != nil {
		return false
	}
	if !info.IsDir() {
		return strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz")
	}
	_, err = files.Stat(filepath.Join(name, "Chart.yaml"))
	return err == nil
}

// Links are the links of a chart that lead out of it, and that are not followed.
func (c *Chart) Links() []string {
	var all []string
	for _, name := range c.loaded.Links {
		all = append(all, path.Join(c.Path, name))
	}
	return all
}

// Load reads a chart from a folder, or from an archive that ends in .tgz.
func Load(files filesystem.System, name string, run *budget.Run) (*Chart, error) {
	loaded, err := helmchart.Load(files, name, run)
	if err != nil {
		return nil, err
	}
	info, err := files.Stat(name)
	if err != nil {
		return nil, err
	}
	return newChart(filepath.ToSlash(filepath.Clean(name)), info.IsDir(), loaded, run), nil
}

// file is a file of a chart or of a dependency, and its text without a byte
// order mark.
func (c *Chart) file(f *helmchart.File) (*source.File, source.Text) {
	name := path.Join(c.Path, f.Path)
	if c.files[name] == nil {
		c.files[name] = source.NewFile(name, f.Data)
	}
	file := c.files[name]
	return file, source.Verbatim(file.Span(len(f.Data)-len(f.Text()), len(f.Data)))
}

// own is a file of a chart by its name; nil: it has none.
func (c *Chart) own(of *helmchart.Chart, name string) *source.File {
	for _, f := range of.Raw {
		if f.Name == name {
			file, _ := c.file(f)
			return file
		}
	}
	return nil
}

// Adopt makes files that were read already, by their names, the chart's own where
// they are among its files: what is said of either is then said of the same.
func (c *Chart) Adopt(read map[string]*source.File) {
	for _, own := range c.loaded.Raw {
		if f := read[path.Join(c.Path, own.Path)]; c.folder && f != nil && bytes.Equal(f.Data, own.Data) {
			c.files[f.Name] = f
		}
	}
}
