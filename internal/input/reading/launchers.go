package reading

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// launcher is a program of a known product that starts its JVM.
type launcher struct {
	names   string // of the program, without .sh
	words   string // of which one stands behind it where it has other uses
	within  string // one of which stands in its path where others have a program of the name
	bare    bool   // or it is found on the PATH
	ends    bool   // it asks or changes something, and ends
	sizedBy string
}

// launchers are those of products, and some of their tools.
var launchers = []launcher{
	{names: "elasticsearch", sizedBy: "ES_JAVA_OPTS and its jvm.options"},
	{names: "opensearch", sizedBy: "OPENSEARCH_JAVA_OPTS and its jvm.options"},
	{names: "logstash", sizedBy: "LS_JAVA_OPTS and its jvm.options"},

	{names: "kafka-server-start", sizedBy: "KAFKA_HEAP_OPTS or the 1g of its script"},
	{names: "connect-distributed connect-standalone connect-mirror-maker", sizedBy: "KAFKA_HEAP_OPTS or the 2g of its script"},
	{names: "kafka-mirror-maker", sizedBy: "KAFKA_HEAP_OPTS or the 256m of kafka-run-class.sh"},
	{names: "zookeeper-server-start", sizedBy: "KAFKA_HEAP_OPTS or the 512m of its script"},
	{names: "schema-registry-start", sizedBy: "SCHEMA_REGISTRY_HEAP_OPTS or its script"},
	{names: "ksql-server-start", sizedBy: "KSQL_HEAP_OPTS or its script"},
	{names: "kafka-rest-start", sizedBy: "KAFKAREST_HEAP_OPTS or its script"},
	{names: "control-center-start", sizedBy: "CONTROL_CENTER_HEAP_OPTS or its script"},
	{names: "zkServer", words: "start start-foreground restart", sizedBy: "ZK_SERVER_HEAP, SERVER_JVMFLAGS and its java.env"},
	{names: "cruise-control kafka-cruise-control-start kafka-monitor-start xinfra-monitor-start", sizedBy: "KAFKA_HEAP_OPTS or its script"},
	{names: "akhq kafdrop kafka-manager cmak", sizedBy: "JAVA_OPTS or JVM_OPTS"},
	{names: kafkaTools, ends: true, sizedBy: "KAFKA_HEAP_OPTS or the 256m of kafka-run-class.sh"},
	{names: "elasticsearch-certutil", ends: true, sizedBy: "CLI_JAVA_OPTS or ES_JAVA_OPTS and its script"},

	{names: "catalina", words: "run start jpda", sizedBy: "CATALINA_OPTS, JAVA_OPTS and its setenv.sh"},
	{names: "startup", within: "catalina tomcat", sizedBy: "CATALINA_OPTS, JAVA_OPTS and its setenv.sh"},
	{names: "startup", within: "nacos", sizedBy: "JAVA_OPT of its script"},
	{names: "seata-server", sizedBy: "JVM_XMX or the 2g of its script"},
	{names: "standalone", within: "bin/ wildfly jboss", sizedBy: "JAVA_OPTS and its standalone.conf"},
	{names: "domain", within: "bin/ wildfly jboss", sizedBy: "JAVA_OPTS and its domain.conf"},
	{names: "jetty", words: "start run supervise restart", sizedBy: "JAVA_OPTIONS and its start.ini"},
	{names: "asadmin", words: "start-domain restart-domain", sizedBy: "the jvm-options of its domain.xml"},
	{names: "startserv", within: "bin/ glassfish payara", sizedBy: "the jvm-options of its domain.xml"},
	{names: "startWebLogic startManagedWebLogic", sizedBy: "USER_MEM_ARGS and its setDomainEnv.sh"},
	{names: "startServer startNode startManager", within: "websphere profiles", sizedBy: "the genericJvmArguments of its server.xml"},
	{names: "server", words: "run start debug", within: "wlp", sizedBy: "its jvm.options"},
	{names: "tomee", words: "run start", sizedBy: "CATALINA_OPTS, JAVA_OPTS and its setenv.sh"},
	{names: "resin resinctl", words: "start console", sizedBy: "the jvm-arg of its resin.xml"},
	{names: "server", within: "infinispan", sizedBy: "JAVA_OPTS and its server.conf"},

	{names: "solr", words: "start restart", sizedBy: "SOLR_HEAP, SOLR_JAVA_MEM and its solr.in.sh"},
	{names: "solr-foreground solr-create solr-precreate solr-demo", sizedBy: "SOLR_HEAP, SOLR_JAVA_MEM and its solr.in.sh"},
	{names: "cassandra", sizedBy: "MAX_HEAP_SIZE, its cassandra-env.sh and its jvm.options"},
	{names: "neo4j", words: "console start restart", sizedBy: "its neo4j.conf"},
	{names: "tsdb", words: "tsd", sizedBy: "JVMARGS"},
	{names: "opentsdb", words: "start", within: "init.d/", sizedBy: "JVMARGS"},
	{names: "transactor", within: "bin/ datomic", sizedBy: "its -Xmx or its script"},
	{names: "ignite", within: "bin/ ignite", sizedBy: "JVM_OPTS or the 1g of its script"},
	{names: "gfsh", words: "locator server", sizedBy: "--max-heap and --J"},
	{names: "dremio", words: "start start-fg", sizedBy: "DREMIO_MAX_HEAP_MEMORY_SIZE_MB and its dremio-env"},
	{names: "alluxio alluxio-start", words: "master worker job_master job_worker proxy all local start", sizedBy: "ALLUXIO_JAVA_OPTS and its alluxio-env.sh"},
	{names: "start_fe start_be start_broker", within: "bin/ doris starrocks", sizedBy: "JAVA_OPTS of its fe.conf or be.conf"},
	{names: "scylla-jmx", sizedBy: "its script"},

	{names: "start-hbase", sizedBy: "HBASE_HEAPSIZE and its hbase-env.sh"},
	{names: "hbase hbase-daemon", words: "master regionserver thrift thrift2 rest zookeeper", sizedBy: "HBASE_HEAPSIZE and its hbase-env.sh"},
	{names: "hbase", words: "shell", sizedBy: "HBASE_HEAPSIZE and its hbase-env.sh", ends: true},
	{names: "hdfs hadoop-daemon", words: "namenode datanode journalnode secondarynamenode zkfc", sizedBy: "HADOOP_HEAPSIZE_MAX (HADOOP_HEAPSIZE before 3.0) and its hadoop-env.sh"},
	{names: "yarn yarn-daemon", words: "resourcemanager nodemanager timelineserver proxyserver historyserver", sizedBy: "YARN_HEAPSIZE and its yarn-env.sh"},
	{names: "mapred mr-jobhistory-daemon", words: "historyserver", sizedBy: "HADOOP_JOB_HISTORYSERVER_HEAPSIZE and its mapred-env.sh"},
	{names: "start-dfs start-yarn", sizedBy: "HADOOP_HEAPSIZE_MAX (HADOOP_HEAPSIZE before 3.0) and its hadoop-env.sh"},

	{names: "start-master start-worker start-workers start-slave start-slaves start-history-server start-connect-server", within: "spark sbin/", bare: true, sizedBy: "SPARK_DAEMON_MEMORY or the 1g of its script"},
	{names: "start-mesos-dispatcher start-mesos-shuffle-service", sizedBy: "its script"},
	{names: "spark-daemon", words: "start submit", sizedBy: "SPARK_DAEMON_MEMORY or the 1g of its script"},
	{names: "start-thriftserver", within: "spark sbin/", sizedBy: "spark.driver.memory or 1g"},
	{names: "spark-submit", sizedBy: "spark.driver.memory and spark.executor.memory, or 1g each"},
	{names: "spark-class", words: "org.apache.spark.deploy.master.Master org.apache.spark.deploy.worker.Worker org.apache.spark.deploy.history.HistoryServer", sizedBy: "SPARK_DAEMON_MEMORY or the 1g of its script"},
	{names: "start-cluster", within: "flink", sizedBy: byFlink},
	{names: "jobmanager taskmanager standalone-job", words: "start start-foreground", sizedBy: byFlink},
	{names: "flink", words: "run run-application", sizedBy: byFlink},

	{names: "nifi", words: "run start restart", sizedBy: "its bootstrap.conf"},
	{names: "activemq", words: "console start restart", sizedBy: "ACTIVEMQ_OPTS_MEMORY and its env"},
	{names: "artemis", words: "run", sizedBy: "JAVA_ARGS and its artemis.profile"},
	{names: "accumulo-service accumulo-cluster", words: "start restart", sizedBy: "its accumulo-env.sh"},
	{names: "pulsar pulsar-daemon", words: "broker bookie standalone zookeeper proxy websocket functions-worker", sizedBy: "PULSAR_MEM and its pulsar_env.sh"},
	{names: "performance-analyzer-agent-cli", sizedBy: "its script"},
	{names: "mqnamesrv", sizedBy: "JAVA_OPT_EXT or the 4g of its runserver.sh"},
	{names: "mqbroker mqproxy", sizedBy: "JAVA_OPT_EXT or the 8g of its runbroker.sh"},
	{names: "storm", words: "nimbus supervisor ui logviewer drpc", sizedBy: "its storm.yaml"},
	{names: "hiveserver2 start-hiveserver2 start-metastore", sizedBy: "HADOOP_HEAPSIZE and its hive-env.sh"},
	{names: "hive", words: "metastore hiveserver2", sizedBy: "HADOOP_HEAPSIZE and its hive-env.sh"},
	{names: "livy-server", words: "start", sizedBy: "LIVY_SERVER_JAVA_OPTS"},
	{names: "zeppelin zeppelin-daemon", words: "start restart run", sizedBy: "ZEPPELIN_MEM and its zeppelin-env.sh"},
	{names: "zeppelin", within: "bin/", sizedBy: "ZEPPELIN_MEM and its zeppelin-env.sh"},
	{names: "janusgraph-server gremlin-server", sizedBy: "JAVA_OPTIONS and its jvm.options"},
	{names: "fuseki-server", sizedBy: "JVM_ARGS or its script"},
	{names: "pinot-admin", words: "StartController StartBroker StartServer StartMinion QuickStart", sizedBy: "JAVA_OPTS"},
	{names: "karaf", within: "bin/", sizedBy: "JAVA_MAX_MEM, EXTRA_JAVA_OPTS and its setenv"},
	{names: "flume-ng", words: "agent", sizedBy: "its flume-env.sh"},
	{names: "riemann", sizedBy: "EXTRA_JAVA_OPTS"},
	{names: "chronos marathon", sizedBy: "JAVA_OPTS"},
	{names: "kylin", words: "start run", sizedBy: "its setenv.sh"},
	{names: "oozied oozie-start", sizedBy: "CATALINA_OPTS or JETTY_OPTS and its oozie-env.sh"},
	{names: "atlas_start atlas_start.py", sizedBy: "ATLAS_SERVER_HEAP and its atlas-env.sh"},
	{names: "gateway", words: "start", within: "knox", sizedBy: "KNOX_GATEWAY_MEM_OPTS"},
	{names: "apacheds", words: "start run", sizedBy: "its script or its wrapper.conf"},
	{names: "start-ds", sizedBy: "the java.properties of its config"},
	{names: "ranger-admin ranger-usersync", words: "start restart", sizedBy: "its scripts"},
	{names: "ambari-server", words: "start restart", sizedBy: "AMBARI_JVM_ARGS or the 2048m of its script"},
	{names: "minifi nifi-registry", words: "run start restart", sizedBy: "its bootstrap.conf"},
	{names: "start-all", within: "spark hadoop sbin/", sizedBy: "SPARK_DAEMON_MEMORY, or HADOOP_HEAPSIZE_MAX and its hadoop-env.sh"},
	{names: "pyspark spark-shell", sizedBy: "spark.driver.memory or 1g"},
	{names: "sql-gateway historyserver", words: "start start-foreground", sizedBy: byFlink},
	{names: "seatunnel seatunnel-cluster", sizedBy: "JAVA_OPTS and its jvm_options"},
	{names: "dinky auto", words: "start", within: "dinky", sizedBy: "its auto.sh"},
	{names: "dolphinscheduler-daemon", words: "start", sizedBy: "JAVA_OPTS and its dolphinscheduler_env.sh"},
	{names: "wso2server api-manager carbon micro-integrator", sizedBy: "JVM_MEM_OPTS or its script"},
	{names: "mule", within: "bin/ mule", sizedBy: "its wrapper.conf"},
	{names: "carte start-pentaho", sizedBy: "PENTAHO_DI_JAVA_OPTIONS or CATALINA_OPTS"},
	{names: "wiremock mockserver", sizedBy: "JAVA_OPTS"},
	{names: "besu teku web3signer", sizedBy: "JAVA_OPTS and BESU_OPTS or their like"},
	{names: "jvb jicofo", sizedBy: "VIDEOBRIDGE_MAX_MEMORY or JICOFO_MAX_MEMORY"},
	{names: "openfire", words: "start run", sizedBy: "OPENFIRE_OPTS"},
	{names: "i2prouter", words: "start console", sizedBy: "its wrapper.config"},
	{names: "xwiki start_xwiki", sizedBy: "XWIKI_OPTS"},
	{names: "nuxeoctl", words: "start console", sizedBy: "its nuxeo.conf"},
	{names: "hybrisserver", sizedBy: "tomcat.generaloptions of its local.properties"},
	{names: "teamcity-server runAll", words: "run start", sizedBy: "TEAMCITY_SERVER_MEM_OPTS"},
	{names: "agent", words: "run start", within: "teamcity buildagent", sizedBy: "TEAMCITY_AGENT_MEM_OPTS"},
	{names: "youtrack", words: "run start", sizedBy: "its .jvmoptions"},
	{names: "machine-agent", sizedBy: "its script"},
	{names: "rundeckd", sizedBy: "RDECK_JVM"},
	{names: "graylogctl graylog-server", words: "start run server", sizedBy: "GRAYLOG_SERVER_JAVA_OPTS"},
	{names: "puppetserver puppetdb", words: "foreground start", sizedBy: "JAVA_ARGS of its defaults"},
	{names: "metabase", sizedBy: "JAVA_OPTS"},
	{names: "broker gateway", within: "zeebe", sizedBy: "JAVA_OPTS"},
	{names: "hz-start", sizedBy: "JAVA_OPTS"},
	{names: "hz", words: "start", sizedBy: "JAVA_OPTS"},

	{names: "kc", words: "start start-dev", sizedBy: "JAVA_OPTS_KC_HEAP or a share of the memory"},
	{names: "sonar", words: "start console restart", sizedBy: "its sonar.properties"},
	{names: "start-jira start-confluence start-bitbucket start-bamboo start_crowd", sizedBy: "its setenv.sh or JVM_SUPPORT_RECOMMENDED_ARGS"},
	{names: "gerrit", words: "start run restart daemon", sizedBy: "container.heapLimit of its gerrit.config"},
	{names: "nexus", words: "start run restart", sizedBy: "its nexus.vmoptions"},
	{names: "launcher launcher.py", words: "run start restart", within: "presto trino", sizedBy: "its jvm.config"},
	{names: "run-trino", sizedBy: "its jvm.config"},
	{names: "start-druid start-micro-quickstart start-nano-quickstart start-single-server-small start-single-server-medium start-single-server-large", sizedBy: "the jvm.config of each service"},

	{names: "mvn mvnw", words: "spring-boot:run quarkus:dev exec:java javafx:run jetty:run tomcat7:run liberty:run wildfly:run", sizedBy: "MAVEN_OPTS and what the plugin hands on"},
	{names: "gradle gradlew", words: "bootRun run appRun quarkusDev jettyRun", sizedBy: "the jvmArgs of its task"},
	{names: "sbt", words: "run ~run runMain", sizedBy: "SBT_OPTS and its .jvmopts"},
	{names: "lein", words: "run ring trampoline", sizedBy: "the jvm-opts of its project.clj"},

	{names: "jmeter jmeter-server", sizedBy: "HEAP and JVM_ARGS of its script"},
	{names: "flyway", words: "migrate", sizedBy: "JAVA_ARGS"},
	{names: "liquibase", words: "update", sizedBy: "JAVA_OPTS"},
}

