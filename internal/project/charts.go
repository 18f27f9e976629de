package project

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Charts are what charts are rendered with, as for helm: values files, of which
// the last counts, and key=value, which override them; and for which Kubernetes.
type Charts struct {
	Values, SetJSON, Set, SetString, SetFile, SetLiteral []string
	KubeVersion                                          string
	APIVersions                                          []string
}

// settings are those of the command line in the order in which Helm takes them.
func (c Charts) settings() []chart.Setting {
	set := func(option string, all []string) []chart.Setting {
		return lists.Of(all, func(s string) chart.Setting { return chart.Setting{Option: option, Text: s} })
	}
	return slices.Concat(set("--set-json", c.SetJSON), set("--set", c.Set),
		set("--set-string", c.SetString), set("--set-file", c.SetFile), set("--set-literal", c.SetLiteral))
}

// Files are the names of those that charts are rendered with.
func (c Charts) Files() []string {
	return slices.Concat(c.Values, lists.Flat(c.settings(), chart.Setting.Names))
}

// readSettings reads the files that --set-file names.
func (p *Project) readSettings(known map[string]*source.File) ([]chart.Setting, error) {
	all := p.options.Charts.settings()
	for i := range all {
		for _, name := range all[i].Names() {
			f, err := p.valuesFile(name, known)
			if err != nil {
				return nil, fmt.Errorf("--set-file: %w", err)
			}
			all[i].Files = append(all[i].Files, f)
		}
	}
	return all, nil
}

// any reports whether something is said of charts.
func (c Charts) any() bool {
	return len(c.Values)+len(c.settings())+len(c.KubeVersion)+len(c.APIVersions) > 0
}

// cluster is what is said of the Kubernetes that charts are rendered for.
func (c Charts) cluster() (of helmchart.Cluster, err error) {
	if c.KubeVersion != "" {
		if of.KubeVersion, err = helmchart.ParseKubeVersion(c.KubeVersion); err != nil {
			return of, fmt.Errorf("--kube-version: %w", err)
		}
		of.KubeVersionBy = "--kube-version"
	}
	if len(c.APIVersions) > 0 {
		of.APIVersions, of.APIVersionsBy = c.APIVersions, "--api-versions"
	}
	return of, nil
}

// readChart reads a chart as one release, or as several. known are the files that were read already, by their names.
func (p *Project) readChart(f found, known map[string]*source.File) (inputs []*Input, err error) {
	defer func() { caught(recover(), f.path, &err) }()
	c, err := chart.Load(p.files, f.path, p.run)
	if err != nil {
		var failed error = source.Unreadable(f.path, err)
		if !f.named && !p.strict(f.config) && !(chart.Exceeded(err) && (f.meant || p.run.Exhausted())) {
			file := source.NewFile(filepath.ToSlash(f.path), nil)
			note := &source.Problem{File: file, Message: "not read as a chart: " + err.Error()}
			inputs, failed = []*Input{{Input: &reading.Input{File: file, Notes: []*source.Problem{note}}}}, nil
		}
		for _, below := range p.chartsWithin(f) {
			of, err := p.readChart(below, known)
			inputs, failed = append(inputs, of...), errors.Join(failed, err)
		}
		return inputs, failed
	}
	c.Adopt(known)
	releases, err := p.releases(c, f, known)
	if err != nil {
		return nil, err
	}
	var beyond []chart.Release
	if len(releases) > mostReleases {
		releases, beyond = releases[:mostReleases:mostReleases], releases[mostReleases:]
	}
	ownNamed := func(r chart.Release) bool { return len(r.Values) == len(p.options.Charts.Values) }
	before := f.values != nil && !slices.ContainsFunc(releases, ownNamed)
	if before {
		own := releases[0]
		own.Values = own.Values[1:]
		releases = append(releases, own)
	}
	asked := f.named
	options := input.Options{Images: f.config.Images, Own: p.own, Kept: p.kept}
	for i, r := range releases {
		in := readRelease(c, r, options)
		in.Only, in.Before = f.values, before && i == len(releases)-1
		inputs = append(inputs, in)
		asked = asked && (!in.Rendered || len(releases) == 1)
		if in.Exceeded && p.run.Exhausted() {
			if left := releases[i+1:]; len(left) > 0 {
				message := "nor is the chart rendered with " + valuesOf(left)
				in.Problems = append(in.Problems, &source.Problem{File: in.Problems[0].File, Message: message})
			}
			in.Exceeded = i == 0 // with its own values it was rendered: that others are too many is no fault of it
			break
		}
	}
	for _, link := range c.Links() {
		inputs[0].Notes = append(inputs[0].Notes, source.About(link, "points outside the chart and is not followed"))
	}
	for i, in := range inputs {
		bound := in.Exceeded && (p.asked(f) || p.run.Exhausted())
		if !bound && (i > 0 || !asked && !p.strict(f.config)) { // it needs values of other files, or nobody asked for it
			in.LeaveAsNotes()
		}
		if i > 0 {
			in.Notes = slices.DeleteFunc(in.Notes, func(n *source.Problem) bool { return saidOfChart(n, inputs[0]) })
		}
	}
	if len(beyond) > 0 {
		said := either.Of(p.asked(f), &inputs[0].Problems, &inputs[0].Notes)
		*said = append(*said, source.About(filepath.ToSlash(f.path),
			"more than %d values files are beside it: not rendered with %s; name them with --values", mostReleases-1, valuesOf(beyond)))
	}
	return inputs, nil
}

