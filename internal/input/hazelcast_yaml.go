package input

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readHazelcastYAML reads a member's own configuration file. How its JVM is
// started stands elsewhere.
func (in *Input) readHazelcastYAML(e yamldoc.Entry) {
	in.Workloads = append(in.Workloads, &workload.Workload{
		Name: "hazelcast", File: in.File, At: e.Key.Text(), JDK: workload.OpenJDK(), IsMember: true,
		Hazelcast: &hazelcast.Config{Root: e.Value, Key: e.Key},
	})
}

// ReadHazelcastConfig reads the file that --hazelcast-config names. Anything
// but a member's YAML configuration is an error.
func ReadHazelcastConfig(f *source.File) (*hazelcast.Config, error) {
	in := Read(f)
	if len(in.Problems) > 0 {
		return nil, in.Problems[0]
	}
	for _, w := range in.Workloads {
		if w.Hazelcast != nil && len(w.Options) == 0 { // with options they are a chart's values
			return w.Hazelcast, nil
		}
	}
	return nil, &Problem{File: f, Message: "no Hazelcast member configuration: it has no mapping under the key hazelcast"}
}
