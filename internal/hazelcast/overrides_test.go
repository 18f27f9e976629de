package hazelcast

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// overrides are those of a run as the model sees them.
func (r memberRun) overrides(t *testing.T) Overrides {
	var environment []Variable
	for _, e := range r.env {
		name, value, _ := strings.Cut(e, "=")
		environment = append(environment, Variable{source.Unlocated(name, "test"), source.Unlocated(value, "test")})
	}
	return OverridesOf(environment, properties(t, strings.Join(r.options, " ")))
}

// What the environment and the system properties put over the configuration.
var overrideCases = []struct {
	name  string
	run   memberRun
	maps  bool // whether the model says that maps get other settings
	lines []string
}{
	{"system property", memberRun{options: []string{"-Dhz.cluster-name=a"}, questions: []string{"cluster"}}, false, []string{"cluster=a"}},
	{"dashes do not count", memberRun{options: []string{"-Dhz.clustername=a"}, questions: []string{"cluster"}}, false, []string{"cluster=a"}},
	{"variable", memberRun{env: []string{"HZ_CLUSTERNAME=b"}, questions: []string{"cluster"}}, false, []string{"cluster=b"}},
	{"an underscore is a dot", memberRun{env: []string{"HZ_CLUSTER_NAME=b"}, questions: []string{"cluster"}}, false, []string{"cluster=dev"}},
	{"map, siblings stay", memberRun{env: []string{"HZ_MAP_M_BACKUPCOUNT=2"}, yaml: "  map:\n    m: {time-to-live-seconds: 7}\n",
		questions: []string{"map m getBackupCount", "map m getTimeToLiveSeconds"}}, true, []string{"m getBackupCount=2", "m getTimeToLiveSeconds=7"}},
	{"map by option", memberRun{options: []string{"-Dhz.map.m.backup-count=3"}, yaml: "  map:\n    m: {time-to-live-seconds: 7}\n",
		questions: []string{"map m getBackupCount", "map m getTimeToLiveSeconds"}}, true, []string{"m getBackupCount=3", "m getTimeToLiveSeconds=7"}},
	{"a map with capitals is another", memberRun{env: []string{"HZ_MAP_MYMAP_BACKUPCOUNT=2"}, yaml: "  map:\n    myMap: {time-to-live-seconds: 7}\n",
		questions: []string{"map myMap getBackupCount", "map mymap getBackupCount"}}, true, []string{"myMap getBackupCount=1", "mymap getBackupCount=2"}},
	{"so is one with a dash", memberRun{env: []string{"HZ_MAP_MYMAP_BACKUPCOUNT=2"}, yaml: "  map:\n    my-map: {time-to-live-seconds: 7}\n",
		questions: []string{"map my-map getBackupCount"}}, true, []string{"my-map getBackupCount=1"}},
	{"unknown names are none", memberRun{env: []string{"HZ_PORT=tcp://1.2.3.4:5", "HZ_SERVICE_HOST=1"}, questions: []string{"cluster"}}, false, []string{"cluster=dev"}},
	{"names of start scripts", memberRun{env: []string{"HZ_LICENSE_KEY=5", "HZ_CP_MOUNT=/a", "HZ_HOME=/b"}, questions: []string{"cluster"}}, false, []string{"cluster=dev"}},
	{"a property without a dot", memberRun{env: []string{"HZ_PROPERTIES_FOO=true"}, questions: []string{"set foo"}}, false, []string{"foo=true"}},
	{"eviction loses its siblings", memberRun{options: []string{"-Dhz.map.m.eviction.eviction-policy=LRU"}, yaml: "  map:\n    m: {eviction: {eviction-policy: LFU, size: 5}}\n",
		questions: []string{"map m getEvictionConfig"}}, true,
		[]string{"m getEvictionConfig=EvictionConfig{size=2147483647, maxSizePolicy=PER_NODE, evictionPolicy=LRU, comparatorClassName=null, comparator=null}"}},
	{"a map store keeps them", memberRun{env: []string{"HZ_MAP_M_MAPSTORE_WRITEDELAYSECONDS=9"}, yaml: "  map:\n    m: {map-store: {enabled: true, class-name: a.B}}\n",
		questions: []string{"map m getMapStoreConfig"}}, true,
		[]string{"m getMapStoreConfig=MapStoreConfig{enabled=true, className='a.B', factoryClassName='null', writeDelaySeconds=9, writeBatchSize=1, implementation=null, factoryImplementation=null, properties={}, initialLoadMode=LAZY, writeCoalescing=true, offload=true}"}},
	{"and so does persistence", memberRun{env: []string{"HZ_MAP_M_DATAPERSISTENCE_FSYNC=false"}, yaml: "  map:\n    m: {data-persistence: {enabled: true}}\n",
		questions: []string{"map m getDataPersistenceConfig"}}, true, []string{"m getDataPersistenceConfig=DataPersistenceConfig{enabled=true, fsync=false}"}},
}

