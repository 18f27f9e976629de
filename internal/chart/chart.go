// Package chart renders Helm charts, and knows of each rendered character
// which value, template or default it came from. It is the only user of Helm.
//
// A chart is rendered twice. Helm's own engine makes the text that is judged.
// Before it a tracer of our own renders the same templates within bounds, with
// values and template text in marks. Where both come to the same text, the
// marks tell the place of every character; where they do not, no place but the
// template is claimed.
package chart

import (
	"bytes"
	"io"
	"log"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/loader/archive"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Chart is a chart in memory.
type Chart struct {
	Path   string // a folder or an archive
	folder bool
	raw    []*common.File // all files, those of dependencies in folders too
	files  map[string]*source.File
	names  map[*byte]string // of files, by where their bytes are
}

// IsChart tells whether a folder or an archive may be a chart.
func IsChart(name string) bool {
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	if !info.IsDir() {
		return strings.HasSuffix(name, ".tgz") || strings.HasSuffix(name, ".tar.gz")
	}
	_, err = os.Stat(filepath.Join(name, "Chart.yaml"))
	return err == nil
}

// quiet keeps Helm from printing: what it has to say it says in errors.
var quiet = sync.OnceFunc(func() { log.SetOutput(io.Discard) })

// Load reads a chart from a folder, or from an archive that ends in .tgz.
func Load(name string) (*Chart, error) {
	quiet()
	loaded, err := loader.Load(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	c := &Chart{Path: filepath.ToSlash(filepath.Clean(name)), folder: info.IsDir(), raw: loaded.Raw, files: map[string]*source.File{}, names: map[*byte]string{}}
	c.name(loaded.Raw, c.Path)
	return c, nil
}

// name remembers what files are called, by where their bytes are in memory: a
// dependency does not tell the folder that it came from.
func (c *Chart) name(files []*common.File, folder string) {
	for _, f := range files {
		if len(f.Data) > 0 && c.names[&f.Data[0]] == "" {
			c.names[&f.Data[0]] = path.Join(folder, f.Name)
		}
	}
}

// fresh gives the chart once more: Helm changes the one that it renders.
func (c *Chart) fresh() (*chart.Chart, error) {
	files := make([]*archive.BufferedFile, len(c.raw))
	for i, f := range c.raw {
		files[i] = &archive.BufferedFile{Name: f.Name, ModTime: f.ModTime, Data: f.Data}
	}
	loaded, err := loader.LoadFiles(files)
	if err != nil {
		return nil, err
	}
	c.nameArchives(loaded)
	withoutNetwork(loaded)
	return loaded, nil
}

// nameArchives names the files of dependencies that are archives themselves.
func (c *Chart) nameArchives(loaded *chart.Chart) {
	for _, d := range loaded.Dependencies() {
		if len(d.Raw) > 0 && len(d.Raw[0].Data) > 0 && c.names[&d.Raw[0].Data[0]] == "" {
			c.name(d.Raw, c.Path+"/charts/"+d.Name()+"-"+d.Metadata.Version+".tgz")
		}
		c.nameArchives(d)
	}
}

var remote = regexp.MustCompile(`"\$ref"\s*:\s*"https?:`)

// withoutNetwork drops schemas of values that Helm would fetch.
func withoutNetwork(c *chart.Chart) {
	if remote.Match(c.Schema) {
		c.Schema = nil
	}
	for _, d := range c.Dependencies() {
		withoutNetwork(d)
	}
}

// file is a file of a chart or of a dependency, and its text. Helm takes byte
// order marks off.
func (c *Chart) file(of *chart.Chart, f *common.File) (*source.File, source.Text) {
	name := path.Join(c.Path, of.ChartFullPath(), f.Name)
	if len(f.Data) > 0 && c.names[&f.Data[0]] != "" {
		name = c.names[&f.Data[0]]
	}
	if c.files[name] == nil {
		data := f.Data
		if c.folder && !strings.Contains(name, ".tgz/") {
			if onDisk, err := os.ReadFile(filepath.FromSlash(name)); err == nil && bytes.Equal(bytes.TrimPrefix(onDisk, byteOrderMark), data) {
				data = onDisk
			}
		}
		c.files[name] = source.NewFile(name, data)
	}
	file := c.files[name]
	return file, source.Verbatim(file.Span(len(file.Data)-len(f.Data), len(file.Data)))
}

// valuesFile is the file of a chart's own values; nil: it has none.
func (c *Chart) valuesFile(of *chart.Chart) *source.File {
	for _, f := range of.Raw {
		if f.Name == "values.yaml" {
			file, _ := c.file(of, f)
			return file
		}
	}
	return nil
}

// Adopt makes a file that was read already the chart's own, if it is one of
// its files: what is said of either is then said of the same.
func (c *Chart) Adopt(f *source.File) {
	for _, own := range c.raw {
		if c.folder && path.Join(c.Path, own.Name) == f.Name && bytes.Equal(bytes.TrimPrefix(f.Data, byteOrderMark), own.Data) {
			c.files[f.Name] = f
		}
	}
}

var byteOrderMark = []byte("\xef\xbb\xbf")
