package membertest

import (
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/rules"
)

// errorsOf are what rules say at the severity of an error.
func errorsOf(t *testing.T, release hazelcast.Version, yaml string) []string {
	in := input.Read(source.NewFile("hazelcast.yaml", []byte(yaml)))
	require.Empty(t, in.Problems, "%s", yaml)
	for _, w := range in.Workloads {
		w.HazelcastVersion = release
	}
	result, err := lint.Check(in.Workloads, rules.All())
	require.NoError(t, err)
	var all []string
	for _, f := range result.Findings {
		if f.Severity == lint.Error {
			all = append(all, f.Rule.ID+": "+f.Message)
		}
	}
	return all
}

func releaseOf(t *testing.T, jar string) hazelcast.Version {
	release, ok := hazelcast.ParseVersion(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jar), "hazelcast-"), ".jar"))
	require.True(t, ok, jar)
	return release
}

// Rules report an error for exactly those random maps that a member refuses.
func TestVerdictAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		r := rand.New(rand.NewSource(seed(t)))
		release := releaseOf(t, jar)
		m := launch(t, jar, classes(t, jar))
		m.start(1, "hazelcast: {}")
		verdicts := map[bool]int{}
		for range 600 {
			entry := settings(r)
			if strings.Contains(entry, "a.B") {
				continue // a class that is not there
			}
			yaml := "hazelcast:\n  map:\n    m: " + entry + "\n"
			answer := m.ask("use", encoded(yaml))
			refused := answer[0] == "error"
			verdicts[refused]++
			found := errorsOf(t, release, yaml)
			if !assert.Equal(t, refused, len(found) > 0, "%s\n%v\n%v", yaml, answer, found) {
				return
			}
		}
		t.Logf("refused or not: %v", verdicts)
		m.must("stop")
	})
}

// What the schema lets pass and members refuse when they start: jvmlint says so of the same, and of nothing else.
func TestStartRefusalsAgainstMembers(t *testing.T) {
	filled := func(s string) (string, bool) { return s, true }
	onEach(t, func(t *testing.T, jar string) {
		release := releaseOf(t, jar)
		m := launch(t, jar, classes(t, jar))
		for _, settings := range []string{
			"persistence: {enabled: true}", "persistence: {enabled: false}", "hot-restart-persistence: {enabled: true}", "security: {enabled: true}", "network: {ssl: {enabled: true}}",
			"cp-subsystem: {cp-member-count: 3}", "cp-subsystem: {cp-member-count: 3, group-size: 5}", "cp-subsystem: {cp-member-count: 0}",
			"cp-subsystem: {cp-member-count: 3, session-time-to-live-seconds: 5, session-heartbeat-interval-seconds: 5}",
			"cp-subsystem: {cp-member-count: 3, missing-cp-member-auto-removal-seconds: 100}",
			"map: {m: {merge-policy: {class-name: HyperLogLogMergePolicy}}}", "map: {m: {merge-policy: {class-name: PassThroughMergePolicy}}}",
			"map: {m: {merge-policy: {class-name: com.hazelcast.map.merge.PassThroughMergePolicy}}}",
			// with fail-fast-on-startup it depends on what the process may do
			"network: {failure-detector: {icmp: {enabled: true, fail-fast-on-startup: false}}}",
			"network: {failure-detector: {icmp: {enabled: true, fail-fast-on-startup: false, timeout-milliseconds: 2000}}}",
			"network: {failure-detector: {icmp: {enabled: false, fail-fast-on-startup: false, timeout-milliseconds: 2000}}}",
			"network: {failure-detector: {icmp: {enabled: true, fail-fast-on-startup: false, timeout-milliseconds: 2000, interval-milliseconds: 2000}}}",
			"advanced-network: {enabled: true, failure-detector: {icmp: {enabled: false, timeout-milliseconds: 2000}}}",
			"advanced-network: {failure-detector: {icmp: {enabled: false, timeout-milliseconds: 2000}}}",
		} {
			yaml := "hazelcast: {" + settings + "}"
			says := read(t, yaml).UseRefusals(filled, release, source.Unlocated("hazelcast/hazelcast", ""))
			answer := m.ask("start", 1, encoded(yaml))
			assert.Equal(t, answer[0] == "error", len(says) > 0, "%s: %v, %v", settings, answer, says)
			m.ask("stop")
		}
	})
}
