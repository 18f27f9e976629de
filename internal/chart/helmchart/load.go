package helmchart

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

// Bounds of charts, far beyond those that people make.
const (
	mostLevels = 20     // charts within charts
	mostCharts = 1000   // directly within another one, or declared by it
	mostFiles  = 50_000 // below a folder
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// Text is what a file holds. Helm takes byte order marks off.
func (f *File) Text() []byte { return bytes.TrimPrefix(f.Data, byteOrderMark) }

// New makes a chart of its files, as Helm does.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/v2/loader/load.go
func New(files []*File, run *budget.Run) (*Chart, error) { return within(0, files, run) }

// within makes a chart that stands so deep in others.
func within(level int, files []*File, run *budget.Run) (*Chart, error) {
	if level > mostLevels {
		return nil, budget.Beyond("charts are nested more than %d deep", mostLevels)
	}
	c := &Chart{Raw: files}
	for _, f := range files { // others depend on what it says
		if f.Name == "Chart.yaml" {
			c.Metadata = cmp.Or(c.Metadata, &Metadata{})
			if err := f.read(c.Metadata); err != nil {
				return nil, err
			}
			c.Metadata.APIVersion = cmp.Or(c.Metadata.APIVersion, "v1")
		}
	}
	below := map[string][]*File{} // files of dependencies
	for _, f := range files {
		if err := c.take(f, below); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Metadata == nil:
		//lint:ignore ST1005 these are Helm's words
		return nil, errors.New("Chart.yaml file is missing")
	case c.Metadata.APIVersion == "":
		return nil, invalid("chart.metadata.apiVersion is required")
	}
	if filledIn.MatchString(c.Metadata.Version) {
		c.FilledIn, c.Metadata.Version = c.Metadata.Version, "0.0.0"
	}
	if err := c.Metadata.validate(); err != nil {
		return nil, err
	}
	if max(len(below), len(c.Metadata.Dependencies)) > mostCharts {
		return nil, budget.Beyond("a chart depends on more than %d others", mostCharts)
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		if strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") {
			continue
		}
		d, err := dependency(level+1, name, below[name], run)
		if err != nil {
			return nil, fmt.Errorf("error unpacking subchart %s in %s: %w", name, c.Name(), err)
		}
		c.add(d)
	}
	return c, nil
}

// take gives a file its place in a chart.
func (c *Chart) take(f *File, below map[string][]*File) (err error) {
	switch {
	case f.Name == "Chart.yaml":
	case f.Name == "Chart.lock":
		return f.read(&lock{})
	case f.Name == "values.yaml":
		if c.Values, err = ReadValues(f.Text()); err != nil {
			return fmt.Errorf("cannot load values.yaml: %w", err)
		}
	case f.Name == "values.schema.json":
		c.Schema = f.Text()
	case f.Name == "requirements.yaml" || f.Name == "requirements.lock": // of charts of v1
		c.Metadata = cmp.Or(c.Metadata, &Metadata{})
		if c.Metadata.APIVersion == "v1" {
			c.Files = append(c.Files, f)
		}
		if f.Name == "requirements.lock" {
			return f.read(&lock{})
		}
		return f.read(c.Metadata)
	case strings.HasPrefix(f.Name, "templates/"):
		c.Templates = append(c.Templates, f)
	case strings.HasPrefix(f.Name, "charts/") && filepath.Ext(f.Name) != ".prov":
		name, _, _ := strings.Cut(strings.TrimPrefix(f.Name, "charts/"), "/")
		below[name] = append(below[name], f)
	default:
		c.Files = append(c.Files, f)
	}
	return nil
}

// lock is what Chart.lock must look like; nothing is done with it.
type lock struct {
	Generated    time.Time
	Digest       string
	Dependencies []*Dependency
}

// read reads a file of YAML into what it must look like.
func (f *File) read(to any) error {
	if err := Unmarshal(f.Text(), to); err != nil {
		return fmt.Errorf("cannot load %s: %w", f.Name, err)
	}
	return nil
}

// dependency makes a chart of an archive, or of the files of a folder, below
// charts/.
func dependency(level int, name string, files []*File, run *budget.Run) (*Chart, error) {
	if filepath.Ext(name) == ".tgz" {
		if first := strings.TrimPrefix(files[0].Name, "charts/"); first != name {
			return nil, fmt.Errorf("expected %s, got %s", name, first)
		}
		inside, err := unpack(bytes.NewReader(files[0].Text()), files[0].Path, run)
		if err != nil {
			return nil, err
		}
		return within(level, inside, run)
	}
	var all []*File
	for _, f := range files {
		if inside, ok := strings.CutPrefix(f.Name, "charts/"+name+"/"); ok { // a file by itself is no chart
			all = append(all, &File{Name: inside, Path: f.Path, Data: f.Data})
		}
	}
	return within(level, all, run)
}
