package images

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/programs"
)

// known are images whose start scripts were read.
var known = []Image{
	{
		Name: "jenkins/jenkins", Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Variable: "JENKINS_JAVA_OPTS"}},
		TakesOptions: true, Programs: []string{"jenkins.sh"},
		Source: "https://github.com/jenkinsci/docker/blob/ab3f5e0a80d666b1d554c2b7cad38b5c5ee35f1c/jenkins.sh",
	},
	{Name: "tomcat", Arguments: tomcat, More: true, Programs: catalinas, Source: catalina},
	{Name: "library/tomcat", Arguments: tomcat, More: true, Programs: catalinas, Source: catalina},
	{Name: "wildfly/wildfly", Arguments: wildfly, More: true, Programs: []string{"standalone.sh"}, Source: standalone},
	{Name: "jboss/wildfly", Arguments: wildfly, More: true, Programs: []string{"standalone.sh"}, Source: standalone},

	{Name: "apache/kafka", Tag: "3.{7,8,9}.*", JDK: 21, Arguments: kafka, Reads: kafkaReads, More: true, Programs: kafkas, Source: "https://github.com/apache/kafka/blob/3.7.0/docker/jvm/Dockerfile"},
	{Name: "apache/kafka", Arguments: kafka, Reads: kafkaReads, More: true, Programs: kafkas, Source: runClass},
	{Name: "{bitnami,bitnamilegacy}/kafka", Tag: "{3,4}.*", Arguments: kafka, More: true, Programs: append([]string{"run.sh"}, kafkas...), Source: "https://github.com/bitnami/containers/blob/main/bitnami/kafka/4.0/debian-12/rootfs/opt/bitnami/scripts/kafka-env.sh"},
	{Name: "wurstmeister/kafka", Arguments: kafka, More: true, Programs: append([]string{"start-kafka.sh"}, kafkas...), Source: "https://github.com/wurstmeister/kafka-docker/blob/901c084811fa9395f00af3c51e0ac6c32c697034/start-kafka.sh"},
	{Name: "confluentinc/cp-{kafka,server,enterprise-kafka}", Arguments: kafka, Reads: kafkaReads, More: true, Programs: confluent, Source: cpLaunch},
	{Name: "confluentinc/cp-{kafka,server}-connect{,-base}", Arguments: connect, More: true, Programs: confluent, Source: "https://github.com/confluentinc/kafka-images/blob/f8e3015a9a60a4f4713de29f61c3ffa15a18b3ae/kafka-connect-base/include/etc/confluent/docker/launch"},
	{Name: "confluentinc/cp-zookeeper", Arguments: kafkaZookeeper, More: true, Programs: confluent, Source: "https://github.com/apache/kafka/blob/3.7.0/bin/zookeeper-server-start.sh"},
	{Name: "confluentinc/cp-schema-registry", Arguments: schemaRegistry, More: true, Programs: confluent, Source: "https://github.com/confluentinc/schema-registry/blob/08ff1c395469e85325b5a12c5844cf9d050e32ad/bin/schema-registry-run-class"},
	{Name: "zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Programs: zkServer, Source: zkEnv},
	{Name: "library/zookeeper", Tag: zookeepers, Arguments: zookeeper, More: true, Programs: zkServer, Source: zkEnv},
	{Name: "obsidiandynamics/kafdrop", Arguments: []Argument{{Default: "-Xss256K"}, {Variable: "JVM_OPTS"}}, More: true, Source: "https://github.com/obsidiandynamics/kafdrop/blob/03b88473a3fa8d2bc9a5727c429478316e39b2c6/src/main/docker/kafdrop.sh"},
	{Name: "provectuslabs/kafka-ui", Arguments: []Argument{{Variable: "JAVA_OPTS"}}, More: true, Framework: true, Source: "https://github.com/provectus/kafka-ui/blob/master/kafka-ui-api/Dockerfile"},

	{
		Name: "keycloak/keycloak", Tag: "26{,.*}", JDK: 21, TakesArguments: true, More: true, Programs: []string{"kc.sh"}, // properties, and modules that are opened
		Arguments: []Argument{
			{Variable: "JAVA_OPTS", Default: "-XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m -XX:+ExitOnOutOfMemoryError -XX:+UseG1GC"},
			{Variable: "JAVA_OPTS_KC_HEAP", Default: "-XX:MaxRAMPercentage=70 -XX:MinRAMPercentage=70 -XX:InitialRAMPercentage=50", Unless: Setting{Variable: "JAVA_OPTS"}},
			{Variable: "JAVA_OPTS_APPEND"},
		},
		Source: "https://github.com/keycloak/keycloak/blob/26.0.0/quarkus/dist/src/main/content/bin/kc.sh",
	},
	{
		Name: "opensearchproject/opensearch", Tag: "{2,3}{,.*}", Program: programs.OpenSearch, Reads: openSearchReads, More: true, TakesOptions: true,
		Programs: []string{"opensearch", "opensearch-docker-entrypoint.sh"},
		Arguments: []Argument{
			{Default: "-XX:+AlwaysPreTouch -Xss1m -Xms1g -Xmx1g -XX:+UseG1GC -XX:G1ReservePercent=25 -XX:InitiatingHeapOccupancyPercent=30 -XX:+HeapDumpOnOutOfMemoryError"},
			{Variable: "OPENSEARCH_JAVA_OPTS"},
		},
		Source: "https://github.com/opensearch-project/OpenSearch/blob/2.11.0/distribution/src/config/jvm.options",
	},
	{Name: "elasticsearch", Tag: elastics, Least: 17, Arguments: elasticsearch, Reads: elasticReads, More: true, TakesOptions: true, Program: programs.Elasticsearch, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "library/elasticsearch", Tag: elastics, Least: 17, Arguments: elasticsearch, Reads: elasticReads, More: true, TakesOptions: true, Program: programs.Elasticsearch, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "elasticsearch/elasticsearch", Tag: elastics, Least: 17, Arguments: elasticsearch, Reads: elasticReads, More: true, TakesOptions: true, Program: programs.Elasticsearch, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "{{library/,}elasticsearch,elasticsearch/elasticsearch{,-oss}}", Tag: "{6.*,7.{0,1,2,3,4,5,6,7,8,9,10}.*}", Arguments: elasticsearch6, More: true, TakesOptions: true, Programs: esPrograms, Source: "https://github.com/elastic/elasticsearch/blob/v7.10.2/distribution/src/config/jvm.options"},
	{Name: "logstash/logstash{,-oss}", Tag: "{8.{5,6,7,8,9,10,11,12,13,15,16,17,18,19},9}.*", Arguments: logstash, Reads: []string{"LS_JAVA_OPTS"}, More: true, TakesOptions: true, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v9.0.0/config/jvm.options"},
	{Name: "{library/,}logstash", Tag: "9.*", Arguments: logstash, Reads: []string{"LS_JAVA_OPTS"}, More: true, TakesOptions: true, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v9.0.0/config/jvm.options"},
	{Name: "{library/,}solr", Tag: "9{,.*,-*}", Arguments: solr, More: true, Programs: []string{"solr-foreground", "solr-precreate", "solr-demo"}, Source: "https://github.com/apache/solr/blob/releases/solr/9.6.0/solr/bin/solr"},
	{
		Name: "metabase/metabase", More: true, Programs: []string{"run_metabase.sh"},
		Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Default: "-XX:+IgnoreUnrecognizedVMOptions -XX:+CrashOnOutOfMemoryError"}},
		Source:    "https://github.com/metabase/metabase/blob/0024b89173d0c1f3ab97e447b04594db950defe8/bin/docker/run_metabase.sh",
	},
	{
		Name: "apache/activemq-classic", More: true, Programs: []string{"activemq"},
		Arguments: []Argument{{Variable: "ACTIVEMQ_OPTS"}, {Variable: "ACTIVEMQ_OPTS_MEMORY", Default: "-Xms64M -Xmx1G", Unless: Setting{Variable: "ACTIVEMQ_OPTS"}}},
		Source:    "https://github.com/apache/activemq/blob/c3580e79d292c213f34f4f503600f85ce1d08490/assembly/src/docker/entrypoint.sh",
	},

	{Name: "itzg/minecraft-server", Arguments: minecraft, More: true, TakesArguments: true, Programs: []string{"/start", "/image/scripts/start"}, Source: "https://github.com/itzg/docker-minecraft-server/blob/f61f72196b54523271a7763a92f4298152b67528/scripts/start-finalExec"},
	{Name: "marctv/minecraft-papermc-server", Arguments: paperMC, More: true, TakesArguments: true, Source: "https://github.com/mtoensing/Docker-Minecraft-PaperMC-Server/blob/bf157e718c9b0b959abebf3f187ea7d505168c4b/docker-entrypoint.sh"},
	{Name: "itzg/{bungeecord,mc-proxy}", Arguments: minecraftProxy, More: true, Programs: []string{"run-bungeecord.sh"}, Source: "https://github.com/itzg/docker-bungeecord/blob/d170d9025f39f558c4f7262c31a72341fae07a8e/scripts/run-bungeecord.sh"},
	{Name: "nacos/nacos-server", Tag: "v3.*", JDK: 17, Arguments: nacos, More: true, TakesArguments: true, Source: "https://github.com/nacos-group/nacos-docker/blob/v3.2.3/build/bin/docker-startup.sh"},
	{Name: "nacos/nacos-server", Tag: "{v,}2.{3,4,5}.*", JDK: 8, Arguments: nacosCMS, More: true, TakesArguments: true, Source: "https://github.com/nacos-group/nacos-docker/blob/v2.5.1/build/bin/docker-startup.sh"},
	{Name: "nacos/nacos-server", Tag: "{v,}{1.4,2.0,2.1}.*", JDK: 8, Arguments: nacos, More: true, TakesArguments: true, Source: "https://github.com/nacos-group/nacos-docker/blob/v2.0.4/build/bin/docker-startup.sh"},
	{Name: "nacos/nacos-server", Tag: "{v,}2.2.{0,1,2}*", JDK: 8, Arguments: nacos, More: true, TakesArguments: true, Source: "https://github.com/nacos-group/nacos-docker/blob/v2.2.2/build/bin/docker-startup.sh"},
	{Name: "nacos/nacos-server", Tag: "{,latest,slim}", Arguments: nacos, More: true, TakesArguments: true, Source: "https://github.com/nacos-group/nacos-docker/blob/v3.2.3/build/bin/docker-startup.sh"},
	{Name: "apache/nifi", Tag: "2.*", JDK: 21, Arguments: nifi, More: true, Unsized: byBootstrap, TakesArguments: true, Programs: []string{"start.sh"}, Source: "https://github.com/apache/nifi/blob/rel/nifi-2.6.0/nifi-docker/dockerhub/sh/start.sh"},
	{Name: "apache/nifi", Tag: "1.2{4,5,6,7,8}.*", JDK: 11, Arguments: nifi, More: true, Unsized: byBootstrap, TakesArguments: true, Programs: []string{"start.sh"}, Source: "https://github.com/apache/nifi/blob/rel/nifi-1.28.1/nifi-docker/dockerhub/sh/start.sh"},
	{Name: "apache/nifi", Tag: "1.{1?,2{0,1,2,3}}.*", Arguments: nifi512, More: true, Unsized: byBootstrap, TakesArguments: true, Programs: []string{"start.sh"}, Source: "https://github.com/apache/nifi/blob/rel/nifi-1.16.0/nifi-docker/dockerhub/sh/start.sh"},
	{Name: "apache/nifi", Tag: "{,latest}", Arguments: nifi, More: true, Unsized: byBootstrap, TakesArguments: true, Programs: []string{"start.sh"}, Source: "https://github.com/apache/nifi/blob/rel/nifi-2.11.0/nifi-docker/dockerhub/sh/start.sh"},
	{Name: "{library/,}cassandra", Tag: "5{,.*,-*}", Arguments: cassandra, More: true, Unsized: byNode, TakesOptions: true, Programs: []string{"cassandra"}, Source: "https://github.com/apache/cassandra/blob/01234b6b36e690cae757730ae7b66698737c79a9/conf/cassandra-env.sh"},
	{Name: "apache/druid", Arguments: druid, More: true, Unsized: byRole, TakesArguments: true, Programs: []string{"druid.sh"}, Source: "https://github.com/apache/druid/blob/014967a4540b041583d3ca278add57dbabdd014c/distribution/docker/druid.sh"},
	{Name: "graylog/graylog{,-enterprise}", Tag: "{5,6}.*", JDK: 17, Arguments: graylog, More: true, TakesArguments: true, Programs: []string{"docker-entrypoint.sh"}, Source: "https://github.com/Graylog2/graylog-docker/blob/6.0.0-1/docker-entrypoint.sh"},
	{Name: "graylog/graylog{,-enterprise}", Tag: "4.3{,.*,-*}", JDK: 8, Arguments: graylog4, More: true, TakesArguments: true, Programs: []string{"docker-entrypoint.sh"}, Source: "https://github.com/Graylog2/graylog-docker/blob/4.3.0-1/docker/oss/Dockerfile"},
	{Name: "confluentinc/{cp-,}ksqldb-server", Arguments: ksqldb, More: true, Programs: ksqlPrograms, Source: ksqlRunClass},
	{Name: "confluentinc/cp-kafka-rest", Arguments: kafkaREST, More: true, Programs: confluent, Source: restRunClass},
	{Name: "debezium/connect{,-base}", Tag: "1.{4,5,6,7}{,.*}", JDK: 11, Arguments: debezium, More: true, Source: "https://github.com/debezium/docker-images/blob/d08e4362990457b47e9c916f944d394ace9116da/connect-base/1.6/docker-entrypoint.sh"},
	{Name: "jboss/keycloak", Tag: "1{2,3,4}.*", JDK: 11, Arguments: append(slices.Clone(wildfly), Argument{Variable: "JAVA_OPTS_APPEND"}), More: true, TakesArguments: true, Programs: []string{"standalone.sh"}, Source: "https://github.com/jboss-dockerfiles/keycloak/blob/aa2e5515ccb05116e49ab38839d8fcfdd17c45aa/server/tools/docker-entrypoint.sh"},
	{
		Name: "jenkins/inbound-agent", TakesOptions: true, Programs: []string{"jenkins-agent"},
		Arguments: []Argument{{Variable: "JENKINS_JAVA_OPTS"}, {Variable: "JAVA_OPTS", Unless: Setting{Variable: "JENKINS_JAVA_OPTS"}}},
		Source:    "https://github.com/jenkinsci/docker-agent/blob/b066c0a962c0aa8ebf9f6a247423ddce3d5e188a/jenkins-agent",
	},
	{Name: "wiremock/wiremock", Arguments: []Argument{{Variable: "JAVA_OPTS"}}, TakesOptions: true, Source: "https://github.com/wiremock/wiremock-docker/blob/ab4a95aa606924d49c7cbfa0d51dc17b300714b3/docker-entrypoint.sh"},
	{Name: "camunda/zeebe", Tag: "8.{4,5}.*", JDK: 21, Arguments: zeebe, More: true, Programs: []string{"broker", "startup.sh"}, Source: "https://github.com/camunda/zeebe/blob/288940c9483c93ce3124076dea03bd3aeec49a87/dist/pom.xml"},
	{Name: "apache/skywalking-oap-server", Tag: "{,latest,8.9.*,9.*,10.*}", Arguments: []Argument{{Variable: "JAVA_OPTS", Default: "-Xms2G", Brought: true}}, TakesArguments: true, Source: "https://github.com/apache/skywalking/blob/v10.4.0/docker/oap/docker-entrypoint.sh"},
	{Name: "apacheignite/ignite", Tag: "2.*", Arguments: []Argument{{Variable: "JVM_OPTS", Default: "-Xms1g -Xmx1g -server -XX:MaxMetaspaceSize=256m"}}, More: true, Programs: []string{"run.sh"}, Source: "https://github.com/apache/ignite/blob/0728824a7ed372b8e64fe81000cc35b204be44d6/docker/apache-ignite/run.sh"},
	{Name: "{library/,}orientdb", Tag: "3.{0,1,2}{,.*,-*}", Arguments: []Argument{{Variable: "JAVA_OPTS"}, {Variable: "ORIENTDB_OPTS_MEMORY", Default: "-Xms2G -Xmx2G"}, {Variable: "JAVA_OPTS_SCRIPT"}, {Variable: "ORIENTDB_SETTINGS"}}, More: true, Programs: []string{"server.sh"}, Source: "https://github.com/orientechnologies/orientdb/blob/3.2.30/server/script/server.sh"},
	{Name: "camunda/camunda-bpm-platform", Tag: "{,latest,tomcat-latest,{,tomcat-}7.{17,18,19,20,21,22}.*}", Arguments: tomcat, More: true, Programs: []string{"camunda.sh"}, Source: "https://github.com/camunda/docker-camunda-bpm-platform/blob/d713e966f6e3f2f97c216591cb9775d438d10bb5/Dockerfile"},
	{Name: "camunda/camunda-bpm-platform", Tag: "{,tomcat-}7.1{0,1,2,3,4,5,6}.*", Arguments: camunda768, More: true, Programs: []string{"camunda.sh"}, Source: "https://github.com/camunda/docker-camunda-bpm-platform/blob/b668244f1be61351c94ec5adf32b556e5a4e370e/Dockerfile"},
	{Name: "kafbat/kafka-ui", Arguments: []Argument{{Variable: "JAVA_OPTS"}}, More: true, Framework: true, Source: "https://github.com/kafbat/kafka-ui/blob/014ded37050201b9a484d9b3ebdf13247a5dde2f/api/Dockerfile"},
	{Name: "apache/{activemq-artemis,artemis}", Arguments: []Argument{{Variable: "JAVA_ARGS"}}, More: true, Unsized: byProfile, TakesArguments: true, Source: "https://github.com/apache/activemq-artemis/blob/6700541d4604e2602551c8c64dac7d923fcbe165/artemis-docker/docker-run.sh"},
	{Name: "apachepinot/pinot", Arguments: []Argument{{Variable: "JAVA_OPTS", Default: "-Xms4G -Xmx4G -Dpinot.admin.system.exit=false", Brought: true}}, More: true, TakesArguments: true, Programs: []string{"pinot-admin.sh"}, Source: "https://github.com/apache/pinot/blob/release-1.3.0/docker/images/pinot/Dockerfile"},
	{Name: "rundeck/rundeck", Tag: "5.*", JDK: 11, Arguments: rundeck, More: true, Source: "https://github.com/rundeck/rundeck/blob/v5.10.0/docker/official/lib/entry.sh"},
	{Name: "rundeck/rundeck", Tag: "6.*", JDK: 17, Arguments: rundeck, More: true, Source: "https://github.com/rundeck/rundeck/blob/v6.1.0/docker/official/lib/entry.sh"},
	{Name: "kartoza/geoserver", Arguments: geoserver, More: true, Source: "https://github.com/kartoza/docker-geoserver/blob/35dfd2ddfab7fd37729bdbb7e1fc220bfbdcd2ca/scripts/entrypoint.sh"},
	{Name: "linuxserver/unifi-network-application", Arguments: unifiNetwork, More: true, Source: "https://github.com/linuxserver/docker-unifi-network-application/blob/2646418bd9a30654fd5f53500a08897b9a7df96e/root/etc/s6-overlay/s6-rc.d/svc-unifi-network-application/run"},
	{Name: "jacobalberty/unifi", Arguments: unifi, More: true, Source: "https://github.com/jacobalberty/unifi-docker/blob/dca37c54d73fd2b60032b60aa3ea971a0dd58502/docker-entrypoint.sh"},
	{Name: "mbentley/omada-controller", Arguments: omada, More: true, Source: "https://github.com/mbentley/docker-omada-controller/blob/84f3beca065c5eb1a3ffffa6b0fe566398693f71/entrypoint-unified.sh"},
	{Name: "{library/,}crate", Arguments: crate, More: true, TakesOptions: true, Programs: []string{"crate"}, Source: "https://github.com/crate/crate/blob/023a7ccf7f1e2b7bfb2dfafc8bcc7705cf6e1bd8/app/src/main/dist/bin/crate"},

	// What decides stands in files that their users replace, or is worked out
	// from the machine.
	{Name: "{{library/,}elasticsearch,elasticsearch/elasticsearch{,-oss}}", Tag: "{1,2,5}{,.*,-*}", Unsized: "takes the heap size from its own files unless an option gives one", Programs: esPrograms, Source: "https://github.com/elastic/elasticsearch/blob/v5.6.16/distribution/src/main/resources/config/jvm.options"},
	{Name: "{library/,}elasticsearch", Program: programs.Elasticsearch, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "elasticsearch/elasticsearch{,-oss}", Program: programs.Elasticsearch, Unsized: byMachine, Programs: esPrograms, Source: systemOptions},
	{Name: "trinodb/trino", Unsized: "takes its options from jvm.config, which deployments replace", Source: "https://github.com/trinodb/trino/blob/master/core/docker/default/etc/jvm.config"},
	{Name: "{library/,}cassandra", Unsized: byNode, Programs: []string{"cassandra"}, Source: "https://github.com/apache/cassandra/blob/cassandra-4.1.5/conf/cassandra-env.sh"},
	{Name: "k8ssandra/{cass-management-api,dse-mgmtapi-6_8}", Unsized: byNode, Source: "https://github.com/apache/cassandra/blob/cassandra-4.1.5/conf/cassandra-env.sh"},
	{Name: "{library/,}neo4j", Unsized: byMachine, Programs: []string{"neo4j"}, Source: "https://neo4j.com/docs/operations-manual/current/performance/memory-configuration/"},
	{Name: "{library/,}sonarqube", Unsized: "starts several JVMs, with options from sonar.properties and its variables", Source: "https://docs.sonarsource.com/sonarqube-server/latest/server-installation/"},
	{Name: "{bitnami,bitnamilegacy}/sonarqube", Unsized: "starts several JVMs, with options from sonar.properties and its variables", Source: "https://docs.sonarsource.com/sonarqube-server/latest/server-installation/"},
	{Name: "{apache/,library/,}flink", Unsized: "sizes its JVMs by the memory model of Flink", Programs: []string{"jobmanager", "taskmanager", "standalone-job", "jobmanager.sh", "taskmanager.sh", "standalone-job.sh"}, Source: "https://nightlies.apache.org/flink/flink-docs-stable/docs/deployment/memory/mem_setup/"},
	{Name: "jupyter/{pyspark,all-spark}-notebook", Unsized: "starts a JVM for each notebook that asks for Spark, sized by spark.driver.memory or 1g", Source: "https://github.com/jupyter/docker-stacks/blob/main/images/pyspark-notebook/Dockerfile"},
	{Name: "{apache/,library/,}spark{,-py,-r}", Unsized: "sizes its JVMs by Spark's memory settings", Programs: []string{"spark-submit", "driver", "executor", "spark-class", "start-master.sh", "start-worker.sh", "start-slave.sh"}, Source: "https://spark.apache.org/docs/latest/running-on-kubernetes.html"},
	{Name: "apachepulsar/pulsar{,-all}", Tag: "2.{8,9,10}.*", JDK: 11, Unsized: byPulsarRole, Programs: []string{"pulsar", "bookkeeper"}, Source: "https://github.com/apache/pulsar/pull/10580"},
	{Name: "apachepulsar/pulsar{,-all}", Tag: "{2.11,3.0}.*", JDK: 17, Unsized: byPulsarRole, Programs: []string{"pulsar", "bookkeeper"}, Source: "https://github.com/apache/pulsar/pull/14355"},
	{Name: "apachepulsar/pulsar{,-all}", Unsized: byPulsarRole, Programs: []string{"pulsar", "bookkeeper"}, Source: "https://github.com/apache/pulsar/blob/master/conf/pulsar_env.sh"},
	{Name: "apache/nifi", Unsized: byBootstrap, Programs: []string{"start.sh"}, Source: "https://github.com/apache/nifi/blob/rel/nifi-1.26.0/nifi-docker/dockerhub/sh/start.sh"},
	{Name: "nacos/nacos-server", Unsized: "takes its options from variables that depend on its mode", Source: "https://github.com/nacos-group/nacos-docker/blob/master/build/bin/docker-startup.sh"},

	{Name: "{flyway,redgate,boxfuse}/flyway", Arguments: []Argument{{Variable: "JAVA_ARGS"}}, More: true, Unsized: "leaves its heap to the JVM unless JAVA_ARGS sizes it", TakesArguments: true, Programs: []string{"flyway"}, Source: "https://github.com/flyway/flyway-docker"},
	{Name: "{{liquibase,library}/,}liquibase", Arguments: []Argument{{Variable: "JAVA_OPTS"}}, More: true, Unsized: "leaves its heap to the JVM unless JAVA_OPTS sizes it", TakesArguments: true, Programs: []string{"liquibase"}, Source: "https://github.com/liquibase/docker/blob/main/docker-entrypoint.sh"},

	// JVMs of which nobody has read the start script.
	{Name: "keycloak/keycloak{,-x}", Unsized: unread, TakesArguments: true, Programs: []string{"kc.sh", "standalone.sh"}, Source: "https://www.keycloak.org/server/containers"},
	{Name: "{library/,}{tomcat,logstash,solr,zookeeper,jetty,activemq,storm,groovy,geronimo,tomee}", Unsized: unread, Source: "https://hub.docker.com/search?badges=official"},
	{Name: "{bitnami,bitnamilegacy}/{kafka,zookeeper,elasticsearch,opensearch,logstash,cassandra,keycloak,jenkins,solr,tomcat,wildfly,spark,flink,neo4j,schema-registry,spring-cloud-dataflow,spring-cloud-skipper,activemq,nifi,java}", Unsized: unread, Source: "https://hub.docker.com/u/bitnami"},
	{Name: "{logstash/logstash{,-oss},{library/,}logstash}", Tag: "{7,8,9}.*", Arguments: []Argument{{Variable: "LS_JAVA_OPTS"}}, Reads: []string{"LS_JAVA_OPTS"}, More: true, Unsized: unread, Programs: []string{"logstash"}, Source: "https://github.com/elastic/logstash/blob/v7.17.1/bin/logstash.lib.sh"},
	{Name: "logstash/logstash{,-oss}", Unsized: unread, Programs: []string{"logstash"}, Source: "https://www.elastic.co/docs/reference/logstash/docker-config"},
	{Name: "opensearchproject/{opensearch,logstash-oss-with-opensearch-output-plugin,data-prepper}", Unsized: unread, Source: "https://hub.docker.com/u/opensearchproject"},
	{Name: "confluentinc/{cp-enterprise-control-center,cp-enterprise-control-center-next-gen,confluent-local}", Unsized: unread, Programs: confluent, Source: "https://docs.confluent.io/platform/current/installation/docker/image-reference.html"},
	{Name: "debezium/{connect,connect-base,kafka,zookeeper,server}", Unsized: unread, Source: "https://debezium.io/documentation/reference/stable/install.html"},
	{Name: "strimzi/{kafka,operator,kafka-bridge}", Unsized: unread, Source: "https://strimzi.io/docs/operators/latest/deploying.html"},
	{Name: "hazelcast/management-center", Unsized: unread, Source: "https://docs.hazelcast.com/management-center/latest/deploy-manage/docker"},
	{Name: "tchiotludo/akhq", Unsized: unread, Source: "https://akhq.io/docs/configuration/"},
	{Name: "sonatype/nexus3", Unsized: unread, Source: "https://hub.docker.com/r/sonatype/nexus3"},
	{Name: "openzipkin/zipkin{,-slim}", Unsized: unread, Source: "https://hub.docker.com/r/openzipkin/zipkin"},
	{Name: "apache/{skywalking-oap-server,skywalking-ui,hadoop,hive,hbase,zeppelin,pinot,rocketmq,dolphinscheduler{,-*},iotdb,livy,tika,ignite,seatunnel,kyuubi,doris*,ranger,atlas}", Unsized: unread, Source: "https://hub.docker.com/u/apache"},
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
	{Name: "**/{kafka,zookeeper,elasticsearch,opensearch,logstash,cassandra,solr,neo4j,keycloak,jenkins,tomcat,wildfly,sonarqube,activemq,activemq-artemis,artemis,nifi,trino,presto,pulsar,druid,hive,hbase,nexus3,kafka-connect,schema-registry,kafka-ui,akhq,kafdrop,zipkin,nacos,nacos-server,flink,spark,hazelcast,ignite,elk,elasticsearch-kibana,maxwell,wiremock,dolphinscheduler,rocketmq,hadoop,spark-master,spark-worker,graylog,geoserver,eureka-server,elassandra,hive-metastore}",
		Unsized: likeOne, TakesArguments: true, Source: "https://github.com/docker-library/official-images"},
}

