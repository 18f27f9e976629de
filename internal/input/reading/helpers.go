package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// helper is a program that starts a JVM of its own, and ends: of the JDK, or of a product.
type helper struct {
	names    *lazyregexp.Regexp // of it, without .sh
	variable string             // whose options its script puts on the command line; empty: none
	options  string             // that stand there anyway, or where the variable is not set
	launcher bool               // of the JDK: it does not read JDK_JAVA_OPTIONS
}

// helpers are those that people run beside a program: in probes, and at its start and end.
var helpers = []helper{
	// https://github.com/openjdk/jdk/blob/jdk-21-ga/make/common/modules/LauncherCommon.gmk (JDK 11 to 25)
	{names: lazyregexp.New(`^(?:jcmd|jps|jstat|jstack|jmap|jinfo|keytool)$`), options: "-Xms8m", launcher: true},
	// https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh
	{names: lazyregexp.New(`^(?:kafka-run-class|` + strings.ReplaceAll(kafkaTools, " ", "|") + `)$`), variable: "KAFKA_HEAP_OPTS", options: "-Xmx256M"},
	// https://github.com/apache/cassandra/blob/cassandra-4.1/bin/nodetool
	{names: lazyregexp.New(`^nodetool$`), options: "-Xmx128m"},
	// https://github.com/hazelcast/hazelcast/blob/v5.3.1/distribution/src/bin-filemode-755/hz-cli
	{names: lazyregexp.New(`^hz-cli$`), variable: "JAVA_OPTS"},
}

// kafkaTools are those of Kafka that kafka-run-class.sh starts, and end.
//
//	https://github.com/apache/kafka/tree/3.7.0/bin
const kafkaTools = "kafka-acls kafka-broker-api-versions kafka-cluster kafka-configs kafka-console-consumer kafka-console-producer kafka-consumer-groups kafka-consumer-perf-test kafka-delete-records kafka-features kafka-get-offsets " +
	"kafka-leader-election kafka-log-dirs kafka-metadata-quorum kafka-producer-perf-test kafka-reassign-partitions kafka-storage kafka-topics kafka-verifiable-consumer kafka-verifiable-producer"

// HelperCommand is a command that a container runs beside its program.
type HelperCommand struct {
	Name  string // of the field that names it: livenessProbe
	Words []Item
}

// AddHelpers tells the JVMs that were read since then of those that commands start
// beside them.
func (in *Input) AddHelpers(since int, env *Environment, commands []HelperCommand, kubernetes bool) {
	for _, w := range in.Workloads[min(since, len(in.Workloads)):] {
		if !w.Decided() || w.Accompanies || w.Short {
			continue
		}
		for _, c := range commands {
			if h, starts := in.helperOf(c, env, kubernetes); starts {
				h.File, h.JDK, h.Known = w.File, w.JDK, workload.AllOptions
				w.Companions = append(w.Companions, &h)
			}
		}
	}
}

// helperOf is the JVM that a command starts; false where it starts none that is known.
func (in *Input) helperOf(c HelperCommand, env *Environment, kubernetes bool) (workload.Workload, bool) {
	w := workload.Workload{Name: c.Name, Helper: true, Short: true}
	start := Started(c.Words, env, kubernetes)
	if start.Java.Located() {
		in.ReadOwnChannels(&w, env)
		for _, o := range start.Options {
			if !printsOnly(o) {
				w.Options = append(w.Options, o)
			}
		}
		w.At = startedAt(c.Words, "java")
		return w, w.At.Located()
	}
	for _, program := range start.Programs {
		for _, h := range helpers {
			if h.names.MatchString(strings.TrimSuffix(path.Base(program), ".sh")) {
				in.readHelper(&w, h, env)
				w.At = startedAt(c.Words, path.Base(program))
				return w, w.At.Located()
			}
		}
	}
	return w, false
}

// readHelper reads the options of a helper: what its script puts on the command line,
// and the variables that the JVM itself reads.
func (in *Input) readHelper(w *workload.Workload, h helper, env *Environment) {
	in.ReadOwnChannels(w, env)
	if h.launcher {
		w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool { return o.Channel == jvmflag.JDKJavaOptions })
		w.Variables = slices.DeleteFunc(w.Variables, func(v jvmflag.Variable) bool { return v.Channel == jvmflag.JDKJavaOptions })
	}
	options := source.Unlocated(h.options, "its start script")
	if value, set := env.Known(h.variable); set {
		options = value
	}
	w.Options = append(w.Options, jvmflag.Known(jvmflag.Runs, in.JVMOptions(jvmflag.CommandLine, options))...)
}

// startedAt is the command of a program among words, or in the script that a shell runs.
func startedAt(words []Item, program string) source.Text {
	if text, is := ShellScriptOf(words); is {
		script, _ := shell.Parse(text)
		for _, c := range script.Commands {
			if started := unwrapped(c.Words); len(started) > 0 && path.Base(literal(started[0])) == program {
				return shell.Together(started)
			}
		}
		return text
	}
	for _, w := range words {
		if path.Base(w.Text.String()) == program {
			return w.Text
		}
	}
	return source.Text{}
}
