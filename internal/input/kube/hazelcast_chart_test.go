package kube

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// fixed are the options that a member of the chart has whatever its values say.
var (
	ofImages   = []string{"cmd -Djava.net.preferIPv4Stack=true", "cmd -XX:MaxRAMPercentage=80.0"}
	ofConfig   = []string{"cmd -Dhazelcast.config=/data/hazelcast/hazelcast.yaml", "cmd -Dhz.jet.enabled=true"}
	ofShutdown = []string{"cmd -Dhazelcast.shutdownhook.policy=GRACEFUL", "cmd -Dhazelcast.shutdownhook.enabled=true", "cmd -Dhazelcast.graceful.shutdown.max.wait=600"}
)

func concat(lists ...[]string) []string {
	var all []string
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func standard(own ...string) []string { return concat(ofImages, ofConfig, ofShutdown, own) }

func TestChartOptions(t *testing.T) {
	for _, c := range []struct {
		name, values string
		want         []string
	}{
		{"plain", "hazelcast:\n  javaOpts: -Xmx1g -Xms1g\n", standard("cmd -Xmx1g", "cmd -Xms1g")},
		{"folded", "hazelcast:\n  javaOpts: >-\n    -Xmx1g\n    -Xms1g\n", standard("cmd -Xmx1g", "cmd -Xms1g")},
		{"literal with CRLF", "hazelcast:\r\n  javaOpts: |\r\n    -Xmx1g\r\n    -Xms1g\r\n", standard("cmd -Xmx1g", "cmd -Xms1g")},
		{"quotes within", "hazelcast:\n  javaOpts: '-Da=\"b c\" -Xmx1g'\n", standard("cmd -Da=b c", "cmd -Xmx1g")},
		{"no options", "hazelcast:\n  javaOpts:\n", standard()},
		{"no key of options", "hazelcast:\n  loggingLevel: INFO\n", standard()},
		{"image before 5.4", "image: {tag: 5.3.8}\nhazelcast: {javaOpts: -Xmx1g}\n",
			concat(ofImages, []string{"cmd -XX:MaxGCPauseMillis=5"}, ofConfig, ofShutdown, []string{"cmd -Xmx1g"})},
		{"foreign image", "image: {repository: example/cache, tag: 5.3.8}\nhazelcast: {javaOpts: -Xmx1g}\n", concat(ofConfig, ofShutdown, []string{"cmd -Xmx1g"})},
		{"shutdown off", "gracefulShutdown: {enabled: false}\nhazelcast: {javaOpts: -Xmx1g}\n", concat(ofImages, ofConfig, []string{"cmd -Xmx1g"})},
		{"shutdown with its own wait", "gracefulShutdown: {maxWaitSeconds: 30}\nhazelcast: {javaOpts: -Xmx1g}\n",
			concat(ofImages, ofConfig, ofShutdown[:2], []string{"cmd -Dhazelcast.graceful.shutdown.max.wait=30", "cmd -Xmx1g"})},
		{"metrics", "metrics: {enabled: true}\nhazelcast: {javaOpts: -Xmx1g}\n", standard("cmd -Dhazelcast.jmx=true", "cmd -Xmx1g")},
		{"metrics off", "metrics: {enabled: false}\nhazelcast: {javaOpts: -Xmx1g}\n", standard("cmd -Xmx1g")},
		{"metrics not said", "metrics: {service: {port: 8080}}\nhazelcast: {javaOpts: -Xmx1g}\n", standard("cmd -Xmx1g")},
		{"variables of the JVM, each in its channel", "env:\n- {name: _JAVA_OPTIONS, value: -Xss1m}\n- {name: JDK_JAVA_OPTIONS, value: -Xmn1g}\n" +
			"- {name: JAVA_TOOL_OPTIONS, value: '-Xmx2g -Xms2g'}\nhazelcast: {javaOpts: -Xmx1g}\n",
			concat([]string{"tool -Xmx2g", "tool -Xms2g", "jdk -Xmn1g", "last -Xss1m"}, standard("cmd -Xmx1g"))},
		{"heap of the start script goes last", "env:\n- {name: MAX_HEAP_SIZE, value: 2g}\n- {name: MIN_HEAP_SIZE, value: 1g}\nhazelcast: {javaOpts: -Xmx1g}\n",
			standard("cmd -Xmx1g", "cmd -Xms1g", "cmd -Xmx2g")},
		{"empty variables are none", "env:\n- {name: MAX_HEAP_SIZE, value: ''}\n- {name: MIN_HEAP_SIZE, value: }\n- {name: JAVA_TOOL_OPTIONS, value: ''}\nhazelcast: {javaOpts: -Xmx1g}\n",
			standard("cmd -Xmx1g")},
		{"of one name the last counts", "env:\n- {name: MAX_HEAP_SIZE, value: 2g}\n- {name: MAX_HEAP_SIZE, value: 3g}\nhazelcast: {javaOpts: ''}\n", standard("cmd -Xmx3g")},
		{"a value from elsewhere is not known", "env:\n- name: MAX_HEAP_SIZE\n  valueFrom: {secretKeyRef: {name: x, key: y}}\nhazelcast: {javaOpts: ''}\n", standard()},
		{"JAVA_OPTS of the environment loses", "env:\n- {name: JAVA_OPTS, value: -Xmx5g}\nhazelcast: {javaOpts: -Xmx1g}\n", standard("cmd -Xmx1g")},
		{"an environment that is no list", "env: {JAVA_TOOL_OPTIONS: -Xmx5g}\nhazelcast: {javaOpts: -Xmx1g}\n", standard("cmd -Xmx1g")},
		{"a main class ends them", "hazelcast: {javaOpts: -Xmx1g Main -Xmx2g}\n", standard("cmd -Xmx1g", "cmd Main", "cmd -Xmx2g")},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("values.yaml", c.values)
			assert.Equal(t, []described{{"hazelcast", true, c.want}}, describe(in))
			assert.Empty(t, in.Problems)
		})
	}
}

