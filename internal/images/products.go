package images

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// products are images of products that run on a JVM, of which nobody has read the
// start script. A name without a part before it is an official image of Docker Hub.
var products = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for owner, names := range productsOf {
		for name := range strings.FieldsSeq(names) {
			all[strings.TrimPrefix(owner+"/"+name, "library/")] = true
		}
	}
	return all
})

// product is what is known of one of them.
func product(names []string) (Image, bool) {
	for _, name := range names {
		if products()[name] {
			return Image{Name: Pattern(name), Unsized: unread, Source: "https://hub.docker.com/r/" + name}, true
		}
	}
	return Image{}, false
}

// likeProduct is what is known of an image whose name ends as a product's does, or begins
// as an application server's: acme/fabric-kafka, acme/docker-quarkus-jvm, acme/tomcat-shop.
// Of what goes with a product, and is mostly none of the JVM, nothing is: kafka-exporter.
func likeProduct(names []string) (Image, bool) {
	parts := nameParts.FindAllString(strings.ToLower(path.Base(names[0])), -1)
	if len(parts) < 2 || !partsLike(parts) {
		return Image{}, false
	}
	return Image{Name: Pattern(names[0]), Unsized: likeOne, TakesArguments: true, Source: "https://github.com/docker-library/official-images"}, true
}

// partsLike reports whether the parts of a name end as a product's does, or begin as an
// application server's, and none says that it only goes with one.
func partsLike(parts []string) bool {
	if slices.ContainsFunc(parts, func(p string) bool { return slices.Contains(goesWith, p) }) {
		return false
	}
	last := len(parts) - 1
	for last > 0 && slices.Contains(partOf, parts[last]) {
		last--
	}
	return slices.Contains(ofJVM, parts[last]) || slices.Contains(servers, parts[0])
}

var (
	nameParts = lazyregexp.New(`[a-z]+`)
	servers   = strings.Fields("tomcat wildfly jboss glassfish payara")
	partOf    = strings.Fields("base broker server node cluster master worker data standalone custom connect")
	ofJVM     = strings.Fields("kafka zookeeper elasticsearch opensearch logstash cassandra solr neo4j keycloak jenkins tomcat wildfly jboss jetty glassfish payara sonarqube activemq nifi trino presto pulsar druid hbase hadoop spark flink hazelcast ignite wiremock jvm springboot")
	goesWith  = strings.Fields("exporter ui gui manager operator client init setup config configurator proxy curator head dashboard dashboards plugin plugins agent minion lag web console python nodejs js go monitor monitoring backup job test tests tool tools cli topic topics producer consumer create creator sidecar native bridge source sink datasource scripts docs site frontend admin ansible helm chart airflow postgresql postgres mysql mariadb redis jupyter notebook lab history logs filebeat kibana")
)

