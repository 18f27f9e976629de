package chart

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

var (
	indexed    = lazyregexp.New(`\bindex\s+[$\w]*\.Values((?:\s+(?:"[^"]*"|[$.][\w.$]*))+)`)
	readValues = lazyregexp.New(`\.Values((?:\.[A-Za-z_][A-Za-z0-9_]*)*)`)
	included   = lazyregexp.New(`\b(?:include|template)\s+"([^"]+)"\s+[.$][\s)}|]`)
	defined    = lazyregexp.New(`\bdefine\s+"([^"]+)"`)
)

// MayRead reports whether the templates may read the value under these keys: by
// its name, with all that it stands in, or in a dependency. It asks the text of
// the templates, so that it knows of those that cannot be rendered, too. What
// they read nothing beside may be for something that is not here.
func (c *Chart) MayRead(keys []string) bool {
	if c.fault != nil || ofDependency(c.loaded, keys[0]) {
		return true
	}
	text := templatesOf(c.loaded)
	ways := waysIntoValues(text)
	beside := slices.ContainsFunc(ways, func(way []string) bool { return along(way, keys[:1]) })
	return !beside || handsAllOn(text) || slices.ContainsFunc(ways, func(way []string) bool { return along(way, keys) })
}

// waysIntoValues are the keys that templates go by, one after the other.
func waysIntoValues(text string) [][]string {
	var ways [][]string
	for _, index := range indexed.FindAllStringSubmatch(text, -1) {
		ways = append(ways, strings.Fields(index[1]))
	}
	for _, chain := range readValues.FindAllStringSubmatch(indexed.ReplaceAllString(text, ""), -1) {
		ways = append(ways, strings.Split(chain[1], ".")[1:])
	}
	return ways
}

// ofDependency reports whether values of this name are for a dependency, be it
// there or not, or for all of them.
func ofDependency(c *helmchart.Chart, key string) bool {
	return key == "global" || slices.ContainsFunc(c.Dependencies, func(d *helmchart.Chart) bool { return d.Name() == key }) ||
		slices.ContainsFunc(c.Metadata.Dependencies, func(d *helmchart.Dependency) bool {
			return d.Name == key || d.Alias == key || len(d.ImportValues) > 0
		})
}

// templatesOf is the text of all templates, and of the values, which may hold
// some.
func templatesOf(c *helmchart.Chart) string {
	var all strings.Builder
	for _, f := range c.Raw {
		if f.Name == "values.yaml" || strings.HasPrefix(f.Name, "templates/") && path.Base(f.Name) != "NOTES.txt" {
			all.Write(f.Data)
			all.WriteByte('\n')
		}
	}
	return all.String()
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

// handsAllOn reports whether a template that is not the chart's own gets all
// values: one of a library may read any of them.
func handsAllOn(text string) bool {
	own := map[string]bool{}
	for _, d := range defined.FindAllStringSubmatch(text, -1) {
		own[d[1]] = true
	}
	return slices.ContainsFunc(included.FindAllStringSubmatch(text, -1), func(i []string) bool { return !own[i[1]] })
}
