package kube

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

func environmentOf(variables []hazelcast.Variable) []string {
	var all []string
	for _, v := range variables {
		all = append(all, v.Name.String())
	}
	return all
}

func TestVariables(t *testing.T) {
	w := read("values.yaml", `env:
- {name: HZ_CLUSTERNAME, value: a}
- name: HZ_LICENSEKEY
  valueFrom: {secretKeyRef: {name: s, key: k}}
- {name: HZ_CLUSTERNAME, value: b}
- {name: EMPTY, value: ""}
- {value: nameless}
hazelcast:
  javaOpts: -Xmx1g
`).Workloads[0]
	assert.Equal(t, []string{"HZ_LICENSEKEY", "HZ_CLUSTERNAME", "EMPTY"}, environmentOf(w.Environment))
	assert.Equal(t, "HZ_CLUSTERNAME", w.Environment[1].Name.Span().String())
}

const pod = `apiVersion: apps/v1
kind: StatefulSet
spec:
  replicas: 3
  template:
    spec:
      terminationGracePeriodSeconds: 90
      containers:
      - name: member
        image: registry.example.com/hazelcast/hazelcast:5.3.1
        env:
        - {name: JAVA_OPTS, value: "-Xmx1g -Dhz.cluster-name=a"}
        - {name: HZ_JET_ENABLED, value: "true"}
      - name: sidecar
        image: example/app:1
`

func TestPod(t *testing.T) {
	in := read("pod.yaml", pod)
	assert.Len(t, in.Workloads, 1)
	w := in.Workloads[0]
	assert.True(t, w.IsMember)
	assert.Equal(t, hazelcast.Version{Major: 5, Minor: 3, Patch: 1}, w.HazelcastVersion)
	assert.Equal(t, []int{11}, w.JDK.Candidates)
	assert.Equal(t, []int64{3, 90_000}, []int64{w.Members.N, w.GracePeriod.N})
	assert.Equal(t, []string{"JAVA_OPTS", "HZ_JET_ENABLED"}, environmentOf(w.Environment))
	var options []string
	for _, o := range w.Options {
		options = append(options, o.String())
	}
	assert.Equal(t, []string{"-Djava.net.preferIPv4Stack=true", "-XX:MaxRAMPercentage=80.0", "-XX:MaxGCPauseMillis=5", "-Xmx1g", "-Dhz.cluster-name=a"}, options)
}

func TestIsManifest(t *testing.T) {
	for text, want := range map[string]bool{
		"{apiVersion: v1, kind: Pod}": true, "{apiVersion: v1}": false, "{kind: Pod}": false, "{apiVersion: , kind: Pod}": false,
		"{apiVersion: v1, kind: [Pod]}": false, "[a]": false, "a": false,
	} {
		assert.Equal(t, want, isManifest(parsed(t, text)), text)
	}
}

func TestListed(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"an object", "{kind: Pod, metadata: {name: a}}", []string{"a"}},
		{"a list", "{kind: List, items: [{kind: Pod, metadata: {name: a}}, {kind: Pod, metadata: {name: b}}]}", []string{"a", "b"}},
		{"a list of one kind", "{kind: PodList, items: [{kind: Pod, metadata: {name: a}}]}", []string{"a"}},
		{"lists in a list", "{kind: List, items: [{kind: List, items: [{kind: Pod, metadata: {name: a}}]}]}", []string{"a"}},
		{"an empty list", "{kind: List, items: []}", nil},
		{"no list, whatever its name", "{kind: AllowList, metadata: {name: a}}", []string{"a"}},
	} {
		var names []string
		for _, o := range listed(parsed(t, c.text)) {
			names = append(names, nameOf(o))
		}
		assert.Equal(t, c.want, names, c.name)
	}
}

