package kube

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/input/reading"
)

// What belongs under hazelcast and has slipped to the left is told from another setting of that name.
func TestConfigurationKind(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       verdict.Kind
		file       string
	}{
		{"a member", "hazelcast: {cluster-name: a}", verdict.Member, ""},
		{"an empty member", "hazelcast: {}", verdict.Member, ""},
		{"a client", "hazelcast-client: {cluster-name: a}", verdict.Client, ""},
		{"an empty client", "hazelcast-client:", verdict.Client, ""},
		{"a failover", "hazelcast-client-failover: {try-count: 4}", verdict.Failover, ""},
		{"a member beside a client", "hazelcast-client: {}\nhazelcast: {}", verdict.Member, ""},
		{"a block that slipped out", "hazelcast: {cluster-name: a}\nnetwork: {}", verdict.Member, ""},
		{"nothing", "hazelcast:", "", ""},
		{"a word", "hazelcast: on", "", ""},
		{"another setting beside it", "hazelcast: {cluster-name: a}\nserver: {port: 80}", "", ""},
		{"upper case", "Hazelcast: {cluster-name: a}", "", ""},
		{"a list", "[hazelcast]", "", ""},
		{"another setting in a file of that name", "hazelcast: {cluster-name: a}\nserver: {port: 80}", verdict.Member, "a/hazelcast.yaml"},
		{"upper case in a file of that name", "Hazelcast: {cluster-name: a}", verdict.Member, "hazelcast.yml"},
		{"a misspelt client", "hazelcast-cleint: {cluster-name: a}", verdict.Client, "hazelcast.yaml"},
		{"something else in a file of that name", "server: {port: 80}", "", "hazelcast.yaml"},
		{"another setting in a file of a client's name", "hazelcast-client: {cluster-name: a}\nserver: {port: 80}", verdict.Client, "hazelcast-client.yml"},
		{"all of a client slipped out", "hazelcast-client:\ncluster-name: a", verdict.Client, "hazelcast-client.yaml"},
		{"all of a member slipped out", "hazelcast:\ncluster-name: a", verdict.Member, "hazelcast.yaml"},
		{"beside nothing", "hazelcast:\nserver: {port: 80}", "", "hazelcast.yaml"},
		{"a failover without its key", "try-count: 4\nclients: [a.yaml]", verdict.Failover, "hazelcast-client-failover.yaml"},
		{"a member without its key", "network: {}", verdict.Member, "hazelcast-docker.yaml"},
		{"the same elsewhere", "network: {}", "", "values.yaml"},
	} {
		kind, is := configurationKind(parsed(t, c.text), cmp.Or(c.file, "values.yaml"))
		assert.Equal(t, c.want, kind, c.name)
		assert.Equal(t, c.want != "", is, c.name)
	}
}

func TestReadYAML(t *testing.T) {
	const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: x, command: [java, -Xmx1g, Main]}]}\n"
	for _, c := range []struct {
		name, file, text string
		format           reading.Format
		want             []string
	}{
		{"a manifest", "a.yaml", pod, KubernetesManifest, []string{"Pod/p/c"}},
		{"a manifest behind a comment and a start", "a.yaml", "# a\n---\n" + pod, KubernetesManifest, []string{"Pod/p/c"}},
		{"several, of which one is empty", "a.yaml", pod + "---\n---\n" + pod, KubernetesManifest, []string{"Pod/p/c", "Pod/p/c"}},
		{"a manifest with CRLF", "a.yaml", "apiVersion: v1\r\nkind: Pod\r\nmetadata:\r\n  name: p\r\nspec:\r\n  containers:\r\n  - name: c\r\n    command: [java, Main]\r\n", KubernetesManifest, []string{"Pod/p/c"}},
		{"an object that starts nothing", "a.yaml", "apiVersion: v1\nkind: Service\nmetadata: {name: s}\n", reading.OtherYAML, nil},
		{"values", "values.yaml", "app: {javaOpts: -Xmx1g}", ChartValues, []string{"app.javaOpts"}},
		{"values of Hazelcast's chart", "values.yaml", "hazelcast: {javaOpts: -Xmx1g}", HazelcastChartValues, []string{"hazelcast"}},
		{"a member beside other YAML", "a.yaml", "hazelcast: {map: {}}\n---\na: 1\n", HazelcastYAML, []string{"hazelcast"}},
		{"tests of a chart", "a_test.yaml", "suite: a\ntests: [{it: b, set: {javaOpts: -Xmx1g}, asserts: []}]", reading.OtherYAML, nil},
		{"tests of something else", "a.yaml", "tests: [{it: b}]\njavaOpts: -Xmx1g", ChartValues, []string{"javaOpts"}},
		{"an anchor, which counts where it is used", "a.yaml", "x: &x {apiVersion: v1}\n<<: *x\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, command: [java, Main]}]}", KubernetesManifest, []string{"Pod/p/c"}},
		{"what an AdmissionReview asks", "a.yaml", "apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\nrequest: {object: {spec: {containers: [{name: c, command: [java, Main]}]}}}", reading.OtherYAML, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read(c.file, c.text)
			var names []string
			for _, w := range in.Workloads {
				names = append(names, w.Name)
			}
			assert.Equal(t, c.want, names)
			assert.Equal(t, c.format, in.Format)
			assert.Empty(t, in.Problems)
		})
	}
}

// https://docs.okd.io/latest/openshift_images/using-templates.html#templates-writing-parameters_using-templates
func TestObjectsOf(t *testing.T) {
	const parameters = "parameters: [{name: A, value: b}, {name: N, value: 2}, {name: EMPTY, value: ''}, {name: GIVEN}, {name: MADE, generate: expression}]"
	for _, c := range []struct{ name, text, want string }{
		{"an object", "{kind: Pod, metadata: {name: '${A}'}}", "{kind: Pod, metadata: {name: ${A}}}"},
		{"a text", "{kind: Template, " + parameters + ", objects: [{kind: Pod, name: 'x-${A}-y'}]}", "{kind: Pod, name: x-b-y}"},
		{"no text", "{kind: Template, " + parameters + ", objects: [{kind: Pod, replicas: '${{N}}'}]}", "{kind: Pod, replicas: 2}"},
		{"an empty one", "{kind: Template, " + parameters + ", objects: [{kind: Pod, name: 'a${EMPTY}'}]}", "{kind: Pod, name: a}"},
		{"what somebody gives, or is made", "{kind: Template, " + parameters + ", objects: [{kind: Pod, name: '${GIVEN}${MADE}'}]}", "{kind: Pod, name: ${GIVEN}${MADE}}"},
		{"what a shell expands", "{kind: Template, " + parameters + ", objects: [{kind: Pod, args: ['${A:-c} $A ${NONE}']}]}", "{kind: Pod, args: [${A:-c} $A ${NONE}]}"},
		{"a list in it", "{kind: Template, " + parameters + ", objects: [{kind: List, items: [{kind: Pod, name: '${A}'}]}]}", "{kind: Pod, name: b}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := file{inputBeside("a.yaml", "", nil)}.objectsOf(parsed(t, c.text))
			require.Len(t, all, 1)
			assert.Equal(t, c.want, flow(all[0]))
		})
	}
}
