package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const commandLine = jvmflag.CommandLine

// ramPercentages are the fields of spec.jvm.memory, in the operator's order.
var ramPercentages = []struct{ field, lead string }{
	{"initialRAMPercentage", "-XX:InitialRAMPercentage="},
	{"minRAMPercentage", "-XX:MinRAMPercentage="},
	{"maxRAMPercentage", "-XX:MaxRAMPercentage="},
}

// collectorOptions are what the operator writes for spec.jvm.gc.collector.
var collectorOptions = map[string]string{"Serial": "-XX:+UseSerialGC", "Parallel": "-XX:+UseParallelGC", "G1": "-XX:+UseG1GC"}

// staleJoin is set by the operator from 5.12 on, unless the arguments set it.
// No rule goes by its value: it may stand for older ones too.
const staleJoin = "-Dhazelcast.stale.join.prevention.duration.seconds"

// operatorOptions is the JAVA_OPTS that the operator puts together from
// spec.jvm, in its order.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/hazelcast/hazelcast_resources.go, javaOPTS (operator 5.7 to 5.12)
func (in file) operatorOptions(jvm *yamldoc.Node) []jvmflag.Option {
	operator := func(s string) source.Text { return source.Unlocated(s, "the operator") }
	options := in.JVMOptions(commandLine, operator("-Dhazelcast.config=/data/hazelcast/hazelcast.yaml -XX:+UseContainerSupport"))
	for _, p := range ramPercentages {
		if n := jvm.Get("memory", p.field); n.Value() != "" {
			options = append(options, in.JVMOptions(commandLine, source.Join(source.Vague(p.lead, n.Text().Span()), n.Text()))...)
		}
	}
	stale := false
	for _, arg := range itemsOf(jvm.Get("args")) {
		options = append(options, in.argument(arg)...)
		name, _, _ := strings.Cut(arg.Text.String(), "=")
		stale = stale || strings.TrimSpace(name) == staleJoin
	}
	if !stale {
		options = append(options, in.JVMOptions(commandLine, operator(staleJoin+"=5"))...)
	}
	gc := jvm.Get("gc")
	if logging := gc.Get("logging"); isSet(logging) && enabled(logging) {
		options = append(options, standsFor("-verbose:gc", logging))
	}
	if collector := gc.Get("collector"); collectorOptions[collector.Value()] != "" {
		options = append(options, standsFor(collectorOptions[collector.Value()], collector))
	}
	return options
}

// argument reads an item of arguments that an operator, or most likely a chart, joins by
// blanks: most are one option, and what holds more is split by the image's script.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/managementcenter/management_center_resources.go, javaOPTS
func (in file) argument(arg reading.Item) []jvmflag.Option {
	words := in.JVMOptions(commandLine, arg.Text)
	if len(words) == 1 && words[0].Text.String() == arg.Text.String() {
		return []jvmflag.Option{arg.Option()}
	}
	return words
}

// standsFor is an option that another word of a resource stands for: it can be
// pointed at, and not be rewritten.
func standsFor(option string, n *yamldoc.Node) jvmflag.Option {
	return jvmflag.Option{Text: source.Vague(option, n.Span()), Channel: commandLine}
}