// Which containers end by themselves, as Kubernetes has it. One of initContainers that is always started again runs on:
// https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
func TestContainersThatEnd(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ends       map[string]bool
	}{
		{"of a pod", "{kind: Pod, spec: {containers: [C], initContainers: [I]}}", map[string]bool{"c": false, "i": true}},
		{"a sidecar", "{kind: Pod, spec: {containers: [C], initContainers: [S, I]}}", map[string]bool{"c": false, "s": false, "i": true}},
		{"of a job", "{kind: Job, spec: {template: {spec: {containers: [C], initContainers: [I]}}}}", map[string]bool{"c": true, "i": true}},
		{"of a cron job", "{kind: CronJob, spec: {jobTemplate: {spec: {template: {spec: {containers: [C]}}}}}}", map[string]bool{"c": true}},
		{"a pod of Helm's hooks", "{kind: Pod, metadata: {annotations: {helm.sh/hook: test}}, spec: {containers: [C]}}", map[string]bool{"c": true}},
		{"a deployment of Helm's hooks", "{kind: Deployment, metadata: {annotations: {helm.sh/hook: pre-install}}, spec: {template: {spec: {containers: [C]}}}}", map[string]bool{"c": false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "apiVersion: v1\n" + c.text[1:len(c.text)-1]
			for _, short := range []struct{ of, is string }{{"C]", "{name: c, J}]"}, {"[I]", "[{name: i, J}]"}, {"[S, I]", "[{name: s, restartPolicy: Always, J}, {name: i, J}]"}, {"J}", "image: 'eclipse-temurin:17', command: [java, Main]}"}} {
				text = strings.ReplaceAll(text, short.of, short.is)
			}
			got := map[string]bool{}
			for _, w := range read("a.yaml", "{"+strings.Replace(text, "\n", ", ", 1)+"}").Workloads {
				got[w.At.String()] = w.Short
			}
			assert.Equal(t, c.ends, got)
		})
	}
}

func TestEndOf(t *testing.T) {
	for _, c := range []struct{ name, status, how string }{
		{"killed", "{containerStatuses: [{name: c, lastState: {terminated: {reason: OOMKilled, exitCode: 137}}}]}", "OOMKilled, exit code 137"},
		{"without a reason", "{containerStatuses: [{name: c, lastState: {terminated: {exitCode: 1}}}]}", "exit code 1"},
		{"now", "{containerStatuses: [{name: c, state: {terminated: {reason: Error, exitCode: 1}}}]}", "Error, exit code 1"},
		{"at its end", "{initContainerStatuses: [{name: c, state: {terminated: {reason: Completed, exitCode: 0}}}]}", ""},
		{"another container", "{containerStatuses: [{name: d, lastState: {terminated: {reason: Error, exitCode: 1}}}]}", ""},
		{"it runs", "{containerStatuses: [{name: c, state: {running: {startedAt: x}}, lastState: {}}]}", ""},
		{"nobody asked", "{}", ""},
	} {
		assert.Equal(t, c.how, endOf(parsed(t, c.status), "c"), c.name)
	}
}

// Which commands of the kubelet may run at once:
// https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
func TestHelpersOf(t *testing.T) {
	const probe = "{exec: {command: [check]}}"
	for _, c := range []struct {
		name, container string
		want            []string
	}{
		{"two probes", "{livenessProbe: " + probe + ", readinessProbe: " + probe + ", startupProbe: " + probe + "}", []string{"livenessProbe", "readinessProbe"}},
		{"the probe of the start alone", "{startupProbe: " + probe + "}", []string{"startupProbe"}},
		{"postStart is read ahead of preStop", "{lifecycle: {postStart: " + probe + ", preStop: " + probe + "}}", []string{"postStart"}},
		{"the stop", "{lifecycle: {preStop: " + probe + "}, readinessProbe: " + probe + "}", []string{"readinessProbe", "preStop"}},
		{"probes without a command", "{livenessProbe: {httpGet: {path: /}}, readinessProbe: {exec: {command: []}}}", nil},
	} {
		var names []string
		for _, h := range helpersOf(parsed(t, c.container)) {
			names = append(names, h.Name)
			assert.Len(t, h.Words, 1, c.name)
		}
		assert.Equal(t, c.want, names, c.name)
	}
	var paths []string
	for _, p := range probesOf(parsed(t, "{livenessProbe: {httpGet: {path: /live}}, readinessProbe: {tcpSocket: {port: 1}}, startupProbe: {httpGet: {path: /start}}}")) {
		paths = append(paths, p.String())
	}
	assert.Equal(t, []string{"/live", "/start"}, paths)
}