const byFlink = "the memory model of Flink"

// kafkaTools are those of Kafka that kafka-run-class.sh starts, and end.
//
//	https://github.com/apache/kafka/tree/3.7.0/bin
const kafkaTools = "kafka-acls kafka-broker-api-versions kafka-cluster kafka-configs kafka-console-consumer kafka-console-producer kafka-consumer-groups kafka-consumer-perf-test kafka-delete-records kafka-features kafka-get-offsets " +
	"kafka-leader-election kafka-log-dirs kafka-metadata-quorum kafka-producer-perf-test kafka-reassign-partitions kafka-storage kafka-topics kafka-verifiable-consumer kafka-verifiable-producer"

// ends are words with which a launcher starts nothing that stays.
var ends = strings.Fields("stop status --help --version -version -V -format -formatZK -bootstrapStandby -initializeSharedEdits")

// launch is a command that starts a product by its launcher.
type launch struct {
	at      source.Text // the program
	program string
	word    string // that tells what is started
	sizedBy string
	byShell bool // a shell runs it
	ends    bool
	service bool // it is one of the system, which starts it
}

// launchOf takes the words of a command, the first of which is the program.
func launchOf[W any](words []W, text func(W) source.Text) (launch, bool) {
	if len(words) == 0 || slices.ContainsFunc(words, func(w W) bool { return slices.Contains(ends, text(w).String()) }) {
		return launch{}, false
	}
	byShell := len(words) > 1 && shellName.MatchString(path.Base(text(words[0]).String()))
	if byShell {
		words = words[1:]
	}
	at := text(words[0])
	program := path.Base(at.String())
	for _, l := range launchers {
		if !slices.Contains(strings.Fields(l.names), launcherName(program)) || !l.lies(at.String()) {
			continue
		}
		if l.words == "" {
			return launch{at: at, program: program, sizedBy: l.sizedBy, byShell: byShell, ends: l.ends}, true
		}
		started := strings.Fields(l.words)
		i := slices.IndexFunc(words[1:], func(w W) bool { return slices.Contains(started, text(w).String()) })
		if i < 0 {
			continue
		}
		return launch{at: at, program: program, word: text(words[i+1]).String(), sizedBy: l.sizedBy, byShell: byShell, ends: l.ends}, true
	}
	if l, is := chartInstalled(words, text); is {
		return l, true
	}
	return serviceStarted(words, text)
}

