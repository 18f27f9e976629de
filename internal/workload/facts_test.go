package workload

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

func configured(n int64) source.Value { return source.Value{N: n, Origin: source.Configured} }
func argument(n int64) source.Value   { return source.Value{N: n, Origin: source.Argument} }

func TestFactsApply(t *testing.T) {
	own, given := &hazelcast.Config{}, &hazelcast.Config{}
	image := JDK{Candidates: []int{11}, Why: "image hazelcast/hazelcast:5.3.1"}
	full := Workload{
		Identity:     Identity{JDK: image},
		Launch:       Launch{Known: AllOptions},
		Limits:       Limits{Memory: configured(1), CPUs: configured(2)},
		Member:       Member{IsMember: true, Members: configured(4), LargestObject: configured(6), HazelcastVersion: hazelcast.Version{Major: 5, Minor: 3, Patch: 1}, Hazelcast: own},
		Measurements: Measurements{Threads: configured(3), FullGCPause: configured(5), Live: configured(7)},
	}
	facts := Facts{
		JDK: JDK{Candidates: []int{17, 21}, Why: "--jdk"}, Memory: argument(10), CPUs: argument(20), Threads: argument(30), Members: argument(40),
		FullGCPause: argument(50), LargestObject: argument(60), Live: argument(70),
		HazelcastVersion: hazelcast.Version{Major: 5, Minor: 5}, HazelcastConfig: given,
	}
	for _, c := range []struct {
		name         string
		facts        Facts
		before, want Workload
	}{
		{"no facts leave everything", Facts{}, full, full},
		{"facts override files, but for the configuration", facts, full, Workload{
			Identity:     Identity{JDK: JDK{Candidates: []int{17, 21}, Why: "--jdk"}},
			Launch:       Launch{Known: AllOptions},
			Limits:       Limits{Memory: argument(10), CPUs: argument(20)},
			Member:       Member{IsMember: true, Members: argument(40), LargestObject: argument(60), HazelcastVersion: hazelcast.Version{Major: 5, Minor: 5}, Hazelcast: own},
			Measurements: Measurements{Threads: argument(30), FullGCPause: argument(50), Live: argument(70)},
		}},
		{"one fact leaves the others", Facts{CPUs: argument(20)}, Workload{Identity: Identity{JDK: OpenJDK()}, Launch: Launch{Known: AllOptions}, Limits: Limits{Memory: configured(1)}},
			Workload{Identity: Identity{JDK: OpenJDK()}, Launch: Launch{Known: AllOptions}, Limits: Limits{Memory: configured(1), CPUs: argument(20)}}},
		{"the configuration makes any program a member", Facts{HazelcastConfig: given}, Workload{Identity: Identity{AnyProgram: true}, Launch: Launch{Known: AllOptions}},
			Workload{Identity: Identity{AnyProgram: true}, Launch: Launch{Known: AllOptions}, Member: Member{IsMember: true, Hazelcast: given}}},
		{"the configuration joins a member that has none", Facts{HazelcastConfig: given}, Workload{Launch: Launch{Known: AllOptions}, Member: Member{IsMember: true}},
			Workload{Launch: Launch{Known: AllOptions}, Member: Member{IsMember: true, Hazelcast: given}}},
		{"the configuration and the version leave another program alone", Facts{HazelcastConfig: given, HazelcastVersion: facts.HazelcastVersion},
			Workload{Launch: Launch{Known: AllOptions}}, Workload{Launch: Launch{Known: AllOptions}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := c.before
			c.facts.Apply(&w)
			assert.Equal(t, c.want, w)
			if c.want.Hazelcast != nil {
				assert.Same(t, c.want.Hazelcast, w.Hazelcast)
			}
		})
	}
}

func TestOpenJDK(t *testing.T) {
	assert.Equal(t, JDK{Candidates: jvmflag.Candidates, Open: true, Why: "nothing names it"}, OpenJDK())
}

// Where nothing names the JDK, flags that only some have are evidence.
func TestSettleJDK(t *testing.T) {
	for options, want := range map[string][]int{
		"-Xmx1g -XX:+UseG1GC": jvmflag.Candidates,
		"-XX:CMSInitiatingOccupancyFraction=70 -XX:+UseConcMarkSweepGC":         {11},
		"-XX:+UseCompactObjectHeaders":                                          {25, 27},
		"-XX:+NoSuchFlag":                                                       jvmflag.Candidates,
		"-XX:+NoSuchFlag -XX:+PrintNMTStatistics -XX:+CMSClassUnloadingEnabled": {11},
	} {
		words, err := jvmflag.Words(source.Unlocated(options, "a test"))
		require.NoError(t, err, options)
		w := Workload{Identity: Identity{JDK: OpenJDK()}, Launch: Launch{Options: jvmflag.OnChannel(jvmflag.CommandLine, words)}}
		w.JDK.Candidates = slices.DeleteFunc(slices.Clone(w.JDK.Candidates), func(jdk int) bool { return jdk == 8 })
		w.SettleJDK(w.Command().Resolve)
		assert.Equal(t, slices.DeleteFunc(slices.Clone(want), func(jdk int) bool { return jdk == 8 }), w.JDK.Candidates, options)
	}
	named := Workload{Identity: Identity{JDK: JDK{Candidates: []int{21}, Why: "--jdk"}}}
	named.SettleJDK(named.Command().Resolve)
	assert.Equal(t, []int{21}, named.JDK.Candidates)
}

func TestMachine(t *testing.T) {
	w := Workload{Limits: Limits{Memory: configured(1 << 30), CPUs: argument(4)}, Measurements: Measurements{Threads: argument(200)}}
	m := w.Machine()
	assert.Equal(t, []source.Value{configured(1 << 30), argument(4)}, []source.Value{m.Memory, m.CPUs})
}
