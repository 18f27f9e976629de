package kube

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// isResource tells a custom resource of the Hazelcast Platform Operator.
func isResource(o *yamldoc.Node, kinds ...string) bool {
	return strings.HasPrefix(o.Get("apiVersion").Value(), "hazelcast.com/") && slices.Contains(kinds, o.Get("kind").Value())
}

// mapsOf names the resources of kind Map that belong to one cluster.
type mapsOf struct{ cluster, namespace string }

// readClusters reads the clusters and the maps that the operator makes out of custom resources. Maps whose cluster
// stands elsewhere are those of a member that nothing else is known of.
func (m *manifests) readClusters(objects []*yamldoc.Node) {
	maps := lists.Where(objects, func(o *yamldoc.Node) bool {
		return isResource(o, "Map") && o.Get("spec").Kind() == yamldoc.Mapping
	})
	groups, of := lists.By(maps, func(o *yamldoc.Node) mapsOf {
		return mapsOf{o.Get("spec", "hazelcastResourceName").Value(), o.Get("metadata", "namespace").Value()}
	})
	for _, o := range objects {
		if isResource(o, "Hazelcast") {
			own := lists.Where(groups, func(g mapsOf) bool { return g.belongTo(o) })
			groups = slices.DeleteFunc(groups, func(g mapsOf) bool { return slices.Contains(own, g) })
			m.readCluster(o, lists.Flat(own, func(g mapsOf) []*yamldoc.Node { return of[g] }))
		}
	}
	for _, g := range groups {
		w := workload.New(reading.JoinNames("Hazelcast", g.cluster), m.File, of[g][0].Get("metadata", "name").Text())
		w.Known, w.IsMember = workload.Nothing, true
		w.Hazelcast = &hazelcast.Config{Resource: true, MapResources: lists.Of(of[g], hazelcast.MapResource)}
		m.Add(w)
	}
}

// belongTo reports whether the maps are those of a cluster. Where one names no namespace, whoever applies it does.
func (g mapsOf) belongTo(cluster *yamldoc.Node) bool {
	namespace := cluster.Get("metadata", "namespace").Value()
	return g.cluster == nameOf(cluster) && (g.namespace == namespace || g.namespace == "" || namespace == "")
}

// readCluster reads a resource of kind Hazelcast as the StatefulSet that the operator makes of it.
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/hazelcast/hazelcast_resources.go, reconcileStatefulset (operator 5.7 to 5.12)
func (m *manifests) readCluster(o *yamldoc.Node, maps []*yamldoc.Node) {
	spec, name := o.Get("spec"), o.Get("metadata", "name")
	env := m.environmentOf(spec, nil)
	w := workload.New(reading.JoinNames("Hazelcast", name.Value()), m.File, name.Text())
	w.GracePeriod = operatorGracePeriod
	w.Member = workload.Member{
		IsMember: true, Members: clusterSize(spec.Get("clusterSize")), Environment: env.Overrides(),
		Hazelcast: &hazelcast.Config{
			Root: spec, Key: name, Resource: true, MapResources: lists.Of(maps, hazelcast.MapResource),
		},
	}
	m.resources(&w, spec)
	w.OwnCollector = spec.Get("mancenter") != nil // the Helm-based operator runs another image, which chooses one
	defaults := m.clusterImage(&w, spec)
	m.ReadOwnChannels(&w, env)
	w.Options = append(w.Options, m.JVMOptions(jvmflag.CommandLine, defaults)...)
	if _, replaced := env.Get("JAVA_OPTS"); !replaced {
		w.Options = append(w.Options, m.operatorOptions(spec.Get("jvm"))...)
	}
	w.Options = append(w.Options, append(m.MemberOptions(env), reading.HeapOptions(env)...)...)
	jvmflag.Known(jvmflag.Runs, w.Options)
	if env.Hides("JAVA_OPTS", "MIN_HEAP_SIZE", "MAX_HEAP_SIZE") {
		w.KnowsAtMost(workload.PartOfOptions)
	}
	m.Add(w)
}

