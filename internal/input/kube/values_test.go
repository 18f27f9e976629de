package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestImageName(t *testing.T) {
	for _, c := range []struct{ name, image, want string }{
		{"a word", "a/b:1", "a/b:1"},
		{"repository and tag", "{repository: a/b, tag: 1.10}", "a/b:1.10"},
		{"with the registry", "{registry: quay.io, repository: a/b, tag: '1'}", "quay.io/a/b:1"},
		{"an empty registry", "{registry: '', repository: a/b, tag: '1'}", "a/b:1"},
		{"a null for the registry", "{registry: , repository: a/b, tag: '1'}", "a/b:1"},
		{"no tag", "{repository: a/b}", "a/b"},
		{"an empty tag", "{repository: a/b, tag: ''}", "a/b"},
		{"a null for the tag", "{repository: a/b, tag: }", "a/b"},
		{"a tilde for the tag", "{repository: a/b, tag: ~}", "a/b"},
		{"a list", "[a]", ""},
		{"no repository", "{tag: 1}", ""},
	} {
		assert.Equal(t, c.want, imageName(parsed(t, "image: "+c.image).Get("image")).String(), c.name)
	}
}

// Which texts of values are options, and what a JVM gets of them.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		name, values string
		want         []described
	}{
		{"a key of options", "javaOpts: -Xmx1g -Xms1g", []described{{"javaOpts", true, []string{"cmd -Xmx1g", "cmd -Xms1g"}}}},
		{"any key, of options that no other program has", "args: -Xmx1g", []described{{"args", true, []string{"cmd -Xmx1g"}}}},
		{"options of another program", "args: -v --debug", nil},
		{"a property under a key of options", "jvmOptions: -Da=b", []described{{"jvmOptions", true, []string{"cmd -Da=b"}}}},
		{"a property under another", "extra: -Da=b", nil},
		{"below a key of options", "javaOpts: {extra: -Da=b}", []described{{"javaOpts.extra", true, []string{"cmd -Da=b"}}}},
		{"in quotes that belong to it", `javaOpts: "'-Xmx1g -Xms1g'"`, []described{{"javaOpts", true, []string{"cmd -Xmx1g", "cmd -Xms1g"}}}},
		{"a null", "javaOpts: ", nil},
		{"an empty one", "javaOpts: ''", nil},
		{"a number", "heap: 1", nil},
		{"a list", "jvmOptions: [-Xmx1g, -Da=b c]", []described{{"jvmOptions", true, []string{"cmd -Xmx1g", "cmd -Da=b", "cmd c"}}}},
		{"a list with something else", "jvmOptions: [-Xmx1g, a]", nil},
		{"a list in JSON", `javaOpts: '["-Xmx1g", "-Xms1g"]'`, []described{{"javaOpts", true, []string{"cmd -Xmx1g", "cmd -Xms1g"}}}},
		{"lines of a file", "jvm.options: |\n  # heap\n  -Xmx1g\n  8-13:-XX:+UseConcMarkSweepGC\n", []described{{"jvm.options", true, []string{"cmd -Xmx1g", "cmd -XX:+UseConcMarkSweepGC (8-13)"}}}},
		{"a heap", "heapSize: 2g", []described{{"heapSize", true, []string{"cmd -Xmx2g"}}}},
		{"a heap without a unit", "heapSize: 2048", nil},
		{"variables by name", "env: [{name: JAVA_TOOL_OPTIONS, value: -Xmx1g}, {name: A, value: b}]", []described{{"env.JAVA_TOOL_OPTIONS", true, []string{"tool -Xmx1g"}}}},
		{"variables in a mapping", "app: {env: {JAVA_OPTS: -Xmx1g, JDK_JAVA_OPTIONS: -Xss1m}}", []described{{"app.env.JAVA_OPTS", true, []string{"cmd -Xmx1g"}}, {"app.env.JDK_JAVA_OPTIONS", true, []string{"jdk -Xss1m"}}}},
		{"what people read", "description: start it with java -Xmx1g -jar a.jar", nil},
		{"a command", "app: {command: [java, -Xmx1g, Main]}", []described{{"app.command", true, []string{"cmd -Xmx1g", "cmd Main"}}}},
		{"a command that asks for its release", "app: {command: [java, -version]}", nil},
		{"a list in a text", "extraEnv: |\n  - name: JAVA_OPTS\n    value: -Xmx1g\n", []described{{"JAVA_OPTS", true, []string{"cmd -Xmx1g"}}}},
		{"an alias", "a: &a {javaOpts: -Xmx1g}\nb: *a", []described{{"a.javaOpts", true, []string{"cmd -Xmx1g"}}, {"b.javaOpts", true, []string{"cmd -Xmx1g"}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("values.yaml", c.values+"\n")
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
		})
	}
}

// The container of options is the mapping with its image and its resources, or what stands beside such keys.
func TestContainerOfValues(t *testing.T) {
	type container struct {
		name, image string
		limit       int64
	}
	for _, c := range []struct {
		name, values string
		want         []container
	}{
		{"beside the options", "{javaOpts: -Xmx1g, image: {repository: a/b, tag: 1}, resources: {limits: {memory: 1Gi}}}", []container{{"javaOpts", "a/b:1", 1 << 30}}},
		{"beside their mapping", "app: {env: {JAVA_OPTS: -Xmx1g}, image: a/b, resources: {limits: {memory: 1Gi}}}", []container{{"app.env.JAVA_OPTS", "a/b", 1 << 30}}},
		{"beside another mapping", "app: {other: {JAVA_OPTS: -Xmx1g}, image: a/b, resources: {limits: {memory: 1Gi}}}", []container{{"app.other.JAVA_OPTS", "", 0}}},
		{"an image beside the sections", "images: {app: {repository: a/b, tag: 1}}\napp: {javaOpts: -Xmx1g, resources: {limits: {memory: 1Gi}}}", []container{{"app.javaOpts", "a/b:1", 1 << 30}}},
		{"resources that are none", "app: {javaOpts: -Xmx1g, resources: }", []container{{"app.javaOpts", "", 0}}},
		{"a limit of 0", "app: {javaOpts: -Xmx1g, resources: {limits: {memory: 0, cpu: 0}}}", []container{{"app.javaOpts", "", 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := read("values.yaml", c.values+"\n")
			var got []container
			for _, w := range in.Workloads {
				got = append(got, container{w.Name, w.Image.String(), w.Memory.N})
			}
			assert.Equal(t, c.want, got)
			assert.Empty(t, in.Problems)
		})
	}
}
