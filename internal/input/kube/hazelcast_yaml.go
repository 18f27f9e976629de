package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readHazelcastYAML reads a member's own configuration file, or a client's. How
// their JVM is started stands elsewhere.
func (in file) readHazelcastYAML(documents []*yamldoc.Document, kind verdict.Kind) {
	config := &hazelcast.Config{}
	for _, d := range documents {
		config.Documents = append(config.Documents, d.Root)
	}
	if e, ok := documents[0].Root.Entry(string(kind)); ok {
		config.Root, config.Key = e.Value, e.Key
	}
	w := &workload.Workload{Name: string(kind), File: in.File, At: config.Key.Text(), JDK: workload.OpenJDK()}
	in.PinRelease(w)
	if kind == verdict.Member {
		in.Format, w.IsMember, w.Hazelcast = HazelcastYAML, true, config
	} else {
		in.Format, w.HazelcastClient = HazelcastClientYAML, config
	}
	in.Workloads = append(in.Workloads, w)
}

// configurationKind tells a configuration file of Hazelcast from the values of
// some chart that has a setting of that name: its top holds hazelcast,
// hazelcast-client or hazelcast-client-failover and nothing else, or else what
// belongs under it and has slipped to the left.
func configurationKind(root *yamldoc.Node) (verdict.Kind, bool) {
	if root.Kind() != yamldoc.Mapping {
		return "", false
	}
	for _, kind := range verdict.Kinds {
		e, ok := root.Entry(string(kind))
		if !ok || kind == verdict.Member && e.Value.Kind() != yamldoc.Mapping {
			continue
		}
		for _, other := range root.Entries() {
			name := other.Key.Value()
			if !strings.HasPrefix(name, "hazelcast") && !verdict.Misplaced(kind, e.Value, name) {
				return "", false
			}
		}
		return kind, true
	}
	return "", false
}
