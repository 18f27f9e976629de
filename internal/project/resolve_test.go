package project_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
)

// deployment is a manifest of one container, of which some lines are given.
func deployment(name string, lines ...string) string {
	const indent = "\n          "
	return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: " + name + "}\nspec:\n  template:\n    spec:\n      containers:\n        - name: " +
		name + indent + strings.Join(lines, indent) + "\n"
}

// TestResolve has a case for each kind of link: what the workloads come to, each with its file, its options, the JDK
// that something names, and why it is doubted.
func TestResolve(t *testing.T) {
	const limits = "resources: {limits: {memory: 2Gi, cpu: 2}}"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"a kustomization deploys what it takes, with its patches": {
			map[string]string{
				"base/app.yaml":           deployment("app", "image: eclipse-temurin:17", `command: [java, -Xmx1g, -jar, app.jar]`, limits),
				"base/kustomization.yaml": "resources: [app.yaml]\n",
				"prod/kustomization.yaml": "resources: [../base]\npatches:\n  - path: more.yaml\n",
				"prod/more.yaml":          deployment("app", `command: [java, -Xmx3g, -jar, app.jar]`),
			},
			[]string{"prod/kustomization.yaml: -Xmx3g -jar app.jar, JDK 17"},
		},
		"a script includes another one": {
			map[string]string{"start.sh": "#!/bin/sh\n. ./env.sh\nexec java $JAVA_OPTS -jar app.jar\n", "env.sh": "JAVA_OPTS=-Xmx1g\n"},
			[]string{"start.sh: -Xmx1g -jar app.jar"},
		},
		"without it the variables are judged by themselves": {
			map[string]string{"start.sh": "#!/bin/sh\nexec java -jar app.jar\n", "env.sh": "JAVA_OPTS=-Xmx1g\n"},
			[]string{"env.sh: -Xmx1g", "start.sh: -jar app.jar"},
		},
		"a container shares the variables of a ConfigMap": {
			map[string]string{
				"app.yaml": deployment("app", "image: eclipse-temurin:17", `command: [java, -jar, app.jar]`, "envFrom: [{configMapRef: {name: env}}]", limits),
				"env.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: env}\ndata: {JAVA_TOOL_OPTIONS: -Xmx1g}\n",
			},
			[]string{"app.yaml: -Xmx1g -jar app.jar, JDK 17"},
		},
		"an image is built by the Dockerfile that is named like it": {
			map[string]string{
				"app.yaml":            deployment("app", "image: example/shop-orders:1", limits),
				"orders/Dockerfile":   "FROM eclipse-temurin:21\nENTRYPOINT [\"java\", \"-Xmx1g\", \"-jar\", \"app.jar\"]\n",
				"billing/Dockerfile":  "FROM eclipse-temurin:17\nENTRYPOINT [\"java\", \"-Xmx2g\", \"-jar\", \"app.jar\"]\n",
				"billing/options.txt": "nothing\n",
			},
			[]string{"app.yaml: -Xmx1g -jar app.jar, JDK 21", "billing/Dockerfile: -Xmx2g -jar app.jar, JDK 17",
				"orders/Dockerfile: -Xmx1g -jar app.jar, JDK 21"},
		},
		"an image copies a file of options": {
			map[string]string{"Dockerfile": "FROM eclipse-temurin:11\nCOPY jvm.options /opt/app/\nENTRYPOINT [\"/opt/app/start\"]\n", "jvm.options": "-Xmx1g\n"},
			[]string{"jvm.options: -Xmx1g, JDK 11"},
		},
		"a service mounts a file of options": {
			map[string]string{
				"compose.yaml": "services:\n  app:\n    image: eclipse-temurin:11\n    volumes: [\"./jvm.options:/opt/jvm.options\"]\n",
				"jvm.options":  "-Xmx1g\n",
			},
			[]string{"jvm.options: -Xmx1g, JDK 11"},
		},
		"templates make other options of values": {
			map[string]string{
				"chart/Chart.yaml":            "apiVersion: v2\nname: app\nversion: 1.0.0\n",
				"chart/values.yaml":           "javaOpts: -Xmx1g\n",
				"chart/templates/deploy.yaml": deployment("app", "image: eclipse-temurin:17", "command: [java, {{ .Values.javaOpts }}, -Xss1m, -jar, app.jar]", limits),
			},
			[]string{"chart: -Xmx1g -Xss1m -jar app.jar, JDK 17"},
		},
		"no Compose file uses a variable of .env": {
			map[string]string{".env": "JAVA_OPTS=-Xmx1g\n", "compose.yaml": "services:\n  app:\n    image: eclipse-temurin:17\n    command: [java, -Xmx2g, -jar, app.jar]\n"},
			[]string{".env: -Xmx1g, doubted: Compose reads this file, and no Compose file uses JAVA_OPTS", "compose.yaml: -Xmx2g -jar app.jar, JDK 17"},
		},
		"another container takes the same heap, which fits there": {
			map[string]string{
				"env.yaml":    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: env}\ndata: {JAVA_OPTS: -Xmx1g, OTHER: x}\n",
				"app.yaml":    deployment("app", "image: example/app", "envFrom: [{configMapRef: {name: env}}]", limits),
				"worker.yaml": deployment("worker", "image: example/worker", "envFrom: [{configMapRef: {name: env}}]", "resources: {limits: {memory: 256Mi}}"),
			},
			[]string{"app.yaml: -Xmx1g",
				"worker.yaml: -Xmx1g, doubted: image example/worker is unknown, and another container takes the same heap, which fits there"},
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, resolved(t, c.files, &config.Config{})) })
	}
}

