package images

// known are images whose start scripts were read, by the names of their own
// repositories, which others mirror. What they do not tell stays
// open: of Cassandra, Solr, SonarQube, Trino and Neo4j what decides stands in
// files that their users replace, or is worked out from the machine.
var known = []Image{
	{
		Name: "jenkins/jenkins", Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Variable: "JENKINS_JAVA_OPTS"}},
		Source: "https://github.com/jenkinsci/docker/blob/master/jenkins.sh",
	},
	{Name: "tomcat", Arguments: tomcat, More: true, Source: catalina},
	{Name: "library/tomcat", Arguments: tomcat, More: true, Source: catalina},
	{Name: "apache/kafka", Tag: "3.{7,8,9}.*", JDK: 21, Arguments: kafka, More: true, Source: "https://github.com/apache/kafka/blob/3.7.0/docker/jvm/Dockerfile"},
	{Name: "apache/kafka", Arguments: kafka, More: true, Source: "https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh"},
	{Name: "{bitnami,bitnamilegacy}/kafka", Tag: "{3,4}.*", Arguments: kafka, More: true, Source: "https://github.com/bitnami/containers/blob/main/bitnami/kafka/4.0/debian-12/rootfs/opt/bitnami/scripts/kafka-env.sh"},
	{
		Name: "keycloak/keycloak", Tag: "26{,.*}", JDK: 21, TakesArguments: true, More: true, // properties, and modules that are opened
		Arguments: []Argument{
			{Variable: "JAVA_OPTS", Default: "-XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m -XX:+ExitOnOutOfMemoryError -XX:+UseG1GC"},
			{Variable: "JAVA_OPTS_KC_HEAP", Default: "-XX:MaxRAMPercentage=70 -XX:MinRAMPercentage=70 -XX:InitialRAMPercentage=50", Unless: "JAVA_OPTS"},
			{Variable: "JAVA_OPTS_APPEND"},
		},
		Source: "https://github.com/keycloak/keycloak/blob/26.0.0/quarkus/dist/src/main/content/bin/kc.sh",
	},
	{
		Name: "opensearchproject/opensearch", Tag: "{2,3}{,.*}", More: true, // half of the heap for direct memory
		Arguments: []Argument{
			{Default: "-XX:+AlwaysPreTouch -Xss1m -Xms1g -Xmx1g -XX:+UseG1GC -XX:G1ReservePercent=25 -XX:InitiatingHeapOccupancyPercent=30 -XX:+HeapDumpOnOutOfMemoryError"},
			{Variable: "OPENSEARCH_JAVA_OPTS"},
		},
		Source: "https://github.com/opensearch-project/OpenSearch/blob/2.11.0/distribution/src/config/jvm.options",
	},
	{Name: "elasticsearch", Tag: elastics, Arguments: elasticsearch, More: true, SizesHeap: true, Source: systemOptions},
	{Name: "library/elasticsearch", Tag: elastics, Arguments: elasticsearch, More: true, SizesHeap: true, Source: systemOptions},
	{Name: "elasticsearch/elasticsearch", Tag: elastics, Arguments: elasticsearch, More: true, SizesHeap: true, Source: systemOptions},
	{Name: "zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Source: zkEnv},
	{Name: "library/zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Source: zkEnv},
}

const (
	systemOptions = "https://github.com/elastic/elasticsearch/blob/v8.11.0/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/SystemJvmOptions.java"
	catalina      = "https://github.com/apache/tomcat/blob/10.1.x/bin/catalina.sh"
	zkEnv         = "https://github.com/apache/zookeeper/blob/release-3.9.2/bin/zkEnv.sh"
	elastics      = "{7.17,8,9}.*" // with a JDK of its own from 14 on
	zookeepers    = "3.{5,6,7,8,9}{,.*,-*}"
)

var (
	tomcat        = []Argument{{Variable: "JAVA_OPTS"}, {Variable: "CATALINA_OPTS"}} // and what a setenv.sh may set
	elasticsearch = []Argument{                                                      // and what its ergonomics add
		{Default: "-XX:+AlwaysPreTouch -Xss1m -XX:+UseG1GC -XX:+HeapDumpOnOutOfMemoryError"}, {Variable: "ES_JAVA_OPTS"},
	}
	zookeeper = []Argument{
		{Variable: "ZK_SERVER_HEAP", Default: "1000", Before: "-Xmx", Behind: "m"},
		{Variable: "SERVER_JVMFLAGS"}, {Variable: "JVMFLAGS"},
	}
	kafka = []Argument{ // and a log of collections
		{Variable: "KAFKA_HEAP_OPTS", Default: "-Xmx1G -Xms1G"},
		{Variable: "KAFKA_JVM_PERFORMANCE_OPTS", Default: "-server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -XX:+ExplicitGCInvokesConcurrent -Djava.awt.headless=true"},
		{Variable: "KAFKA_GC_LOG_OPTS"}, {Variable: "KAFKA_JMX_OPTS"}, {Variable: "KAFKA_LOG4J_OPTS"}, {Variable: "KAFKA_OPTS"},
	}
)