func TestWindowsOf(t *testing.T) {
	for text, want := range map[string]string{
		"{os: {name: windows}}": "windows", "{os: {name: linux}}": "", "{nodeSelector: {kubernetes.io/os: windows}}": "windows",
		"{nodeSelector: {beta.kubernetes.io/os: windows}}": "windows", "{nodeSelector: {disk: windows}}": "", "{}": "",
	} {
		assert.Equal(t, want, windowsOf(parsed(t, text)).String(), text)
	}
}

// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.17.2/api/kv/kv.go, parseLiteralSource
func TestLiteralOf(t *testing.T) {
	for _, c := range []struct{ name, literal, variable, value string }{
		{"a value", "A=b", "A", "b"},
		{"in quotes", `A="-Xmx1g -Xms1g"`, "A", "-Xmx1g -Xms1g"},
		{"in single quotes", "A='b'", "A", "b"},
		{"quotes of two kinds", `A="b'`, "A", `"b'`},
		{"a quote alone", `A="`, "A", `"`},
		{"another sign in it", "A=-Dx=y", "A", "-Dx=y"},
		{"empty", "A=", "A", ""},
		{"empty in quotes", `A=""`, "A", ""},
	} {
		v, ok := literalOf(source.Unlocated(c.literal, "a test"))
		assert.True(t, ok, c.name)
		assert.Equal(t, [2]string{c.variable, c.value}, [2]string{v.Name, v.Value.String()}, c.name)
	}
	_, ok := literalOf(source.Unlocated("A", "a test"))
	assert.False(t, ok, "no value")
}

// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/
func TestGenerated(t *testing.T) {
	beside := map[string]string{"a.env": "A=of-file\nB=2\n# C=3\n"}
	for _, c := range []struct {
		name, generator string
		want            []string
		open            bool
	}{
		{"literals", "{name: g, literals: [A=b, 'C=\"d e\"']}", []string{"A=b", "C=d e"}, false},
		{"a file", "{name: g, envs: [a.env]}", []string{"A=of-file", "B=2"}, false},
		{"a file, as it was once written", "{name: g, env: a.env}", []string{"A=of-file", "B=2"}, false},
		{"literals over a file", "{name: g, literals: [A=b], envs: [a.env]}", []string{"B=2", "A=b"}, false},
		{"a file that is not here", "{name: g, envs: [gone.env], literals: [A=b]}", []string{"A=b"}, true},
		{"merged into what is not known", "{name: g, behavior: merge, literals: [A=b]}", []string{"A=b"}, true},
		{"merged into what is", "{name: base, behavior: merge, literals: [A=b]}", []string{"X=of-base", "A=b"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := file{inputBeside("kustomization.yaml", "", beside)}.manifests()
			m.addGenerated(parsed(t, "{configMapGenerator: [{name: base, literals: [X=of-base, A=of-base]}]}"), "")
			m.addGenerated(parsed(t, "{namespace: n, configMapGenerator: ["+c.generator+"]}"), "")
			o := m.own[len(m.own)-1]
			env := &reading.Environment{}
			for _, v := range o.Variables {
				env.Set(v)
			}
			assert.Equal(t, c.want, variables(env))
			assert.Equal(t, c.open, o.Open)
			assert.Equal(t, "n", o.Namespace)
		})
	}
}
