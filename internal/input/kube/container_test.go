package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/
func TestContainerStart(t *testing.T) {
	for _, c := range []struct {
		name, container     string
		java                string // where it stands
		replaced, arguments bool
		options             []string
	}{
		{"a command", "{command: [java, -Xmx1g, -jar, a.jar]}", "java", true, false, []string{"-Xmx1g", "-jar", "a.jar"}},
		{"a command and arguments", "{command: [java], args: [-Xmx1g, -jar, a.jar]}", "java", true, false, []string{"-Xmx1g", "-jar", "a.jar"}},
		{"arguments of the image's program", "{args: [java, -Xmx1g, Main]}", "java", false, true, []string{"-Xmx1g", "Main"}},
		{"a variable that Kubernetes expands", "{command: [java, '-Xmx$(HEAP)', Main]}", "java", true, false, []string{"-Xmx2g", "Main"}},
		{"a variable that no shell sees", "{command: [java, '-Xmx${HEAP}', Main]}", "java", true, false, []string{"-Xmx${HEAP}", "Main"}},
		{"a shell", "{command: [sh, -c, 'exec java -Xmx${HEAP} Main']}", "exec java -Xmx${HEAP} Main", true, false, []string{"-Xmx2g", "Main"}},
		{"a shell over two lists", "{command: [/bin/bash, -c], args: [java $OPTS Main]}", "java $OPTS Main", true, false, []string{"-Xss1m", "-ea", "Main"}},
		{"an empty command", "{command: [], args: [a]}", "", false, true, nil},
		{"nulls", "{command: , args: }", "", false, false, nil},
		{"another program", "{command: [python, a.py]}", "", true, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			env := (&manifests{}).environmentOf(parsed(t, "{env: [{name: HEAP, value: 2g}, {name: OPTS, value: -Xss1m -ea}]}"), nil)
			start := containerStart(parsed(t, c.container), env)
			var options []string
			for _, o := range start.Options {
				options = append(options, o.String())
			}
			assert.Equal(t, c.options, options)
			assert.Equal(t, c.java, start.Java.String())
			assert.Equal(t, [2]bool{c.replaced, c.arguments}, [2]bool{start.Replaced, start.Arguments})
		})
	}
}

// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Probe: by default every 10 seconds, three times.
func TestLiveness(t *testing.T) {
	for _, c := range []struct {
		name, container string
		from, by        int64
	}{
		{"defaults", "{livenessProbe: {httpGet: {port: 80}}}", 20, 30},
		{"its own", "{livenessProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 60, periodSeconds: 5, failureThreshold: 1}}", 60, 65},
		{"0 and null are the default", "{livenessProbe: {httpGet: {port: 80}, initialDelaySeconds: 0, periodSeconds: 0, failureThreshold: }}", 20, 30},
		{"a number in quotes", "{livenessProbe: {httpGet: {port: 80}, initialDelaySeconds: '30'}}", 50, 60},
		{"a number that is filled in", "{livenessProbe: {httpGet: {port: 80}, initialDelaySeconds: '${DELAY}'}}", 0, 0},
		{"less than nothing", "{livenessProbe: {httpGet: {port: 80}, periodSeconds: -1}}", 0, 0},
		{"a command", "{livenessProbe: {exec: {command: [true]}}}", 0, 0},
		{"a startup probe is asked first", "{livenessProbe: {httpGet: {port: 80}}, startupProbe: {httpGet: {port: 80}}}", 0, 0},
		{"a null for that one", "{livenessProbe: {httpGet: {port: 80}}, startupProbe: }", 20, 30},
		{"a null", "{livenessProbe: }", 0, 0},
		{"none", "{readinessProbe: {httpGet: {port: 80}}}", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got workload.Container
			addLiveness(&got, parsed(t, c.container))
			assert.Equal(t, [2]int64{c.from, c.by}, [2]int64{got.KilledFrom, got.KilledBy})
			assert.Equal(t, c.by > 0, got.Liveness.String() == "livenessProbe")
		})
	}
}

