package chart_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
)

func TestMayRead(t *testing.T) {
	const dependency = "dependencies: [{name: db, version: 1.0.0, alias: store, repository: \"https://example.com\"}]\n"
	for _, c := range []struct {
		name, template, more, keys string
		want                       bool
	}{
		{"by name", `{{ .Values.server.javaOpts.xmx }}`, "", "server.javaOpts", true},
		{"a part of it", `{{ .Values.server.javaOpts }}`, "", "server.javaOpts.xmx", true},
		{"all that it stands in", `{{ toYaml $.Values.server | indent 2 }}`, "", "server.javaOpts", true},
		{"a computed name", `{{ index .Values $which "javaOpts" }}`, "", "server.javaOpts", true},
		{"another name than the computed one", `{{ index $top.Values $which "image" "tag" }}`, "", "server.javaOpts", false},
		{"all values", `{{ range $k, $v := .Values }}{{ end }}`, "", "server.javaOpts", true},
		{"of a library", `{{ .Values.server.image }}{{ include "library.all" . }}`, "", "server.javaOpts", true},
		{"a template of its own", `{{ define "own.name" }}n{{ end }}{{ .Values.server.image }}{{ include "own.name" . }}`, "", "server.javaOpts", false},
		{"of a dependency", `{{ .Values.store.image }}`, dependency, "store.javaOpts", true},
		{"nothing beside it", `{{ .Values.server.image }}`, "", "elsewhere.javaOpts", true},
		{"what stands beside it", `{{ .Values.server.image }}{{ with .Values.server.env }}{{ . }}{{ end }}`, "", "server.javaOpts", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "app")
			require.NoError(t, os.MkdirAll(filepath.Join(dir, "templates"), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "Chart.yaml"), []byte("apiVersion: v2\nname: app\nversion: 1.0.0\n"+c.more), 0o644))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "templates", "t.yaml"), []byte(c.template), 0o644))
			loaded, err := chart.Load(filesystem.OS{}, dir, budget.NewRun())
			require.NoError(t, err)
			assert.Equal(t, c.want, loaded.MayRead(strings.Split(c.keys, ".")))
		})
	}
}
