package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// customJVM is what tests compare of a JVM that an operator starts.
type customJVM struct {
	name    string
	options []string
	limit   int64 // in MiB
}

// The resources of operators say what a JVM gets in fields of their own.
func TestCustomResources(t *testing.T) {
	for _, c := range []struct {
		name, apiVersion, kind, spec string
		want                         []customJVM
	}{
		{"Solr", "solr.apache.org/v1beta1", "SolrCloud", "  solrJavaMem: -Xms1g -Xmx3g\n  solrGCTune: -XX:SurvivorRatio=4\n" +
			"  customSolrKubeOptions: {podOptions: {resources: {limits: {memory: 4Gi}}}}\n  zookeeperRef: {provided: {zookeeperPodPolicy: {resources: {limits: {memory: 1Gi}}}}}\n",
			[]customJVM{{"SolrCloud/a", []string{"cmd -Xms1g", "cmd -Xmx3g", "cmd -XX:SurvivorRatio=4"}, 4096}}},
		{"Strimzi", "kafka.strimzi.io/v1beta2", "Kafka", "  kafka:\n    jvmOptions:\n      -Xms: 1g\n      -Xmx: 2g\n" +
			"      -XX: {UseG1GC: true, ExplicitGCInvokesConcurrent: \"false\", MaxGCPauseMillis: 20}\n    resources: {limits: {memory: 4Gi}}\n  zookeeper:\n    jvmOptions: {-Xmx: 512m}\n",
			[]customJVM{
				{"Kafka/a/kafka", []string{"cmd -Xms1g", "cmd -Xmx2g", "cmd -XX:+UseG1GC", "cmd -XX:-ExplicitGCInvokesConcurrent", "cmd -XX:MaxGCPauseMillis=20"}, 4096},
				{"Kafka/a/zookeeper", append([]string{"cmd -Xmx512m"}, kafkas("ExplicitGCInvokesConcurrent")...), 0},
			}},
		{"Strimzi: a share of the memory is no flag", "kafka.strimzi.io/v1", "KafkaConnect", "  jvmOptions: {-XX: {MaxRAMPercentage: 60}}\n",
			[]customJVM{{"KafkaConnect/a", append([]string{"cmd -XX:MaxRAMPercentage=60"}, kafkas("ExplicitGCInvokesConcurrent")...), 0}}},
		{"Strimzi: programs with other scripts", "kafka.strimzi.io/v1", "Kafka", "  cruiseControl: {jvmOptions: {-Xmx: 1g}}\n  entityOperator: {userOperator: {jvmOptions: {-Xmx: 256m}}}\n",
			[]customJVM{
				{"Kafka/a/cruiseControl", append([]string{"cmd -Xmx1g"}, kafkas("DisableExplicitGC")...), 0},
				{"Kafka/a/entityOperator/userOperator", []string{"cmd -Xmx256m"}, 0},
			}},
		{"a quantity of K8ssandra", "k8ssandra.io/v1alpha1", "K8ssandraCluster", "  cassandra:\n    resources: {limits: {memory: 1Gi}}\n    config:\n      jvmOptions:\n        heap_max_size: 512Mi\n" +
			"        additionalJvmServerOptions: [-XX:+UseG1GC]\n        additionalJvm11ServerOptions: [-Xss1m]\n    datacenters:\n      - metadata: {name: dc1}\n        size: 3\n",
			[]customJVM{{"K8ssandraCluster/a/cassandra", []string{"cmd -Xmx536870912", "cmd -XX:+UseG1GC", "cmd -Xss1m (11-16)"}, 1024}}},
		{"cass-operator", "cassandra.datastax.com/v1beta1", "CassandraDatacenter", "  config:\n    jvm-server-options: {initial_heap_size: 1G, max_heap_size: 1G, additional-jvm-opts: [-Dx=1]}\n",
			[]customJVM{{"CassandraDatacenter/a", []string{"cmd -Xms1G", "cmd -Xmx1G", "cmd -Dx=1"}, 0}}},
		{"NiFiKop", "nifi.konpyutaika.com/v1", "NifiCluster", "  readOnlyConfig:\n    bootstrapProperties: {nifiJvmMemory: 2g}\n  nodes:\n    - id: 1\n",
			[]customJVM{{"NifiCluster/a/readOnlyConfig", []string{"cmd -Xms2g", "cmd -Xmx2g"}, 0}}},
		{"NiFiKop, of a cluster elsewhere", "nifi.konpyutaika.com/v1", "NifiCluster", "  type: external\n  nifiURI: nifi:8080\n", nil},
		{"OpenSearch", "opensearch.opster.io/v1", "OpenSearchCluster", "  bootstrap: {jvm: -Xmx1g}\n  nodePools:\n    - component: masters\n      jvm: -Xmx2048M -Xms2048M\n      resources: {limits: {memory: 2Gi}}\n",
			[]customJVM{{"OpenSearchCluster/a/bootstrap", []string{"cmd -Xmx1g"}, 0}, {"OpenSearchCluster/a/nodePools/masters", []string{"cmd -Xmx2048M", "cmd -Xms2048M"}, 2048}}},
		{"Druid, with options that nodes share", "druid.apache.org/v1alpha1", "Druid", "  jvm.options: |-\n    -server\n    # -Xss1m\n    -XX:+UseG1GC\n  nodes:\n" +
			"    brokers: {extra.jvm.options: \"-Xmx512m\\n-Xms512m\", resources: {limits: {memory: 1Gi}}}\n    routers: {jvm.options: -Xmx64m}\n    idle: {druid.port: 8080}\n",
			[]customJVM{
				{"Druid/a/brokers", []string{"cmd -server", "cmd -XX:+UseG1GC", "cmd -Xmx512m", "cmd -Xms512m"}, 1024},
				{"Druid/a/routers", []string{"cmd -Xmx64m"}, 0},
				{"Druid/a/idle", []string{"cmd -server", "cmd -XX:+UseG1GC"}, 0},
			}},
		{"koperator", "kafka.banzaicloud.io/v1beta1", "KafkaCluster", "  brokerConfigGroups:\n    default: {kafkaHeapOpts: -Xmx2G -Xms2G, resourceRequirements: {limits: {memory: 3Gi}}}\n",
			[]customJVM{{"KafkaCluster/a/brokerConfigGroups/default", []string{"cmd -Xmx2G", "cmd -Xms2G"}, 3072}}},
		{"Confluent", "platform.confluent.io/v1beta1", "Kafka", "  configOverrides: {jvm: [-Xms1G, -Xmx4G]}\n  podTemplate: {resources: {limits: {memory: 8Gi}}}\n",
			[]customJVM{{"Kafka/a", []string{"cmd -Xms1G", "cmd -Xmx4G"}, 8192}}},
		{"Coherence", "coherence.oracle.com/v1", "Coherence", "  jvm: {memory: {heapSize: 5g, stackSize: 1m}, args: [-Dx=1]}\n  resources: {limits: {memory: 8Gi}}\n",
			[]customJVM{{"Coherence/a", []string{"cmd -Xms5g", "cmd -Xmx5g", "cmd -Xss1m", "cmd -Dx=1"}, 8192}}},
		{"Pravega", "pravega.pravega.io/v1beta1", "PravegaCluster", "  pravega: {segmentStoreJVMOptions: [-Xmx4g], segmentStoreResources: {limits: {memory: 16Gi}}}\n",
			[]customJVM{{"PravegaCluster/a/pravega", []string{"cmd -Xmx4g"}, 16384}}},
		{"no options", "kafka.strimzi.io/v1beta2", "KafkaTopic", "  partitions: 1\n", nil},
		{"a kind of that name of somebody else", "example.com/v1", "SolrCloud", "  jvm: fast\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("f", "apiVersion: "+c.apiVersion+"\nkind: "+c.kind+"\nmetadata: {name: a}\nspec:\n"+c.spec)
			var got []customJVM
			for _, w := range in.Workloads {
				got = append(got, customJVM{w.Name, optionsOf(w), w.Memory.N >> 20})
			}
			assert.Equal(t, c.want, got)
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
}

// kafkas are the options of Kafka's scripts, which differ in one.
func kafkas(explicit string) []string {
	return []string{"cmd -server", "cmd -XX:+UseG1GC", "cmd -XX:MaxGCPauseMillis=20", "cmd -XX:InitiatingHeapOccupancyPercent=35", "cmd -XX:+" + explicit}
}

// Options that leave the size of the heap to the operator decide nothing.
func TestHeapOfOperator(t *testing.T) {
	for spec, want := range map[string]string{
		"jvmOptions: {-Xmx: 1g}":                    "",
		"jvmOptions: {-XX: {MaxRAMPercentage: 60}}": "",
		"jvmOptions: {-XX: {UseParallelGC: true}}":  "Strimzi sizes the heap from the limit unless jvmOptions do",
	} {
		in := read("f", "apiVersion: kafka.strimzi.io/v1\nkind: KafkaConnect\nmetadata: {name: a}\nspec:\n  "+spec+"\n")
		require.Len(t, in.Workloads, 1, spec)
		assert.Equal(t, want, in.Workloads[0].Doubt, spec)
		assert.Equal(t, want == "", in.Workloads[0].Decided(), spec)
	}
}

func TestOperators(t *testing.T) {
	assert.Contains(t, operated(), operatedJVMs{
		group: "flink.apache.org", jvms: []fieldPath{{"spec", "jobManager"}, {"spec", "taskManager"}}, never: true,
		why: "Flink sizes it from the memory of the process, by its own model",
	})
	assert.Contains(t, operated(), operatedJVMs{
		group: "jenkins.io", kinds: "Jenkins", jvms: []fieldPath{{}}, why: "its image sizes it unless an option does",
	})
	config := func(key string) fieldPath { return fieldPath{"config", "jvmOptions", key} }
	assert.Contains(t, jvmShapes(), jvmShape{
		group: "k8ssandra.io",
		heap: []heapField{
			{config("heapSize"), "-Xms", true}, {config("heapSize"), "-Xmx", true},
			{config("heap_initial_size"), "-Xms", true}, {config("heap_max_size"), "-Xmx", true},
		},
		options: []fieldPath{config("additionalOptions"), config("additionalJvmServerOptions")},
		some: []someField{
			{config("additionalJvm8ServerOptions"), 8, 8}, {config("additionalJvm11ServerOptions"), 11, 16},
			{config("additionalJvm17ServerOptions"), 17, 0},
		},
		resources: []fieldPath{{"resources"}},
	})
}
