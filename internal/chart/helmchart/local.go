package helmchart

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/filesystem"
)

// local reads the charts of the same repository that a chart depends on by
// file://, and puts them where helm dependency build would.
type local struct {
	from  filesystem.System
	root  string // of the repository, which nothing is read outside of
	run   *budget.Run
	above []string // real folders of the charts that asked, from the outermost
	left  int      // bytes that they may still come to
}

// withLocal adds the files of such charts to those of a chart. What cannot be read
// stays missing.
func withLocal(from filesystem.System, dir string, files []*File, run *budget.Run) []*File {
	real, err := from.Real(dir)
	if err == nil {
		real, err = from.Abs(real)
	}
	if err != nil {
		return files
	}
	l := &local{from: from, root: filesystem.Root(from, real), run: run, left: mostBytes}
	return l.with(dir, real, files)
}

func (l *local) with(dir, real string, files []*File) []*File {
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
	real, err := l.from.Real(dir)
	if err == nil {
		real, err = l.from.Abs(real)
	}
	if err != nil || l.left < 0 {
		return nil
	}
	if below, err := filepath.Rel(l.root, real); err != nil || !filepath.IsLocal(below) {
		return nil
	}
	files, _, err := readFolder(l.from, dir, l.run)
	for _, f := range files {
		l.left -= len(f.Data)
	}
	l.left -= perChart
	if err != nil || l.left < 0 || !slices.ContainsFunc(files, isChartYAML) {
		return nil
	}
	return l.with(dir, real, files)
}

// perChart is what a chart counts for beside its bytes.
const perChart = 100 << 10

func isChartYAML(f *File) bool { return f.Name == "Chart.yaml" }

// dependenciesOf are those that the Chart.yaml among some files names.
func dependenciesOf(files []*File) []*Dependency {
	i := slices.IndexFunc(files, isChartYAML)
	if i < 0 {
		return nil
	}
	var m Metadata
	if files[i].read(&m) != nil {
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
