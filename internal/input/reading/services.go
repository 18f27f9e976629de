package reading

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// services are those of the system that packages bring, and that run a JVM.
const services = `artifactory|jenkins|nexus|sonar(?:qube)?|tomcat\d*|jetty\d*|wildfly|jboss(?:-\w+)?|cassandra|elasticsearch|opensearch|logstash|solr|neo4j|kafka|zookeeper(?:-server)?|confluent-[\w-]+|activemq|graylog-server|rundeckd|puppetserver|puppetdb|cloudera-scm-(?:server|agent)|ambari-server` +
	`|hadoop-[\w-]+|hbase-[\w-]+|accumulo-[\w-]+|spark-(?:master|worker|history-server|thriftserver)|flink|nifi|presto|trino|druid[\w-]*|storm[\w-]*|keycloak|teamcity|bamboo|jira|confluence|bitbucket|gocd-server|go-server|unifi|openfire|metabase|minecraft|payara|glassfish\d*|tomee|karaf|infinispan(?:-server)?|hazelcast|ignite|janusgraph|orientdb|opentsdb|riemann|marathon|chronos|apacheds|opendj|knox|zeppelin|livy(?:-server)?|kylin|dremio|alluxio|pulsar|bookkeeper|rocketmq|mqnamesrv|mqbroker|artemis` +
	`|nifi-registry|minifi|seatunnel|dolphinscheduler|wso2\w*|mule|camunda|zeebe|wiremock|besu|teku|jicofo|jitsi-videobridge2?|youtrack|gerrit|liferay|xwiki|openhab2?|traccar|subsonic|airsonic|komga|languagetool|schema-registry|ksqldb?(?:-server)?|kafka-(?:connect|rest|manager)|cmak|akhq|kafdrop|cruise-control|archiva|opengrok|fuseki|blazegraph|apicurio|aws-kinesis-agent`

var serviceName = lazyregexp.New(`^(?:` + services + `)(?:\.service)?$`)

// IsJVMService tells the name of a service of the system that runs a JVM.
func IsJVMService(name string) bool { return serviceName.MatchString(name) }

// NameService names the JVM of a service.
func (in *Input) NameService(name source.Text) {
	in.nameService(name, name.String(), fmt.Sprintf("service %s runs it with unknown options", name))
}

// NameServiceOf names the JVM of a service by its unit, or by the script that starts it.
func (in *Input) NameServiceOf(at source.Text, service string) {
	in.nameService(at, service, service+" is a service with a JVM whose options are unknown")
}

func (in *Input) nameService(at source.Text, service, why string) {
	before := len(in.Unjudged)
	if in.NotJudged(at.Span(), "%s", why); len(in.Unjudged) > before {
		in.Unjudged[before].Service = strings.TrimSuffix(service, ".service")
	}
}

// serviceStarted is the service that a command starts: systemctl start NAME, service NAME
// start.
func serviceStarted[W any](words []W, text func(W) source.Text) (launch, bool) {
	program := path.Base(text(words[0]).String())
	if program != "systemctl" && program != "service" && program != "rc-service" {
		return launch{}, false
	}
	var name source.Text
	starts := false
	for _, w := range words[1:] {
		switch word := text(w); {
		case slices.Contains([]string{"start", "restart", "--now"}, word.String()):
			starts = true
		case IsJVMService(word.String()) && name.Len() == 0:
			name = word
		}
	}
	return launch{at: name, program: strings.TrimSuffix(name.String(), ".service"), service: true}, starts && name.Len() > 0
}
