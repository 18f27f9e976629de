package helmchart

import (
	"archive/tar"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// Bounds of charts, far beyond those that people make.
const (
	mostLevels = 20     // charts within charts
	mostCharts = 1000   // directly within another one, or declared by it
	mostFiles  = 50_000 // below a folder
)

var errTooDeep = budget.Beyond("charts are nested more than %d deep", mostLevels)

var byteOrderMark = []byte("\xef\xbb\xbf")

// Text is what a file holds. Helm takes byte order marks off.
func (f *File) Text() []byte { return bytes.TrimPrefix(f.Data, byteOrderMark) }

// New makes a chart of its files, as Helm does.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/v2/loader/load.go
func New(files []*File, run *budget.Run) (*Chart, error) { return within(0, files, run) }

// within makes a chart that stands so deep in others.
func within(level int, files []*File, run *budget.Run) (*Chart, error) {
	if level > mostLevels {
		return nil, errTooDeep
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

// dependency makes a chart of an archive, or of the files of a folder, below charts/.
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
	return within(level, lists.Found(files, func(f *File) (*File, bool) {
		inside, is := strings.CutPrefix(f.Name, "charts/"+name+"/") // a file by itself is no chart
		return &File{Name: inside, Path: f.Path, Data: f.Data}, is
	}), run)
}

func openArchive(from filesystem.System, name string, run *budget.Run) ([]*File, error) {
	data, err := filesystem.ReadNamed(from, name, mostBytes)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte("\x1f\x8b\x08")) {
		return nil, fmt.Errorf("file '%s' does not appear to be a gzipped archive", name)
	}
	run.Read(len(data))
	return unpack(bytes.NewReader(data), "", run)
}

// unpack reads the files of a gzipped archive that lies somewhere in a chart, and refuses what Helm refuses.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/loader/archive/archive.go
func unpack(archive io.Reader, at string, run *budget.Run) ([]*File, error) {
	zip, err := gzip.NewReader(archive)
	if err != nil {
		return nil, err
	}
	defer zip.Close()
	var files []*File
	left := int64(mostBytes)
	bounded := &unpacked{from: zip, run: run}
	for in := tar.NewReader(bounded); ; {
		h, err := in.Next()
		if over := run.Unpacked(perFile); over != nil {
			return nil, over
		}
		switch {
		case errors.Is(err, io.EOF) && len(files) == 0:
			return nil, errors.New("no files in chart archive")
		case errors.Is(err, io.EOF):
			return files, nil
		case err != nil:
			return nil, err
		case h.FileInfo().IsDir() || h.Typeflag == tar.TypeXGlobalHeader || h.Typeflag == tar.TypeXHeader:
			continue
		}
		name, err := archived(h.Name)
		if err != nil {
			return nil, err
		}
		if left -= h.Size; left <= 0 {
			return nil, budget.Beyond("decompressed chart is larger than the maximum size %d", mostBytes)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		files = append(files, &File{Name: name, Path: path.Join(at, name), Data: bytes.TrimPrefix(data, byteOrderMark)})
	}
}

// perFile is what a file takes beside its bytes, however many it has.
const perFile = 1024

// unpacked is an archive of which each byte that comes out is counted.
type unpacked struct {
	from io.Reader
	run  *budget.Run
}

func (u *unpacked) Read(p []byte) (int, error) {
	if u.run.Room() == 0 {
		return 0, u.run.Unpacked(1)
	}
	n, err := u.from.Read(p[:min(len(p), u.run.Room())])
	return n, errors.Join(err, u.run.Unpacked(n))
}

var drive = lazyregexp.New(`^[a-zA-Z]:/`)

// archived is the name of a file in an archive, without the folder that all of it lies in.
func archived(full string) (string, error) {
	separator := either.Of(strings.Contains(full, `\`), `\`, "/") // packed on Windows
	base, name, _ := strings.Cut(full, separator)
	name = strings.ReplaceAll(name, separator, "/")
	clean := path.Clean(name)
	switch {
	case path.IsAbs(name):
		return "", errors.New("chart illegally contains absolute paths")
	case clean == ".":
		return "", fmt.Errorf("chart illegally contains content outside the base directory: %q", full)
	case strings.HasPrefix(clean, ".."):
		return "", errors.New("chart illegally references parent directory")
	case drive.MatchString(clean):
		return "", errors.New("chart contains illegally named files")
	case base == "Chart.yaml":
		return "", errors.New("chart yaml not in base directory")
	}
	return clean, nil
}
