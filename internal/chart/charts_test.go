package chart_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/source"
)

// family is a chart with a dependency, an alias of it, a library and files.
const family = chartYAML + `dependencies:
  - {name: worker, version: 1.x.x, repository: ""}
  - {name: worker, version: 1.x.x, repository: "", alias: other, condition: other.enabled}
  - {name: lib, version: 1.x.x, repository: ""}
-- values.yaml --
global: {memory: 4Gi}
worker:
  heap: 2g
other:
  enabled: true
-- templates/conf.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: conf}
data:
{{ (.Files.Glob "conf/*").AsConfig | indent 2 }}
  inline: {{ tpl (.Files.Get "conf/jvm.options") . | quote }}
-- conf/jvm.options --
-Xss{{ .Values.worker.heap }}
-XX:+UseG1GC
-- charts/lib/Chart.yaml --
apiVersion: v2
name: lib
version: 1.0.0
type: library
-- charts/lib/templates/_opts.tpl --
{{- define "lib.opts" -}}
-Xmx{{ .heap }} {{ .opts | default "-XX:+UseSerialGC" }}
{{- end -}}
-- charts/worker/Chart.yaml --
apiVersion: v2
name: worker
version: 1.2.0
-- charts/worker/values.yaml --
heap: 1g
opts: -XX:+UseZGC
-- charts/worker/templates/pod.yaml --
apiVersion: v1
kind: Pod
metadata: {name: {{ .Chart.Name }}}
spec:
  containers:
    - name: {{ .Chart.Name }}
      env: [{name: JAVA_OPTS, value: {{ include "lib.opts" .Values | quote }}}]
      resources: {limits: {memory: {{ .Values.global.memory }}}}
`

func TestDependencies(t *testing.T) {
	dir := unpack(t, family)
	r := render(t, dir, chart.Release{})
	require.Empty(t, r.Problems)
	text := string(r.File.Data)
	assert.Contains(t, text, "# Source: app/charts/other/templates/pod.yaml")
	assert.Equal(t, "charts/lib/templates/_opts.tpl:2:1 -Xmx | values.yaml:3:9 2g | charts/lib/templates/_opts.tpl:2:16   | charts/worker/values.yaml:2:7 -XX:+UseZGC",
		placed(t, dir, r, "-Xmx2g -XX:+UseZGC"), "the parent's value, and the default of the dependency")
	assert.Equal(t, "charts/worker/values.yaml:1:7 1g", say(dir, at(t, r, "-Xmx1g").Slice(4, 6)), "an alias has values of its own")
	assert.Equal(t, "values.yaml:1:18 4Gi", placed(t, dir, r, "4Gi"))
	assert.Equal(t, "conf/jvm.options:2:1 -XX:+UseG1GC", placed(t, dir, r, "-XX:+UseG1GC"), "a file of the chart")
	assert.Equal(t, "conf/jvm.options:1:1 -Xss | values.yaml:3:9 2g", placed(t, dir, r, "-Xss2g"), "rendered with tpl")

	off := render(t, dir, chart.Release{Set: []chart.Setting{{Option: "--set", Text: "other.enabled=false"}}})
	assert.NotContains(t, string(off.File.Data), "charts/other/")
}

// at is the text that a piece of what a chart renders to was written as.
func at(t *testing.T, r *chart.Rendered, piece string) source.Text {
	t.Helper()
	i := bytes.Index(r.File.Data, []byte(piece))
	require.GreaterOrEqual(t, i, 0, piece)
	return r.File.Span(i, i+len(piece)).Written()
}

