package chart

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// testValues are values that a chart is only tested with: those of ci/, which chart-testing
// installs, of a folder of tests, and those whose name says so. values-test.yaml is none: it
// may be that of an environment.
var testValues = lazyregexp.New(`^(?:(?:ci|tests?|testdata)/.+|(?:ci|test)-values|values-ci)\.ya?ml$`)

// IsTest reports whether a chart is only tested with a release: all of its values files are
// for that.
func (c *Chart) IsTest(r Release) bool {
	return len(r.Values) > 0 && !slices.ContainsFunc(r.Values, func(f *source.File) bool {
		return !testValues.MatchString(strings.TrimPrefix(f.Name, strings.TrimPrefix(path.Clean(c.Path)+"/", "./")))
	})
}