// facts are what a workload says beside its options, each with its characters.
type facts struct {
	image, version, why, limit, cpus, members string
	jdks                                      []int
	maps                                      bool
}

func factsOf(w *workload.Workload) facts {
	f := facts{image: w.Image.String(), why: w.JDK.Why, jdks: w.JDK.Candidates, maps: w.Hazelcast != nil,
		limit: w.Memory.Text.String(), cpus: w.CPUs.Text.String(), members: w.Members.Text.String()}
	if w.HazelcastVersion != (hazelcast.Version{}) {
		f.version = w.HazelcastVersion.String()
	}
	return f
}

func TestChartFacts(t *testing.T) {
	const any = "image hazelcast/hazelcast without a release"
	three := []int{11, 21, 25}
	for _, c := range []struct {
		name, values string
		want         facts
	}{
		{"nothing said", "", facts{why: any, jdks: three}},
		{"a release", "image: {tag: 5.3.1}", facts{image: "hazelcast/hazelcast:5.3.1", version: "5.3.1", why: "image hazelcast/hazelcast:5.3.1", jdks: []int{11}}},
		{"a release that reads as a number", "image: {tag: 5.5}", facts{image: "hazelcast/hazelcast:5.5", version: "5.5.0", why: "image hazelcast/hazelcast:5.5", jdks: []int{21}}},
		{"a mirror", "image: {repository: registry.example.com/hazelcast/hazelcast-enterprise, tag: 5.7.0-slim}",
			facts{image: "registry.example.com/hazelcast/hazelcast-enterprise:5.7.0-slim", version: "5.7.0", why: "image registry.example.com/hazelcast/hazelcast-enterprise:5.7.0-slim", jdks: []int{25}}},
		{"tag null", "image: {tag: ~}", facts{why: any, jdks: three}},
		{"tag empty", "image: {tag: ''}", facts{image: "hazelcast/hazelcast:", why: any, jdks: three}},
		{"tag that names no release", "image: {tag: latest}", facts{image: "hazelcast/hazelcast:latest", why: any, jdks: three}},
		{"digest instead of a tag", "image: {digest: 'sha256:0123'}", facts{why: any, jdks: three}},
		{"image null", "image:", facts{why: any, jdks: three}},
		{"image as one word is not the chart's", "image: hazelcast/hazelcast:5.3.1", facts{why: any, jdks: three}},
		{"another image", "image: {repository: example/cache, tag: 5.3.1}", facts{image: "example/cache:5.3.1", why: "nothing names it", jdks: []int{8, 11, 17, 21, 25, 27}}},
		{"repository null", "image: {repository: ~, tag: 5.3.1}", facts{image: "hazelcast/hazelcast:5.3.1", version: "5.3.1", why: "image hazelcast/hazelcast:5.3.1", jdks: []int{11}}},
		{"limits and members", "resources: {limits: {memory: 10Gi, cpu: 500m}, requests: {memory: 1Gi}}\ncluster: {memberCount: 3}",
			facts{why: any, jdks: three, limit: "10Gi", cpus: "500m", members: "3"}},
		{"requests are no limit", "resources: {requests: {memory: 1Gi, cpu: 1}}", facts{why: any, jdks: three}},
		{"resources null", "resources:\ncluster:", facts{why: any, jdks: three}},
		{"limits null", "resources: {limits: {memory: ~, cpu: }}\ncluster: {memberCount: }", facts{why: any, jdks: three}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("values.yaml", c.values+"\nhazelcast: {javaOpts: -Xmx1g}\n")
			require.Len(t, in.Workloads, 1)
			assert.Equal(t, c.want, factsOf(in.Workloads[0]))
			assert.Empty(t, in.Problems)
		})
	}
}

