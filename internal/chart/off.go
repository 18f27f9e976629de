package chart

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
)

// Off is a part of a chart that its values switch off: a template that prints nothing, or a dependency.
type Off struct {
	Name       string         // templates/worker.yaml, kafka
	Dependency bool           // else a template, or a part of one
	Starts     bool           // it is known to start a JVM
	Texts      []*source.File // of it; none where a dependency is not there
}

// offIn are the parts that are switched off, as the files of the chart are written and as it was rendered.
func (c *Chart) offIn(installed *helmchart.Chart, p *plainText) []Off {
	var all []Off
	for _, d := range c.loaded.Metadata.Dependencies {
		name := cmp.Or(d.Alias, d.Name)
		if d.Condition == "" && len(d.Tags) == 0 || slices.ContainsFunc(installed.Dependencies, func(on *helmchart.Chart) bool { return on.Name() == name }) ||
			slices.ContainsFunc(installed.Metadata.Dependencies, func(on *helmchart.Dependency) bool { return on.Name == d.Name || on.Name == name }) {
			continue
		}
		off := Off{Name: name, Dependency: true}
		for _, have := range c.loaded.Dependencies {
			if have.Name() == d.Name {
				off.Texts = lists.Of(have.Templates, c.file)
				if f := c.own(have, "values.yaml"); f != nil {
					off.Texts = append(off.Texts, f)
				}
			}
		}
		all = append(all, off)
	}
	for _, f := range c.loaded.Templates {
		name := path.Join(installed.FullPath(), f.Name)
		printed, rendered := p.texts[name]
		if rendered && strings.HasSuffix(f.Name, ".yaml") && len(manifests(printed)) == 0 {
			all = append(all, Off{Name: f.Name, Texts: []*source.File{c.file(f)}})
		}
	}
	return all
}

// SwitchesOff reports whether the values keep a template of the chart itself from a branch,
// as far as it plainly asks for them: if .Values.metrics.enabled, and what stands behind its else.
// The key is that of the branch, as a template tells it.
func (r *Rendered) SwitchesOff(key string) bool {
	return slices.ContainsFunc(strings.Split(key, "\n"), func(condition string) bool {
		m := asksValues.FindStringSubmatch(condition)
		if m == nil {
			return false
		}
		all, known := true, true
		for term := range strings.FieldsSeq(m[2]) {
			held, told := r.holds(strings.Split(strings.TrimPrefix(term, ".Values."), "."))
			all, known = all && held, known && told
		}
		if m[1] == "not" {
			all = !all
		}
		return known && all == (m[3] != "")
	})
}

// asksValues is the first branch of an if that asks for values alone, or what it has else.
var asksValues = lazyregexp.New(`^; if (?:(and|not) )?((?:\.Values(?:\.\w+)+ ?)+)(; else)?$`)

// holds reports whether a value counts as true, and whether the path to it is there.
func (r *Rendered) holds(at []string) (holds, told bool) {
	table := map[string]any(r.values)
	for _, name := range at[:len(at)-1] {
		below, is := table[name].(map[string]any)
		if !is {
			return false, false
		}
		table = below
	}
	value, told := table[at[len(at)-1]]
	is, _ := template.IsTrue(value)
	return is, told
}

// IsVendored reports whether a file is of a subchart that others maintain: it is in an
// archive, or in the folder of a dependency that comes from a repository.
func (c *Chart) IsVendored(f *source.File) bool {
	inside, below := strings.CutPrefix(f.Name, path.Join(c.Path, "charts")+"/")
	if !below {
		return false
	}
	name, _, _ := strings.Cut(inside, "/")
	dependencies := c.loaded.Metadata.Dependencies
	return path.Ext(name) == ".tgz" || slices.ContainsFunc(dependencies, func(d *helmchart.Dependency) bool {
		_, at, remote := strings.Cut(d.Repository, "://")
		return remote && at != "" && d.Name == name && !strings.HasPrefix(d.Repository, "file:")
	})
}

// testValues are values that a chart is only tested with: those of ci/, which chart-testing installs, of a folder of
// tests, and those whose name says so. values-test.yaml is none: it may be that of an environment.
var testValues = lazyregexp.New(`^(?:(?:ci|tests?|testdata)/.+|(?:ci|test)-values|values-ci)\.ya?ml$`)

// IsTest reports whether a chart is only tested with a release: all of its values files are for that.
func (c *Chart) IsTest(r Release) bool {
	return len(r.Values) > 0 && !slices.ContainsFunc(r.Values, func(f *source.File) bool { return !c.IsTested(f) })
}

// IsTested reports whether a file holds values of such a release.
func (c *Chart) IsTested(f *source.File) bool {
	way, below := strings.CutPrefix(f.Name, strings.TrimPrefix(path.Clean(c.Path)+"/", "./"))
	return below && testValues.MatchString(way)
}

// MayAsk reports whether a text that a release is rendered from may hold comments
// for jvmlint. Few do: of the others nobody need know where they came out.
func (c *Chart) MayAsk(r Release) bool {
	return c.mayAsk() || slices.ContainsFunc(c.Cited(r), func(f *source.File) bool { return suppression.MayAsk(f.Data) })
}

// mayAsk looks through the files of a chart and of its dependencies once.
func mayAsk(c *helmchart.Chart) func() bool {
	return sync.OnceValue(func() bool {
		files := lists.Flat(c.All(), func(of *helmchart.Chart) []*helmchart.File { return of.Raw })
		return slices.ContainsFunc(files, func(f *helmchart.File) bool { return suppression.MayAsk(f.Data) })
	})
}
