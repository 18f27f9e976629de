package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestIsRemote(t *testing.T) {
	for name, want := range map[string]bool{
		"https://github.com/a/b": true, "github.com/a/b//c?ref=v1": true, "git@github.com:a/b": true, "git::ssh://x": true, "../base": false, "base": false, "github.com.yaml": false,
	} {
		assert.Equal(t, want, isRemote(name), name)
	}
}

func TestKustomizes(t *testing.T) {
	for text, want := range map[string]bool{
		"{resources: [a.yaml]}": true, "{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization}": true,
		"{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization}": false, "[a]": false, "a": false,
	} {
		assert.Equal(t, want, kustomizes(parsed(t, text)), text)
	}
	for name, want := range map[string]bool{"kustomization.yaml": true, "a/kustomization.yml": true, "Kustomization": true, "kustomization.yaml.bak": false, "a.yaml": false} {
		assert.Equal(t, want, IsKustomization(name), name)
	}
}

func TestWithoutJVMs(t *testing.T) {
	for text, want := range map[string]bool{
		"kind: Service\n---\nkind: Namespace\n": true, "kind: Service\r\n": true, "kind: Service\n---\nkind: Pod\n": false,
		"a: b\n": false, "  kind: Service\n": false, "kind: List\n": false, "": false,
	} {
		assert.Equal(t, want, withoutJVMs(source.NewFile("a.yaml", []byte(text))), text)
	}
}

// What a kustomization deploys: kustomize build of the same files gives these options.
func TestKustomization(t *testing.T) {
	const deployment = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app}\nspec: {template: {spec: {containers: [" +
		"{name: c, image: 'a/b:1', command: [java, Main], env: [{name: JAVA_TOOL_OPTIONS, value: -Xmx1g}]}]}}}\n"
	patch := func(env string) string {
		return "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app}\nspec: {template: {spec: {containers: [{name: c, env: [" + env + "]}]}}}\n"
	}
	beside := map[string]string{
		"app.yaml": deployment, "base/kustomization.yaml": "resources: [app.yaml]\nnamePrefix: dev-\n", "base/app.yaml": deployment, "service.yaml": "kind: Service\n",
		"patch.yaml": patch("{name: JAVA_TOOL_OPTIONS, value: -Xmx2g}"), "other.yaml": patch("{name: JDK_JAVA_OPTIONS, value: -Xss1m}"),
		"gone.yaml": patch("{name: JAVA_TOOL_OPTIONS, $patch: delete}"), "loop/kustomization.yaml": "resources: [../loop]\n",
		"json.yaml":              "- {op: replace, path: /spec/template/spec/containers/0/env/0/value, value: -Xmx3g}\n",
		"part/kustomization.yml": "kind: Component\npatches: [{path: p.yaml}]\n", "part/p.yaml": patch("{name: JAVA_TOOL_OPTIONS, value: -Xmx4g}"),
	}
	tool := func(options ...string) []described {
		return []described{{"Deployment/app/c", true, append(options, "cmd Main")}}
	}
	files, kept := map[string]*source.File{}, reading.NewKept()
	for name, text := range beside {
		files[name] = source.NewFile(name, []byte(text))
	}
	with := func(text string, kept *reading.Kept) *reading.Input {
		in := inputBeside("kustomization.yaml", text+"\n", nil)
		in.FileBeside, in.Options.Kept = func(name string) *source.File { return files[name] }, kept
		YAMLFiles.Read(in, reading.NewCandidate(in.File))
		in.Finish()
		return in
	}
	for _, c := range []struct {
		name, text string
		want       []described
	}{
		{"a resource", "resources: [app.yaml, service.yaml]", tool("tool -Xmx1g")},
		{"a base", "resources: [base]", tool("tool -Xmx1g")},
		{"a base, as it was once written", "bases: [./base]", tool("tool -Xmx1g")},
		{"a patch of a file", "resources: [app.yaml]\npatches: [{path: patch.yaml}]", tool("tool -Xmx2g")},
		{"a patch of what has another name by now", "resources: [base]\npatches: [{path: patch.yaml}]", tool("tool -Xmx2g")},
		{"a strategic patch", "resources: [app.yaml]\npatchesStrategicMerge: [patch.yaml, other.yaml]", tool("tool -Xmx2g", "jdk -Xss1m")},
		{"a patch for a target, whatever it names", "resources: [app.yaml]\npatches: [{path: patch.yaml, target: {kind: Deployment, name: a.*}}]", tool("tool -Xmx2g")},
		{"a patch for another target", "resources: [app.yaml]\npatches: [{path: json.yaml, target: {kind: StatefulSet}}]", tool("tool -Xmx1g")},
		{"a patch that takes away", "resources: [app.yaml]\npatches: [{path: gone.yaml}]", tool()},
		{"a JSON patch", "resources: [app.yaml]\npatches: [{path: json.yaml, target: {kind: Deployment}}]", tool("tool -Xmx3g")},
		{"a JSON patch, as it was once written", "resources: [app.yaml]\npatchesJson6902: [{path: json.yaml, target: {kind: Deployment, name: app}}]", tool("tool -Xmx3g")},
		{"a JSON patch in a text", "resources: [app.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: remove\n      path: /spec/template/spec/containers/0/env\n", tool()},
		{"a component", "resources: [app.yaml]\ncomponents: [part]", tool("tool -Xmx4g")},
		{"a kustomization that takes itself", "resources: [loop]", nil},
		{"nothing here", "resources: [none.yaml]", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := with(c.text, nil)
			assert.Equal(t, c.want, describe(in))
			assert.Empty(t, in.Problems)
			again := with(c.text, kept) // what the others made of a file leaves it as it is
			assert.Equal(t, c.want, describe(again))
			assert.Equal(t, in.Steps(), again.Steps())
		})
	}
}
