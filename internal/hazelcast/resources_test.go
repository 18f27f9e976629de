package hazelcast

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// What the operator's schema refuses. It was held against the schema itself, with 400 changed samples of the operator.
func TestResourceFaults(t *testing.T) {
	for _, c := range []struct {
		name, kind, spec string
		want             []string
	}{
		{"what samples have", "Map", "{hazelcastResourceName: hz, backupCount: 2, eviction: {maxSize: 150, evictionPolicy: LRU}, indexes: [{type: HASH, attributes: [a]}]}", nil},
		{"words for a boolean", "Map", "{persistenceEnabled: yes, mapStore: {className: a, writeCoalescing: Off}}", nil},
		{"nothing", "Map", "{backupCount: , eviction: ~}", nil},
		{"what is filled in", "Map", `{backupCount: "${COUNT}", name: "{{ .Values.name }}"}`, nil},
		{"what nobody looks at", "Hazelcast", "{resources: {limit: a}, scheduling: {affinity: {x: 1}}, labels: {a: b}}", nil},
		{"directives of a patch", "Map", "{$patch: delete}", nil},
		{"numbers out of their range", "Map", "{backupCount: 7, asyncBackupCount: -1}", []string{"7: backupCount takes a whole number from 0 up to 6", "-1: asyncBackupCount takes a whole number from 0 up to 6"}},
		{"other types", "Hazelcast", "{clusterSize: '3', version: 5.4, jvm: [], customConfigCmName: {}}", []string{
			"3: clusterSize takes a whole number from 0", "5.4: version takes a string, in quotes where YAML reads something else",
			"jvm: jvm takes a mapping", "customConfigCmName: customConfigCmName takes a string, in quotes where YAML reads something else",
		}},
		{"other words", "JetJob", "{state: Runing}", []string{"Runing: state takes one of Running, Suspended, Canceled, Restarted (Running)"}},
		{"no list", "Map", "{indexes: {type: HASH}}", []string{"indexes: indexes takes a list"}},
		{"no boolean", "Map", "{persistenceEnabled: 'true'}", []string{"true: persistenceEnabled takes true or false"}},
		{"within a list", "Map", "{indexes: [{type: TREE}]}", []string{"TREE: type takes one of SORTED, HASH, BITMAP"}},
		{"a field that is meant", "Queue", "{maxSiz: 5}", []string{"maxSiz: Queue has no field maxSiz: kubectl refuses it, other tools drop it (maxSize)"}},
		{"a field of nobody", "Queue", "{shards: 5}", []string{"shards: Queue has no field shards: kubectl refuses it, other tools drop it"}},
		{"another kind", "Pod", "{backupCount: 9}", nil},
		{"the resource of the chart's operator", "Hazelcast", "{hazelcast: {yaml: {}}, cluster: {memberCount: 3}}", nil},
	} {
		docs, err := yamldoc.Parse(source.NewFile("a.yaml", []byte("apiVersion: hazelcast.com/v1alpha1\nkind: "+c.kind+"\nspec: "+c.spec+"\n")))
		require.NoError(t, err, c.name)
		config := &Config{}
		if IsOperated(docs[0].Root) {
			config.Resources = []*yamldoc.Node{docs[0].Root}
		}
		got := lists.Of(config.ResourceFaults(), func(f ResourceFault) string {
			s := f.At.String() + ": " + strings.Replace(f.Message, ": the cluster refuses this "+c.kind, "", 1)
			if f.Meant != "" {
				s += " (" + f.Meant + ")"
			}
			return s
		})
		assert.ElementsMatch(t, c.want, got, c.name)
	}
	assert.Empty(t, (*Config)(nil).ResourceFaults())
}