// The numbers of the values, as they count.
func TestChartMemory(t *testing.T) {
	type memory struct {
		limit, request int64
		slips          []string
	}
	for values, want := range map[string]memory{
		"{limits: {memory: 4Gi}, requests: {memory: 2G}}":       {limit: 4 << 30, request: 2_000_000_000},
		"{requests: {memory: 512Mi}}":                           {request: 512 << 20},
		"{limits: {memory: 512m}, requests: {memory: 1048575}}": {slips: []string{"limits 512m 1", "requests 1048575 1048575"}},
		"{limits: {memory: 1048576}}":                           {limit: 1 << 20},
		"{}":                                                    {},
	} {
		in := read("values.yaml", "resources: "+values+"\nhazelcast: {javaOpts: -Xmx1g}\n")
		require.Empty(t, in.Problems, values)
		require.Len(t, in.Workloads, 1, values)
		w := in.Workloads[0]
		got := memory{limit: w.Memory.N, request: w.Request.N}
		for _, s := range w.Slips {
			got.slips = append(got.slips, fmt.Sprintf("%s %s %d", s.Key, s.Size.Text, s.Size.N))
		}
		assert.Equal(t, want, got, values)
		assert.True(t, w.Limited, values)
	}
}

func TestChartNumbers(t *testing.T) {
	w := read("values.yaml", "resources: {limits: {memory: 10Gi, cpu: 1500m}}\ncluster: {memberCount: \"3\"}\nhazelcast: {javaOpts: -Xmx1g}\n").Workloads[0]
	var got []int64
	for _, v := range []source.Value{w.Memory, w.CPUs, w.Members} {
		assert.Equal(t, source.Configured, v.Origin, v)
		got = append(got, v.N)
	}
	assert.Equal(t, []int64{10 << 30, 2, 3}, got)
}

