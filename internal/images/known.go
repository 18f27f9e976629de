package images

// known are images whose start scripts were read. What they do not tell stays
// open: of Elasticsearch, Cassandra, Solr, SonarQube, Trino and Neo4j the heap is
// worked out by the script from the machine, or stands in a file that its
// users replace.
var known = []Image{
	{
		Name: "**/jenkins/jenkins", Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Variable: "JENKINS_JAVA_OPTS"}},
		Source: "https://github.com/jenkinsci/docker/blob/master/jenkins.sh",
	},
	{Name: "tomcat", Arguments: tomcat, More: true, Source: catalina},
	{Name: "**/library/tomcat", Arguments: tomcat, More: true, Source: catalina},
	{Name: "**/apache/kafka", Tag: "3.{7,8,9}.*", JDK: 21, Arguments: kafka, More: true, Source: "https://github.com/apache/kafka/blob/3.7.0/docker/jvm/Dockerfile"},
	{Name: "**/apache/kafka", Arguments: kafka, More: true, Source: "https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh"},
	{
		Name: "**/keycloak/keycloak", Tag: "26{,.*}", JDK: 21, More: true, // properties, and modules that are opened
		Arguments: []Argument{
			{Variable: "JAVA_OPTS", Default: "-XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m -XX:+ExitOnOutOfMemoryError -XX:+UseG1GC"},
			{Variable: "JAVA_OPTS_KC_HEAP", Default: "-XX:MaxRAMPercentage=70 -XX:MinRAMPercentage=70 -XX:InitialRAMPercentage=50", Unless: "JAVA_OPTS"},
			{Variable: "JAVA_OPTS_APPEND"},
		},
		Source: "https://github.com/keycloak/keycloak/blob/26.0.0/quarkus/dist/src/main/content/bin/kc.sh",
	},
	{Name: "zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Source: zkEnv},
	{Name: "**/library/zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Source: zkEnv},
}

const (
	catalina   = "https://github.com/apache/tomcat/blob/10.1.x/bin/catalina.sh"
	zkEnv      = "https://github.com/apache/zookeeper/blob/release-3.9.2/bin/zkEnv.sh"
	zookeepers = "3.{5,6,7,8,9}{,.*,-*}"
)

var (
	tomcat    = []Argument{{Variable: "JAVA_OPTS"}, {Variable: "CATALINA_OPTS"}} // and what a setenv.sh may set
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
