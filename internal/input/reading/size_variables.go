package reading

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// sizeVariables are variables of which the start script of an image makes
// options: each the size behind some, in a unit where the script adds one.
//
//	https://hub.docker.com/r/atlassian/jira-software
//	https://github.com/apache/solr/blob/releases/solr/9.6.0/solr/bin/solr (SOLR_HEAP)
//	https://github.com/bitnami/containers/blob/main/bitnami/elasticsearch/README.md
//	https://github.com/bitnami/containers/blob/main/bitnami/zookeeper/README.md
//	https://github.com/apache/nifi/blob/rel/nifi-1.26.0/nifi-docker/dockerhub/sh/start.sh
//	https://github.com/apache/cassandra/blob/cassandra-4.1.5/conf/cassandra-env.sh
//	https://github.com/apache/druid/blob/druid-30.0.0/distribution/docker/druid.sh
//	https://github.com/apache/karaf/blob/karaf-4.4.6/assemblies/features/base/src/main/filtered-resources/resources/bin/inc
//	https://neo4j.com/docs/operations-manual/current/docker/ref-settings/
var sizeVariables = []struct {
	name    string
	options []string
	unit    string
}{
	{"JVM_MINIMUM_MEMORY", []string{"-Xms"}, ""},
	{"JVM_MAXIMUM_MEMORY", []string{"-Xmx"}, ""},
	{"JVM_RESERVED_CODE_CACHE_SIZE", []string{"-XX:ReservedCodeCacheSize="}, ""},
	{"SOLR_HEAP", []string{"-Xms", "-Xmx"}, ""},
	{"ELASTICSEARCH_HEAP_SIZE", []string{"-Xms", "-Xmx"}, ""},
	{"OPENSEARCH_HEAP_SIZE", []string{"-Xms", "-Xmx"}, ""},
	{"ES_HEAP_SIZE", []string{"-Xms", "-Xmx"}, ""},
	{"ZOO_HEAP_SIZE", []string{"-Xms", "-Xmx"}, "m"},
	{"NIFI_JVM_HEAP_INIT", []string{"-Xms"}, ""},
	{"NIFI_JVM_HEAP_MAX", []string{"-Xmx"}, ""},
	{"MAX_HEAP_SIZE", []string{"-Xmx"}, ""}, // of Cassandra, and of others
	{"JAVA_MIN_MEM", []string{"-Xms"}, ""},  // of Karaf
	{"JAVA_MAX_MEM", []string{"-Xmx"}, ""},
	{"DRUID_XMS", []string{"-Xms"}, ""},
	{"DRUID_XMX", []string{"-Xmx"}, ""},
	{"NEO4J_dbms_memory_heap_initial__size", []string{"-Xms"}, ""},
	{"NEO4J_dbms_memory_heap_max__size", []string{"-Xmx"}, ""},
	{"NEO4J_server_memory_heap_initial__size", []string{"-Xms"}, ""},
	{"NEO4J_server_memory_heap_max__size", []string{"-Xmx"}, ""},
}

// sizeOptions are the options that sizes of the container stand for, and the
// variable that gives the first. Without the largest size of the heap the
// others say little.
func sizeOptions(env *Environment) (options []jvmflag.Option, first Variable) {
	largest := false
	for _, s := range sizeVariables {
		v, _ := env.Get(s.name)
		m := HeapSize.FindStringSubmatch(v.Value.String())
		if !v.Known || m == nil || HasUnit(m[1]) == (s.unit != "") {
			continue
		}
		for _, o := range s.options {
			text := source.Join(source.Unlocated(o, s.name), v.Value.Slice(0, len(m[1])), source.Unlocated(s.unit, s.name))
			options = append(options, jvmflag.Option{Text: text, Channel: jvmflag.CommandLine})
			largest = largest || o == "-Xmx"
		}
		if first.Name == "" {
			first = v
		}
	}
	if !largest {
		return nil, Variable{}
	}
	return jvmflag.Known(jvmflag.ByConvention, options), first
}

// HasUnit reports whether a size is more than a number.
func HasUnit(size string) bool { return strings.Trim(size, "0123456789") != "" }

// HeapSize is the size of a heap as files give it, and as the JVM takes it.
var HeapSize = lazyregexp.New(`^(?i)(\d+[kmg]?)(?:i?b)?$`)