func TestChartProblems(t *testing.T) {
	for values, want := range map[string][]string{
		"resources: {limits: {memory: 10GB}}":                   {`values.yaml:1:30: resources.limits.memory: "10GB" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		"resources:\n  limits:\n    memory: \"10 Gi\"":          {`values.yaml:3:13: resources.limits.memory: "10 Gi" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		"resources: {limits: {memory: -1, cpu: two}}":           {`values.yaml:1:30: resources.limits.memory: "-1" is not greater than zero`, `values.yaml:1:39: resources.limits.cpu: "two" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`},
		"cluster: {memberCount: 3.5}":                           {`values.yaml:1:24: cluster.memberCount: "3.5" is not a whole number greater than zero`},
		"env: [{name: JAVA_TOOL_OPTIONS, value: \"-Da='b\"}]":   {`values.yaml:1:45: unmatched quote '`},
		"mancenter: {javaOpts: -Da='b, resources: {limits: 1}}": {`values.yaml:1:27: unmatched quote '`},
	} {
		in := read("values.yaml", values+"\nhazelcast: {javaOpts: -Xmx1g}\n")
		assert.Equal(t, want, messages(in.Problems), values)
		require.NotEmpty(t, in.Workloads, values)
		assert.Equal(t, source.Value{}, in.Workloads[0].Memory, "%v: what is wrong counts for nothing", values)
	}
}

// Where the options are not a string nothing can be said of the JVM.
func TestChartWithoutString(t *testing.T) {
	for values, want := range map[string]string{
		"hazelcast:\n  javaOpts: [-Xmx1g]\n":                                        "values.yaml:2:13: hazelcast.javaOpts must be a string of options",
		"hazelcast: {javaOpts: ''}\nmancenter: {enabled: true, javaOpts: {a: b}}\n": "values.yaml:2:38: mancenter.javaOpts must be a string of options",
	} {
		in := read("values.yaml", values)
		assert.Equal(t, []described{{"hazelcast", false, standard()}}, describe(in), values)
		assert.Equal(t, []string{want}, messages(in.Problems), values)
	}
}

func TestManagementCenter(t *testing.T) {
	const member = "hazelcast: {javaOpts: -Xmx1g}\n"
	for mancenter, want := range map[string][]string{
		"{enabled: true, javaOpts: -Xmx2g}":         {"cmd -Xmx2g"},
		"{javaOpts: -Xmx2g -Xms2g}":                 {"cmd -Xmx2g", "cmd -Xms2g"}, // the chart has it on
		"{enabled: false, javaOpts: -Xmx2g}":        nil,
		"{enabled: no, javaOpts: -Xmx2g}":           nil,
		"{enabled: , javaOpts: -Xmx2g}":             nil,
		"{enabled: 'false', javaOpts: -Xmx2g}":      {"cmd -Xmx2g"}, // a string is true
		"{enabled: true}":                           nil,
		"{enabled: true, javaOpts: }":               nil,
		"":                                          nil,
		"{enabled: true, resources: {limits: 5Gi}}": nil,
	} {
		in := read("values.yaml", member+"mancenter: "+mancenter+"\n")
		workloads := []described{{"hazelcast", true, standard("cmd -Xmx1g")}}
		if want != nil {
			workloads = append(workloads, described{"mancenter", true, want})
		}
		assert.Equal(t, workloads, describe(in), mancenter)
	}
	center := read("values.yaml", member+"resources: {limits: {memory: 8Gi}}\nmancenter:\n  javaOpts: -Xmx2g\n  resources: {limits: {memory: 4Gi, cpu: 2}}\n").Workloads[1]
	assert.Equal(t, facts{why: "nothing names it", jdks: []int{8, 11, 17, 21, 25, 27}, limit: "4Gi", cpus: "2"}, factsOf(center))
	assert.False(t, center.IsMember)
	assert.Equal(t, "-Xmx2g", center.At.String())
}

// As a sub-chart the values stand under its name, however deep; each set of
// values is a cluster of its own.
func TestSubCharts(t *testing.T) {
	const cluster = "hazelcast:\n  image: {tag: 5.3.1}\n  resources: {limits: {memory: 4Gi}}\n  hazelcast:\n    javaOpts: -Xmx1g\n"
	nest := func(key, values string) string {
		return key + ":\n  " + strings.ReplaceAll(strings.TrimRight(values, "\n"), "\n", "\n  ") + "\n"
	}
	for name, values := range map[string]string{
		"under its name": cluster, "two down": nest("infra", cluster), "three down": nest("a", nest("b", cluster)),
	} {
		in := read("values.yaml", values)
		require.Len(t, in.Workloads, 1, name)
		assert.Equal(t, "4Gi", in.Workloads[0].Memory.Text.String(), name)
		assert.Equal(t, []int{11}, in.Workloads[0].JDK.Candidates, name)
	}
	in := read("values.yaml", nest("a", cluster)+nest("b", strings.ReplaceAll(cluster, "1g", "2g")))
	image := concat(ofImages, []string{"cmd -XX:MaxGCPauseMillis=5"}, ofConfig, ofShutdown)
	assert.Equal(t, []described{
		{"hazelcast", true, concat(image, []string{"cmd -Xmx1g"})},
		{"hazelcast", true, concat(image, []string{"cmd -Xmx2g"})},
	}, describe(in))
}

// What a finding points at, and a fix changes, are the user's own characters.
func TestChartPlaces(t *testing.T) {
	w := read("values.yaml", "env:\n- {name: MAX_HEAP_SIZE, value: 2g}\nhazelcast:\n  javaOpts: \"-Xmx1g\\t-Xms1g\"\n").Workloads[0]
	type place struct {
		option, file string
		editable     bool
	}
	var got []place
	for _, o := range w.Options[len(standard()):] {
		got = append(got, place{o.String(), o.Text.Span().String(), o.Text.Editable()})
	}
	assert.Equal(t, []place{{"-Xmx1g", "-Xmx1g", true}, {"-Xms1g", "-Xms1g", true}, {"-Xmx2g", "", false}}, got)
	size := w.Options[len(w.Options)-1].Text.Slice(4, 6)
	assert.Equal(t, place{"2g", "2g", true}, place{size.String(), size.Span().String(), size.Editable()})
	assert.Equal(t, "hazelcast", w.At.Span().String())
}

func TestGracePeriodOfTheChart(t *testing.T) {
	type grace struct {
		ms     int64
		origin source.Origin
		text   string
	}
	for values, want := range map[string]grace{
		"": {600_000, source.Default, ""},
		"gracefulShutdown: {maxWaitSeconds: 60}\n":   {60_000, source.Configured, "60"},
		"gracefulShutdown: {enabled: false}\n":       {30_000, source.Default, ""},
		"gracefulShutdown: {maxWaitSeconds: 1m}\n":   {},
		"gracefulShutdown: {maxWaitSeconds: '90'}\n": {90_000, source.Configured, "90"},
	} {
		got := read("values.yaml", values+"hazelcast: {javaOpts: -Xmx1g}\n").Workloads[0].GracePeriod
		assert.Equal(t, want, grace{got.N, got.Origin, got.Text.String()}, values)
	}
}
