package kube

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const objects = `apiVersion: v1
kind: ConfigMap
metadata: {name: config}
data: {A: of-config, B: "2", REF: $(A), EMPTY: , app.yml: x}
---
apiVersion: v1
kind: Secret
metadata: {name: secret}
data: {ENCODED: LVhteDFn, BOTH: LVhteDFn}
stringData: {PLAIN: in-the-open, BOTH: plain}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: x}]}
`

// A variable of a container is what Kubernetes makes of it:
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables
func TestEnvironmentOf(t *testing.T) {
	for _, c := range []struct {
		name, container string
		want            []string
		open            string // what names others that are not known
	}{
		{"values", "{env: [{name: A, value: b}, {name: Q, value: \"'-Xmx1g'\"}, {name: N, value: '1'}]}", []string{"A=b", "Q='-Xmx1g'", "N=1"}, ""},
		{"an empty value, null and none", "{env: [{name: A, value: ''}, {name: B, value: }, {name: C}]}", []string{"A=", "B=", "C="}, ""},
		{"the last of a name", "{env: [{name: A, value: b}, {name: A, value: c}]}", []string{"A=c"}, ""},
		{"references to those before", "{env: [{name: A, value: 1g}, {name: B, value: '-Xmx$(A) $(C) $$(A)'}, {name: C, value: d}]}", []string{"A=1g", "B=-Xmx1g $(C) $(A)", "C=d"}, ""},
		{"what a shell would expand", "{env: [{name: A, value: 1g}, {name: B, value: '$A ${A}'}]}", []string{"A=1g", "B=$A ${A}"}, ""},
		{"of a name that is none", "{env: [{value: b}, {name: [a], value: b}]}", nil, ""},
		{"a mapping, which is no list", "{env: {A: b}}", nil, ""},
		{"all of a ConfigMap", "{envFrom: [{configMapRef: {name: config}}]}", []string{"A=of-config", "B=2", "REF=$(A)", "EMPTY=", "app.yml=x"}, ""},
		{"with a prefix", "{envFrom: [{prefix: X_, configMapRef: {name: config}}]}", []string{"X_A=of-config", "X_B=2", "X_REF=$(A)", "X_EMPTY=", "X_app.yml=x"}, ""},
		{"all of a Secret, of which some is encoded", "{envFrom: [{secretRef: {name: secret}}]}", []string{"ENCODED", "PLAIN=in-the-open", "BOTH=plain"}, ""},
		{"its own over those", "{env: [{name: B, value: own}], envFrom: [{configMapRef: {name: config}}]}", []string{"A=of-config", "REF=$(A)", "EMPTY=", "app.yml=x", "B=own"}, ""},
		{"references to those", "{env: [{name: C, value: '$(A)'}], envFrom: [{configMapRef: {name: config}}]}", []string{"A=of-config", "B=2", "REF=$(A)", "EMPTY=", "app.yml=x", "C=of-config"}, ""},
		{"of a ConfigMap that is not here", "{envFrom: [{configMapRef: {name: gone}}]}", nil, "gone"},
		{"one of a ConfigMap", "{env: [{name: X, valueFrom: {configMapKeyRef: {name: config, key: A}}}]}", []string{"X=of-config"}, ""},
		{"one of a ConfigMap, which Kubernetes does not expand", "{env: [{name: A, value: b}, {name: X, valueFrom: {configMapKeyRef: {name: config, key: REF}}}]}", []string{"A=b", "X=$(A)"}, ""},
		{"one that it does not have", "{env: [{name: X, valueFrom: {configMapKeyRef: {name: config, key: NONE}}}]}", []string{"X"}, ""},
		{"one of a Secret", "{env: [{name: X, valueFrom: {secretKeyRef: {name: secret, key: PLAIN}}}]}", []string{"X=in-the-open"}, ""},
		{"one that is encoded", "{env: [{name: X, valueFrom: {secretKeyRef: {name: secret, key: ENCODED}}}]}", []string{"X"}, ""},
		{"of the pod", "{env: [{name: X, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}", []string{"X"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := manifestsOf(t, objects)
			env := m.environmentOf(parsed(t, c.container), nil)
			assert.Equal(t, c.want, variables(env))
			assert.Equal(t, c.open, env.From.String())
		})
	}
}