func TestReleases(t *testing.T) {
	dir := unpack(t, chartYAML+"-- values.yaml --\nheap: 1g\nlist: [a]\n-- templates/x.yaml --\na: {{ .Values.heap }} {{ index .Values.list 0 }}\n")
	prod := source.NewFile("prod.yaml", []byte("# production\nheap: 7g\n"))
	last := source.NewFile("last.yaml", []byte("heap: \"9g\"\n"))
	text := source.NewFile("heap.txt", []byte("5g"))
	for _, c := range []struct {
		name    string
		release chart.Release
		piece   string
		want    string
	}{
		{"the chart's own", chart.Release{}, "1g", "values.yaml:1:7 1g"},
		{"a file", chart.Release{Values: []*source.File{prod}}, "7g", "prod.yaml:2:7 7g"},
		{"the last file counts", chart.Release{Values: []*source.File{prod, last}}, "9g", "last.yaml:1:8 9g"},
		{"--set before files", chart.Release{Values: []*source.File{last}, Set: []chart.Setting{{Option: "--set", Text: "heap=3g"}}}, "3g", "--set:1:6 3g"},
		{"--set of several", chart.Release{Set: []chart.Setting{{Option: "--set", Text: "heap=3g,list={b,c}"}}}, "3g", "~--set:1:1 heap=3g,list={b,c}"},
		{"--set-string", chart.Release{Set: []chart.Setting{{Option: "--set-string", Text: "heap=3"}}}, "3", "--set-string:1:6 3"},
		{"--set-json", chart.Release{Set: []chart.Setting{{Option: "--set-json", Text: `list=["b"]`}}}, " b", "templates/x.yaml:1:22   | ~--set-json:1:1 list=[\"b\"]"},
		{"--set-literal", chart.Release{Set: []chart.Setting{{Option: "--set-literal", Text: "heap=1,2"}}}, "1,2", "--set-literal:1:6 1,2"},
		{"--set-file", chart.Release{Set: []chart.Setting{{Option: "--set-file", Text: "heap=f", Files: []*source.File{text}}}}, "5g", "heap.txt:1:1 5g"},
		{"--set-file of several", chart.Release{Set: []chart.Setting{{Option: "--set-file", Text: "a=f,heap=g", Files: []*source.File{prod, text}}}}, "5g", "heap.txt:1:1 5g"},
		{"--set of a list", chart.Release{Set: []chart.Setting{{Option: "--set", Text: "list[0]=b"}}}, " b", "templates/x.yaml:1:22   | --set:1:9 b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := render(t, dir, c.release)
			require.Empty(t, r.Problems)
			assert.Equal(t, c.want, placed(t, dir, r, c.piece))
		})
	}
	r := render(t, dir, chart.Release{Set: []chart.Setting{{Option: "--set", Text: "heap"}}})
	require.Len(t, r.Problems, 1)
	assert.Contains(t, r.Problems[0].Message, "--set heap: ")
}

// TestArchive reads a chart from a .tgz: the same text, from files within it.
func TestArchive(t *testing.T) {
	dir := unpack(t, family)
	archive := filepath.Join(t.TempDir(), "app-1.2.3.tgz")
	pack(t, dir, archive)
	folder, packed := render(t, dir, chart.Release{}), render(t, archive, chart.Release{})
	assert.Equal(t, string(folder.File.Data), string(packed.File.Data))
	assert.Equal(t, filepath.ToSlash(archive)+"/values.yaml", at(t, packed, "4Gi").Span().File.Name)
	c, err := chart.Load(filesystem.OS{}, archive, budget.NewRun())
	require.NoError(t, err)
	c.Render(chart.Release{})
	assert.Empty(t, c.Values(chart.Release{}), "an archive is not changed")
}

func pack(t *testing.T, dir, archive string) {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	require.NoError(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		below, err := filepath.Rel(dir, name)
		require.NoError(t, err)
		require.NoError(t, w.WriteHeader(&tar.Header{Name: "app/" + filepath.ToSlash(below), Mode: 0o644, Size: int64(len(data))}))
		_, err = w.Write(data)
		return err
	}))
	require.NoError(t, w.Close())
	require.NoError(t, zip.Close())
	require.NoError(t, os.WriteFile(archive, b.Bytes(), 0o644))
}

// TestByteOrderMark: places count it, Helm takes it off.
func TestByteOrderMark(t *testing.T) {
	dir := unpack(t, chartYAML+"-- values.yaml --\n\ufeffheap: 1g\n-- templates/x.yaml --\n\ufeffa: {{ .Values.heap }}\n")
	r := render(t, dir, chart.Release{})
	require.Empty(t, r.Problems)
	assert.Equal(t, "templates/x.yaml:1:1 a:  | values.yaml:1:7 1g", placed(t, dir, r, "a: 1g"))
	assert.Equal(t, 9, at(t, r, "1g").Span().Start)
}