// What images do where no option sizes their heap.
const (
	byMachine    = "sizes its heap by the machine unless an option does"
	byNode       = "sizes its heap by the memory of the node, not by its limit, unless an option does"
	byProfile    = "takes its options from the artemis.profile that it writes"
	byRole       = "takes its options from the jvm.config of its role"
	byPulsarRole = "takes its options from the variables or the conf of the role that it is started as"
	byBootstrap  = "takes its options from bootstrap.conf"
	likeOne      = "is named like an image that starts a JVM by a script that jvmlint does not know"
	unread       = "starts a JVM by a script that jvmlint does not know"
)

const (
	systemOptions = "https://github.com/elastic/elasticsearch/blob/v8.11.0/distribution/tools/server-cli/src/main/java/org/elasticsearch/server/cli/SystemJvmOptions.java"
	catalina      = "https://github.com/apache/tomcat/blob/10.1.x/bin/catalina.sh"
	zkEnv         = "https://github.com/apache/zookeeper/blob/release-3.9.2/bin/zkEnv.sh"
	runClass      = "https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh"
	standalone    = "https://github.com/wildfly/wildfly-core/blob/095a08160ecf13247db678ce6abbd5a28f989e2d/core-feature-pack/common/src/main/resources/content/bin/standalone.conf"
	cpLaunch      = "https://github.com/confluentinc/kafka-images/blob/f8e3015a9a60a4f4713de29f61c3ffa15a18b3ae/kafka/include/etc/confluent/docker/launch"
	ksqlRunClass  = "https://github.com/confluentinc/ksql/blob/13156e996175e370d0d5df7b0c434451b26b1ae5/bin/ksql-run-class"
	restRunClass  = "https://github.com/confluentinc/kafka-rest/blob/069f0d6a4712cfa0eebd0e67f6a3e35fe963a602/bin/kafka-rest-run-class"

	elastics   = "{7.17,8,9}.*" // with a JDK of its own from 14 on
	zookeepers = "3.{5,6,7,8,9}{,.*,-*}"

	truth = "{[tT][rR][uU][eE],[yY][eE][sS],[oO][nN],1}"
)