func TestOverrides(t *testing.T) {
	for _, c := range overrideCases {
		t.Run(c.name, func(t *testing.T) {
			o := c.run.overrides(t)
			assert.Equal(t, c.maps, o.Any("map"))
			assert.Empty(t, o.Crashes(nil))
		})
	}
}

func TestOverridesOfMembers(t *testing.T) {
	onMembers(t, func(t *testing.T, release string) {
		for _, c := range overrideCases {
			assert.Equal(t, c.lines, ask(t, release, c.run), c.name)
		}
	})
}

// What keeps a member from starting, and its own words for it.
var crashCases = []struct {
	name   string
	run    memberRun
	causes []CrashCause
	words  string
}{
	{"variable", memberRun{env: []string{"HZ_PROPERTIES_HAZELCAST_JMX=true"}}, []CrashCause{DottedProperty},
		"died: InvalidConfigurationException failed to overwrite configuration coming from environment variables: NullPointerException null"},
	{"system property", memberRun{options: []string{"-Dhz.properties.hazelcast.jmx=true"}}, []CrashCause{DottedProperty},
		"died: InvalidConfigurationException failed to overwrite configuration coming from system properties: NullPointerException null"},
	{"both, with the same value", memberRun{options: []string{"-Dhz.jet.enabled=true"}, env: []string{"HZ_JET_ENABLED=true"}}, []CrashCause{SetTwice},
		"died: InvalidConfigurationException Discovered conflicting configuration entries"},
	{"both, one with a dash", memberRun{options: []string{"-Dhz.cluster-name=a"}, env: []string{"HZ_CLUSTERNAME=b"}}, []CrashCause{SetTwice},
		"died: InvalidConfigurationException Discovered conflicting configuration entries"},
	{"unknown to both", memberRun{options: []string{"-Dhz.nix=a"}, env: []string{"HZ_NIX=b"}}, []CrashCause{SetTwice},
		"died: InvalidConfigurationException Discovered conflicting configuration entries"},
	{"capitals", memberRun{env: []string{"HZ_CLUSTERNAME=b", "HZ_ClusterName=c"}}, []CrashCause{SetTwice}, "died: IllegalStateException Duplicate key hazelcast.clustername"},
	{"capitals of system properties", memberRun{options: []string{"-Dhz.cluster-name=b", "-Dhz.Cluster-Name=c"}}, []CrashCause{SetTwice},
		"died: IllegalStateException Duplicate key hazelcast.cluster-name"},
	{"of properties alone", memberRun{options: []string{"-Dhz.properties=3"}}, nil, "cluster=dev"},
	{"dashes within the system properties", memberRun{options: []string{"-Dhz.cluster-name=b", "-Dhz.clustername=b"}}, []CrashCause{SetTwice},
		"died: InvalidConfigurationException Discovered conflicting configuration entries"},
	{"an empty key", memberRun{env: []string{"HZ_=5"}}, nil, "cluster=dev"},
	{"two ways of discovery", memberRun{env: []string{"HZ_NETWORK_JOIN_TCPIP_ENABLED=true", "HZ_NETWORK_JOIN_KUBERNETES_ENABLED=TRUE"}}, []CrashCause{TwoDiscoveries},
		"Only one discovery method can be enabled"},
	{"one of a variable, one of a property", memberRun{env: []string{"HZ_NETWORK_JOIN_TCPIP_ENABLED=true"}, options: []string{"-Dhz.network.join.multicast.enabled=true"}},
		[]CrashCause{TwoDiscoveries}, "Only one discovery method can be enabled"},
	{"over that of the configuration", memberRun{env: []string{"HZ_NETWORK_JOIN_MULTICAST_ENABLED=true"}, join: "{tcp-ip: {enabled: true}}"}, []CrashCause{TwoDiscoveries},
		"Only one discovery method can be enabled"},
	{"in place of that of the configuration", memberRun{env: []string{"HZ_NETWORK_JOIN_MULTICAST_ENABLED=false", "HZ_NETWORK_JOIN_TCPIP_ENABLED=true"},
		join: "{multicast: {enabled: true}}"}, nil, "cluster=dev"},
	{"a word that is not true", memberRun{env: []string{"HZ_NETWORK_JOIN_MULTICAST_ENABLED=yes"}, join: "{tcp-ip: {enabled: true}}"}, nil, "cluster=dev"},
}

