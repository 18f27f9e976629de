package kube

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// hazelcastHome is the folder that the start script of the image begins in.
//
// https://github.com/hazelcast/hazelcast-docker/blob/v5.3.1/hazelcast-oss/Dockerfile (4.2 to 5.7)
const hazelcastHome = "/opt/hazelcast"

// configurationPath is the file that a member is told to read: by an option, or
// else by a variable that the image's start script makes one of.
func configurationPath(options []jvmflag.Option, env *reading.Environment) string {
	named, _ := env.Known("HAZELCAST_CONFIG")
	file := named.String()
	for _, o := range options {
		if value, ok := strings.CutPrefix(o.String(), "-Dhazelcast.config="); ok {
			file = value
		}
	}
	if file == "" || path.IsAbs(file) || reading.HasPlaceholder(file) {
		return file
	}
	return path.Join(hazelcastHome, file)
}

// mountedConfiguration is the Hazelcast configuration that a container gets
// from a ConfigMap of the same file: YAML within YAML, whose every character
// still has its place. Where the file is named, only that one counts.
func (m *manifests) mountedConfiguration(container *yamldoc.Node, options []jvmflag.Option, env *reading.Environment) *hazelcast.Config {
	named := configurationPath(options, env)
	for _, f := range m.mountedFiles(container) {
		base := path.Base(f.path)
		switch {
		case named == "" && base != "hazelcast.yaml" && base != "hazelcast.yml":
			continue
		case reading.HasPlaceholder(named) && base != path.Base(named), named != "" && !reading.HasPlaceholder(named) && f.path != path.Clean(named):
			continue
		}
		if c := innerConfiguration(m.File, f.entry); c != nil {
			m.embed(f.entry.Value, innerRemarks)
			return c
		}
	}
	return nil
}

// innerConfiguration reads a member's configuration from a text.
func innerConfiguration(f *source.File, e yamldoc.Entry) *hazelcast.Config {
	inner := source.Inner(f.Name+": "+e.Key.Value(), e.Value.Text())
	documents, err := yamldoc.Parse(inner)
	if err != nil || len(documents) != 1 {
		return nil
	}
	config, ok := documents[0].Root.Entry("hazelcast")
	if !ok || config.Value.Kind() != yamldoc.Mapping {
		return nil
	}
	return &hazelcast.Config{Root: config.Value, Key: config.Key, Documents: []*yamldoc.Node{documents[0].Root}}
}
