package kube

// operated are the resources for which operators start JVMs: where each of them
// stands, from the resource on, and what decides unless an option does.
//
//	https://nightlies.apache.org/flink/flink-kubernetes-operator-docs-stable/docs/custom-resource/reference/
//	https://github.com/kubeflow/spark-operator/blob/master/docs/api-docs.md
//	https://strimzi.io/docs/operators/latest/configuring.html#con-common-configuration-jvm-reference
//	https://www.elastic.co/docs/reference/elasticsearch/jvm-settings
//	https://docs.stackable.tech/home/stable/concepts/resources/
var operated = []struct {
	group string // of apiVersion; with a dot in front what it ends with
	kinds string // empty: all that have a JVM at a path
	jvms  []fieldPath
	never bool // options do not size it either
	why   string
}{
	{"flink.apache.org", "", []fieldPath{{"spec", "jobManager"}, {"spec", "taskManager"}}, true, "Flink sizes it from the memory of the process, by its own model"},
	{"sparkoperator.k8s.io", "", []fieldPath{{"spec", "driver"}, {"spec", "executor"}, {"spec", "template", "driver"}, {"spec", "template", "executor"}}, true, "Spark sizes it from memory and memoryOverhead"},
	{"kafka.strimzi.io", "Kafka", []fieldPath{
		{"spec", "kafka"}, {"spec", "zookeeper"}, {"spec", "cruiseControl"},
		{"spec", "entityOperator", "topicOperator"}, {"spec", "entityOperator", "userOperator"},
	}, false, "Strimzi sizes the heap from the limit unless jvmOptions do"},
	{"kafka.strimzi.io", "KafkaNodePool KafkaConnect KafkaConnectS2I KafkaMirrorMaker KafkaMirrorMaker2 KafkaBridge", whole, false, "Strimzi sizes the heap from the limit unless jvmOptions do"},
	{"elasticsearch.k8s.elastic.co", "Elasticsearch", []fieldPath{{"spec", "nodeSets", "*"}}, false, "Elasticsearch sizes the heap from the limit and from the roles of the node"},
	{"logstash.k8s.elastic.co", "Logstash", whole, false, byImage},
	{"enterprisesearch.k8s.elastic.co", "EnterpriseSearch", whole, false, byImage},
	{"opensearch.opster.io", "OpenSearchCluster", []fieldPath{{"spec", "nodePools", "*"}}, false, byOperator},
	{"opensearch.org", "OpenSearchCluster", []fieldPath{{"spec", "nodePools", "*"}}, false, byOperator},
	{"solr.apache.org", "SolrCloud", whole, false, byImage},
	{"solr.bloomberg.com", "SolrCloud", whole, false, byImage},
	{"k8ssandra.io", "K8ssandraCluster", whole, false, byMachine},
	{"cassandra.datastax.com", "CassandraDatacenter", whole, false, byMachine},
	{"druid.apache.org", "Druid", []fieldPath{{"spec", "nodes", "*"}}, false, byImage},
	{"kafka.banzaicloud.io", "KafkaCluster", whole, false, byImage},
	{"platform.confluent.io", "Kafka Zookeeper KRaftController Connect SchemaRegistry ControlCenter KsqlDB KafkaRestProxy", whole, false, byImage},
	{"coherence.oracle.com", "Coherence", whole, false, byMachine},
	{"zookeeper.pravega.io", "ZookeeperCluster", whole, false, byImage},
	{"bookkeeper.pravega.io", "BookkeeperCluster", whole, false, byOperator},
	{"infinispan.org", "Infinispan", whole, false, byOperator},
	{"wildfly.org", "WildFlyServer", whole, false, byImage},
	{"broker.amq.io", "ActiveMQArtemis", whole, false, byImage},
	{"jenkins.io", "Jenkins", whole, false, byImage},
	{"registry.apicur.io", "ApicurioRegistry ApicurioRegistry3", whole, false, byOperator},
	{"keycloak.org", "Keycloak", whole, false, byOperator},
	{"hazelcast.com", "ManagementCenter", whole, false, byOperator},
	{".stackable.tech", "KafkaCluster NifiCluster HbaseCluster HdfsCluster HiveCluster TrinoCluster DruidCluster ZookeeperCluster OpenSearchCluster SparkCluster SparkApplication SparkHistoryServer SparkConnectServer", whole, false, byOperator},
}

// whole is a resource with one kind of JVM.
var whole = []fieldPath{{}}

const (
	byImage    = "its image sizes it unless an option does"
	byMachine  = "it takes a share of the memory that it finds unless an option sizes it"
	byOperator = "the operator's release sizes it unless an option does"
)
