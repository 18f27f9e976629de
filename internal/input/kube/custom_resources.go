package kube

// jvmShape is how the resources of an operator describe a JVM: where, from the
// mapping that describes one, its options and its resources stand.
type jvmShape struct {
	group     string      // of apiVersion
	within    string      // an entry of spec whose entries describe a JVM each; empty: any mapping with one of the options
	shared    fieldPath   // options of spec that count where a JVM has none of its own under the same key
	options   []fieldPath // strings and lists of options
	heap      []heapField
	flags     fieldPath   // a mapping of flags with their values
	some      []someField // options that count on some JDKs only
	resources []fieldPath // of which the first counts that is there
	image     []string    // the fields that name repository and tag
}

type fieldPath []string

// someField holds options that count on the JDKs from one up to another.
type someField struct {
	path         fieldPath
	since, until int
}

// heapField is a size that the operator writes behind an option. One in units
// of Kubernetes becomes bytes.
type heapField struct {
	path     fieldPath
	option   string
	quantity bool
}

// jvmShapes are the operators whose resources are read.
//
//	https://github.com/apache/solr-operator/blob/v0.9.1/api/v1beta1/solrcloud_types.go
//	https://strimzi.io/docs/operators/latest/configuring.html#type-JVMOptions-reference
//	https://github.com/k8ssandra/k8ssandra-operator/blob/v1.20.0/apis/k8ssandra/v1alpha1/cassandraconfig_types.go
//	https://github.com/k8ssandra/cass-operator/blob/v1.23.0/apis/cassandra/v1beta1/cassandradatacenter_types.go
//	https://github.com/opensearch-project/opensearch-k8s-operator/blob/v2.7.0/opensearch-operator/api/v1/opensearch_types.go
//	https://github.com/datainfrahq/druid-operator/blob/v1.2.3/apis/druid/v1alpha1/druid_types.go
//	https://github.com/banzaicloud/koperator/blob/v0.25.1/api/v1beta1/kafkacluster_types.go
//	https://docs.confluent.io/operator/current/co-api.html
//	https://github.com/oracle/coherence-operator/blob/v3.4.3/api/v1/coherence_types.go
//	https://github.com/pravega/bookkeeper-operator/blob/v0.3.0/api/v1alpha1/bookkeepercluster_types.go
//	https://github.com/pravega/pravega-operator/blob/v0.6.0/api/v1beta1/pravega.go
var jvmShapes = []jvmShape{
	{
		group: "solr.apache.org", options: []fieldPath{{"solrJavaMem"}, {"solrGCTune"}, {"solrOpts"}},
		resources: []fieldPath{{"customSolrKubeOptions", "podOptions", "resources"}}, image: []string{"solrImage"},
	},
	{
		group: "kafka.strimzi.io", heap: sizes("jvmOptions", "-Xms", "-Xms", "-Xmx", "-Xmx"), flags: fieldPath{"jvmOptions", "-XX"},
		resources: []fieldPath{{"resources"}}, image: []string{"image"},
	},
	{
		group: "k8ssandra.io", heap: quantities(sizes("config.jvmOptions", "heapSize", "-Xms", "heapSize", "-Xmx", "heap_initial_size", "-Xms", "heap_max_size", "-Xmx")),
		options: []fieldPath{{"config", "jvmOptions", "additionalOptions"}, {"config", "jvmOptions", "additionalJvmServerOptions"}},
		some: []someField{
			{fieldPath{"config", "jvmOptions", "additionalJvm8ServerOptions"}, 8, 8},
			{fieldPath{"config", "jvmOptions", "additionalJvm11ServerOptions"}, 11, 16},
			{fieldPath{"config", "jvmOptions", "additionalJvm17ServerOptions"}, 17, 0},
		},
		resources: []fieldPath{{"resources"}},
	},
	{
		group: "cassandra.datastax.com",
		heap: append(sizes("config.jvm-options", "initial_heap_size", "-Xms", "max_heap_size", "-Xmx"),
			sizes("config.jvm-server-options", "initial_heap_size", "-Xms", "max_heap_size", "-Xmx")...),
		options:   []fieldPath{{"config", "jvm-options", "additional-jvm-opts"}, {"config", "jvm-server-options", "additional-jvm-opts"}},
		resources: []fieldPath{{"resources"}},
	},
	{group: "opensearch.opster.io", options: []fieldPath{{"jvm"}}, resources: []fieldPath{{"resources"}}},
	{group: "opensearch.org", options: []fieldPath{{"jvm"}}, resources: []fieldPath{{"resources"}}},
	{
		group: "druid.apache.org", within: "nodes", shared: fieldPath{"jvm.options"}, options: []fieldPath{{"jvm.options"}, {"extra.jvm.options"}},
		resources: []fieldPath{{"resources"}}, image: []string{"image"},
	},
	{
		group: "kafka.banzaicloud.io", options: []fieldPath{{"kafkaHeapOpts"}, {"kafkaJvmPerfOpts"}},
		resources: []fieldPath{{"resourceRequirements"}, {"resourceReqs"}},
	},
	{group: "platform.confluent.io", options: []fieldPath{{"configOverrides", "jvm"}}, resources: []fieldPath{{"podTemplate", "resources"}}},
	{
		group: "coherence.oracle.com", options: []fieldPath{{"jvm", "args"}, {"jvm", "gc", "args"}},
		heap: sizes("jvm.memory", "heapSize", "-Xms", "heapSize", "-Xmx", "initialHeapSize", "-Xms", "maxHeapSize", "-Xmx",
			"directMemorySize", "-XX:MaxDirectMemorySize=", "stackSize", "-Xss"),
		resources: []fieldPath{{"resources"}}, image: []string{"image"},
	},
	{
		group:     "bookkeeper.pravega.io",
		options:   []fieldPath{{"jvmOptions", "memoryOpts"}, {"jvmOptions", "gcOpts"}, {"jvmOptions", "gcLoggingOpts"}, {"jvmOptions", "extraOpts"}},
		resources: []fieldPath{{"resources"}},
	},
	{group: "pravega.pravega.io", options: []fieldPath{{"controllerjvmOptions"}}, resources: []fieldPath{{"controllerResources"}}},
	{group: "pravega.pravega.io", options: []fieldPath{{"segmentStoreJVMOptions"}}, resources: []fieldPath{{"segmentStoreResources"}}},
}
