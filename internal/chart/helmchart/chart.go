// Package helmchart holds a Helm chart as Helm 4 loads it, puts its values together as Helm does, and refuses what Helm
// refuses. Helm's own packages take 9 ms to start, and so serve the tests only, which hold all of this against them.
package helmchart

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// Chart is a chart, or one that another one depends on.
type Chart struct {
	Metadata     *Metadata
	Values       map[string]any
	Schema       []byte  // values.schema.json; nil: it has none
	Raw          []*File // all files of a chart, those of dependencies in folders too
	Templates    []*File
	Files        []*File // what is none of the above, nor a dependency: templates see them as .Files
	Dependencies []*Chart
	Links        []string // that lead out of a folder, and were not followed
	FilledIn     string   // the version as written, where something fills it in first: it is taken for 0.0.0
	parent       *Chart
}

type File struct {
	Name string // as the chart knows it: templates/x.yaml
	Path string // from the folder of the outermost chart: charts/worker/templates/x.yaml
	Data []byte // as it is on disk
}

// Name is the name of a chart; a dependency goes by its alias.
func (c *Chart) Name() string { return c.Metadata.Name }

func (c *Chart) IsRoot() bool { return c.parent == nil }

// FullPath is how Helm names a chart: app/charts/worker.
func (c *Chart) FullPath() string {
	if c.IsRoot() {
		return c.Name()
	}
	return c.parent.FullPath() + "/charts/" + c.Name()
}

// Copy gives the chart once more: what it is installed with changes its metadata, its values and its dependencies.
func (c *Chart) Copy() *Chart {
	one := *c
	one.Metadata = c.Metadata.copy()
	one.Values, _ = deepCopy(c.Values).(map[string]any)
	one.setDependencies(lists.Of(c.Dependencies, (*Chart).Copy))
	return &one
}

// All are the chart and all that it depends on, directly or not.
func (c *Chart) All() []*Chart {
	return append([]*Chart{c}, lists.Flat(c.Dependencies, (*Chart).All)...)
}

// Size is the bytes of a chart's templates, and of those of its dependencies, with the files that they see.
func (c *Chart) Size() int {
	size := func(f *File) int { return len(f.Name) + len(f.Data) }
	n := len(c.Schema) + lists.Sum(c.Templates, size) + lists.Sum(c.Files, size) + lists.Sum(c.Dependencies, (*Chart).Size)
	values := lists.Where(c.Raw, func(f *File) bool { return f.Name == "values.yaml" })
	return n + lists.Sum(values, func(f *File) int { return len(f.Data) })
}

func (c *Chart) add(d *Chart) {
	d.parent = c
	c.Dependencies = append(c.Dependencies, d)
}

func (c *Chart) setDependencies(all []*Chart) {
	c.Dependencies = nil
	for _, d := range all {
		c.add(d)
	}
}

func (c *Chart) dependsOn(name string) bool {
	return slices.ContainsFunc(c.Dependencies, func(d *Chart) bool { return d.Name() == name })
}

// Lacking is a dependency that a Chart.yaml names and that is not there.
type Lacking struct {
	In            string // the folder of the chart that lacks it, from that of the outermost one
	Name, Version string
	goesBy        string // its alias, else its name
}

// Missing are the dependencies that the chart lacks, and those that it depends on.
func (c *Chart) Missing() (all []Lacking) {
	lacking := lists.Where(c.Metadata.Dependencies, func(d *Dependency) bool { return !c.dependsOn(d.Name) })
	all = lists.Of(lacking, func(d *Dependency) Lacking {
		return Lacking{c.folder(), d.Name, d.Version, cmp.Or(d.Alias, d.Name)}
	})
	return append(all, lists.Flat(c.Dependencies, (*Chart).Missing)...)
}

// Needs reports whether the chart, as it was installed, switches on what it lacks: what is off is no dependency any
// more. Nobody looks at those of a chart that stands in charts/ without being asked for, so that all of them are on.
func (c *Chart) Needs(l Lacking) bool {
	on := func(d *Dependency) bool { return d.Name == l.goesBy || !d.Enabled && d.Name == l.Name }
	return c.folder() == l.In && slices.ContainsFunc(c.Metadata.Dependencies, on) ||
		slices.ContainsFunc(c.Dependencies, func(d *Chart) bool { return d.Needs(l) })
}

// folder is where the chart stands, as seen from the outermost one.
func (c *Chart) folder() string {
	if f, is := lists.First(c.Raw, isChartYAML); is {
		return strings.TrimSuffix(f.Path, f.Name)
	}
	return ""
}

// Files are what templates see as .Files: texts by their names. Helm has bytes there, which templates turn into texts.
type Files map[string]string

// globParts are the parts of a pattern of .Files.Glob, as parts of a regular expression.
var globParts = strings.NewReplacer(
	"**", ".*", "*", "[^/]*", "?", "[^/]", "[!", "[^", "[^", `[\^`, "{", "(?:", "}", ")", ",", "|",
	".", `\.`, "+", `\+`, "(", `\(`, ")", `\)`, "|", `\|`, "^", `\^`, "$", `\$`,
)

// Expression is a pattern of .Files.Glob as a regular expression, which takes linear time: matchers of such patterns
// try each way to share a name out among the stars. They are those of https://github.com/gobwas/glob, where a star
// matches no slash and two match all. All names match what is no pattern. A comma divides what stands in braces, and
// is nowhere itself.
func Expression(pattern string) string { return `(?s)\A(?:` + globParts.Replace(pattern) + `)\z` }
