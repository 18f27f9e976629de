// Package chart renders Helm charts, and knows of each rendered character
// which value, template or default it came from.
//
// A chart is rendered twice, within bounds. Plainly, with the functions that Helm gives to templates: that text is
// judged. And, when somebody asks where a part of it was written, by a tracer, with values and template text in
// marks. Where both come to the same text, the marks tell the place of every character; where they do not, no place
// but the template is claimed.
package chart

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
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

// Templates are the names of those of a chart in a folder and of its subcharts; an archive is one file.
func (c *Chart) Templates() []string {
	is := func(f *helmchart.File) bool { return c.folder && strings.Contains("/"+f.Path, "/templates/") }
	return lists.Of(lists.Where(c.loaded.Raw, is), func(f *helmchart.File) string { return path.Join(c.Path, f.Path) })
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
	return lists.Of(c.loaded.Links, func(name string) string { return path.Join(c.Path, name) })
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

// file is a file of a chart or of a dependency.
func (c *Chart) file(f *helmchart.File) *source.File {
	name := path.Join(c.Path, f.Path)
	if c.files[name] == nil {
		c.files[name] = source.NewFile(name, f.Data)
	}
	return c.files[name]
}

// text is that of such a file, without a byte order mark.
func (c *Chart) text(f *helmchart.File) source.Text {
	return source.Verbatim(c.file(f).Span(len(f.Data)-len(f.Text()), len(f.Data)))
}

// own is a file of a chart by its name; nil: it has none.
func (c *Chart) own(of *helmchart.Chart, name string) *source.File {
	if f, has := lists.First(of.Raw, func(f *helmchart.File) bool { return f.Name == name }); has {
		return c.file(f)
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

// Each begins with a word: what holds none of them is soon looked through.
var (
	indexed    = lazyregexp.New(`index\s+[$\w]*\.Values((?:\s+(?:"[^"]*"|[$.][\w.$]*))+)`)
	readValues = lazyregexp.New(`\.Values((?:\.[A-Za-z_][A-Za-z0-9_]*)*)`)
	included   = lazyregexp.New(`include\s+"([^"]+)"\s+[.$][\s)}|]`)
	templated  = lazyregexp.New(`template\s+"([^"]+)"\s+[.$][\s)}|]`)
	defined    = lazyregexp.New(`define\s+"([^"]+)"`)
)

// MayRead reports whether the templates may read the value under these keys: by its name, with all that it stands in,
// or in a dependency. It asks the text of the templates, so that it knows of those that cannot be rendered, too. What
// they read nothing beside may be for something that is not here.
func (c *Chart) MayRead(keys []string) bool {
	if c.fault != nil || ofDependency(c.loaded, keys[0]) {
		return true
	}
	of := []*mentions{c.templates(), c.templated()}
	leads := func(keys []string) bool {
		return slices.ContainsFunc(of, func(m *mentions) bool {
			return slices.ContainsFunc(m.ways, func(way []string) bool { return along(way, keys) })
		})
	}
	return !leads(keys[:min(1, len(keys)-1)]) || handAllOn(of) || leads(keys)
}

// ReadBeside are the keys that the templates read beside the last of these.
func (c *Chart) ReadBeside(keys []string) (all []string) {
	above := len(keys) - 1
	for _, way := range c.templates().ways {
		if len(way) > above && slices.Equal(way[:above], keys[:above]) && !slices.Contains(all, way[above]) {
			all = append(all, way[above])
		}
	}
	return all
}

// mentions are what texts of a chart say of its values.
type mentions struct {
	ways     [][]string // keys that templates go by, one after the other
	defined  []string   // templates
	included []string   // templates that get all values
}

// mentionsIn looks through those files of a chart that hold templates.
func mentionsIn(c *helmchart.Chart, holds func(*helmchart.File) bool) *mentions {
	all := &mentions{}
	for _, f := range c.Raw {
		if !holds(f) {
			continue
		}
		text := string(f.Data)
		for _, index := range indexed.FindAllStringSubmatch(text, -1) {
			all.ways = append(all.ways, strings.Fields(index[1]))
		}
		for _, chain := range readValues.FindAllStringSubmatch(indexed.ReplaceAllString(text, ""), -1) {
			all.ways = append(all.ways, strings.Split(chain[1], ".")[1:])
		}
		all.defined = append(all.defined, named(defined, text)...)
		all.included = slices.Concat(all.included, named(included, text), named(templated, text))
	}
	return all
}

// named are the names that a pattern finds in a text.
func named(by *lazyregexp.Regexp, text string) []string {
	return lists.Of(by.FindAllStringSubmatch(text, -1), func(m []string) string { return m[1] })
}

// isTemplateFile reports whether a file of a chart is a template that says what runs.
func isTemplateFile(f *helmchart.File) bool {
	return strings.HasPrefix(f.Name, "templates/") && path.Base(f.Name) != "NOTES.txt"
}

// isTemplated reports whether another file may hold templates, which tpl renders: values do, and files of their own.
func isTemplated(f *helmchart.File) bool {
	within, _, _ := strings.Cut(f.Name, "/")
	return within != "templates" && within != "charts" && path.Ext(f.Name) != ".md" && bytes.Contains(f.Data, []byte("{{"))
}

// valuesMention are the mentions of what templates may be in values and other files.
func valuesMention(c *helmchart.Chart) func() *mentions {
	return sync.OnceValue(func() *mentions { return mentionsIn(c, isTemplated) })
}

// handAllOn reports whether a template that is not the chart's own gets all
// values: one of a library may read any of them.
func handAllOn(of []*mentions) bool {
	own := lists.Set(lists.Flat(of, func(m *mentions) []string { return m.defined }))
	return slices.ContainsFunc(of, func(m *mentions) bool {
		return slices.ContainsFunc(m.included, func(name string) bool { return !own[name] })
	})
}

// ofDependency reports whether values of this name are for a dependency, be it there or not, or for all of them.
func ofDependency(c *helmchart.Chart, key string) bool {
	return key == "global" || slices.ContainsFunc(c.Dependencies, func(d *helmchart.Chart) bool { return d.Name() == key }) ||
		slices.ContainsFunc(c.Metadata.Dependencies, func(d *helmchart.Dependency) bool {
			return d.Name == key || d.Alias == key || len(d.ImportValues) > 0
		})
}

// along reports whether a way into the values leads along keys, or they along it.
// A step of it that is computed may be any key.
func along(way, keys []string) bool {
	for i := range min(len(way), len(keys)) {
		if step := strings.Trim(way[i], `"`); step != keys[i] && !strings.HasPrefix(way[i], "$") && !strings.HasPrefix(way[i], ".") {
			return false
		}
	}
	return true
}
