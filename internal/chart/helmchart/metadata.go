package helmchart

import (
	"reflect"
	"slices"
)

// Metadata is what Chart.yaml says. Templates see it as .Chart, under the names
// of these fields.
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

// Maintainer is somebody who looks after a chart.
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
		copied := *d
		one.Dependencies[i] = &copied
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
