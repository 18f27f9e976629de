package input

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// mountedConfiguration is the Hazelcast configuration that a container gets
// from a ConfigMap of the same file: YAML within YAML, whose every character
// still has its place. Where an option names the file, only that one counts.
func (m *manifests) mountedConfiguration(container *yamldoc.Node, options []jvmflag.Option) *hazelcast.Config {
	named := ""
	for _, o := range options {
		if value, ok := strings.CutPrefix(o.String(), "-Dhazelcast.config="); ok {
			named = path.Base(value)
		}
	}
	mounted := map[string]bool{}
	for _, mount := range container.Get("volumeMounts").Items() {
		mounted[mount.Get("name").Value()] = true
	}
	pod := container.Parent().Parent()
	for _, volume := range pod.Get("volumes").Items() {
		if !mounted[volume.Get("name").Value()] {
			continue
		}
		for _, e := range m.configMaps[volume.Get("configMap", "name").Value()].Entries() {
			key := e.Key.Value()
			if named != "" && key != named || named == "" && key != "hazelcast.yaml" && key != "hazelcast.yml" {
				continue
			}
			if c := innerConfiguration(m.File, e); c != nil {
				return c
			}
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
