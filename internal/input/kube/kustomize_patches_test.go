package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/
func TestSelector(t *testing.T) {
	object := &deployed{names: []string{"app", "dev-app"}}
	for _, c := range []struct {
		name, target    string
		selects, unsure bool
	}{
		{"everything", "{}", true, false},
		{"a kind", "{kind: Deployment}", true, false},
		{"another kind", "{kind: StatefulSet}", false, false},
		{"a kind as an expression", "{kind: Deployment|StatefulSet}", true, false},
		{"a part of a kind", "{kind: Deploy}", false, false},
		{"a name", "{kind: Deployment, name: app}", true, false},
		{"a name that it has had since", "{name: dev-app}", true, false},
		{"a name as an expression", "{name: 'a.*'}", true, false},
		{"another", "{name: 'b.*'}", false, false},
		{"an expression that is none", "{name: '['}", false, false},
		{"a group and a version", "{group: apps, version: v1, kind: Deployment}", true, false},
		{"its namespace", "{namespace: one}", true, false},
		{"another namespace", "{namespace: two}", false, false},
		{"a label", "{labelSelector: tier=back}", true, false},
		{"a label, with two signs and blanks", "{labelSelector: 'tier == back, app=x'}", true, false},
		{"another label", "{labelSelector: tier=front}", false, false},
		{"a label that it does not have", "{labelSelector: none=x}", false, false},
		{"not a label", "{labelSelector: 'tier!=back'}", true, true},
		{"one of several", "{labelSelector: 'tier in (back, front)'}", true, true},
		{"that there is a label", "{labelSelector: tier}", true, true},
		{"annotations", "{annotationSelector: a=b}", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			object.root = parsed(t, "{kind: Deployment, metadata: {name: app, namespace: one, labels: {tier: back, app: x}}}")
			s := selectorOf(parsed(t, c.target))
			assert.Equal(t, c.selects, s.selects(object))
			assert.Equal(t, c.unsure, s.vague)
		})
	}
	assert.False(t, (&selector{kind: "Deployment", name: "a.*"}).selects(object), "a patch names its object as it is")
	assert.True(t, (&selector{kind: "Deployment", name: "app"}).selects(object))
	assert.False(t, (&selector{}).selects(&deployed{}), "one that was taken away")
}

func TestNamesPatch(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"a strategic one", "patchesStrategicMerge: [a.yaml]", true},
		{"by its path", "patches: [{path: ./a.yaml, target: {kind: Pod}}]", true},
		{"another", "patches: [{path: b.yaml}]", false},
		{"in a text", "patches: [{patch: a.yaml}]", false},
		{"of Flux", "apiVersion: kustomize.toolkit.fluxcd.io/v1\npatches: [{path: a.yaml}]", false},
		{"of Kustomize", "apiVersion: kustomize.config.k8s.io/v1beta1\npatches: [{path: a.yaml}]", true},
		{"no YAML", "patches: [", false},
		{"two documents", "patches: [{path: a.yaml}]\n---\na: b", false},
	} {
		assert.Equal(t, c.want, NamesPatch(source.NewFile("kustomization.yaml", []byte(c.text)), "a.yaml"), c.name)
	}
}

func TestStartsContainers(t *testing.T) {
	for text, want := range map[string]bool{
		"{spec: {containers: [{name: a}]}}": true, "{spec: {template: {spec: {containers: [{name: a}]}}}}": true,
		"{spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a}]}}}}}}": true,
		"{spec: {containers: []}}": false, "{spec: {initContainers: [{name: a}]}}": false, "{containers: [{name: a}]}": false, "[a]": false,
	} {
		assert.Equal(t, want, startsContainers(parsed(t, text)), text)
	}
}

func TestRenamedImage(t *testing.T) {
	for _, c := range []struct{ image, item, want string }{
		{"a/b:1", "{name: a/b, newTag: '2'}", "a/b:2"},
		{"a/b", "{name: a/b, newName: c}", "c"},
		{"a/b:1", "{name: a/b, newName: c}", "c:1"},
		{"r:5000/b", "{name: 'r:5000/b', newName: c, newTag: '2'}", "c:2"},
		{"a/b:1@sha256:0", "{name: a/b, digest: 'sha256:1'}", "a/b@sha256:1"},
		{"a/b:1", "{name: b, newTag: '2'}", ""},
		{"a/b:1", "{name: a/b}", ""},
	} {
		text, is := renamed(parsed(t, c.image).Text(), parsed(t, c.item))
		assert.Equal(t, c.want != "", is, c.image)
		if is {
			assert.Equal(t, c.want, text.String(), c.image)
			assert.False(t, text.Editable(), c.image)
		}
	}
}