var (
	catalinas    = []string{"catalina.sh"}
	kafkas       = []string{"kafka-server-start.sh"}
	confluent    = []string{"/etc/confluent/docker/run"}
	ksqlPrograms = append([]string{"ksqldb-server", "ksql-server-start"}, confluent...)
	zkServer     = []string{"zkServer.sh"}
	esPrograms   = []string{"elasticsearch", "eswrapper"}
)

// All that some start scripts read. EXTRA_ARGS are for the script itself.
//
//	https://github.com/apache/kafka/blob/3.7.0/docker/jvm/launch
//	https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh
//	https://github.com/elastic/elasticsearch/blob/v8.11.0/distribution/src/bin/elasticsearch-env (which warns of JAVA_OPTS)
//	https://github.com/elastic/elasticsearch/blob/v8.11.0/distribution/src/bin/elasticsearch-cli
//	https://github.com/opensearch-project/OpenSearch/blob/2.11.0/distribution/src/bin/opensearch-env (which warns of JAVA_OPTS)
var (
	kafkaReads      = []string{"KAFKA_OPTS", "KAFKA_HEAP_OPTS", "KAFKA_JVM_PERFORMANCE_OPTS", "KAFKA_GC_LOG_OPTS", "KAFKA_JMX_OPTS", "KAFKA_LOG4J_OPTS", "JAVA_DEBUG_OPTS", "EXTRA_ARGS"}
	elasticReads    = []string{"ES_JAVA_OPTS", "CLI_JAVA_OPTS"}
	openSearchReads = []string{"OPENSEARCH_JAVA_OPTS", "PA_AGENT_JAVA_OPTS"}
)

