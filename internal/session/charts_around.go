package session

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// withCharts adds the charts that named values files and templates count for: what templates make of
// values is judged, and not what they look like. For a template its chart stands, as a whole.
func (s *Session) withCharts(files []found) []found {
	all, values := slices.Clone(files), []found{}
	for _, f := range files {
		if !f.named && !f.typed || f.chart || f.path == StdinName {
			continue
		}
		folder, way := chartAround(s.files, f.path, f.typed)
		switch {
		case folder == "":
		case chart.IsTemplate(way) || f.typed:
			if chart.IsPart(way) {
				all = slices.DeleteFunc(all, func(of found) bool { return of.path == f.path })
			}
			all, _ = s.withChart(all, folder)
		default:
			values = append(values, found{path: f.path, root: folder})
		}
	}
	for _, f := range values {
		before := len(all)
		at := 0
		if all, at = s.withChart(all, f.root); at < len(all) && (at == before || len(all[at].values) > 0) {
			all[at].values = append(all[at].values, filepath.ToSlash(filepath.Clean(f.path)))
		}
	}
	return all
}

// withChart adds a chart, unless it is there or its configuration leaves it out, and tells its place.
func (s *Session) withChart(all []found, folder string) (with []found, at int) {
	if at = slices.IndexFunc(all, func(of found) bool { return of.chart && s.samePath(of.path, folder) }); at >= 0 {
		return all, at
	}
	return append(all, s.configure([]found{{path: folder, chart: true}}, &Skipped{})...), len(all)
}

// chartAround is the nearest chart that a file counts for, or the outermost one that depends on it, and
// the way from there to the file; empty where there is none. While somebody is typing all of a chart counts.
func chartAround(system filesystem.System, name string, typed bool) (folder, way string) {
	for dir, below := filepath.Dir(name), filepath.Base(name); ; {
		whole, err := system.Abs(dir)
		if err != nil {
			return folder, way
		}
		counts := chart.IsOwn(below) || chart.IsTemplate(below) || typed && chart.IsPart(below) ||
			folder == "" && (chart.IsValues(below) || typed && !strings.Contains(below, "/"))
		if counts && chart.IsChart(system, dir) {
			folder, way = dir, below
		}
		if whole == filepath.Dir(whole) {
			return folder, way
		}
		below = filepath.Base(whole) + "/" + below
		if base := filepath.Base(dir); base == "." || base == ".." {
			dir = filepath.Join(dir, "..")
		} else {
			dir = filepath.Dir(dir)
		}
	}
}

// keepNamed leaves, of what charts come to that nobody named, what stands in the values files
// that somebody did, what these have a part in, and what the chart's own values alone do not bring.
func keepNamed(inputs []*input.Input, result *lint.Result) {
	named, own := map[*workload.Workload][]string{}, map[*workload.Workload]bool{}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if in.Only != nil {
				named[w], own[w] = in.Only, in.Before
			}
		}
	}
	result.Findings = slices.DeleteFunc(result.Findings, func(f *lint.Finding) bool {
		only, some := named[f.Workload]
		if !some || slices.Contains(only, f.Span.File.Name) {
			return false
		}
		partOf := slices.ContainsFunc(f.Related, func(r lint.Related) bool { return slices.Contains(only, r.Span.File.Name) })
		before := slices.ContainsFunc(f.All(), func(of *lint.Finding) bool { return own[of.Workload] })
		return f.Severity == lint.Info || !partOf && before
	})
}
