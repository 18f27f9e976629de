package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// sizeVariables are variables of which the start script of an image makes
// options: each the size behind some, in a unit where the script adds one. The least size
// of a heap stands right before its largest.
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
//	https://github.com/apache/hadoop/blob/rel/release-3.3.6/hadoop-common-project/hadoop-common/src/main/bin/hadoop-functions.sh (HADOOP_HEAPSIZE_MAX)
//	https://github.com/apache/hadoop/blob/rel/release-2.10.2/hadoop-common-project/hadoop-common/src/main/bin/hadoop-config.sh
//	https://github.com/apache/hbase/blob/rel/2.5.8/bin/hbase (HBASE_HEAPSIZE)
//	https://github.com/apache/zookeeper/blob/release-3.8.4/bin/zkEnv.sh (ZK_SERVER_HEAP)
//	https://github.com/apache/spark/blob/v3.5.0/launcher/src/main/java/org/apache/spark/launcher/SparkClassCommandBuilder.java
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
	{"SPARK_DAEMON_MEMORY", []string{"-Xmx"}, ""},
	{"HADOOP_HEAPSIZE", []string{"-Xmx"}, "m"}, // before 3.0
	{"HADOOP_HEAPSIZE_MAX", []string{"-Xmx"}, "m"},
	{"HADOOP_HEAPSIZE_MAX", []string{"-Xmx"}, ""},
	{"YARN_HEAPSIZE", []string{"-Xmx"}, "m"},
	{"YARN_RESOURCEMANAGER_HEAPSIZE", []string{"-Xmx"}, "m"},
	{"YARN_NODEMANAGER_HEAPSIZE", []string{"-Xmx"}, "m"},
	{"HADOOP_JOB_HISTORYSERVER_HEAPSIZE", []string{"-Xmx"}, "m"},
	{"HBASE_HEAPSIZE", []string{"-Xmx"}, "m"},
	{"HBASE_HEAPSIZE", []string{"-Xmx"}, ""},
	{"ZK_SERVER_HEAP", []string{"-Xmx"}, "m"},
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

// mayAssignSizes finds a line that sets one of them.
var mayAssignSizes = lazyregexp.New(`(?m)^[ \t]*(?:export[ \t]+)?(?:` + strings.Join(sizeNames(), "|") + `)=["']?\d`)

func sizeNames() []string {
	var all []string
	for _, s := range sizeVariables {
		all = append(all, s.name)
	}
	return all
}

// AssignsSizes tells a script that sizes the heap of a JVM by such a variable.
func AssignsSizes(whole source.Text) bool {
	return mayAssignSizes.MatchString(whole.String()) && len(assignedSizes(whole)) > 0
}

// sized is a JVM of which a script sizes the heap.
type sized struct {
	by      Variable
	options []jvmflag.Option
}

// assignedSizes are the heaps that a script sizes whatever its branches do.
func assignedSizes(whole source.Text) []sized {
	script, ok := shell.Parse(whole)
	if !ok {
		return nil
	}
	env := &Environment{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if value, all := a.Value.Value(env.Known); a.Set && !c.Inner {
				env.Set(Variable{Name: a.Name.String(), At: a.Name, Value: value, Known: all && !a.Adds && !c.Branch})
			}
		}
	}
	var all []sized
	for i, s := range sizeVariables {
		if !slices.Contains(s.options, "-Xmx") {
			continue
		}
		of := &Environment{}
		if i > 0 && slices.Equal(sizeVariables[i-1].options, []string{"-Xms"}) {
			if v, set := env.Get(sizeVariables[i-1].name); set {
				of.Set(v)
			}
		}
		v, set := env.Get(s.name)
		if of.Set(v); set && !slices.ContainsFunc(all, func(have sized) bool { return have.by.Name == v.Name }) {
			if options, _ := sizeOptions(of); len(options) > 0 {
				all = append(all, sized{v, options})
			}
		}
	}
	return all
}

// ReadSizes adds the JVMs of which a script that says nothing else of any sizes the heap.
func (in *Input) ReadSizes(whole source.Text) {
	if len(in.Workloads) > 0 || in.Incomplete || !mayAssignSizes.MatchString(whole.String()) {
		return
	}
	for _, s := range assignedSizes(whole) {
		w := in.OptionsWorkload(s.by.Name, s.options)
		w.At = s.by.At
		w.KnowsAtMost(workload.PartOfOptions)
		in.Workloads = append(in.Workloads, w)
	}
}

// HasUnit reports whether a size is more than a number.
func HasUnit(size string) bool { return strings.Trim(size, "0123456789") != "" }

// HeapSize is the size of a heap as files give it, and as the JVM takes it.
var HeapSize = lazyregexp.New(`^(?i)(\d+[kmg]?)(?:i?b)?$`)
