package helmchart

import (
	"cmp"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/Masterminds/semver/v3"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Metadata is what Chart.yaml says. Templates see it as .Chart, under the names of these fields.
type Metadata struct {
	Name         string            `json:"name"`
	Home         string            `json:"home"`
	Sources      []string          `json:"sources"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	Keywords     []string          `json:"keywords"`
	Maintainers  []*Maintainer     `json:"maintainers"`
	Icon         string            `json:"icon"`
	APIVersion   string            `json:"apiVersion"`
	Condition    string            `json:"condition"`
	Tags         string            `json:"tags"`
	AppVersion   string            `json:"appVersion"`
	Deprecated   bool              `json:"deprecated"`
	Annotations  map[string]string `json:"annotations"`
	KubeVersion  string            `json:"kubeVersion"`
	Dependencies []*Dependency     `json:"dependencies"`
	Type         string            `json:"type"`
}

type Maintainer struct {
	Name  string `json:"name"`
	Email string `json:"email"`
	URL   string `json:"url"`
}

// Dependency is a chart that another one says it depends on.
type Dependency struct {
	Name         string   `json:"name"`
	Version      string   `json:"version"`
	Repository   string   `json:"repository"`
	Condition    string   `json:"condition"`
	Tags         []string `json:"tags"`
	Enabled      bool     `json:"enabled"`
	ImportValues []any    `json:"import-values"`
	Alias        string   `json:"alias"`
}

// copy leaves alone what nothing changes.
func (m *Metadata) copy() *Metadata {
	one := *m
	one.Dependencies = slices.Clone(m.Dependencies)
	for i, d := range m.Dependencies {
		one.Dependencies[i] = new(*d)
	}
	return &one
}

// AsMap is the metadata as templates see it.
func (m *Metadata) AsMap() map[string]any { return fields(reflect.ValueOf(m).Elem()) }

// fields turns a struct into a mapping, and those within it.
func fields(v reflect.Value) map[string]any {
	all := make(map[string]any, v.NumField())
	for field, value := range v.Fields() {
		all[field.Name] = value.Interface()
		if value.Kind() != reflect.Slice {
			continue
		}
		list := make([]any, value.Len())
		for i := range list {
			list[i] = value.Index(i).Interface()
			if value.Index(i).Kind() == reflect.Pointer {
				list[i] = fields(value.Index(i).Elem())
			}
		}
		all[field.Name] = list
	}
	return all
}

var aliasName = lazyregexp.New(`^[a-zA-Z0-9_-]+$`)

// filledIn finds a version that something puts in before Helm reads the chart: ${version},
// @project.version@, __VERSION__.
var filledIn = lazyregexp.New(`\$[\w{(]|@[\w.-]+@|\{\{|#\{|__\w+__|%\w+%`)

// validate refuses what Helm refuses, in its words, and takes out of the text what cannot be printed, as Helm does.
// https://github.com/helm/helm/blob/v4.3.1/pkg/chart/v2/metadata.go
func (m *Metadata) validate() error {
	for _, s := range []*string{&m.Name, &m.Description, &m.Home, &m.Icon, &m.Condition, &m.Tags, &m.AppVersion, &m.KubeVersion} {
		*s = printable(*s)
	}
	for _, list := range [][]string{m.Sources, m.Keywords} {
		for i := range list {
			list[i] = printable(list[i])
		}
	}
	switch _, err := semver.NewVersion(m.Version); {
	case m.Name == "":
		return invalid("chart.metadata.name is required")
	case m.Name == "." || m.Name == "..":
		return invalid("chart.metadata.name %q is not allowed", m.Name)
	case m.Name != filepath.Base(m.Name):
		return invalid("chart.metadata.name %q is invalid", m.Name)
	case m.Version == "":
		return invalid("chart.metadata.version is required")
	case err != nil:
		return invalid("chart.metadata.version %q is invalid", m.Version)
	case m.Type != "" && m.Type != "application" && m.Type != "library":
		return invalid("chart.metadata.type must be application or library")
	}
	for _, p := range m.Maintainers {
		if p == nil {
			return invalid("maintainers must not contain empty or null nodes")
		}
		p.Name, p.Email, p.URL = printable(p.Name), printable(p.Email), printable(p.URL)
	}
	return m.validateDependencies()
}

func (m *Metadata) validateDependencies() error {
	known := map[string]bool{}
	for _, d := range m.Dependencies {
		if d == nil {
			return invalid("dependencies must not contain empty or null nodes")
		}
		d.Name, d.Version, d.Repository, d.Condition = printable(d.Name), printable(d.Version), printable(d.Repository), printable(d.Condition)
		for i := range d.Tags {
			d.Tags[i] = printable(d.Tags[i])
		}
		name := cmp.Or(d.Alias, d.Name)
		if d.Alias != "" && !aliasName.MatchString(d.Alias) {
			return invalid("dependency %q has disallowed characters in the alias", d.Name)
		}
		if known[name] {
			return invalid("more than one dependency with name or alias %q", name)
		}
		known[name] = true
	}
	return nil
}

func invalid(format string, args ...any) error { return fmt.Errorf("validation: "+format, args...) }

// printable is text in one line, without what cannot be printed.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsPrint(r):
			return r
		}
		return -1
	}, s)
}

// fits reports whether a version lies in a range as Chart.yaml writes it.
func fits(constraint, version string) bool {
	v, err := semver.NewVersion(version)
	if err != nil {
		return false
	}
	c, err := semver.NewConstraint(constraint)
	return err == nil && c.Check(v)
}