// clusterImage takes over what the image brings. The release, and since operator 5.13 the edition, of an image that
// is not named depend on the operator's own release, which the resource does not tell.
func (m *manifests) clusterImage(w *workload.Workload, spec *yamldoc.Node) source.Text {
	repository, version := spec.Get("repository"), spec.Get("version")
	name := source.Unlocated("hazelcast/hazelcast", "the operator")
	if repository.Value() != "" {
		name = repository.Text()
	}
	w.ToolsShareOptions = hazelcast.IsOfficial(name.String())
	if hazelcast.IsOpenSource(name.String()) {
		w.OpenSource = name
	}
	if version.Value() != "" {
		w.Image = source.Join(name, source.Unlocated(":", "the operator"), version.Text())
	}
	return m.OfficialImage(w, name.String(), version.Value(), version.Text())
}

// clusterSize is how many members the operator starts, 3 by default in all of
// its releases. 0 pauses the cluster, and says nothing of its size.
func clusterSize(n *yamldoc.Node) source.Value {
	if !isSet(n) {
		return source.Value{N: 3, Origin: source.Default, Why: "default of the operator"}
	}
	v, _ := workload.Count(n.Text(), source.Configured)
	return v
}

// operatorGracePeriod is what the operator gives each pod, and nobody can change.
var operatorGracePeriod = source.Value{N: 600_000, Origin: source.Default, Why: "grace period of the operator"}

// ramPercentages are the fields of spec.jvm.memory, in the operator's order: each names its flag.
var ramPercentages = []string{"initialRAMPercentage", "minRAMPercentage", "maxRAMPercentage"}

// collectorOptions are what the operator writes for spec.jvm.gc.collector.
var collectorOptions = map[string]string{"Serial": "-XX:+UseSerialGC", "Parallel": "-XX:+UseParallelGC", "G1": "-XX:+UseG1GC"}

// staleJoin is set by the operator from 5.12 on, unless the arguments set it.
// No rule goes by its value: it may stand for older ones too.
const staleJoin = "-Dhazelcast.stale.join.prevention.duration.seconds"

// operatorOptions is the JAVA_OPTS that the operator puts together from spec.jvm, in its order.
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/hazelcast/hazelcast_resources.go, javaOPTS (operator 5.7 to 5.12)
func (in file) operatorOptions(jvm *yamldoc.Node) []jvmflag.Option {
	operator := func(s string) source.Text { return source.Unlocated(s, "the operator") }
	options := in.JVMOptions(jvmflag.CommandLine, operator("-Dhazelcast.config=/data/hazelcast/hazelcast.yaml -XX:+UseContainerSupport"))
	for _, field := range ramPercentages {
		if n := jvm.Get("memory", field); n.Value() != "" {
			lead := source.Vague("-XX:"+strings.ToUpper(field[:1])+field[1:]+"=", n.Text().Span())
			options = append(options, in.JVMOptions(jvmflag.CommandLine, source.Join(lead, n.Text()))...)
		}
	}
	stale := false
	for _, arg := range reading.ItemsOf(jvm.Get("args")) {
		options = append(options, in.argument(arg)...)
		name, _, _ := strings.Cut(arg.Text.String(), "=")
		stale = stale || strings.TrimSpace(name) == staleJoin
	}
	if !stale {
		options = append(options, in.JVMOptions(jvmflag.CommandLine, operator(staleJoin+"=5"))...)
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
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/managementcenter/management_center_resources.go, javaOPTS
func (in file) argument(arg reading.Item) []jvmflag.Option {
	words := in.JVMOptions(jvmflag.CommandLine, arg.Text)
	if len(words) == 1 && words[0].Text.String() == arg.Text.String() {
		return []jvmflag.Option{arg.Option()}
	}
	return words
}

// standsFor is an option that another word of a resource stands for: it can be pointed at, and not be rewritten.
func standsFor(option string, n *yamldoc.Node) jvmflag.Option {
	return jvmflag.Option{Text: source.Vague(option, n.Span()), Channel: jvmflag.CommandLine}
}