// chartInstalled is the chart of a known product that helm fetches and installs.
func chartInstalled[W any](words []W, text func(W) source.Text) (launch, bool) {
	if path.Base(text(words[0]).String()) != "helm" || !slices.ContainsFunc(words, func(w W) bool { return slices.Contains([]string{"install", "upgrade"}, text(w).String()) }) {
		return launch{}, false
	}
	for i, w := range words[1:] {
		if slices.Contains(helmValues, text(words[i]).String()) || strings.HasPrefix(text(w).String(), "-") {
			continue
		}
		if chart := text(w); strings.Contains(chart.String(), "/") && IsFetchedChart(chart.String()) {
			return launch{at: chart, program: "helm", word: chart.String(), sizedBy: "chart " + chart.String() + ", which is not here"}, true
		}
	}
	return launch{}, false
}

// helmValues are the options of helm install and upgrade of which the value is the next word.
//
//	https://helm.sh/docs/helm/helm_upgrade/
var helmValues = strings.Fields("-n --namespace -f --values --set --set-string --set-file --set-json --set-literal --version --repo --timeout --kube-context --kubeconfig --description --history-max -o --output --post-renderer --username --password -l --labels")

// IsFetchedChart reports whether a chart of a known product may be fetched: it is no path.
func IsFetchedChart(chart string) bool {
	return !HasPlaceholder(chart) && !strings.HasPrefix(chart, ".") && !strings.HasPrefix(chart, "/") && images.LikeProduct(chart)
}