var (
	tomcat        = []Argument{{Variable: "JAVA_OPTS"}, {Variable: "CATALINA_OPTS"}} // and what a setenv.sh may set
	wildfly       = []Argument{{Variable: "JAVA_OPTS", Default: "-Xms64m -Xmx512m -XX:MetaspaceSize=96M -XX:MaxMetaspaceSize=256m"}}
	elasticsearch = []Argument{ // and what its ergonomics add
		{Default: "-XX:+AlwaysPreTouch -Xss1m -XX:+UseG1GC -XX:+HeapDumpOnOutOfMemoryError"}, {Variable: "ES_JAVA_OPTS"},
	}
	elasticsearch6 = []Argument{ // and a collector by its release
		{Default: "-Xms1g -Xmx1g -XX:+AlwaysPreTouch -Xss1m"}, {Variable: "ES_JAVA_OPTS"},
	}
	logstash = []Argument{
		{Default: "-Xms1g -Xmx1g -XX:+HeapDumpOnOutOfMemoryError"}, {Variable: "LS_JAVA_OPTS"},
	}
	zookeeper = []Argument{
		{Variable: "ZK_SERVER_HEAP", Default: "1000", Before: "-Xmx", Behind: "m"},
		{Variable: "SERVER_JVMFLAGS"}, {Variable: "JVMFLAGS"},
	}
	solr = []Argument{ // and what it writes of its own
		{Variable: "SOLR_JAVA_MEM", Unless: Setting{Variable: "SOLR_HEAP"}},
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
	ksqldb = []Argument{
		{Variable: "KSQL_HEAP_OPTS", Default: "-Xmx3g"},
		{Variable: "KSQL_JVM_PERFORMANCE_OPTS", Default: "-server -XX:+UseG1GC -XX:+ExplicitGCInvokesConcurrent -Djava.awt.headless=true"}, // and -XX:NewRatio=1
		{Variable: "KSQL_JMX_OPTS"}, {Variable: "KSQL_LOG4J_OPTS"}, {Variable: "KSQL_OPTS"}, {Variable: "KSQL_GC_LOG_OPTS"},
	}
	kafkaREST = []Argument{
		{Variable: "KAFKAREST_HEAP_OPTS", Default: "-Xmx256M"},
		{Variable: "KAFKAREST_JVM_PERFORMANCE_OPTS", Default: "-server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -XX:+DisableExplicitGC -Djava.awt.headless=true"},
		{Variable: "KAFKAREST_JMX_OPTS"}, {Variable: "KAFKAREST_LOG4J_OPTS"}, {Variable: "KAFKAREST_OPTS"},
	}
	debezium = append([]Argument{{Variable: "HEAP_OPTS"}, {Variable: "KAFKA_HEAP_OPTS", Default: connect[0].Default, Unless: Setting{Variable: "HEAP_OPTS"}}}, connect[1:]...)

	minecraft = []Argument{
		{Variable: "JVM_XX_OPTS"},
		{Default: aikar, If: Setting{"USE_AIKAR_FLAGS", truth}},
		{Default: aikar, If: Setting{"USE_MEOWICE_FLAGS", truth}, Unless: Setting{"USE_AIKAR_FLAGS", truth}},
		{Variable: "MAX_MEMORY", Before: "-Xmx", Share: "-XX:MaxRAMPercentage="},
		{Variable: "MEMORY", Default: "1G", Brought: true, Before: "-Xmx", Share: "-XX:MaxRAMPercentage=", Unless: Setting{Variable: "MAX_MEMORY"}},
		{Variable: "INIT_MEMORY", Before: "-Xms", Share: "-XX:InitialRAMPercentage="},
		{Variable: "MEMORY", Default: "1G", Brought: true, Before: "-Xms", Share: "-XX:InitialRAMPercentage=", Unless: Setting{Variable: "INIT_MEMORY"}},
		{Variable: "JVM_OPTS"},
	}
	paperMC = []Argument{
		{Variable: "MEMORYSIZE", Default: "1G", Brought: true, Before: "-Xms"}, {Variable: "MEMORYSIZE", Default: "1G", Brought: true, Before: "-Xmx"},
		{Variable: "JAVAFLAGS", Default: aikar, Brought: true},
	}
	minecraftProxy = []Argument{
		{Variable: "JVM_XX_OPTS"},
		{Variable: "MAX_MEMORY", Before: "-Xmx"}, {Variable: "MEMORY", Default: "512m", Brought: true, Before: "-Xmx", Unless: Setting{Variable: "MAX_MEMORY"}},
		{Variable: "INIT_MEMORY", Before: "-Xms"}, {Variable: "MEMORY", Default: "512m", Brought: true, Before: "-Xms", Unless: Setting{Variable: "INIT_MEMORY"}},
		{Variable: "JVM_OPTS"},
	}
	nacos = []Argument{ // JAVA_OPT_EXT goes to the program, and a heap dump into a folder of the image
		{Variable: "JAVA_OPT"},
		{Variable: "JVM_XMS", Default: "1g", Brought: true, Before: "-Xms"},
		{Variable: "JVM_XMX", Default: "1g", Brought: true, Before: "-Xmx"},
		{Variable: "JVM_XMN", Default: "512m", Brought: true, Before: "-Xmn"},
		{Variable: "JVM_MS", Default: "128m", Brought: true, Before: "-XX:MetaspaceSize=", Unless: Setting{"MODE", "standalone"}},
		{Variable: "JVM_MMS", Default: "320m", Brought: true, Before: "-XX:MaxMetaspaceSize=", Unless: Setting{"MODE", "standalone"}},
	}
	nacosCMS  = append([]Argument{nacos[0], {Default: "-XX:+UseConcMarkSweepGC -XX:CMSInitiatingOccupancyFraction=70 -XX:SurvivorRatio=8"}}, nacos[1:]...)
	nifi      = ofNiFi("1g")
	nifi512   = ofNiFi("512m")
	cassandra = []Argument{ // of which no size counts where JVM_OPTS has one
		{Variable: "MAX_HEAP_SIZE", Before: "-Xms"}, {Variable: "MAX_HEAP_SIZE", Before: "-Xmx"},
		{Variable: "JVM_OPTS"},
		{Default: "-XX:+UseG1GC -XX:+ParallelRefProcEnabled -XX:MaxTenuringThreshold=1 -XX:G1HeapRegionSize=16m -XX:MaxGCPauseMillis=300 -XX:InitiatingHeapOccupancyPercent=70"},
		{Variable: "JVM_EXTRA_OPTS"},
	}
	druid = []Argument{
		{Variable: "DRUID_XMX", Before: "-Xmx"}, {Variable: "DRUID_XMS", Before: "-Xms"},
		{Variable: "DRUID_MAXNEWSIZE", Before: "-XX:MaxNewSize="}, {Variable: "DRUID_NEWSIZE", Before: "-XX:NewSize="},
		{Variable: "DRUID_MAXDIRECTMEMORYSIZE", Before: "-XX:MaxDirectMemorySize="},
		{Variable: "JAVA_OPTS"},
	}
	camunda768 = append([]Argument{{Variable: "JAVA_OPTS", Default: "-Xmx768m -XX:MaxMetaspaceSize=256m", Brought: true}}, tomcat[1:]...)
	graylog    = []Argument{{Default: "-XX:+UnlockExperimentalVMOptions -XX:-OmitStackTraceInFastThrow -XX:+UseG1GC -server"}, {Variable: "GRAYLOG_SERVER_JAVA_OPTS"}}
	graylog4   = []Argument{{Default: "-XX:+UnlockExperimentalVMOptions -XX:MaxMetaspaceSize=256m -server -XX:-OmitStackTraceInFastThrow"}, {Variable: "GRAYLOG_SERVER_JAVA_OPTS"}}
	zeebe      = []Argument{{Default: "-XX:+ExitOnOutOfMemoryError -Xshare:auto"}, {Variable: "JAVA_OPTS"}}

	rundeck = []Argument{{Variable: "JVM_MAX_RAM_PERCENTAGE", Default: "75", Before: "-XX:MaxRAMPercentage="}}

	geoserver = []Argument{
		{Variable: "JAVA_OPTS"},
		{Variable: "INITIAL_MEMORY", Default: "2G", Before: "-Xms"}, {Variable: "MAXIMUM_MEMORY", Default: "4G", Before: "-Xmx"},
		{Default: "-XX:+UseG1GC -XX:MaxGCPauseMillis=200 -XX:NewSize=300m"},
		{Variable: "ADDITIONAL_JAVA_STARTUP_OPTIONS"},
	}
	unifiNetwork = []Argument{
		{Variable: "MEM_STARTUP", Before: "-Xms", Behind: "M", Unless: Setting{"MEM_STARTUP", "default"}},
		{Variable: "MEM_LIMIT", Default: "1024", Before: "-Xmx", Behind: "M", Unless: Setting{"MEM_LIMIT", "default"}},
		{Default: "-Xmx1024M", If: Setting{"MEM_LIMIT", "default"}},
		{Default: "-XX:+UseParallelGC -XX:+ExitOnOutOfMemoryError -XX:+CrashOnOutOfMemoryError"},
	}
	unifi = []Argument{
		{Variable: "JVM_EXTRA_OPTS"}, {Variable: "JVM_MAX_HEAP_SIZE", Default: "1024M", Before: "-Xmx"},
		{Variable: "JVM_INIT_HEAP_SIZE", Before: "-Xms"}, {Variable: "JVM_MAX_THREAD_STACK_SIZE", Before: "-Xss"},
	}
	omada = []Argument{
		{Variable: "JAVA_MIN_HEAP_SIZE", Default: "128m", Before: "-Xms"}, {Variable: "JAVA_MAX_HEAP_SIZE", Default: "1024m", Before: "-Xmx"},
		{Default: "-XX:MaxHeapFreeRatio=60 -XX:MinHeapFreeRatio=30"},
	}
	crate = []Argument{
		{Variable: "JAVA_OPTS"},
		{Variable: "CRATE_MIN_MEM", Default: "256m", Before: "-Xms", Unless: Setting{Variable: "CRATE_HEAP_SIZE"}},
		{Variable: "CRATE_HEAP_SIZE", Default: "512M", Brought: true, Before: "-Xms"}, {Variable: "CRATE_HEAP_SIZE", Default: "512M", Brought: true, Before: "-Xmx"},
		{Variable: "CRATE_HEAP_NEWSIZE", Before: "-Xmn"}, {Variable: "CRATE_DIRECT_SIZE", Before: "-XX:MaxDirectMemorySize="},
		{Default: "-XX:+UseG1GC -XX:G1ReservePercent=25 -XX:InitiatingHeapOccupancyPercent=30"},
		{Variable: "CRATE_JAVA_OPTS"},
	}
	kafka          = ofKafka("-Xmx1G -Xms1G")
	connect        = ofKafka("-Xms256M -Xmx2G")
	kafkaZookeeper = ofKafka("-Xmx512M -Xms512M")
)

// aikar are flags of G1 that the start script adds where it is asked for them, but for
// those that depend on the heap.
const aikar = "-XX:+UseG1GC -XX:+ParallelRefProcEnabled -XX:MaxGCPauseMillis=200 -XX:+UnlockExperimentalVMOptions -XX:+DisableExplicitGC -XX:+AlwaysPreTouch" +
	" -XX:G1HeapWastePercent=5 -XX:G1MixedGCLiveThresholdPercent=90 -XX:SurvivorRatio=32 -XX:+PerfDisableSharedMem -XX:MaxTenuringThreshold=1"

// ofNiFi are the arguments of NiFi, by the heap of its bootstrap.conf.
func ofNiFi(heap string) []Argument {
	return []Argument{{Variable: "NIFI_JVM_HEAP_INIT", Default: heap, Before: "-Xms"}, {Variable: "NIFI_JVM_HEAP_MAX", Before: "-Xmx"}}
}

// ofKafka are the arguments of the programs of Kafka, which differ in their
// heaps. A log of collections comes with them.
func ofKafka(heap string) []Argument {
	return []Argument{
		{Variable: "KAFKA_HEAP_OPTS", Default: heap},
		{Variable: "KAFKA_JVM_PERFORMANCE_OPTS", Default: "-server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 -XX:+ExplicitGCInvokesConcurrent -Djava.awt.headless=true"},
		{Variable: "KAFKA_GC_LOG_OPTS"}, {Variable: "KAFKA_JMX_OPTS"}, {Variable: "KAFKA_LOG4J_OPTS"}, {Variable: "KAFKA_OPTS"},
	}
}