// productsOf are the names of such images, by who publishes them.
var productsOf = map[string]string{
	"library": "geonetwork xwiki nuxeo bonita tomee orientdb glassfish crate",

	// brokers and streams
	"apache":         "activemq-artemis kafka-connect bookkeeper storm drill hop hertzbeat tika geode ozone ranger pinot nifi-registry nifi-minifi kylin gravitino polaris unomi fineract shardingsphere-proxy eventmesh shenyu-admin shenyu-bootstrap streampark inlong celeborn amoro karaf tinkerpop jspwiki ofbiz syncope flink-kubernetes-operator dubbo-admin",
	"apacherocketmq": "rocketmq rocketmq-dashboard rocketmq-console", "foxiswho": "rocketmq", "rocketmqinc": "rocketmq", "styletang": "rocketmq-console-ng",
	"artemiscloud": "activemq-artemis-broker activemq-artemis-broker-kubernetes", "cptactionhank": "atlassian-jira atlassian-confluence atlassian-jira-software", "blacklabelops": "jira confluence bitbucket", "teamatldocker": "jira confluence", "haxqer": "jira confluence", "rmohr": "activemq", "webcenter": "activemq", "symptoma": "activemq", "vromero": "activemq-artemis",
	"wurstmeister": "zookeeper", "jplock": "zookeeper", "digitalwonderland": "zookeeper", "spotify": "kafka", "landoop": "fast-data-dev", "lensesio": "box fast-data-dev lenses",
	"hlebalbau": "kafka-manager", "sheepkiller": "kafka-manager", "kafkamanager": "kafka-manager", "elkozmon": "zoonavigator zoonavigator-api",
	"conduktor": "conduktor-platform conduktor-console conduktor-gateway", "apicurio": "apicurio-registry apicurio-registry-mem apicurio-registry-sql apicurio-registry-kafkasql apicurio-studio-api apicurio-studio-ws",
	"streamsets": "datacollector transformer", "pravega": "pravega bookkeeper", "axoniq": "axonserver axonserver-enterprise", "conductoross": "conductor conductor-standalone", "canal": "canal-server canal-admin canal-adapter",
	"kestra": "kestra", "xuxueli": "xxl-job-admin", "powerjob": "powerjob-server", "apolloconfig": "apollo-configservice apollo-adminservice apollo-portal", "bladex": "sentinel-dashboard sentinel", "netflixoss": "conductor", "conductor": "server", "orkesio": "orkes-conductor-community",

	// data and analysis
	"dremio": "dremio-oss dremio-ee", "deltaio": "delta-sharing-server", "travelaudience": "docker-nexus docker-nexus-proxy", "orientdb": "orientdb", "arcadedata": "arcadedb", "crate": "crate", "petergrace": "opentsdb-docker", "sburn": "apache-atlas", "hortonworks": "sandbox-hdp sandbox-hdp-standalone", "cloudera": "quickstart impala", "apachepulsar": "pulsar-manager", "stain": "jena-fuseki", "secoresearch": "fuseki", "felixlohmeier": "openrefine", "janusgraph": "janusgraph", "tinkerpop": "gremlin-server",
	"ontotext": "graphdb", "lyrasis": "blazegraph", "metaphacts": "blazegraph", "stardog": "stardog", "questdb": "questdb", "voltdb": "voltdb-community", "oscarfonts": "h2 geoserver",
	"starburstdata": "presto starburst-enterprise", "prestosql": "presto", "ahanaio": "prestodb-sandbox", "alluxio": "alluxio alluxio-enterprise", "apachegeode": "geode", "terracotta": "terracotta-server-oss terracotta-server",
	"bde2020":       "hadoop-namenode hadoop-datanode hadoop-resourcemanager hadoop-nodemanager hadoop-historyserver hadoop-base hadoop-submit spark-master spark-worker spark-submit spark-base spark-history-server hive zeppelin flink-master flink-worker hbase-standalone hbase-master hbase-regionserver",
	"dajobe":        "hbase",
	"harisekhon":    "hbase hadoop hbase-dev zookeeper kafka solr solrcloud cassandra presto storm tachyon",
	"sequenceiq":    "hadoop-docker spark",
	"tabulario":     "iceberg-rest spark-iceberg",
	"projectnessie": "nessie", "linkedin": "datahub-gms datahub-frontend-react datahub-mae-consumer datahub-mce-consumer", "acryldata": "datahub-gms datahub-frontend-react datahub-mae-consumer datahub-mce-consumer datahub-upgrade",
	"marquezproject": "marquez", "openmetadata": "server", "airbyte": "server worker bootloader cron workload-launcher workload-api-server connector-builder-server",
	"thelastpickle": "cassandra-reaper", "datastax": "dse-server ddac", "stargateio": "coordinator-4_0 coordinator-3_11 restapi graphqlapi docsapi jsonapi stargate-4_0 stargate-3_11",
	"amazon": "dynamodb-local opendistro-for-elasticsearch", "wazuh": "wazuh-indexer", "lmenezes": "cerebro", "softwaremill": "elasticmq", "roribio16": "alpine-sqs", "adobe": "s3mock cruise-control", "findify": "s3mock",
	"h2oai": "h2o-open-source-k8s", "deepjavalibrary": "djl-serving", "graphhopper": "graphhopper", "israelhikingmap": "graphhopper", "openrouteservice": "openrouteservice", "opentripplanner": "opentripplanner",
	"geosolutionsit": "geoserver", "geoservercloud": "geoserver-cloud-gateway geoserver-cloud-webui geoserver-cloud-rest geoserver-cloud-wms geoserver-cloud-wcs geoserver-cloud-wfs geoserver-cloud-gwc geoserver-cloud-wps geoserver-cloud-config geoserver-cloud-discovery", "fraunhoferiosb": "frost-server frost-server-http frost-server-mqtt", "apachekylin": "apache-kylin-standalone", "hyperledger": "besu", "consensys": "teku web3signer", "thehiveproject": "thehive cortex thehive4", "strangebee": "thehive",

	// of the web and of companies
	"payara": "server-full server-web micro server-node", "omnifish": "glassfish", "liferay": "portal dxp", "alfresco": "alfresco-content-repository-community alfresco-content-repository alfresco-share alfresco-search-services alfresco-transform-core-aio alfresco-activemq",
	"flowable": "flowable-rest flowable-ui all-in-one", "jboss": "drools-workbench-showcase kie-server-showcase jbpm-server-full jbpm-workbench-showcase infinispan-server", "kiegroup": "business-central-workbench kie-server-showcase jbpm-server-full",
	"dhis2": "core", "openmrs": "openmrs-core openmrs-reference-application-3-backend", "evolveum": "midpoint", "keyfactor": "ejbca-ce signserver-ce", "primekey": "ejbca-ce", "fusionauth": "fusionauth-app", "apereo": "cas",
	"adorsys": "keycloak-config-cli", "wso2": "wso2am wso2is wso2mi wso2ei", "cloudfoundry": "uaa", "openidentityplatform": "openam opendj opendj-am", "guacamole": "guacamole", "jasonbean": "guacamole", "flcontainers": "guacamole", "oznu": "guacamole", "maxwaldorf": "guacamole", "abesnier": "guacamole", "hawtio": "online",
	"bonitasoft": "bonita", "activiti": "activiti-cloud-full-example", "unicon": "shibboleth-idp", "i2incommon": "shib-idp", "gluufederation": "oxauth oxtrust", "axelor": "axelor-erp", "metasfresh": "metasfresh-app metasfresh-webapi", "idempiereofficial": "idempiere",
	"shopizerecomm": "shopizer", "logicaldoc": "logicaldoc-ce", "openkm": "openkm-ce", "dspace": "dspace dspace-solr", "fcrepo": "fcrepo", "antmedia": "enterprise community", "wowzamedia": "wowza-streaming-engine-linux", "ohdsi": "webapi", "cbioportal": "cbioportal",
	"axiom": "docker-erddap", "komoot": "photon", "thingsboard": "tb-postgres tb-node tb tb-cassandra", "zabbix": "zabbix-java-gateway", "hyness": "spring-cloud-config-server", "steeltoeoss": "eureka-server config-server", "gravitee": "apim-gateway apim-management-api",
	"plantuml": "plantuml-server", "yuzutech": "kroki", "jgraph": "drawio",
	"gotson": "komga", "halohub": "halo halo-pro", "keking": "kkfileview", "stirlingtools": "stirling-pdf s-pdf", "stirling-tools": "s-pdf stirling-pdf", "frooodle": "s-pdf", "docspell": "restserver joex", "traccar": "traccar", "openhab": "openhab",
	"airsonicadvanced": "airsonic-advanced", "airsonic": "airsonic", "theotherp": "nzbhydra2", "criteord": "cassandra_exporter", "seglo": "kafka-lag-exporter", "jlesage": "jdownloader-2 filebot", "hurlenko": "filebot", "comixed": "comixed", "housewrecker": "gaps", "logicalspark": "docker-tikaserver", "eclipse": "che-server ditto-gateway ditto-things ditto-policies ditto-concierge hono-adapter-http",
	"linuxserver": "doplarr unifi-network-application unifi-controller airsonic airsonic-advanced ubooquity booksonic-air davos nzbhydra2 hydra2", "erikvl87": "languagetool", "silviof": "docker-languagetool", "jitsi": "jicofo jvb jigasi jibri", "gizmotronic": "openfire", "nasqueron": "openfire",

	// of those who build and test
	"gitblit": "gitblit", "1dev": "server", "jamesdbloom": "mockserver", "webgoat": "webgoat goatandwolf webwolf", "languagetool": "languagetool", "gerritcodereview": "gerrit", "jetbrains": "youtrack teamcity-server teamcity-agent teamcity-minimal-agent hub upsource", "sonatype": "nexus nexus-iq-server", "gocd": "gocd-server gocd-agent-alpine-3.9 gocd-agent-alpine-3.15",
	"opengrok": "docker", "scmmanager": "scm-manager", "dzikoysk": "reposilite", "xetusoss": "archiva", "artipie": "artipie", "codecentric": "spring-boot-admin", "slydeveloper": "spring-boot-admin", "wavefronthq": "proxy",
	"jenkins": "jnlp-slave slave jenkinsfile-runner", "jenkinsci": "jenkins jnlp-slave blueocean", "jenkins4eval": "jenkins", "selenium": "hub standalone-chrome standalone-firefox standalone-edge standalone-docker standalone-all-browsers node-chrome node-firefox node-edge node-docker standalone-chrome-debug standalone-firefox-debug node-chrome-debug node-firefox-debug standalone-chromium node-chromium standalone-opera node-opera event-bus router distributor sessions session-queue",
	"seleniarm": "hub standalone-chromium standalone-firefox node-chromium node-firefox", "justb4": "jmeter", "openapitools": "openapi-generator-cli openapi-generator-online", "swaggerapi": "swagger-codegen-cli-v3 swagger-generator swagger-codegen-cli petstore",
	"schemaspy": "schemaspy", "owasp": "zap2docker-stable zap2docker-weekly", "zaproxy": "zaproxy", "softwaresecurityproject": "zap-stable", "prom": "cloudwatch-exporter jmx-exporter", "bitnami": "jmx-exporter cloudwatch-exporter prometheus-rsocket-proxy", "sscaling": "jmx-prometheus-exporter",
	"pinpointdocker": "pinpoint-web pinpoint-collector pinpoint-hbase pinpoint-agent", "jaegertracing": "spark-dependencies", "pytorch": "torchserve", "dcm4che": "dcm4chee-arc-psql keycloak logstash-dcm4chee wildfly",
	"enterprise-search": "enterprise-search", "jfrog": "artifactory-oss artifactory-pro artifactory-jcr artifactory-cpp-ce", "middleware": "weblogic", "oracle": "coherence-ce weblogic glassfish", "jboss-eap-7": "eap74-openjdk11-openshift-rhel8 eap74-openjdk8-openshift-rhel7",
	"zendesk": "maxwell", "nobodyiam": "apollo-quick-start", "strapdata": "elassandra", "nshou": "elasticsearch-kibana", "sebp": "elk", "holomekc": "wiremock-gui", "rodolpheche": "wiremock", "micrometermetrics": "prometheus-rsocket-proxy", "pegasyseng": "orion ethsigner", "banzaicloud": "cruise-control",
}
