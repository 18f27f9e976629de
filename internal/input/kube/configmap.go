package kube

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// mountedConfiguration is the Hazelcast configuration that a container gets
// from a ConfigMap of the same file: YAML within YAML, whose every character
// still has its place. Where the file is named, only that one counts.
func (m *manifests) mountedConfiguration(files []mountedFile, options []jvmflag.Option, env *reading.Environment) *hazelcast.Config {
	named := reading.ConfigurationPath(options, env)
	for _, f := range files {
		switch {
		case named == "" && !reading.IsConfigurationName(f.path):
			continue
		case reading.HasPlaceholder(named) && path.Base(f.path) != path.Base(named), named != "" && !reading.HasPlaceholder(named) && f.path != path.Clean(named):
			continue
		}
		if c := m.MemberConfiguration(m.File.Name+": "+f.entry.Key.Value(), f.entry.Value.Text()); c != nil {
			m.embed(f.entry.Value, innerRemarks)
			return c
		}
	}
	return nil
}
