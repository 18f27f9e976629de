package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const clusterHead = "apiVersion: hazelcast.com/v1alpha1\nkind: Hazelcast\nmetadata: {name: store}\n"

func mapNamed(name, spec string) string {
	return "---\napiVersion: hazelcast.com/v1alpha1\nkind: Map\nmetadata: {name: " + name + "}\nspec: {" + spec + "}\n"
}

// operatorWords are the options of the operator for a spec.jvm, its own marked
// with a *.
func operatorWords(jvm string) (words []string) {
	w := read("cluster.yaml", clusterHead+"spec:\n  version: 5.5.0\n  jvm: "+jvm+"\n").Workloads[0]
	for _, o := range w.Options {
		s := o.String()
		if !o.Text.Located() {
			s = "*" + s
		}
		words = append(words, s)
	}
	return words[2:] // the image's
}

func TestOperatorOptions(t *testing.T) {
	const config, support, stale = "*-Dhazelcast.config=/data/hazelcast/hazelcast.yaml", "*-XX:+UseContainerSupport", "*-Dhazelcast.stale.join.prevention.duration.seconds=5"
	for jvm, want := range map[string][]string{
		"{}": {config, support, stale},
		"{memory: {maxRAMPercentage: '60', minRAMPercentage: '20', initialRAMPercentage: '30'}}": {
			config, support, "-XX:InitialRAMPercentage=30", "-XX:MinRAMPercentage=20", "-XX:MaxRAMPercentage=60", stale},
		"{args: [-Xmx1g, '-Xss1m  -Da=b'], gc: {collector: G1, logging: true}}": {
			config, support, "-Xmx1g", "-Xss1m", "-Da=b", stale, "-verbose:gc", "-XX:+UseG1GC"},
		"{gc: {collector: ZGC, logging: false}}": {config, support, stale},
		"{args: [-Dhazelcast.stale.join.prevention.duration.seconds=9]}": {
			config, support, "-Dhazelcast.stale.join.prevention.duration.seconds=9"},
	} {
		assert.Equal(t, want, operatorWords(jvm), jvm)
	}
}

func TestClusterOfTheOperator(t *testing.T) {
	type facts struct {
		name, image string
		jdk         []int
		version     string
		members     int64
		origin      source.Origin
		grace       int64
		maps        []string
	}
	of := func(w *workload.Workload) facts {
		var maps []string
		for _, m := range w.Hazelcast.Maps() {
			maps = append(maps, m.WrittenName())
		}
		return facts{w.Name, w.Image.String(), w.JDK.Candidates, w.HazelcastVersion.String(), w.Members.N, w.Members.Origin, w.GracePeriod.N, maps}
	}
	text := clusterHead + "spec: {clusterSize: 5, version: 5.3.1, repository: hazelcast/hazelcast}\n" +
		mapNamed("a", "hazelcastResourceName: store") + mapNamed("b", "hazelcastResourceName: store, name: c") +
		mapNamed("d", "hazelcastResourceName: other")
	in := read("all.yaml", text)
	var got []facts
	for _, w := range in.Workloads {
		got = append(got, of(w))
	}
	assert.Equal(t, KubernetesManifest, in.Format)
	assert.Equal(t, []facts{
		{"Hazelcast/store", "hazelcast/hazelcast:5.3.1", []int{11}, "5.3.1", 5, source.Configured, 600_000, []string{"a", "c"}},
		{"Hazelcast/other", "", workload.OpenJDK().Candidates, "0.0.0", 0, source.Unknown, 0, []string{"d"}},
	}, got)
	assert.Equal(t, facts{"Hazelcast/store", "", []int{11, 21, 25}, "0.0.0", 3, source.Default, 600_000, nil},
		of(read("cluster.yaml", clusterHead+"spec: {}\n").Workloads[0]))
}

// Where two name different namespaces they do not belong together.
func TestNamespacesOfTheOperator(t *testing.T) {
	cluster := "apiVersion: hazelcast.com/v1alpha1\nkind: Hazelcast\nmetadata: {name: store, namespace: one}\nspec: {}\n---\n"
	entry := "apiVersion: hazelcast.com/v1alpha1\nkind: Map\nmetadata: {name: m, namespace: two}\nspec: {hazelcastResourceName: store}\n"
	assert.Len(t, read("all.yaml", cluster+entry).Workloads, 2)
	assert.Len(t, read("all.yaml", clusterHead+"spec: {}\n---\n"+entry).Workloads, 1)
}

// What a resource says of a map is what the member gets, defaults included.
func TestMapOfTheOperator(t *testing.T) {
	w := read("all.yaml", clusterHead+"spec: {nativeMemory: {size: 1G}, licenseKeySecretName: key}\n"+
		mapNamed("a", "hazelcastResourceName: store, backupCount: 2, asyncBackupCount: 1, timeToLiveSeconds: 60, maxIdleSeconds: 30, inMemoryFormat: NATIVE, "+
			"persistenceEnabled: true, mapStore: {className: x.Y}, eviction: {evictionPolicy: LRU, maxSize: 7, maxSizePolicy: PER_PARTITION}")+
		mapNamed("b", "hazelcastResourceName: store")).Workloads[0]
	type settings struct {
		backups, ttl, idle, size      int64
		format, policy, maxSizePolicy string
		store, persistent             bool
	}
	var got []settings
	for _, m := range w.Hazelcast.Maps() {
		c := m.Config()
		got = append(got, settings{c.Backups(), c.TimeToLive.N, c.MaxIdle.N, c.Eviction.Size.N, c.InMemoryFormat.Name, c.Eviction.Policy.Name, c.Eviction.MaxSizePolicy.Name, c.HasMapStore, c.HasPersistence})
	}
	assert.Equal(t, []settings{
		{3, 60_000, 30_000, 7, "NATIVE", "LRU", "PER_PARTITION", true, true},
		{1, 0, 0, hazelcast.Unlimited, "BINARY", "NONE", "PER_NODE", false, false},
	}, got)
	assert.Equal(t, []any{"true", true, false}, []any{w.Hazelcast.NativeMemory().Name, w.Hazelcast.HasLicense(), w.Hazelcast.Imports()})
}
