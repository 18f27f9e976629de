package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// services are those of the system that packages bring, and that run a JVM.
const services = `artifactory|jenkins|nexus|sonar(?:qube)?|tomcat\d*|jetty\d*|wildfly|jboss(?:-\w+)?|cassandra|elasticsearch|opensearch|logstash|solr|neo4j|kafka|zookeeper|confluent-[\w-]+|activemq|graylog-server|rundeckd|puppetserver|puppetdb|cloudera-scm-(?:server|agent)|ambari-server` +
	`|hadoop-[\w-]+|hbase-[\w-]+|spark-(?:master|worker|history-server|thriftserver)|flink|nifi|presto|trino|druid[\w-]*|storm[\w-]*|keycloak|teamcity|bamboo|jira|confluence|bitbucket|gocd-server|go-server|unifi|openfire|metabase|minecraft`

var serviceName = lazyregexp.New(`^(?:` + services + `)(?:\.service)?$`)

// IsJVMService tells the name of a service of the system that runs a JVM.
func IsJVMService(name string) bool { return serviceName.MatchString(name) }

// NameService names the JVM of a service.
func (in *Input) NameService(name source.Text) {
	in.NotJudged(name.Span(), "service %s runs it, and nothing here says with what options", name)
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
