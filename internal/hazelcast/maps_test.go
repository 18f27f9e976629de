package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// oneMap is what a map m gets from an entry.
func oneMap(t *testing.T, entry string) MapConfig {
	maps := configOf(t, "hazelcast:\n  map:\n    m: "+entry+"\n").Maps()
	require.Len(t, maps, 1)
	return maps[0].Config()
}

// said is what a Word says, without its place in a file.
type said struct {
	name   string
	origin source.Origin
	text   string
}

func saidOf(w Word) said { return said{w.Name, w.Origin, w.Text.String()} }

func TestMapConfigDefaults(t *testing.T) {
	var none Map
	for name, m := range map[string]MapConfig{"empty": oneMap(t, "{}"), "empty eviction": oneMap(t, "{eviction: {}}"), "none": none.Config()} {
		assert.Equal(t, []known{{1, source.Default, ""}, {0, source.Default, ""}, {0, source.Default, ""}, {0, source.Default, ""}, {Unlimited, source.Default, ""}},
			[]known{knownOf(m.BackupCount), knownOf(m.AsyncBackupCount), knownOf(m.TimeToLive), knownOf(m.MaxIdle), knownOf(m.Eviction.Size)}, name)
		for want, got := range map[string]Word{
			"BINARY": m.InMemoryFormat, "false": m.PerEntryStats, "INDEX-ONLY": m.CacheValues, "com.hazelcast.spi.merge.PutIfAbsentMergePolicy": m.MergePolicy,
			"NONE": m.Eviction.Policy, "PER_NODE": m.Eviction.MaxSizePolicy, "": m.Eviction.Comparator,
		} {
			assert.Equal(t, Word{Name: want, Origin: source.Default}, got, "%s: %s", name, want)
		}
		assert.Equal(t, Word{Origin: source.Default}, m.ProtectedBy, name)
	}
	assert.Equal(t, []string{"default", "m"}, []string{none.WrittenName(), oneMap(t, "{}").WrittenName()})
}

// What cannot be known is unknown, and keeps its place.
func TestMapConfigUnknown(t *testing.T) {
	m := oneMap(t, `{backup-count: "${backups}", time-to-live-seconds: 02, max-idle-seconds: " 5 ", in-memory-format: "${format}",
      per-entry-stats-enabled: "${stats}", eviction: {size: 1_000, eviction-policy: "LR${x}"}, merge-policy: {class-name: [a]}}`)
	assert.Equal(t, []known{{0, source.Unknown, "${backups}"}, {0, source.Unknown, "02"}, {0, source.Unknown, " 5 "}, {0, source.Unknown, "1_000"}},
		[]known{knownOf(m.BackupCount), knownOf(m.TimeToLive), knownOf(m.MaxIdle), knownOf(m.Eviction.Size)})
	assert.Equal(t, []said{{"", source.Unknown, "${format}"}, {"", source.Unknown, "${stats}"}, {"", source.Unknown, "LR${x}"}, {"", source.Unknown, ""}},
		[]said{saidOf(m.InMemoryFormat), saidOf(m.PerEntryStats), saidOf(m.Eviction.Policy), saidOf(m.MergePolicy)})
	assert.False(t, m.Eviction.Known())
	assert.True(t, oneMap(t, "{}").Eviction.Known())
}

func TestMapConfigWritten(t *testing.T) {
	m := oneMap(t, `{backup-count: "2", async-backup-count: 1, max-idle-seconds: 60, per-entry-stats-enabled: yes, eviction: {size: 0, eviction-policy: LFU}}`)
	assert.Equal(t, []known{{2, source.Configured, "2"}, {60_000, source.Configured, "60"}, {Unlimited, source.Configured, "0"}},
		[]known{knownOf(m.BackupCount), knownOf(m.MaxIdle), knownOf(m.Eviction.Size)})
	assert.Equal(t, []said{{"false", source.Configured, "yes"}, {"LFU", source.Configured, "LFU"}}, []said{saidOf(m.PerEntryStats), saidOf(m.Eviction.Policy)})
	assert.Equal(t, int64(3), m.Backups())
}

