package chart

import (
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// Random are the functions that stand in for random ones.
var Random = random

// Texts gives what each template prints, and why others could not.
func (c *Chart) Texts(r Release) (texts map[string]string, failed map[string]error, err error) {
	given, err := r.read()
	if err != nil {
		return nil, nil, err
	}
	p, err := c.plainly(c.loaded.Copy(), r, given)
	if err != nil {
		return nil, nil, err
	}
	return p.texts, p.failed, nil
}

// Untraced are templates whose text has no known place.
func (r *Rendered) Untraced() []string {
	var all []string
	if r.printed == nil {
		return nil
	}
	for name, s := range r.printed.texts {
		if r.printed.traced()[name].String() != s && !strings.HasSuffix(name, "NOTES.txt") && strings.TrimSpace(s) != "" {
			all = append(all, name)
		}
	}
	return all
}

// Loaded is the chart as Helm loads it.
func (c *Chart) Loaded() *helmchart.Chart { return c.loaded }

// Manifests are what Helm reads by itself of what a template prints.
func Manifests(printed string) []string {
	var all []string
	for _, m := range manifests(printed) {
		all = append(all, printed[m.start:m.end])
	}
	return all
}

// Functions are those of templates, but for include and tpl.
var Functions = functions

// AllFunctions are those of templates that are called with a price.
func AllFunctions() map[string]any {
	all := functions()
	maps.Copy(all, builtInPrinters)
	return all
}

// Prices are what functions take, by name.
func Prices() map[string]price { return prices() }

// FromFiles is a chart of files that are on no disk.
func FromFiles(files map[string]string) (*Chart, error) {
	var all []*helmchart.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		all = append(all, &helmchart.File{Name: name, Path: name, Data: []byte(files[name])})
	}
	loaded, err := helmchart.New(all, budget.NewRun())
	return newChart("app", false, loaded, budget.NewRun()), err
}
