package chart

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Each begins with a word: what holds none of them is soon looked through.
var (
	indexed    = lazyregexp.New(`index\s+[$\w]*\.Values((?:\s+(?:"[^"]*"|[$.][\w.$]*))+)`)
	readValues = lazyregexp.New(`\.Values((?:\.[A-Za-z_][A-Za-z0-9_]*)*)`)
	included   = lazyregexp.New(`include\s+"([^"]+)"\s+[.$][\s)}|]`)
	templated  = lazyregexp.New(`template\s+"([^"]+)"\s+[.$][\s)}|]`)
	defined    = lazyregexp.New(`define\s+"([^"]+)"`)
)

// MayRead reports whether the templates may read the value under these keys: by
// its name, with all that it stands in, or in a dependency. It asks the text of
// the templates, so that it knows of those that cannot be rendered, too. What
// they read nothing beside may be for something that is not here.
func (c *Chart) MayRead(keys []string) bool {
	if c.fault != nil || ofDependency(c.loaded, keys[0]) {
		return true
	}
	of := []*mentions{c.templates(), c.templated()}
	leads := func(keys []string) bool {
		return slices.ContainsFunc(of, func(m *mentions) bool {
			return slices.ContainsFunc(m.ways, func(way []string) bool { return along(way, keys) })
		})
	}
	return !leads(keys[:1]) || handAllOn(of) || leads(keys)
}

// mentions are what texts of a chart say of its values.
type mentions struct {
	ways     [][]string // keys that templates go by, one after the other
	defined  []string   // templates
	included []string   // templates that get all values
}

// mentionsIn looks through those files of a chart that hold templates.
func mentionsIn(c *helmchart.Chart, holds func(*helmchart.File) bool) *mentions {
	all := &mentions{}
	for _, f := range c.Raw {
		if !holds(f) {
			continue
		}
		text := string(f.Data)
		for _, index := range indexed.FindAllStringSubmatch(text, -1) {
			all.ways = append(all.ways, strings.Fields(index[1]))
		}
		for _, chain := range readValues.FindAllStringSubmatch(indexed.ReplaceAllString(text, ""), -1) {
			all.ways = append(all.ways, strings.Split(chain[1], ".")[1:])
		}
		for _, d := range defined.FindAllStringSubmatch(text, -1) {
			all.defined = append(all.defined, d[1])
		}
		for _, by := range []*lazyregexp.Regexp{included, templated} {
			for _, i := range by.FindAllStringSubmatch(text, -1) {
				all.included = append(all.included, i[1])
			}
		}
	}
	return all
}

// isTemplateFile reports whether a file of a chart is a template that says what runs.
func isTemplateFile(f *helmchart.File) bool {
	return strings.HasPrefix(f.Name, "templates/") && path.Base(f.Name) != "NOTES.txt"
}

// isTemplated reports whether a file of values may hold templates.
func isTemplated(f *helmchart.File) bool {
	return f.Name == "values.yaml" && bytes.Contains(f.Data, []byte("{{"))
}

// valuesMention are the mentions of what templates may be in values.
func valuesMention(c *helmchart.Chart) func() *mentions {
	return sync.OnceValue(func() *mentions { return mentionsIn(c, isTemplated) })
}

// handAllOn reports whether a template that is not the chart's own gets all
// values: one of a library may read any of them.
func handAllOn(of []*mentions) bool {
	own := map[string]bool{}
	for _, m := range of {
		for _, name := range m.defined {
			own[name] = true
		}
	}
	return slices.ContainsFunc(of, func(m *mentions) bool {
		return slices.ContainsFunc(m.included, func(name string) bool { return !own[name] })
	})
}

// ofDependency reports whether values of this name are for a dependency, be it
// there or not, or for all of them.
func ofDependency(c *helmchart.Chart, key string) bool {
	return key == "global" || slices.ContainsFunc(c.Dependencies, func(d *helmchart.Chart) bool { return d.Name() == key }) ||
		slices.ContainsFunc(c.Metadata.Dependencies, func(d *helmchart.Dependency) bool {
			return d.Name == key || d.Alias == key || len(d.ImportValues) > 0
		})
}

// along reports whether a way into the values leads along keys, or they along it.
// A step of it that is computed may be any key.
func along(way, keys []string) bool {
	for i := range min(len(way), len(keys)) {
		if step := strings.Trim(way[i], `"`); step != keys[i] && !strings.HasPrefix(way[i], "$") && !strings.HasPrefix(way[i], ".") {
			return false
		}
	}
	return true
}
