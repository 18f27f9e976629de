package input

import (
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

// ReadHazelcastConfig reads the file that --hazelcast-config names. Anything
// but a member's YAML configuration is an error.
func ReadHazelcastConfig(f *source.File) (*hazelcast.Config, error) {
	in := Read(f)
	if len(in.Problems) > 0 {
		return nil, in.Problems[0]
	}
	for _, w := range in.Workloads {
		if w.Hazelcast != nil && len(w.Options) == 0 && !w.Hazelcast.Resource { // with options they are a chart's values
			return w.Hazelcast, nil
		}
	}
	return nil, &source.Problem{File: f, Message: "no Hazelcast member configuration: it has no mapping under the key hazelcast"}
}
