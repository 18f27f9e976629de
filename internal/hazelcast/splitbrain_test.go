package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestProtections(t *testing.T) {
	var none *Config
	assert.Empty(t, none.Protections())
	assert.Empty(t, none.ProtectionRefs())
	c := configOf(t, `hazelcast:
  split-brain-protection:
    plain: {enabled: true, minimum-cluster-size: 3}
    bare: {minimum-cluster-size: "${n}"}
    no: 5
    own: {enabled: "true", function-class-name: a.B}
    phi: {enabled: yes, probabilistic-split-brain-protection: {}}
  map:
    a: &a {split-brain-protection-ref: plain}
    b: *a
    default: {split-brain-protection-ref: bare}
  queue:
    q: {split-brain-protection-ref: own}
  list: [{split-brain-protection-ref: listed}]
`)
	type rule struct {
		name, enabled string
		min           known
		custom        bool
	}
	var got []rule
	for _, p := range c.Protections() {
		got = append(got, rule{p.Name.Value(), p.Enabled.Name, knownOf(p.MinSize), p.Custom})
	}
	assert.Equal(t, []rule{
		{"plain", "true", known{3, source.Configured, "3"}, false}, {"bare", "false", known{0, source.Unknown, "${n}"}, false},
		{"own", "true", known{2, source.Default, ""}, true}, {"phi", "false", known{2, source.Default, ""}, true},
	}, got)
	var refs []string
	for _, ref := range c.ProtectionRefs() {
		refs = append(refs, ref.Value())
	}
	assert.Equal(t, []string{"plain", "bare", "own", "listed"}, refs)
	_, ok := c.Protection("no such rule")
	assert.False(t, ok)
}

// Of each number of members: the majority, what it can do without, and the
// sizes with which both halves go on.
func TestMajority(t *testing.T) {
	for members, want := range map[int64][3]int64{1: {1, 0, 0}, 2: {2, 0, 1}, 3: {2, 1, 1}, 4: {3, 1, 2}, 5: {3, 2, 2}, 6: {4, 2, 3}, 7: {4, 3, 3}} {
		var both int64
		for minimum := int64(1); minimum <= members; minimum++ {
			if BothHalvesGoOn(minimum, members) {
				both = minimum
			}
		}
		assert.Equal(t, want, [3]int64{Majority(members), MayFail(members), both}, members)
		assert.False(t, BothHalvesGoOn(Majority(members), members), members)
	}
}

func TestOpenSource(t *testing.T) {
	for repository, want := range map[string]bool{
		"hazelcast/hazelcast": true, "docker.io/hazelcast/hazelcast": true, "r.example.com:5000/mirror/hazelcast/hazelcast": true,
		"hazelcast/hazelcast-enterprise": false, "mirror/hazelcast": false, "hazelcast": false, "bitnami/hazelcast": false, "xhazelcast/hazelcast": false,
	} {
		assert.Equal(t, want, IsOpenSource(repository), repository)
	}
}

func TestNativeMemory(t *testing.T) {
	var none *Config
	assert.Equal(t, []string{"false", "true", "false", ""}, []string{
		none.NativeMemory().Name, configOf(t, "hazelcast:\n  native-memory: {enabled: true}\n").NativeMemory().Name,
		configOf(t, "hazelcast:\n  native-memory: {size: 5}\n").NativeMemory().Name, configOf(t, "hazelcast:\n  native-memory: {enabled: '${x}'}\n").NativeMemory().Name,
	})
	assert.True(t, configOf(t, "hazelcast:\n  import: [a.yaml]\n").Imports())
	assert.False(t, configOf(t, "hazelcast: {}\n").Imports())
}
