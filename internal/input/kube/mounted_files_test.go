package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume/
func TestMountedFiles(t *testing.T) {
	for _, c := range []struct {
		name, mount, volumes string
		want                 map[string]string
	}{
		{"a ConfigMap", "{name: v, mountPath: /etc/a}", "{name: v, configMap: {name: config}}", map[string]string{"/etc/a/a.yml": "of-a", "/etc/a/b.sh": "of-b"}},
		{"a folder with a slash behind", "{name: v, mountPath: /etc/a/}", "{name: v, configMap: {name: config}}", map[string]string{"/etc/a/a.yml": "of-a", "/etc/a/b.sh": "of-b"}},
		{"some of its entries", "{name: v, mountPath: /etc}", "{name: v, configMap: {name: config, items: [{key: a.yml, path: sub/x.yml}, {key: none, path: y}]}}", map[string]string{"/etc/sub/x.yml": "of-a"}},
		{"one of its entries", "{name: v, mountPath: /etc/x.yml, subPath: a.yml}", "{name: v, configMap: {name: config}}", map[string]string{"/etc/x.yml": "of-a"}},
		{"a folder of its entries", "{name: v, mountPath: /etc, subPath: sub}", "{name: v, configMap: {name: config, items: [{key: a.yml, path: sub/x.yml}]}}", map[string]string{"/etc/x.yml": "of-a"}},
		{"an entry that there is not", "{name: v, mountPath: /etc, subPath: gone}", "{name: v, configMap: {name: config}}", nil},
		{"a Secret, which is in the open", "{name: v, mountPath: /s}", "{name: v, secret: {secretName: secret}}", map[string]string{"/s/PLAIN": "in-the-open", "/s/BOTH": "plain"}},
		{"several in one", "{name: v, mountPath: /p}", "{name: v, projected: {sources: [{configMap: {name: config, items: [{key: a.yml, path: a}]}}, {secret: {name: secret, items: [{key: PLAIN, path: b}]}}]}}",
			map[string]string{"/p/a": "of-a", "/p/b": "in-the-open"}},
		{"another volume", "{name: other, mountPath: /etc}", "{name: v, configMap: {name: config}}", nil},
		{"one that is not here", "{name: v, mountPath: /etc}", "{name: v, configMap: {name: gone}}", nil},
		{"an empty folder", "{name: v, mountPath: /etc}", "{name: v, emptyDir: {}}", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := manifestsOf(t, "kind: ConfigMap\nmetadata: {name: config}\ndata: {a.yml: of-a, b.sh: of-b}\n---\n"+
				"kind: Secret\nmetadata: {name: secret}\ndata: {ENCODED: x}\nstringData: {PLAIN: in-the-open, BOTH: plain}\n")
			pod := parsed(t, "{volumes: ["+c.volumes+"], containers: [{name: c, volumeMounts: ["+c.mount+"]}]}")
			files := m.mountedFiles(pod.Get("containers").Items()[0])
			var got map[string]string
			for _, f := range files {
				if got == nil {
					got = map[string]string{}
				}
				got[f.path] = f.entry.Value.Value()
				text, found := textsOf(files)(f.path)
				assert.Equal(t, got[f.path], text.String())
				assert.True(t, found)
			}
			assert.Equal(t, c.want, got)
		})
	}
	_, found := textsOf(nil)("/etc/a")
	assert.False(t, found)
}

func TestTakeIsBounded(t *testing.T) {
	m := file{inputBeside("a.yaml", "", nil)}.manifests()
	container := parsed(t, "{name: c}")
	assert.True(t, m.take(mostTaken, container))
	assert.False(t, m.take(1, container))
	assert.False(t, m.take(1, container))
	assert.Len(t, m.Problems, 1, "it is said once")
	assert.True(t, m.Exceeded)
}
