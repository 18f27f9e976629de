package session

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Charts are what charts are rendered with, as for helm: values files, of which
// the last counts, and key=value, which override them.
type Charts struct{ Values, Set []string }

// readChart reads a chart as one release, or as several. read are the files that were read already.
func (s *Session) readChart(f found, read []*input.Input, run *budget.Run) (inputs []*input.Input, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = source.Unreadable(f.path, internalError(r))
		}
	}()
	c, err := chart.Load(s.files, f.path, run)
	if err != nil {
		if f.named || chart.Exceeded(err) {
			return nil, source.Unreadable(f.path, err)
		}
		file := source.NewFile(filepath.ToSlash(f.path), nil)
		return []*input.Input{{File: file, Notes: []*source.Problem{{File: file, Message: "not read as a chart: " + err.Error()}}}}, nil
	}
	known := map[string]*source.File{}
	for _, in := range read {
		known[in.File.Name] = in.File
		c.Adopt(in.File)
	}
	releases, err := s.releases(c, known)
	if err != nil {
		return nil, err
	}
	asked := f.named
	options := input.Options{Images: f.config.Images}
	for i, r := range releases {
		in := input.ReadChart(c, r, options)
		inputs = append(inputs, in)
		asked = asked && (!in.Rendered || len(releases) == 1)
		if in.Exceeded && run.Exhausted() {
			if left := releases[i+1:]; len(left) > 0 {
				in.Problems = append(in.Problems, &source.Problem{File: in.Problems[0].File, Message: "nor is it rendered with " + valuesOf(left)})
			}
			in.Exceeded = i == 0 // with its own values it was rendered: that others are too many is no fault of it
			break
		}
	}
	for _, link := range c.Links() {
		inputs[0].Notes = append(inputs[0].Notes, &source.Problem{File: source.NewFile(link, nil), Message: "leads out of the chart, and is not followed"})
	}
	for i, in := range inputs {
		if !asked || i > 0 { // nobody asked for it, or it needs values that other files have
			in.LeaveAsNotes()
		}
	}
	return inputs, nil
}

// valuesOf names the values of releases.
func valuesOf(all []chart.Release) string {
	var names []string
	for _, r := range all {
		for _, f := range r.Values {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// releases are what a chart is rendered with: the values that the user named,
// else its own, and with each values file beside them.
func (s *Session) releases(c *chart.Chart, known map[string]*source.File) ([]chart.Release, error) {
	one := chart.Release{Set: s.options.Charts.Set}
	for _, name := range s.options.Charts.Values {
		f, err := s.valuesFile(name, known)
		if err != nil {
			return nil, fmt.Errorf("--values: %w", err)
		}
		one.Values = append(one.Values, f)
	}
	all := []chart.Release{one}
	if len(one.Values)+len(one.Set) > 0 {
		return all, nil
	}
	for _, name := range c.ValuesBeside() {
		f, err := s.valuesFile(name, known)
		if err != nil {
			return nil, err
		}
		all = append(all, chart.Release{Values: []*source.File{f}})
	}
	return all, nil
}

// valuesFile reads a file once.
func (s *Session) valuesFile(name string, known map[string]*source.File) (*source.File, error) {
	clean := filepath.ToSlash(filepath.Clean(name))
	if known[clean] == nil {
		f, err := ReadFile(s.files, name)
		if err != nil {
			return nil, err
		}
		known[clean] = f
	}
	return known[clean], nil
}

// insideChart tells the folders of a chart that are read with it, and not by
// themselves.
func insideChart(files filesystem.System, p string, d fs.DirEntry) bool {
	return (d.Name() == "templates" || d.Name() == "charts") && chart.IsChart(files, filepath.Dir(p))
}

// checkCharts refuses options about charts where nothing is one.
func (s *Session) checkCharts(files []found) error {
	if len(s.options.Charts.Values)+len(s.options.Charts.Set) == 0 || slices.ContainsFunc(files, func(f found) bool { return f.chart }) {
		return nil
	}
	return errors.New("--values and --set are for charts, and there is none")
}