var shellName = lazyregexp.New(`^(?:ba|da|a|z|k)?sh$`)

// lies reports whether a program stands where the launcher of that name does.
func (l launcher) lies(program string) bool {
	program = strings.ToLower(program)
	return l.within == "" || l.bare && !strings.Contains(program, "/") || slices.ContainsFunc(strings.Fields(l.within), func(part string) bool { return strings.Contains(program, part) })
}

// launchesIn are those of the commands of a script. A script may start the same in
// several branches.
func launchesIn(script *shell.Script) []launch { return launchesWithin(script, 0) }

// launchesWithin are those of scripts within it, too: ssh host "sudo bin/start.sh".
func launchesWithin(script *shell.Script, depth int) []launch {
	var all []launch
	seen, read := map[string]bool{}, map[string]bool{} // launches, and texts that are evaluated
	env := &Environment{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if value, _ := a.Value.Value(env.Known); a.Set && !a.Adds {
				env.Set(Variable{Name: a.Name.String(), At: a.Name, Value: value, Known: true})
			}
		}
		words := unwrapped(c.Words)
		if evaluated := evaluatedBy(words, env); depth < mostWithin && !c.Inner && len(evaluated) > 0 && !read[evaluated.String()] && len(read) < mostEvaluated {
			read[evaluated.String()] = true
			all = append(all, evaluated.launches(depth+1)...)
		}
		if len(words) > 0 && depth < mostWithin && !c.Inner {
			all = append(all, launchesOfWords(scriptFor(words), depth+1)...)
		}
		if len(words) > 1 && strings.Contains(path.Base(literal(words[0])), "entrypoint") { // it hands on to them
			words = words[1:]
		}
		found, ok := launchOf(words, shell.Word.Literal)
		if !ok || slices.Contains(script.Declares, found.program) {
			continue
		}
		whole := wordsOf(words)
		if found.ends { // once, whatever it is asked
			whole = found.program
		}
		if !seen[whole] {
			seen[whole] = true
			all = append(all, found)
		}
	}
	for _, d := range script.Here { // docker exec -i spark bash <<EOF
		if name, text := hereFile(d); name == commandsRead && depth < mostWithin {
			if within, ok := shell.Parse(text); ok {
				all = append(all, launchesWithin(within, depth+1)...)
			}
		}
	}
	return all
}