// chartsWithin are the charts in the folder of a chart's dependencies, which stand for
// themselves where that chart cannot be read.
func (p *Project) chartsWithin(f found) []found {
	folder := filepath.Join(f.path, "charts")
	entries, err := p.files.ReadDir(folder)
	if err != nil {
		return nil
	}
	return lists.Found(entries, func(e fs.DirEntry) (found, bool) {
		path := filepath.Join(folder, e.Name())
		return found{path: path, root: f.root, config: f.config, chart: true}, e.IsDir() && isChart(p.files, path)
	})
}

// saidOfChart reports whether a note on the chart as a whole is one of the first release, too.
func saidOfChart(n *source.Problem, first *Input) bool {
	said := slices.Concat(first.Notes, first.Problems)
	return n.Span.IsZero() && slices.ContainsFunc(said, func(have *source.Problem) bool {
		return have.Span.IsZero() && have.File.Name == n.File.Name && have.Message == n.Message
	})
}

func valuesOf(all []chart.Release) string {
	names := lists.Of(lists.Flat(all, func(r chart.Release) []*source.File { return r.Values }),
		func(f *source.File) string { return f.Name })
	if more := len(names) - mostNamedValues; more > 1 {
		return strings.Join(names[:mostNamedValues], ", ") + fmt.Sprintf(", and %d more", more)
	}
	return strings.Join(names, ", ")
}

const (
	mostReleases    = 201 // of a chart: with its own values, and with those of files beside it
	mostNamedValues = 5   // that a problem names
)

// releases are what a chart is rendered with: the values that the user named, else its own, and with each values file
// beside them. Of a chart that nobody named it is each values file that somebody did; its own, and those of charts
// below it, are in all of them.
func (p *Project) releases(c *chart.Chart, of found, known map[string]*source.File) (all []chart.Release, err error) {
	given := p.options.Charts.Values
	var values [][]string // of each release
	switch {
	case of.values != nil:
		for _, name := range of.values {
			names := given
			if way, _ := filepath.Rel(of.path, name); !chart.IsOwn(filepath.ToSlash(way)) {
				names = append([]string{name}, given...)
			}
			if !slices.ContainsFunc(values, func(have []string) bool { return slices.Equal(have, names) }) {
				values = append(values, names)
			}
		}
	case len(given)+len(p.options.Charts.settings()) > 0:
		values = [][]string{given}
	default:
		values = append([][]string{nil}, lists.Of(c.ValuesBeside(), func(name string) []string { return []string{name} })...)
	}
	settings, err := p.readSettings(known)
	if err != nil {
		return nil, err
	}
	for _, names := range values {
		of := of.config.For(append(slices.Clone(names), of.path)...)
		r := chart.Release{Set: settings, Cluster: p.Cluster.Over(of.Cluster)}
		for _, name := range names {
			f, err := p.valuesFile(name, known)
			switch {
			case err != nil && slices.Contains(given, name):
				return nil, fmt.Errorf("--values: %w", err)
			case err != nil:
				return nil, err
			}
			r.Values = append(r.Values, f)
		}
		all = append(all, r)
	}
	return all, nil
}

