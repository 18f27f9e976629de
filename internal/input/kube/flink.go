package kube

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// nameFlink names the JVMs of a configuration of Flink, which sizes each from the keys
// of its memory: flat ones, or the mappings of a config.yaml.
//
//	https://nightlies.apache.org/flink/flink-docs-stable/docs/deployment/config/#memory-configuration
func (in file) nameFlink(root *yamldoc.Node) {
	for _, process := range []string{"jobmanager", "taskmanager"} {
		entries := root.Entries()
		i := slices.IndexFunc(entries, func(e yamldoc.Entry) bool {
			key := e.Key.Value()
			return strings.HasPrefix(key, process+".memory.") || strings.HasPrefix(key, process+".heap.")
		})
		switch memory := root.Get(process, "memory"); {
		case i >= 0:
			in.NotJudged(entries[i].Key.Span(), sizedByFlink, process)
		case memory.Kind() == yamldoc.Mapping && slices.Contains([]string{"config.yaml", "flink-conf.yaml"}, path.Base(in.File.Name)):
			in.NotJudged(memory.Key().Span(), sizedByFlink, process)
		}
	}
}

const sizedByFlink = "Flink sizes its %s by its own model"
