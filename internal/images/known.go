package images

// known are images whose start scripts were read.
var known = []Image{
	{
		Name: "jenkins/jenkins", Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Variable: "JENKINS_JAVA_OPTS"}},
		TakesOptions: true, Programs: []string{"jenkins.sh"},
		Source: "https://github.com/jenkinsci/docker/blob/master/jenkins.sh",
	},
	{Name: "tomcat", Arguments: tomcat, More: true, Programs: catalinas, Source: catalina},
	{Name: "library/tomcat", Arguments: tomcat, More: true, Programs: catalinas, Source: catalina},
	{Name: "wildfly/wildfly", Arguments: wildfly, More: true, Programs: []string{"standalone.sh"}, Source: standalone},
	{Name: "jboss/wildfly", Arguments: wildfly, More: true, Programs: []string{"standalone.sh"}, Source: standalone},

	{Name: "apache/kafka", Tag: "3.{7,8,9}.*", JDK: 21, Arguments: kafka, More: true, Programs: kafkas, Source: "https://github.com/apache/kafka/blob/3.7.0/docker/jvm/Dockerfile"},
	{Name: "apache/kafka", Arguments: kafka, More: true, Programs: kafkas, Source: runClass},
	{Name: "{bitnami,bitnamilegacy}/kafka", Tag: "{3,4}.*", Arguments: kafka, More: true, Programs: append([]string{"run.sh"}, kafkas...), Source: "https://github.com/bitnami/containers/blob/main/bitnami/kafka/4.0/debian-12/rootfs/opt/bitnami/scripts/kafka-env.sh"},
	{Name: "wurstmeister/kafka", Arguments: kafka, More: true, Programs: append([]string{"start-kafka.sh"}, kafkas...), Source: "https://github.com/wurstmeister/kafka-docker/blob/master/start-kafka.sh"},
	{Name: "confluentinc/cp-{kafka,server,enterprise-kafka}", Tag: sevens, JDK: 11, Arguments: kafka, More: true, Programs: confluent, Source: cpBase11},
	{Name: "confluentinc/cp-{kafka,server,enterprise-kafka}", Tag: eights, JDK: 21, Arguments: kafka, More: true, Programs: confluent, Source: cpBase21},
	{Name: "confluentinc/cp-{kafka,server,enterprise-kafka}", Arguments: kafka, More: true, Programs: confluent, Source: cpLaunch},
	{Name: "confluentinc/cp-{kafka,server}-connect{,-base}", Tag: sevens, JDK: 11, Arguments: connect, More: true, Programs: confluent, Source: cpBase11},
	{Name: "confluentinc/cp-{kafka,server}-connect{,-base}", Tag: eights, JDK: 21, Arguments: connect, More: true, Programs: confluent, Source: cpBase21},
	{Name: "confluentinc/cp-{kafka,server}-connect{,-base}", Arguments: connect, More: true, Programs: confluent, Source: "https://github.com/confluentinc/kafka-images/blob/master/kafka-connect-base/include/etc/confluent/docker/launch"},
	{Name: "confluentinc/cp-zookeeper", Tag: sevens, JDK: 11, Arguments: kafkaZookeeper, More: true, Programs: confluent, Source: cpBase11},
	{Name: "confluentinc/cp-zookeeper", Arguments: kafkaZookeeper, More: true, Programs: confluent, Source: "https://github.com/apache/kafka/blob/3.7.0/bin/zookeeper-server-start.sh"},
	{Name: "confluentinc/cp-schema-registry", Tag: sevens, JDK: 11, Arguments: schemaRegistry, More: true, Programs: confluent, Source: cpBase11},
	{Name: "confluentinc/cp-schema-registry", Tag: eights, JDK: 21, Arguments: schemaRegistry, More: true, Programs: confluent, Source: cpBase21},
	{Name: "confluentinc/cp-schema-registry", Arguments: schemaRegistry, More: true, Programs: confluent, Source: "https://github.com/confluentinc/schema-registry/blob/master/bin/schema-registry-run-class"},
	{Name: "zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Programs: zkServer, Source: zkEnv},
	{Name: "library/zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Programs: zkServer, Source: zkEnv},
	{Name: "obsidiandynamics/kafdrop", Arguments: []Argument{{Default: "-Xss256K"}, {Variable: "JVM_OPTS"}}, More: true, Source: "https://github.com/obsidiandynamics/kafdrop/blob/master/src/main/docker/kafdrop.sh"},
	{Name: "provectuslabs/kafka-ui", Arguments: []Argument{{Variable: "JAVA_OPTS"}}, More: true, Source: "https://github.com/provectus/kafka-ui/blob/master/kafka-ui-api/Dockerfile"},

	{
		Name: "keycloak/keycloak", Tag: "26{,.*}", JDK: 21, TakesArguments: true, More: true, Programs: []string{"kc.sh"}, // properties, and modules that are opened
		Arguments: []Argument{
			{Variable: "JAVA_OPTS", Default: "-XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m -XX:+ExitOnOutOfMemoryError -XX:+UseG1GC"},
			{Variable: "JAVA_OPTS_KC_HEAP", Default: "-XX:MaxRAMPercentage=70 -XX:MinRAMPercentage=70 -XX:InitialRAMPercentage=50", Unless: "JAVA_OPTS"},
			{Variable: "JAVA_OPTS_APPEND"},
		},
		Source: "https://github.com/keycloak/keycloak/blob/26.0.0/quarkus/dist/src/main/content/bin/kc.sh",
	},
	{
		Name: "opensearchproject/opensearch", Tag: "{2,3}{,.*}", More: true, TakesOptions: true, // half of the heap for direct memory
		Programs: []string{"opensearch", "opensearch-docker-entrypoint.sh"},
		Arguments: []Argument{
			{Default: "-XX:+AlwaysPreTouch -Xss1m -Xms1g -Xmx1g -XX:+UseG1GC -XX:G1ReservePercent=25 -XX:InitiatingHeapOccupancyPercent=30 -XX:+HeapDumpOnOutOfMemoryError"},
			{Variable: "OPENSEARCH_JAVA_OPTS"},
		},
		Source: "https://github.com/opensearch-project/OpenSearch/blob/2.11.0/distribution/src/config/jvm.options",
	},
	{Name: "elasticsearch", Tag: elastics, Arguments: elasticsearch, More: true, TakesOptions: true, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "library/elasticsearch", Tag: elastics, Arguments: elasticsearch, More: true, TakesOptions: true, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "elasticsearch/elasticsearch", Tag: elastics, Arguments: elasticsearch, More: true, TakesOptions: true, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "logstash/logstash{,-oss}", Tag: "9.*", JDK: 21, Arguments: logstash, More: true, TakesOptions: true, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v9.0.0/config/jvm.options"},
	{Name: "logstash/logstash{,-oss}", Tag: "8.1{5,6,7,8,9}.*", JDK: 21, Arguments: logstash, More: true, TakesOptions: true, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v8.15.0/versions.yml"},
	{Name: "logstash/logstash{,-oss}", Tag: "8.{5,6,7,8,9,10,11,12,13}.*", JDK: 17, Arguments: logstash, More: true, TakesOptions: true, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v8.11.0/versions.yml"},
	{Name: "{library/,}logstash", Tag: "9.*", JDK: 21, Arguments: logstash, More: true, TakesOptions: true, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v9.0.0/config/jvm.options"},
	{Name: "{library/,}solr", Tag: "9{,.*,-*}", Arguments: solr, More: true, Programs: []string{"solr-foreground", "solr-precreate", "solr-demo"}, Source: "https://github.com/apache/solr/blob/releases/solr/9.6.0/solr/bin/solr"},
	{
		Name: "metabase/metabase", More: true, Programs: []string{"run_metabase.sh"},
		Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Default: "-XX:+IgnoreUnrecognizedVMOptions -XX:+CrashOnOutOfMemoryError"}},
		Source:    "https://github.com/metabase/metabase/blob/master/bin/docker/run_metabase.sh",
	},
	{
		Name: "apache/activemq-classic", More: true, Programs: []string{"activemq"},
		Arguments: []Argument{{Variable: "ACTIVEMQ_OPTS", Default: "-Xms64M -Xmx1G"}},
		Source:    "https://github.com/apache/activemq/blob/main/assembly/src/release/bin/env",
	},

	// What decides stands in files that their users replace, or is worked out
	// from the machine.
	{Name: "{library/,}elasticsearch", Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "elasticsearch/elasticsearch{,-oss}", Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "trinodb/trino", Unsized: "takes its options from jvm.config, which is replaced where it is set up", Source: "https://github.com/trinodb/trino/blob/master/core/docker/default/etc/jvm.config"},
	{Name: "{library/,}cassandra", Unsized: byNode, Programs: []string{"cassandra"}, Source: "https://github.com/apache/cassandra/blob/cassandra-4.1.5/conf/cassandra-env.sh"},
	{Name: "k8ssandra/{cass-management-api,dse-mgmtapi-6_8}", Unsized: byNode, Source: "https://github.com/apache/cassandra/blob/cassandra-4.1.5/conf/cassandra-env.sh"},
	{Name: "{library/,}neo4j", Unsized: byMachine, Programs: []string{"neo4j"}, Source: "https://neo4j.com/docs/operations-manual/current/performance/memory-configuration/"},
	{Name: "{library/,}sonarqube", Unsized: "starts three JVMs, by options in sonar.properties and its variables", Source: "https://docs.sonarsource.com/sonarqube-server/latest/server-installation/"},
	{Name: "{bitnami,bitnamilegacy}/sonarqube", Unsized: "starts three JVMs, by options in sonar.properties and its variables", Source: "https://docs.sonarsource.com/sonarqube-server/latest/server-installation/"},
	{Name: "{apache/,library/,}flink", Unsized: "sizes its JVMs by the memory model of Flink", Programs: []string{"jobmanager", "taskmanager", "standalone-job", "jobmanager.sh", "taskmanager.sh", "standalone-job.sh"}, Source: "https://nightlies.apache.org/flink/flink-docs-stable/docs/deployment/memory/mem_setup/"},
	{Name: "{apache/,library/,}spark{,-py,-r}", Unsized: "sizes its JVMs by the memory that Spark is told", Programs: []string{"spark-submit", "driver", "executor", "spark-class", "start-master.sh", "start-worker.sh", "start-slave.sh"}, Source: "https://spark.apache.org/docs/latest/running-on-kubernetes.html"},
	{Name: "apache/druid", Unsized: "takes its options from the jvm.config of its role", Programs: []string{"druid.sh"}, Source: "https://github.com/apache/druid/blob/druid-30.0.0/distribution/docker/druid.sh"},
	{Name: "apachepulsar/pulsar{,-all}", Unsized: "takes its options from the variables or the conf of the role that it is started as", Programs: []string{"pulsar", "bookkeeper"}, Source: "https://github.com/apache/pulsar/blob/master/conf/pulsar_env.sh"},
	{Name: "apache/nifi", Unsized: "takes its options from bootstrap.conf", Programs: []string{"start.sh"}, Source: "https://github.com/apache/nifi/blob/rel/nifi-1.26.0/nifi-docker/dockerhub/sh/start.sh"},
	{Name: "apache/{activemq-artemis,artemis}", Unsized: "takes its options from the artemis.profile that it writes", Source: "https://github.com/apache/activemq-artemis/blob/main/artemis-docker/docker-run.sh"},
	{Name: "nacos/nacos-server", Unsized: "takes its options from variables by the mode that it runs in", Source: "https://github.com/nacos-group/nacos-docker/blob/master/build/bin/docker-startup.sh"},

	// JVMs of which nobody has read the start script.
	{Name: "keycloak/keycloak{,-x}", Unsized: unread, TakesArguments: true, Programs: []string{"kc.sh", "standalone.sh"}, Source: "https://www.keycloak.org/server/containers"},
	{Name: "{library/,}{tomcat,logstash,solr,zookeeper,jetty,activemq,storm,groovy,geronimo,tomee}", Unsized: unread, Source: "https://hub.docker.com/search?badges=official"},
	{Name: "{bitnami,bitnamilegacy}/{kafka,zookeeper,elasticsearch,opensearch,logstash,cassandra,keycloak,jenkins,solr,tomcat,wildfly,spark,flink,neo4j,schema-registry,spring-cloud-dataflow,spring-cloud-skipper,activemq,nifi,java}", Unsized: unread, Source: "https://hub.docker.com/u/bitnami"},
	{Name: "logstash/logstash{,-oss}", Unsized: unread, Programs: []string{"logstash"}, Source: "https://www.elastic.co/docs/reference/logstash/docker-config"},
	{Name: "opensearchproject/{opensearch,logstash-oss-with-opensearch-output-plugin,data-prepper}", Unsized: unread, Source: "https://hub.docker.com/u/opensearchproject"},
	{Name: "confluentinc/{cp-kafka-rest,cp-ksqldb-server,ksqldb-server,cp-enterprise-control-center,cp-enterprise-control-center-next-gen,confluent-local}", Unsized: unread, Programs: confluent, Source: "https://docs.confluent.io/platform/current/installation/docker/image-reference.html"},
	{Name: "debezium/{connect,connect-base,kafka,zookeeper,server}", Unsized: unread, Source: "https://debezium.io/documentation/reference/stable/install.html"},
	{Name: "strimzi/{kafka,operator,kafka-bridge}", Unsized: unread, Source: "https://strimzi.io/docs/operators/latest/deploying.html"},
	{Name: "hazelcast/management-center", Unsized: unread, Source: "https://docs.hazelcast.com/management-center/latest/deploy-manage/docker"},
	{Name: "tchiotludo/akhq", Unsized: unread, Source: "https://akhq.io/docs/configuration/"},
	{Name: "sonatype/nexus3", Unsized: unread, Source: "https://hub.docker.com/r/sonatype/nexus3"},
	{Name: "openzipkin/zipkin{,-slim}", Unsized: unread, Source: "https://hub.docker.com/r/openzipkin/zipkin"},
	{Name: "apache/{skywalking-oap-server,skywalking-ui,hadoop,hive,hbase,zeppelin,pinot,rocketmq,dolphinscheduler-*,iotdb,livy,tika,ignite,seatunnel,kyuubi,doris*,ranger,atlas}", Unsized: unread, Source: "https://hub.docker.com/u/apache"},
	{Name: "apacheignite/ignite", Unsized: unread, Source: "https://hub.docker.com/r/apacheignite/ignite"},
	{Name: "apachepinot/pinot", Unsized: unread, Source: "https://hub.docker.com/r/apachepinot/pinot"},
	{Name: "prestodb/presto", Unsized: unread, Source: "https://hub.docker.com/r/prestodb/presto"},
	{Name: "graylog/graylog{,-enterprise,-datanode}", Unsized: unread, Source: "https://hub.docker.com/r/graylog/graylog"},
	{Name: "atlassian/{jira-software,jira-core,jira-servicemanagement,confluence{,-server},bitbucket{,-server},bamboo{,-server},crowd}", Unsized: unread, Source: "https://hub.docker.com/u/atlassian"},
	{Name: "jenkins/{inbound-agent,agent,ssh-agent}", Unsized: unread, Source: "https://hub.docker.com/u/jenkins"},
	{Name: "{jboss/keycloak,infinispan/server}", Unsized: unread, Source: "https://hub.docker.com/u/jboss"},
	{Name: "springcloud/**", Unsized: unread, Source: "https://hub.docker.com/u/springcloud"},
	{Name: "camunda/{zeebe,operate,tasklist,identity,optimize,camunda-bpm-platform,connectors-bundle,camunda}", Unsized: unread, Source: "https://hub.docker.com/u/camunda"},
	{Name: "{wiremock/wiremock,mockserver/mockserver,rundeck/rundeck,hapiproject/hapi,dbeaver/cloudbeaver,structurizr/lite,unidata/thredds-docker,thingsboard/*,gitbucket/gitbucket,swaggerapi/swagger-generator-v3}", Unsized: unread, Source: "https://hub.docker.com"},
	{Name: "hivemq/{hivemq4,hivemq-ce}", Unsized: unread, Source: "https://hub.docker.com/u/hivemq"},
	{Name: "dependencytrack/{apiserver,bundled}", Unsized: unread, Source: "https://hub.docker.com/u/dependencytrack"},
	{Name: "gridgain/{community,enterprise,ultimate,gridgain9}", Unsized: unread, Source: "https://hub.docker.com/u/gridgain"},
	{Name: "seataio/seata-server", Unsized: unread, Source: "https://hub.docker.com/r/seataio/seata-server"},
	{Name: "starrocks/{fe-ubuntu,allin1-ubuntu}", Unsized: unread, Source: "https://hub.docker.com/u/starrocks"},

	// Whoever builds them: a mirror, a fork, a company.
	{Name: "**/{kafka,zookeeper,elasticsearch,opensearch,logstash,cassandra,solr,neo4j,keycloak,jenkins,tomcat,wildfly,sonarqube,activemq,activemq-artemis,artemis,nifi,trino,presto,pulsar,druid,hive,hbase,nexus3,kafka-connect,schema-registry,kafka-ui,akhq,kafdrop,zipkin,nacos,nacos-server,flink,spark,hazelcast,ignite}",
		Unsized: "is named like one that starts a JVM, by a script that jvmlint does not know", Source: "https://github.com/docker-library/official-images"},
}

// What images do where no option sizes their heap.
const (
	byMachine = "sizes its heap by the machine where no option does"
	byNode    = "sizes its heap by the memory of the node, whatever its limit is, where no option does"
	unread    = "starts a JVM by a script that jvmlint does not know"
)

const (
	systemOptions = "https://github.com/elastic/elasticsearch/blob/v8.11.0/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/SystemJvmOptions.java"
	catalina      = "https://github.com/apache/tomcat/blob/10.1.x/bin/catalina.sh"
	zkEnv         = "https://github.com/apache/zookeeper/blob/release-3.9.2/bin/zkEnv.sh"
	runClass      = "https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh"
	standalone    = "https://github.com/wildfly/wildfly-core/blob/main/core-feature-pack/common/src/main/resources/content/bin/standalone.conf"
	cpLaunch      = "https://github.com/confluentinc/kafka-images/blob/master/kafka/include/etc/confluent/docker/launch"
	cpBase11      = "https://github.com/confluentinc/common-docker/blob/v7.5.0-1/base/Dockerfile.ubi8"
	cpBase21      = "https://github.com/confluentinc/common-docker/blob/v8.0.0-1/base-java/Dockerfile.ubi9"

	elastics   = "{7.17,8,9}.*" // with a JDK of its own from 14 on
	zookeepers = "3.{5,6,7,8,9}{,.*,-*}"
	sevens     = "7.{0,1,2,3,4,5,6,7}.*"
	eights     = "8.{0,1,2}.*"
)

var (
	catalinas  = []string{"catalina.sh"}
	kafkas     = []string{"kafka-server-start.sh"}
	confluent  = []string{"/etc/confluent/docker/run"}
	zkServer   = []string{"zkServer.sh"}
	esPrograms = []string{"elasticsearch", "eswrapper"}
)

var (
	tomcat        = []Argument{{Variable: "JAVA_OPTS"}, {Variable: "CATALINA_OPTS"}} // and what a setenv.sh may set
	wildfly       = []Argument{{Variable: "JAVA_OPTS", Default: "-Xms64m -Xmx512m -XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m"}}
	elasticsearch = []Argument{ // and what its ergonomics add
		{Default: "-XX:+AlwaysPreTouch -Xss1m -XX:+UseG1GC -XX:+HeapDumpOnOutOfMemoryError"}, {Variable: "ES_JAVA_OPTS"},
	}
	logstash = []Argument{
		{Default: "-Xms1g -Xmx1g -XX:+HeapDumpOnOutOfMemoryError"}, {Variable: "LS_JAVA_OPTS"},
	}
	zookeeper = []Argument{
		{Variable: "ZK_SERVER_HEAP", Default: "1000", Before: "-Xmx", Behind: "m"},
		{Variable: "SERVER_JVMFLAGS"}, {Variable: "JVMFLAGS"},
	}
	solr = []Argument{ // and what it writes of its own
		{Variable: "SOLR_JAVA_MEM"},
		{Variable: "SOLR_HEAP", Default: "512m", Before: "-Xms", DefaultUnless: "SOLR_JAVA_MEM"},
		{Variable: "SOLR_HEAP", Default: "512m", Before: "-Xmx", DefaultUnless: "SOLR_JAVA_MEM"},
		{Variable: "GC_TUNE", Default: "-XX:+UseG1GC -XX:+PerfDisableSharedMem -XX:+ParallelRefProcEnabled -XX:MaxGCPauseMillis=250 -XX:+AlwaysPreTouch -XX:+ExplicitGCInvokesConcurrent"},
		{Variable: "SOLR_JAVA_STACK_SIZE", Default: "-Xss256k"}, {Variable: "SOLR_OPTS"},
	}
	schemaRegistry = []Argument{
		{Variable: "SCHEMA_REGISTRY_HEAP_OPTS", Default: "-Xmx512M"},
		{Variable: "SCHEMA_REGISTRY_JVM_PERFORMANCE_OPTS", Default: "-server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -Djava.awt.headless=true"},
		{Variable: "SCHEMA_REGISTRY_JMX_OPTS"}, {Variable: "SCHEMA_REGISTRY_LOG4J_OPTS"}, {Variable: "SCHEMA_REGISTRY_OPTS"},
	}
	kafka          = ofKafka("-Xmx1G -Xms1G")
	connect        = ofKafka("-Xms256M -Xmx2G")
	kafkaZookeeper = ofKafka("-Xmx512M -Xms512M")
)

// ofKafka are the arguments of the programs of Kafka, which differ in their
// heaps. A log of collections comes with them.
func ofKafka(heap string) []Argument {
	return []Argument{
		{Variable: "KAFKA_HEAP_OPTS", Default: heap},
		{Variable: "KAFKA_JVM_PERFORMANCE_OPTS", Default: "-server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -XX:+ExplicitGCInvokesConcurrent -Djava.awt.headless=true"},
		{Variable: "KAFKA_GC_LOG_OPTS"}, {Variable: "KAFKA_JMX_OPTS"}, {Variable: "KAFKA_LOG4J_OPTS"}, {Variable: "KAFKA_OPTS"},
	}
}