// valuesFile reads a file once.
func (p *Project) valuesFile(name string, known map[string]*source.File) (*source.File, error) {
	clean := filepath.ToSlash(filepath.Clean(name))
	if known[clean] == nil {
		f, err := ReadFile(p.files, name)
		if err != nil {
			return nil, err
		}
		known[clean] = f
	}
	return known[clean], nil
}

// insideChart tells the folders of a chart that are read with it, and not by themselves.
func insideChart(files filesystem.System, p string, d fs.DirEntry) bool {
	return (d.Name() == "templates" || d.Name() == "charts") && chart.IsChart(files, filepath.Dir(p))
}

// CheckCharts refuses options about charts where nothing is one.
func (p *Project) CheckCharts(r *Files) error {
	if !p.options.Charts.any() || slices.ContainsFunc(r.read, func(f found) bool { return f.chart }) {
		return nil
	}
	return errors.New("--values, --set, --kube-version and --api-versions are for charts, but there is none")
}

// withCharts adds the charts that named values files and templates count for: what templates make of
// values is judged, and not what they look like. For a template its chart stands, as a whole.
func (p *Project) withCharts(files []found) []found {
	all, values := slices.Clone(files), []found{}
	for _, f := range files {
		if !f.named && !f.typed || f.chart || f.path == StdinName {
			continue
		}
		folder, way := chartAround(p.files, f.path, f.typed)
		switch {
		case folder == "":
		case chart.IsTemplate(way) || f.typed:
			if chart.IsPart(way) {
				all = slices.DeleteFunc(all, func(of found) bool { return of.path == f.path })
			}
			all, _ = p.withChart(all, folder)
		default:
			values = append(values, found{path: f.path, root: folder})
		}
	}
	for _, f := range values {
		before := len(all)
		at := 0
		if all, at = p.withChart(all, f.root); at < len(all) && (at == before || len(all[at].values) > 0) {
			all[at].values = append(all[at].values, filepath.ToSlash(filepath.Clean(f.path)))
		}
	}
	return all
}

// withChart adds a chart, unless it is there or its configuration leaves it out, and tells its place.
func (p *Project) withChart(all []found, folder string) (with []found, at int) {
	if at = slices.IndexFunc(all, func(of found) bool { return of.chart && p.samePath(of.path, folder) }); at >= 0 {
		all[at].meant = true
		return all, at
	}
	return append(all, p.configure([]found{{path: folder, chart: true, meant: true}}, &Skipped{})...), len(all)
}

// chartAround is the nearest chart that a file counts for, or the outermost one that depends on it, and
// the way from there to the file; empty where there is none. While somebody is typing all of a chart counts.
func chartAround(system filesystem.System, name string, typed bool) (folder, way string) {
	whole, err := system.Abs(filepath.Dir(name))
	if err != nil {
		return "", ""
	}
	for dir, below := filepath.Dir(name), filepath.Base(name); ; {
		counts := chart.IsOwn(below) || chart.IsTemplate(below) || typed && chart.IsPart(below) ||
			folder == "" && (chart.IsValues(below) || typed && !strings.Contains(below, "/"))
		if counts && chart.IsChart(system, dir) {
			folder, way = dir, below
		}
		if whole == filepath.Dir(whole) {
			return folder, way
		}
		below, whole = filepath.Base(whole)+"/"+below, filepath.Dir(whole)
		if base := filepath.Base(dir); base == "." || base == ".." {
			dir = filepath.Join(dir, "..")
		} else {
			dir = filepath.Dir(dir)
		}
	}
}
