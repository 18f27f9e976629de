package helmchart

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/ignore"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// mostBytes is how large a chart may be: Helm's own bound.
const mostBytes = 100 << 20

func Load(from filesystem.System, name string, run *budget.Run) (*Chart, error) {
	info, err := from.Stat(name)
	if err != nil {
		return nil, err
	}
	var files []*File
	var links []string
	if info.IsDir() {
		if files, links, err = readFolder(from, name, run); err == nil {
			l := &local{from: from, root: filesystem.Root(from, filesystem.Way(from, name)), run: run, left: mostBytes}
			files = l.with(name, files)
		}
	} else {
		files, err = openArchive(from, name, run)
	}
	var c *Chart
	if err == nil {
		c, err = New(files, run)
	}
	if err != nil && links != nil {
		err = fmt.Errorf("%w; links out of a chart are not followed: %s", err, strings.Join(links, ", "))
	}
	if err != nil {
		return nil, err
	}
	c.Links = links
	return c, nil
}

// mostIgnored is how large .helmignore may be, and mostMatched how much of it may be looked at for all files together.
const (
	mostIgnored = 1 << 20
	mostMatched = 200 << 20
)

// readFolder reads the files of a folder, but for those that .helmignore names,
// and names the links that lead out of it.
func readFolder(from filesystem.System, dir string, run *budget.Run) (files []*File, links []string, err error) {
	f := &folder{from: from, dir: dir, rules: ignore.Empty(), left: mostBytes, run: run}
	if name := filepath.Join(dir, ignore.HelmIgnore); !filesystem.LeadsOut(from, name, dir) {
		if data, err := filesystem.ReadFile(from, name, mostIgnored); err == nil {
			if f.rules, err = ignore.Parse(bytes.NewReader(data)); err != nil {
				return nil, nil, err
			}
			f.perFile = len(data)
		}
	}
	f.rules.AddDefaults()
	err = f.walk("", nil)
	return f.files, f.links, err
}

type folder struct {
	from    filesystem.System
	dir     string
	rules   *ignore.Rules
	perFile int // bytes of rules
	seen    int // files
	files   []*File
	links   []string
	left    int64 // bytes that may still be read
	run     *budget.Run
}

// walk reads what is below a folder. Helm follows symbolic links; here those that lead out of the chart are left alone,
// as a chart may be a stranger's. above are the folders that it came through, so that no link leads round in a circle.
func (f *folder) walk(below string, above []os.FileInfo) error {
	here := filepath.Join(f.dir, filepath.FromSlash(below))
	if strings.Count("/"+filepath.ToSlash(here)+"/", "/charts/") > mostLevels+1 {
		return errTooDeep
	}
	info, err := f.from.Stat(here)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(above, func(a os.FileInfo) bool { return os.SameFile(a, info) }) {
		return fmt.Errorf("symbolic link %s leads back to where it is", below)
	}
	above = append(above[:len(above):len(above)], info)
	entries, err := f.from.ReadDir(here)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := f.entry(path.Join(below, e.Name()), e, above); err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) entry(name string, e os.DirEntry, above []os.FileInfo) error {
	f.seen++
	switch {
	case f.seen > mostFiles:
		return budget.Beyond("a chart of more than %d files", mostFiles)
	case f.seen*f.perFile > mostMatched:
		return budget.Beyond(".helmignore is too long for this many files")
	}
	full := filepath.Join(f.dir, filepath.FromSlash(name))
	info, err := f.from.Stat(full)
	switch {
	case err != nil:
		return err
	case f.rules.Ignore(name, info):
		return nil
	case e.Type()&os.ModeSymlink != 0 && filesystem.LeadsOut(f.from, full, f.dir):
		f.links = append(f.links, name)
		return nil
	case info.IsDir():
		return f.walk(name, above)
	}
	return f.read(name, full, info)
}

var errTooLarge = budget.Beyond("chart exceeds maximum decompressed size of %d bytes", mostBytes)

func (f *folder) read(name, full string, info os.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("cannot load irregular file " + full + " as it has file mode type bits set")
	}
	if info.Size() > f.left {
		return fmt.Errorf("error reading %s: %w", name, errTooLarge)
	}
	data, err := filesystem.ReadFile(f.from, full, f.left)
	if err != nil {
		return fmt.Errorf("error reading %s: %w", name, err)
	}
	f.left -= int64(len(data))
	f.run.Read(len(data))
	f.files = append(f.files, &File{Name: name, Path: name, Data: data})
	return nil
}

// local reads the charts of the same repository that a chart depends on by
// file://, and puts them where helm dependency build would.
type local struct {
	from  filesystem.System
	root  string // of the repository, which nothing is read outside of
	run   *budget.Run
	above []string // real folders of the charts that asked, from the outermost
	left  int      // bytes that they may still come to
}

// with adds the files of such charts to those of a chart. What cannot be read stays missing.
func (l *local) with(dir string, files []*File) []*File {
	real := filesystem.Way(l.from, dir)
	if len(l.above) > mostLevels || slices.Contains(l.above, real) {
		return files
	}
	l.above = append(l.above, real)
	defer func() { l.above = l.above[:len(l.above)-1] }()
	for _, d := range dependenciesOf(files) {
		below, is := strings.CutPrefix(d.Repository, "file://")
		if !is || filepath.IsAbs(below) || d.Name == "" || strings.Contains(d.Name, "/") || hasDependency(files, d.Name) {
			continue
		}
		for _, f := range l.chart(filepath.Join(dir, filepath.FromSlash(below))) {
			files = append(files, &File{Name: path.Join("charts", d.Name, f.Name), Path: path.Join(below, f.Path), Data: f.Data})
		}
	}
	return files
}

// chart reads the chart of a folder; nil where there is none in the repository.
func (l *local) chart(dir string) []*File {
	if l.left < 0 || !filesystem.Within(l.root, filesystem.Way(l.from, dir)) {
		return nil
	}
	files, _, err := readFolder(l.from, dir, l.run)
	l.left -= perChart + lists.Sum(files, func(f *File) int { return len(f.Data) })
	if err != nil || l.left < 0 || !slices.ContainsFunc(files, isChartYAML) {
		return nil
	}
	return l.with(dir, files)
}

// perChart is what a chart counts for beside its bytes.
const perChart = 100 << 10

func isChartYAML(f *File) bool { return f.Name == "Chart.yaml" }

// dependenciesOf are those that the Chart.yaml among some files names.
func dependenciesOf(files []*File) []*Dependency {
	var m Metadata
	if f, is := lists.First(files, isChartYAML); !is || f.read(&m) != nil {
		return nil
	}
	return slices.DeleteFunc(m.Dependencies, func(d *Dependency) bool { return d == nil })
}

// hasDependency reports whether a chart of a name was put into charts already.
func hasDependency(files []*File, name string) bool {
	return slices.ContainsFunc(files, func(f *File) bool {
		return strings.HasPrefix(f.Name, "charts/"+name+"/") || strings.HasPrefix(f.Name, "charts/"+name+"-") && strings.HasSuffix(f.Name, ".tgz")
	})
}