func TestContainerOf(t *testing.T) {
	const volumes = "volumes: [{name: data, emptyDir: {}}, {name: config, configMap: {name: c}}, {name: token, projected: {sources: []}}, {name: pod, downwardAPI: {}}, {name: key, secret: {secretName: k}}]"
	for _, c := range []struct {
		name, kind, container string
		want                  workload.Container
	}{
		{"a folder", "Pod", "{workingDir: /app}", workload.Container{Kubernetes: true, AllMounts: true, Folder: "/app"}},
		{"volumes that it writes to", "Deployment", "{volumeMounts: [{name: data, mountPath: /data}, {name: claim, mountPath: /claim}, {name: data, mountPath: /r, readOnly: true}, " +
			"{name: config, mountPath: /c}, {name: token, mountPath: /t}, {name: pod, mountPath: /p}, {name: key, mountPath: /k}]}",
			workload.Container{Kubernetes: true, AllMounts: true, Mounts: []string{"/data", "/claim"}, Fixed: []string{"/r", "/c", "/t", "/p", "/k"}}},
		{"of an operator, which may mount others", "Kafka", "{volumeMounts: [{name: data, mountPath: /data}], resource: {limits: {}}}",
			workload.Container{Kubernetes: true, Mounts: []string{"/data"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			pod := parsed(t, "{"+volumes+", containers: ["+c.container+"]}")
			assert.Equal(t, c.want, *(&manifests{}).containerOf(pod.Get("containers").Items()[0], podOwner{kind: c.kind, pod: pod}))
		})
	}
}

// https://github.com/kubernetes/api/blob/v0.34.0/core/v1/types.go, Container
func TestUnknownFields(t *testing.T) {
	for _, c := range []struct {
		name, container string
		want            []string // key, of what, into what, and whether it holds options
	}{
		{"fields that there are", "{name: a, image: b, env: [], resources: {limits: {memory: 1Gi}, requests: {cpu: 1}, claims: []}, restartPolicy: Always}", nil},
		{"one of no use for a JVM", "{hostname: a}", nil},
		{"limits beside the resources", "{limits: {memory: 1Gi}, requests: {}}", []string{"limits container resources false", "requests container resources false"}},
		{"a misspelt resources", "{resource: {limits: {memory: 1Gi}}}", []string{"resource container resources false"}},
		{"a null for it", "{resource: }", nil},
		{"memory beside the limits", "{resources: {memory: 1Gi, cpu: 1}}", []string{"memory resources limits false", "cpu resources limits false"}},
		{"a limit", "{resources: {limit: {memory: 1Gi}, request: {cpu: 1}}}", []string{"limit resources limits false", "request resources requests false"}},
		{"a variable", "{JAVA_OPTS: -Xmx1g, LOG_LEVEL: info}", []string{"JAVA_OPTS container env true", "LOG_LEVEL container env false"}},
		{"a variable of lower case that holds options", "{javaOpts: -Xmx1g}", []string{"javaOpts container env true"}},
		{"a variable in the limits", "{resources: {limits: {JAVA_OPTS: -Xmx1g}}}", []string{"JAVA_OPTS resources env true"}},
		{"a mapping with the name of a variable", "{LOG_LEVEL: {a: b}}", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range unknownFields(parsed(t, c.container)) {
				options := " false"
				if f.Options {
					options = " true"
				}
				got = append(got, f.Key.String()+" "+f.Of+" "+f.Into+options)
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func TestImageOf(t *testing.T) {
	for image, want := range map[string]string{
		"eclipse-temurin:17": "eclipse-temurin:17", "'a/b:1 '": "a/b:1 ", "~": "", "": "", "{repository: a}": "", "'a/b:'": "a/b",
	} {
		w := workload.Workload{}
		file{&reading.Input{}}.imageOf(&w, parsed(t, "image: "+image).Get("image"))
		assert.Equal(t, want, w.Image.String(), image)
	}
}