// A configuration makes one process of a file of options and a configuration of Hazelcast, or says which half is none.
func TestResolvePairs(t *testing.T) {
	files := map[string]string{"jvm.options": "-Xmx1g\n", "hazelcast.yaml": "hazelcast: {cluster-name: a}\n", ".jvmlint.yaml": "together:\n  - options: jvm.options\n    hazelcast-config: hazelcast.yaml\n"}
	t.Chdir(t.TempDir())
	write(t, files)
	file, err := config.Open(filesystem.OS{}, ".jvmlint.yaml", filesystem.ReadFile)
	require.NoError(t, err)
	c, faults := config.Read(filesystem.OS{}, file, nil)
	require.Empty(t, faults)
	p, r := open(t, c)
	assert.Empty(t, r.Failures)
	facts, joined := p.Join(r.Inputs)
	assert.Equal(t, []int{1, 1}, []int{len(facts), len(joined)})

	files["jvm.options"] = "# none\n"
	write(t, files)
	_, r = open(t, c)
	assert.Equal(t, []string{`.jvmlint.yaml:2:14: jvm.options: it does not show how a JVM is started`}, lists.Of(r.Failures, error.Error))
}

func write(t *testing.T, files map[string]string) {
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755), name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644), name)
	}
}

func open(t *testing.T, c *config.Config) (*project.Project, *project.Files) {
	p, err := project.Open(project.Options{Progress: project.Quietly, Configuration: func(string) *config.Config { return c }}, filesystem.OS{})
	require.NoError(t, err)
	r := p.Find([]string{"."})
	p.Read(r)
	return p, r
}

// resolved are the workloads of some files, in words.
func resolved(t *testing.T, files map[string]string, c *config.Config) (all []string) {
	t.Chdir(t.TempDir())
	write(t, files)
	_, r := open(t, c)
	require.Empty(t, r.Problems())
	for _, in := range r.Inputs {
		for _, w := range in.Workloads {
			words := []string{in.File.Name + ":"}
			if in.Chart != nil {
				words[0] = in.Chart.Path + ":"
			}
			said := strings.Join(append(words, lists.Of(w.Options, jvmflag.Option.String)...), " ")
			if !w.JDK.Open {
				said += ", JDK " + lint.Releases(w.JDK.Candidates)
			}
			if w.Doubt != "" {
				said += fmt.Sprintf(", doubted: %s", w.Doubt)
			}
			all = append(all, said)
		}
	}
	slices.Sort(all)
	return all
}