func TestStores(t *testing.T) {
	for entry, want := range map[string][2]bool{
		"{}":                             {false, false},
		"{map-store: {class-name: a.B}}": {true, false},
		"{map-store: {enabled: false, class-name: a.B}}":       {false, false},
		"{map-store: {enabled: '${on}'}}":                      {true, false},
		"{data-persistence: {enabled: true}}":                  {false, true},
		"{data-persistence: {enabled: false}, hot-restart: 5}": {false, false},
		"{hot-restart: {enabled: true}}":                       {false, true},
	} {
		m := oneMap(t, entry)
		assert.Equal(t, want, [2]bool{m.HasMapStore, m.HasPersistence}, entry)
	}
}

func TestMergeNeedsEntryStats(t *testing.T) {
	for name, want := range map[string]bool{
		"HigherHitsMergePolicy": true, "LatestAccessMergePolicy": true, "LatestUpdateMergePolicy": true,
		"com.hazelcast.spi.merge.LatestUpdateMergePolicy": true, "org.example.LatestUpdateMergePolicy": false,
		"ExpirationTimeMergePolicy": false, "PutIfAbsentMergePolicy": false, "${policy}": false,
	} {
		assert.Equal(t, want, oneMap(t, "{merge-policy: {class-name: '"+name+"'}}").MergeNeedsEntryStats(), name)
	}
	assert.False(t, oneMap(t, "{}").MergeNeedsEntryStats())
}

func TestMapNamed(t *testing.T) {
	c := configOf(t, "hazelcast:\n  map: {default: {}, orders: {}, 'ord*': {}, '*ers': {}, 'o*': {}, 'a*c': {}, 'ab*bc': {}, broken: 5}\n")
	for name, want := range map[string]string{
		"orders":     "orders", // the name itself
		"orders@key": "orders", // without its partition
		"ordinal":    "ord*",   // 3 characters beat 1
		"oxen":       "o*",
		"customers":  "*ers",
		"abc":        "ab*bc", // both ends may overlap
		"axc":        "a*c",
		"any":        "default",
		"broken":     "default", // which is no mapping
		"default":    "default",
		"@":          "default",
	} {
		m, err := c.MapNamed(name)
		assert.NoError(t, err, name)
		assert.Equal(t, want, m.WrittenName(), name)
	}
	_, err := c.MapNamed("orderers")
	assert.EqualError(t, err, `"orderers" matches the patterns "ord*" and "*ers" equally well`)
	var none *Config
	m, err := none.MapNamed("any")
	assert.NoError(t, err)
	assert.Equal(t, Map{}, m)
}

// Only what makes a difference is lacking.
func TestLacks(t *testing.T) {
	for standard, want := range map[string][]string{
		"{backup-count: 1, time-to-live-seconds: 0, in-memory-format: BINARY}":       nil,
		"{backup-count: 2, async-backup-count: '${x}'}":                              {"backup-count 1"},
		"{max-idle-seconds: 5}":                                                      nil, // m has its own
		"{eviction: {size: 5000}}":                                                   nil, // evicts nothing
		"{eviction: {size: 5000, eviction-policy: LRU}, near-cache: {name: a}}":      {"eviction ", "near-cache "},
		"{merge-policy: {class-name: PutIfAbsentMergePolicy}}":                       nil,
		"{merge-policy: {class-name: DiscardMergePolicy}, map-store: {enabled: no}}": {"merge-policy "},
		"{split-brain-protection-ref: rule, indexes: [], attributes: {}}":            {"split-brain-protection-ref "},
	} {
		c := configOf(t, "hazelcast:\n  map:\n    default: "+standard+"\n    m: {max-idle-seconds: 1}\n")
		var got []string
		for _, s := range c.Maps()[1].Config().Lacks(c.Maps()[0].Config()) {
			got = append(got, s.Key.Value()+" "+s.Own)
		}
		assert.Equal(t, want, got, standard)
	}
}
