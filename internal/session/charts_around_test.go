package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/session"
)

// A chart is rendered with so many named values files at most. What the last of them brings is told, too: it is
// not taken for the chart without any.
func TestLastOfManyNamedValuesFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	write("Chart.yaml", "apiVersion: v2\nname: orders\nversion: 0.1.0\n")
	write("values.yaml", "worker: false\n")
	write("templates/worker.yaml", "{{- if .Values.worker }}\napiVersion: v1\nkind: Pod\nmetadata: {name: worker}\nspec:\n"+
		"  containers:\n    - {name: worker, image: 'eclipse-temurin:17', command: [java, '-XX:+UseFooGC', -jar, a.jar]}\n{{- end }}\n")
	var named []string
	for i := range 205 {
		named = append(named, write(fmt.Sprintf("values-%03d.yaml", i), fmt.Sprintf("worker: %t\n", i == 200)))
	}
	s, err := session.Open(session.Options{Configuration: session.Configuration{None: true}}, filesystem.OS{})
	require.NoError(t, err)
	r, err := s.Read(named)
	require.NoError(t, err)
	j, err := s.Judge(r)
	require.NoError(t, err)
	require.Len(t, j.Findings, 1)
	assert.Equal(t, "unknown-flag", j.Findings[0].Rule.ID)
}
