package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// addCharts adds the options about how charts are rendered.
func (o *options) addCharts(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVarP(&o.values, "values", "f", nil, "values `file` to render charts with, as for helm; the last counts")
	f.StringArrayVar(&o.set, "set", nil, "`key=value` to render charts with, as for helm; it counts before files")
	f.BoolVar(&o.showRendered, "show-rendered", false, "print what charts render to")
}

// readChart reads a chart as one release, or as several. read are the files that were read already.
func (a *app) readChart(f found, read []*input.Input) (inputs []*input.Input, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = source.Unreadable(f.path, fmt.Errorf("internal error, please report it: %v", r))
		}
	}()
	c, err := chart.Load(f.path)
	if err != nil {
		if f.named {
			return nil, source.Unreadable(f.path, err)
		}
		file := source.NewFile(filepath.ToSlash(f.path), nil)
		return []*input.Input{{File: file, Notes: []*source.Problem{{File: file, Message: "not read as a chart: " + err.Error()}}}}, nil
	}
	root := path.Clean(c.Path)
	for _, f := range a.open {
		if root == "." || strings.HasPrefix(f.Name, root+"/") {
			c = c.With(f, f)
		}
	}
	known := map[string]*source.File{}
	for _, in := range read {
		known[in.File.Name] = in.File
		c.Adopt(in.File)
	}
	releases, err := a.releases(c, known)
	if err != nil {
		return nil, err
	}
	asked := f.named
	options := input.Options{Images: f.config.Images}
	for _, r := range releases {
		in := input.ReadChart(c, r, options)
		inputs = append(inputs, in)
		asked = asked && (!in.Rendered || len(releases) == 1)
	}
	for i, in := range inputs {
		if !asked || i > 0 { // nobody asked for it, or it needs values that other files have
			in.LeaveAsNotes()
		}
	}
	return inputs, nil
}

// releases are what a chart is rendered with: the values that the user named,
// else its own, and with each values file beside them.
func (a *app) releases(c *chart.Chart, known map[string]*source.File) ([]chart.Release, error) {
	one := chart.Release{Set: a.options.set}
	for _, name := range a.options.values {
		f, err := a.valuesFile(name, known)
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
		f, err := a.valuesFile(name, known)
		if err != nil {
			return nil, err
		}
		all = append(all, chart.Release{Values: []*source.File{f}})
	}
	return all, nil
}

// valuesFile reads a file once.
func (a *app) valuesFile(name string, known map[string]*source.File) (*source.File, error) {
	clean := filepath.ToSlash(filepath.Clean(name))
	if known[clean] == nil {
		f, err := a.readFile(name)
		if err != nil {
			return nil, err
		}
		known[clean] = f
	}
	return known[clean], nil
}

// insideChart tells the folders of a chart that are read with it, and not by
// themselves.
func insideChart(p string, d fs.DirEntry) bool {
	return (d.Name() == "templates" || d.Name() == "charts") && chart.IsChart(filepath.Dir(p))
}

// editable tells the files whose text fixes may change.
func editable(inputs []*input.Input) func(*source.File) bool {
	var all []*source.File
	for _, in := range inputs {
		all = append(all, changeable(in)...)
	}
	return func(f *source.File) bool { return slices.Contains(all, f) }
}

// changeable are the files that an input was read from and that fixes may
// change.
func changeable(in *input.Input) []*source.File {
	if in.Chart != nil {
		return in.Chart.Values(in.Release)
	}
	if in.File.Rendered() || in.Beside {
		return nil
	}
	return append([]*source.File{in.File}, in.ReadWith...)
}

// again reads an input once more, with files in place of those that it was
// read from.
func again(in *input.Input, files []*source.File) *input.Input {
	by := func(name string) *source.File {
		for _, f := range files {
			if f.Name == name {
				return f
			}
		}
		return nil
	}
	if in.Chart == nil {
		return againWith(in, by)
	}
	c, r := in.Chart, in.Release
	for _, before := range c.Values(r) {
		if after := by(before.Name); after != nil && after != before {
			c = c.With(before, after)
			r.Values = slices.Clone(r.Values)
			for i, f := range r.Values {
				if f == before {
					r.Values[i] = after
				}
			}
		}
	}
	if c == in.Chart {
		return in
	}
	changed := input.ReadChart(c, r, in.Options)
	if in.Unasked {
		changed.LeaveAsNotes()
	}
	return changed
}

// againWith reads a file once more, and those that it was read with.
func againWith(in *input.Input, by func(name string) *source.File) *input.Input {
	changed := false
	newest := func(f *source.File) *source.File {
		if after := by(f.Name); after != nil {
			changed = true
			return after
		}
		return f
	}
	file, beside := newest(in.File), map[string]*source.File{}
	for _, f := range in.ReadWith {
		beside[path.Base(f.Name)] = newest(f)
	}
	if !changed {
		return in
	}
	return input.ReadBeside(file, in.Options, func(name string) *source.File { return beside[name] })
}

// showRendered prints what charts came to.
func (a *app) showRendered(inputs []*input.Input) error {
	for _, in := range inputs {
		if in.Chart == nil {
			continue
		}
		if err := report.Rendered(a.stdout, in.File); err != nil {
			return err
		}
	}
	return nil
}

// checkCharts refuses options about charts where nothing is one.
func (a *app) checkCharts(files []found) error {
	if len(a.options.values)+len(a.options.set) == 0 || slices.ContainsFunc(files, func(f found) bool { return f.chart }) {
		return nil
	}
	return errors.New("--values and --set are for charts, and there is none")
}

// isChart tells whether a path that was named is a chart.
func isChart(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || filepath.Ext(path) == ".tgz") && chart.IsChart(path)
}