func TestCrashes(t *testing.T) {
	for _, c := range crashCases {
		var causes []CrashCause
		for _, crash := range c.run.overrides(t).Crashes(c.run.config(t)) {
			causes = append(causes, crash.Cause)
		}
		assert.Equal(t, c.causes, causes, c.name)
	}
}

func TestCrashesOfMembers(t *testing.T) {
	onMembers(t, func(t *testing.T, release string) {
		for _, c := range crashCases {
			c.run.questions = []string{"cluster"}
			assert.Contains(t, strings.Join(ask(t, release, c.run), "\n"), c.words, c.name)
		}
	})
}

// What maps get of the settings that overrideCases asked members for.
func TestOverridesOfMaps(t *testing.T) {
	type gets struct {
		backups, live int64
		policy        string
		size          int64
		store         bool
	}
	const yaml = "hazelcast: {map: {m: {time-to-live-seconds: 7, eviction: {eviction-policy: LFU, size: 5}}, myMap: {backup-count: 0}, n: {backup-count: 3}}}"
	plain := map[string]gets{"m": {1, 7000, "LFU", 5, false}, "myMap": {0, 0, "NONE", Unlimited, false}, "n": {3, 0, "NONE", Unlimited, false}}
	cases := map[string]struct {
		run  memberRun
		want map[string]gets // of maps that get others
	}{
		"siblings stay":               {memberRun{env: []string{"HZ_MAP_M_BACKUPCOUNT=2"}}, map[string]gets{"m": {2, 7000, "LFU", 5, false}}},
		"by option":                   {memberRun{options: []string{"-Dhz.map.m.time-to-live-seconds=3"}}, map[string]gets{"m": {1, 3000, "LFU", 5, false}}},
		"the option goes over it":     {memberRun{env: []string{"HZ_MAP_M_BACKUPCOUNT=2"}, options: []string{"-Dhz.map.m.backupcount=4"}}, map[string]gets{"m": {4, 7000, "LFU", 5, false}}},
		"eviction loses its siblings": {memberRun{options: []string{"-Dhz.map.m.eviction.eviction-policy=LRU"}}, map[string]gets{"m": {1, 7000, "LRU", Unlimited, false}}},
		"capitals are of another map": {memberRun{env: []string{"HZ_MAP_MYMAP_BACKUPCOUNT=2"}}, nil},
		"a store":                     {memberRun{env: []string{"HZ_MAP_M_MAPSTORE_CLASSNAME=a.B"}}, map[string]gets{"m": {1, 7000, "LFU", 5, true}}},
		"a store that is off":         {memberRun{env: []string{"HZ_MAP_M_MAPSTORE_ENABLED=false"}}, nil},
		"a part of one":               {memberRun{env: []string{"HZ_MAP_M_MERGEPOLICY_BATCHSIZE=9"}}, nil},
		"another block":               {memberRun{env: []string{"HZ_QUEUE_M_BACKUPCOUNT=2"}}, nil},
		"what is filled in":           {memberRun{env: []string{"HZ_MAP_M_BACKUPCOUNT=$(N)"}}, map[string]gets{"m": {}}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			want, got := maps.Clone(plain), map[string]gets{}
			maps.Copy(want, c.want)
			maps.DeleteFunc(want, func(_ string, g gets) bool { return g == gets{} })
			for _, m := range c.run.overrides(t).Over(configOf(t, yaml).Maps()) {
				e := m.Config()
				got[e.WrittenName()] = gets{e.BackupCount.N, e.TimeToLive.N, e.Eviction.Policy.Name, e.Eviction.Size.N, e.HasMapStore}
			}
			assert.Equal(t, want, got)
		})
	}
}
