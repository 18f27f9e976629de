package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Rows of every kind, as the jars have them.
func TestLookupProperty(t *testing.T) {
	for _, c := range []struct {
		name, release string
		want          KnownProperty
	}{
		{"hazelcast.max.no.heartbeat.seconds", "5.3.1", KnownProperty{Name: "hazelcast.max.no.heartbeat.seconds", Since: Version{4, 2, 0}, Last: Version{5, 7, 0},
			Kind: MemberProperty, Default: "60", Unit: "seconds", Type: Integer, ReadAtStart: true}},
		{"hazelcast.map.eviction.sample.count", "5.7.0", KnownProperty{Name: "hazelcast.map.eviction.sample.count", Since: Version{4, 2, 0}, Last: Version{5, 7, 0},
			Kind: SystemOnly, Default: "15", Type: Integer}},
		{"hazelcast.socket.client.bind.any", "", KnownProperty{Name: "hazelcast.socket.client.bind.any", Since: Version{4, 2, 0}, Last: Version{5, 7, 0},
			Kind: MemberProperty, Default: "true", Type: Boolean, Parent: "hazelcast.socket.bind.any"}},
		{"hazelcast.client.heartbeat.timeout", "5.0.5", KnownProperty{Name: "hazelcast.client.heartbeat.timeout", Since: Version{4, 2, 0}, Last: Version{5, 7, 0},
			Kind: ClientProperty, Default: "60000", Unit: "milliseconds", Type: Integer}},
		{"hazelcast.logging.type", "5.3", KnownProperty{Name: "hazelcast.logging.type", Since: Version{4, 2, 0}, Last: Version{5, 7, 0}, Kind: ReadTwice, Default: "jdk", Type: "string"}},
		{"hazelcast.sql.optimizerClass", "5.3.1", KnownProperty{}}, // 5.0 to 5.2 only
		{"hazelcast.sql.optimizerClass", "", KnownProperty{Name: "hazelcast.sql.optimizerClass", Since: Version{5, 0, 0}, Last: Version{5, 2, 0}, Kind: SystemOnly,
			Default: "com.hazelcast.jet.sql.impl.CalciteSqlOptimizer", Type: "string"}},
		{"hazelcast.no.such.name", "", KnownProperty{}},
	} {
		v, _ := ParseVersion(c.release)
		got, ok := LookupProperty(c.name, v)
		assert.Equal(t, c.want, got, "%s in %s", c.name, c.release)
		assert.Equal(t, c.want.Name != "", ok, c.name)
	}
}

// A later release may know more, and is answered from the newest that is known.
func TestLookupPropertyOfLaterReleases(t *testing.T) {
	newest, _ := LookupProperty("hazelcast.client.cloud.url", Version{5, 7, 0})
	later, ok := LookupProperty("hazelcast.client.cloud.url", Version{5, 8, 0})
	assert.True(t, ok)
	assert.Equal(t, newest, later)
	old, _ := LookupProperty("hazelcast.client.cloud.url", Version{5, 3, 1})
	assert.NotEqual(t, old.Default, newest.Default)
}

func TestEveryRow(t *testing.T) {
	assert.Greater(t, len(knownProperties()), 300)
	for name, rows := range knownProperties() {
		for i, k := range rows {
			assert.Equal(t, name, k.Name)
			assert.Contains(t, []PropertyKind{MemberProperty, ClientProperty, SystemOnly, Mentioned, ReadTwice}, k.Kind, name)
			assert.False(t, k.Last.Before(k.Since), name)
			assert.LessOrEqual(t, k.Last.Minor, newestKnownMinor, name)
			assert.True(t, i == 0 || rows[i-1].Last.Before(k.Since), name)
			if k.Parent != "" {
				assert.Contains(t, knownProperties(), k.Parent)
			}
		}
	}
}

func TestPropertyReleases(t *testing.T) {
	first, last, ok := PropertyReleases("hazelcast.sql.optimizerClass")
	assert.Equal(t, []any{Version{4, 2, 0}, Version{5, 2, 0}, true}, []any{first, last, ok})
	_, _, ok = PropertyReleases("hazelcast.no.such.name")
	assert.False(t, ok)
}

func TestNearestProperty(t *testing.T) {
	for name, want := range map[string]string{
		"hazelcast.max.no.heartbeat.second":    "hazelcast.max.no.heartbeat.seconds",
		"hazelcast.shutdownhok.policy":         "hazelcast.shutdownhook.policy",
		"hazelcast.shutdown.hook.policy":       "hazelcast.shutdownhook.policy",
		"hazelcast.eviction.sample.count":      "", // four letters away
		"hazelcast.hidensity.check.freememory": "",
		"hazelcast.hotrestart.gc":              "",
		"my.own.property":                      "",
		"hazelcast.io.thread.coun":             "hazelcast.io.thread.count",
	} {
		got, ok := NearestProperty(name)
		assert.Equal(t, want, got, name)
		assert.Equal(t, want != "", ok, name)
	}
}

func TestIsDeprecatedName(t *testing.T) {
	assert.True(t, IsDeprecatedName("jet.job.scan.period"))
	assert.False(t, IsDeprecatedName("hazelcast.jet.job.scan.period"))
}