// manifestsOf has read the objects of a text.
func manifestsOf(t *testing.T, text string) *manifests {
	t.Helper()
	m := file{inputBeside("all.yaml", text, nil)}.manifests()
	for document := range strings.SplitSeq(text, "---\n") {
		o := parsed(t, document)
		switch kindOf(o) {
		case "ConfigMap":
			m.addObject(o, o.Get("data"))
		case "Secret":
			m.addObject(o, o.Get("stringData"))
		}
	}
	return m
}

// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/api/v1/resource/helpers.go, ExtractContainerResourceValue
func TestResourceField(t *testing.T) {
	const resources = "resources: {limits: {memory: 1Gi, cpu: 1500m}, requests: {memory: 512Mi}}"
	for _, c := range []struct {
		name, ref, want string
		known           bool
	}{
		{"in bytes", "{resource: limits.memory}", "1073741824", true},
		{"a divisor of 0 is the default", "{resource: limits.memory, divisor: '0'}", "1073741824", true},
		{"in mebibytes", "{resource: limits.memory, divisor: 1Mi}", "1024", true},
		{"in megabytes, rounded up", "{resource: limits.memory, divisor: 1M}", "1074", true},
		{"in kibibytes", "{resource: requests.memory, divisor: 1Ki}", "524288", true},
		{"of another container", "{resource: limits.memory, containerName: other, divisor: 1Gi}", "2", true},
		{"of itself by its name", "{resource: limits.memory, containerName: c, divisor: 1Gi}", "1", true},
		{"of a container that there is not", "{resource: limits.memory, containerName: gone}", "$(limits.memory)", true},
		{"a limit that is not set here", "{resource: limits.memory, containerName: none}", "$(limits.memory)", true},
		{"processors", "{resource: limits.cpu}", "", false},
		{"a divisor that is none", "{resource: limits.memory, divisor: much}", "", false},
		{"nothing", "{divisor: 1Mi}", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			pod := parsed(t, "{containers: [{name: c, "+resources+"}, {name: other, resources: {limits: {memory: 2Gi}}}, {name: none}]}")
			text, known := resourceField(parsed(t, "{name: X, valueFrom: {resourceFieldRef: "+c.ref+"}}"), pod.Get("containers").Items()[0])
			assert.Equal(t, c.known, known)
			assert.Equal(t, c.want, text.String())
		})
	}
}

// What no container takes of a ConfigMap may be for others.
func TestUntaken(t *testing.T) {
	const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: config}\ndata: {JAVA_OPTS: -Xmx1g, OTHER: x}\n"
	pod := func(env string) string {
		return "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: 'eclipse-temurin:17', command: [sh, -c, java $JAVA_OPTS Main], " + env + "}]}\n"
	}
	for _, c := range []struct {
		name, text string
		want       []described
	}{
		{"alone", config, []described{{"ConfigMap/config/JAVA_OPTS", true, []string{"cmd -Xmx1g"}}}},
		{"taken as one", config + pod("env: [{name: JAVA_OPTS, valueFrom: {configMapKeyRef: {name: config, key: JAVA_OPTS}}}]"),
			[]described{{"Pod/p/c", true, []string{"cmd -Xmx1g", "cmd Main"}}}},
		{"taken with all", config + pod("envFrom: [{configMapRef: {name: config}}]"), []described{{"Pod/p/c", true, []string{"cmd -Xmx1g", "cmd Main"}}}},
		{"another is taken", config + pod("env: [{name: JAVA_OPTS, valueFrom: {configMapKeyRef: {name: config, key: OTHER}}}]"),
			[]described{{"Pod/p/c", true, []string{"cmd x", "cmd Main"}}, {"ConfigMap/config/JAVA_OPTS", true, []string{"cmd -Xmx1g"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("all.yaml", c.text)
			require.Empty(t, in.Problems)
			assert.Equal(t, c.want, describe(in))
		})
	}
}