// evaluated are texts that a shell reads as a command: eval "$cmd", or $cmd itself.
type evaluated []source.Text

func (e evaluated) String() string { return source.Join(e...).String() }

// mostEvaluated bounds how many texts of a script are read again.
const mostEvaluated, longestEvaluated = 20, 2000

func evaluatedBy(words []shell.Word, env *Environment) (texts evaluated) {
	first := ""
	if len(words) > 0 {
		first = words[0].Text.String()
	}
	switch {
	case first == "eval":
		words = words[1:]
	case wholeVariable.MatchString(first):
	default:
		return nil
	}
	for _, w := range words {
		value, _ := w.Value(env.Known)
		texts = append(texts, value, source.Unlocated(" ", "the shell"))
	}
	return texts
}

func (e evaluated) launches(depth int) []launch {
	text := source.Join(e...)
	if text.Len() > longestEvaluated {
		return nil
	}
	script, ok := shell.Parse(text)
	if !ok {
		return nil
	}
	return launchesWithin(script, depth)
}

// launchesOfWords are those of words that a shell reads as a script.
func launchesOfWords(words []shell.Word, depth int) []launch {
	var parts []source.Text
	for i, w := range words {
		if i > 0 {
			parts = append(parts, source.Unlocated(" ", "the shell"))
		}
		parts = append(parts, w.Literal())
	}
	script, ok := shell.Parse(source.Join(parts...))
	if len(words) == 0 || !ok {
		return nil
	}
	return launchesWithin(script, depth)
}

