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

// withCharts adds the charts that named values files count for: what templates make of
// values is judged, and not what they look like. Of a template that somebody is typing the chart stands for it.
func (s *Session) withCharts(files []found) []found {
	all := slices.Clone(files)
	for _, f := range files {
		if !f.named && !f.typed || f.chart || f.path == StdinName {
			continue
		}
		folder, way := chartAround(s.files, f.path, f.typed)
		if folder == "" {
			continue
		}
		if f.typed && chart.IsPart(way) {
			all = slices.DeleteFunc(all, func(of found) bool { return of.path == f.path })
		}
		at := slices.IndexFunc(all, func(of found) bool { return of.chart && s.samePath(of.path, folder) })
		if at < 0 {
			at = len(all)
			all = append(all, s.configure([]found{{path: folder, chart: true, typed: f.typed}}, &Skipped{})...)
		}
		if at < len(all) && !f.typed && (len(all[at].values) > 0 || at >= len(files)) {
			all[at].values = append(all[at].values, filepath.ToSlash(filepath.Clean(f.path)))
		}
	}
	return all
}

// chartAround is the nearest chart that a file counts for, or the outermost one that depends on it, and
// the way from there to the file; empty where there is none. Its templates count where somebody is typing.
func chartAround(system filesystem.System, name string, typed bool) (folder, way string) {
	for dir, below := filepath.Dir(name), filepath.Base(name); ; {
		whole, err := system.Abs(dir)
		if err != nil {
			return folder, way
		}
		counts := chart.IsOwn(below) || typed && chart.IsPart(below) ||
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
