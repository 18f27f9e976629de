package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// What the validation of the API server (k8s.io/apiextensions-apiserver 0.32)
// says of these resources with the schemas of operator 5.12, its
// "Invalid value" before it left out.
var refusedFields = []struct{ cluster, maps, want string }{
	{maps: "{backupCount: 7}", want: "spec.backupCount in body should be less than or equal to 6"},
	{maps: "{asyncBackupCount: -1}", want: "spec.asyncBackupCount in body should be greater than or equal to 0"},
	{maps: "{timeToLiveSeconds: '60'}", want: `spec.timeToLiveSeconds in body must be of type integer: "string"`},
	{maps: "{maxIdleSeconds: 1.5}", want: `spec.maxIdleSeconds in body must be of type integer: "number"`},
	{maps: "{inMemoryFormat: binary}", want: `spec.inMemoryFormat: Unsupported value: "binary": supported values: "BINARY", "OBJECT", "NATIVE"`},
	{maps: "{persistenceEnabled: 'true'}", want: `spec.persistenceEnabled in body must be of type boolean: "string"`},
	{maps: "{eviction: {evictionPolicy: lru}}", want: `spec.eviction.evictionPolicy: Unsupported value: "lru": supported values: "NONE", "LRU", "LFU", "RANDOM"`},
	{maps: "{eviction: {maxSize: 8g}}", want: `spec.eviction.maxSize in body must be of type integer: "string"`},
	{maps: "{eviction: {maxSizePolicy: ALL}}", want: `spec.eviction.maxSizePolicy: Unsupported value: "ALL": supported values: "PER_NODE", "PER_PARTITION", "USED_HEAP_SIZE", "USED_HEAP_PERCENTAGE", "FREE_HEAP_SIZE", "FREE_HEAP_PERCENTAGE", "USED_NATIVE_MEMORY_SIZE", "USED_NATIVE_MEMORY_PERCENTAGE", "FREE_NATIVE_MEMORY_SIZE", "FREE_NATIVE_MEMORY_PERCENTAGE", "ENTRY_COUNT"`},
	{maps: "{timeToLiveSeconds: -5, eviction: {maxSize: -3}, unknown: 3}"},
	{maps: "{backupCount: null, timeToLiveSeconds: 60.0, maxIdleSeconds: '${IDLE}'}"},
	{cluster: "{clusterSize: -1}", want: "spec.clusterSize in body should be greater than or equal to 0"},
	{cluster: "{clusterSize: '3'}", want: `spec.clusterSize in body must be of type integer: "string"`},
	{cluster: "{version: 5.3}", want: `spec.version in body must be of type string: "number"`},
	{cluster: "{properties: {a: 5}}", want: `spec.properties.a in body must be of type string: "integer"`},
	{cluster: "{properties: {b: true}}", want: `spec.properties.b in body must be of type string: "boolean"`},
	{cluster: "{jvm: {memory: {maxRAMPercentage: 80}}}", want: `spec.jvm.memory.maxRAMPercentage in body must be of type string: "integer"`},
	{cluster: "{jvm: {memory: {minRAMPercentage: 1.5}}}", want: `spec.jvm.memory.minRAMPercentage in body must be of type string: "number"`},
	{cluster: "{jvm: {args: -Xmx1g}}", want: `spec.jvm.args in body must be of type array: "string"`},
	{cluster: "{jvm: {args: [-Xmx1g, 5]}}", want: `spec.jvm.args[1] in body must be of type string: "integer"`},
	{cluster: "{jvm: {gc: {logging: 'yes'}}}", want: `spec.jvm.gc.logging in body must be of type boolean: "string"`},
	{cluster: "{jvm: {gc: {logging: yes}}, version: 5.3.1, properties: {a: 'true'}}"},
}

func TestRefusedFields(t *testing.T) {
	for _, c := range refusedFields {
		documents, err := yamldoc.Parse(source.NewFile("f", []byte("spec: "+c.cluster+"\nmetadata: {name: m}\n---\nspec: "+c.maps+"\nmetadata: {name: m}\n")))
		require.NoError(t, err)
		config := &Config{Resource: true, Root: documents[0].Root.Get("spec"), MapResources: []Map{MapResource(documents[1].Root)}}
		got := ""
		for _, r := range config.RefusedFields() {
			got += r.Message
		}
		assert.Equal(t, c.want, got, c.cluster+c.maps)
	}
}