func wordsOf(words []shell.Word) string {
	var all []string
	for _, w := range words {
		all = append(all, literal(w))
	}
	return strings.Join(all, " ")
}

// launches are those of the words that a container runs.
func launches(words []Item) []launch {
	words = unwrap(words, func(w Item) string { return w.Text.String() })
	if text, ok := ShellScriptOf(words); ok {
		if script, parsed := shell.Parse(text); parsed {
			return launchesIn(script)
		}
		return nil
	}
	if len(words) > 1 && strings.Contains(path.Base(words[0].Text.String()), "entrypoint") {
		words = words[1:] // it hands on to them
	}
	if l, ok := launchOf(words, func(w Item) source.Text { return w.Text }); ok {
		return []launch{l}
	}
	return nil
}

// NameLaunched names the JVMs that launchers start; false where there is none that stays. A
// word for the entry point of an image need not be a program.
func (in *Input) NameLaunched(start StartCommand) bool {
	named := false
	for _, l := range start.launches {
		if start.Replaced || start.Likely || l.word != "" || l.byShell || isProgram(l.at.String()) {
			in.nameLaunch(l)
			named = named || !l.ends
		}
	}
	return named
}

func (in *Input) nameLaunch(l launch) {
	if l.service {
		in.NameService(l.at)
		return
	}
	if l.program == "helm" {
		in.NameChart(l.at, fmt.Sprintf("%s starts it, sized by %s", l.program, l.sizedBy))
		return
	}
	if !l.ends {
		in.NotJudged(l.at.Span(), "%s starts it, sized by %s", l.program, l.sizedBy)
		return
	}
	why := fmt.Sprintf("%s starts one that ends, sized by %s", l.program, l.sizedBy)
	if slices.ContainsFunc(in.Unjudged, func(u Unjudged) bool { return u.Why == why }) {
		return // once for a file, whatever it is asked
	}
	before := len(in.Unjudged)
	if in.NotJudged(l.at.Span(), "%s", why); len(in.Unjudged) > before {
		in.Unjudged[before].Ends = true
	}
}

