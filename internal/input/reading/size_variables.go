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

// sizeVariable is one of sizeVariables.
type sizeVariable struct {
	name    string
	options []string
	unit    string
	apart   bool   // it sizes JVMs that the program starts, and no container's own
	over    string // the variable of options that is not read where this is set
}

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
//	https://github.com/apache/spark/blob/v3.5.0/core/src/main/scala/org/apache/spark/deploy/SparkSubmitArguments.scala (SPARK_DRIVER_MEMORY)
//	https://github.com/apache/spark/blob/v3.5.0/launcher/src/main/java/org/apache/spark/launcher/SparkClassCommandBuilder.java
var sizeVariables = []sizeVariable{
	{name: "JVM_MINIMUM_MEMORY", options: []string{"-Xms"}},
	{name: "JVM_MAXIMUM_MEMORY", options: []string{"-Xmx"}},
	{name: "JVM_RESERVED_CODE_CACHE_SIZE", options: []string{"-XX:ReservedCodeCacheSize="}},
	{name: "SOLR_HEAP", options: []string{"-Xms", "-Xmx"}, over: "SOLR_JAVA_MEM"},
	{name: "ELASTICSEARCH_HEAP_SIZE", options: []string{"-Xms", "-Xmx"}},
	{name: "OPENSEARCH_HEAP_SIZE", options: []string{"-Xms", "-Xmx"}},
	{name: "ES_HEAP_SIZE", options: []string{"-Xms", "-Xmx"}},
	{name: "ZOO_HEAP_SIZE", options: []string{"-Xms", "-Xmx"}, unit: "m"},
	{name: "NIFI_JVM_HEAP_INIT", options: []string{"-Xms"}},
	{name: "NIFI_JVM_HEAP_MAX", options: []string{"-Xmx"}},
	{name: "MAX_HEAP_SIZE", options: []string{"-Xmx"}}, // of Cassandra, and of others
	{name: "JAVA_MIN_MEM", options: []string{"-Xms"}},  // of Karaf
	{name: "JAVA_MAX_MEM", options: []string{"-Xmx"}},
	{name: "SPARK_DAEMON_MEMORY", options: []string{"-Xmx"}},
	{name: "SPARK_DRIVER_MEMORY", options: []string{"-Xmx"}, apart: true},
	{name: "SPARK_EXECUTOR_MEMORY", options: []string{"-Xmx"}, apart: true},
	{name: "HADOOP_HEAPSIZE", options: []string{"-Xmx"}, unit: "m"}, // before 3.0
	{name: "HADOOP_HEAPSIZE_MAX", options: []string{"-Xmx"}, unit: "m"},
	{name: "HADOOP_HEAPSIZE_MAX", options: []string{"-Xmx"}},
	{name: "YARN_HEAPSIZE", options: []string{"-Xmx"}, unit: "m"},
	{name: "YARN_RESOURCEMANAGER_HEAPSIZE", options: []string{"-Xmx"}, unit: "m"},
	{name: "YARN_NODEMANAGER_HEAPSIZE", options: []string{"-Xmx"}, unit: "m"},
	{name: "HADOOP_JOB_HISTORYSERVER_HEAPSIZE", options: []string{"-Xmx"}, unit: "m"},
	{name: "HBASE_HEAPSIZE", options: []string{"-Xmx"}, unit: "m"},
	{name: "HBASE_HEAPSIZE", options: []string{"-Xmx"}},
	{name: "ZK_SERVER_HEAP", options: []string{"-Xmx"}, unit: "m"},
	{name: "DRUID_XMS", options: []string{"-Xms"}},
	{name: "DRUID_XMX", options: []string{"-Xmx"}},
	{name: "NEO4J_dbms_memory_heap_initial__size", options: []string{"-Xms"}},
	{name: "NEO4J_dbms_memory_heap_max__size", options: []string{"-Xmx"}},
	{name: "NEO4J_server_memory_heap_initial__size", options: []string{"-Xms"}},
	{name: "NEO4J_server_memory_heap_max__size", options: []string{"-Xmx"}},
}

// sizeOptions are the options that sizes of the container stand for, and the
// variable that gives the first. Without the largest size of the heap the
// others say little. Those of JVMs that the program starts count where they are asked for.
func sizeOptions(env *Environment, apart bool) (options []jvmflag.Option, first Variable) {
	largest := false
	for _, s := range sizeVariables {
		v, _ := env.Get(s.name)
		m := HeapSize.FindStringSubmatch(v.Value.String())
		if !v.Known || m == nil || s.apart && !apart || HasUnit(m[1]) == (s.unit != "") {
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

// overridden reports whether a size takes the place of a variable of options.
func overridden(name string, env *Environment) bool {
	return slices.ContainsFunc(sizeVariables, func(s sizeVariable) bool {
		v, set := env.Get(s.name)
		return s.over == name && set && v.Known && HeapSize.MatchString(v.Value.String())
	})
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
	return maySize(whole.String()) && mayAssignSizes.MatchString(whole.String()) && len(assignedSizes(whole)) > 0
}

// maySize spares most texts the regular expression: a part of each name stands in them.
func maySize(whole string) bool {
	return slices.ContainsFunc([]string{"HEAP", "MEM", "DRUID_XM", "CODE_CACHE", "_heap_"}, func(part string) bool { return strings.Contains(whole, part) })
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
			if options, _ := sizeOptions(of, true); len(options) > 0 {
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