// NameChart names the JVMs of a chart that is fetched.
func (in *Input) NameChart(chart source.Text, why string) {
	before := len(in.Unjudged)
	if in.NotJudged(chart.Span(), "%s", why); len(in.Unjudged) > before {
		in.Unjudged[before].Chart = chart.String()
	}
}

// MayLaunch finds the launchers, and what starts a service, by their names alone, to parse
// no script without one.
func MayLaunch(script string) bool {
	for word := range strings.FieldsFuncSeq(script, func(c rune) bool { return !isNameRune(c) }) {
		if launcherNames[launcherName(word)] {
			return true
		}
	}
	return false
}

// launcherName is that of a program without what tells who reads it.
func launcherName(program string) string {
	for _, ending := range []string{".sh", ".bat", ".cmd"} {
		program = strings.TrimSuffix(program, ending)
	}
	return program
}

func isNameRune(c rune) bool {
	return c == '_' || c == '-' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

var launcherNames = func() map[string]bool {
	all := map[string]bool{"helm": true, "systemctl": true, "service": true, "rc-service": true}
	for _, l := range launchers {
		for name := range strings.FieldsSeq(l.names) {
			all[name] = true
		}
	}
	return all
}()

// IsLaunch reports whether a program is the launcher of a product, and one of the words
// tells it to start.
func IsLaunch(program string, words []string) bool {
	_, is := launchOf(append([]string{program}, words...), func(w string) source.Text { return source.Unlocated(w, program) })
	return is
}

// Launches tells a script that starts a product by its launcher.
func Launches(f *source.File, whole source.Text) bool {
	_, starts := initScript(f)
	return isShell(f, whole) && (starts || len(launchedBy(f, whole)) > 0)
}

// NameLaunchesOf names the JVMs that a text starts by launchers, as a shell reads it.
func (in *Input) NameLaunchesOf(text source.Text) {
	for _, l := range launchedBy(in.File, text) {
		in.nameLaunch(l)
	}
}

// ReadLaunches names the JVMs that a script starts by launchers, where it says nothing
// else of any but those that its commands start as java.
func (in *Input) ReadLaunches(whole source.Text) {
	if slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool { return path.Base(w.Name) != "java" }) || in.Incomplete {
		return
	}
	for _, l := range launchedBy(in.File, whole) {
		in.nameLaunch(l)
	}
	if service, starts := initScript(in.File); starts && len(in.Unjudged) == 0 {
		in.NameServiceOf(whole.Slice(0, 0), service)
	}
}

// initScript is a script of a service of the system that runs a JVM.
func initScript(f *source.File) (service string, is bool) {
	service = path.Base(f.Name)
	return service, path.Base(path.Dir(f.Name)) == "init.d" && IsJVMService(service)
}

// launchedBy are the launches of a script, but for that of a program of its own name.
func launchedBy(f *source.File, whole source.Text) []launch {
	if !MayLaunch(whole.String()) {
		return nil
	}
	script, ok := shell.Parse(whole)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(launchesIn(script), func(l launch) bool { return l.program == path.Base(f.Name) })
}
