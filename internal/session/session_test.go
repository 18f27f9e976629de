package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/session"
)

// project has all that a session looks for: a chart, values beside it, a
// configuration for a folder, files that .gitignore names, and comments.
var project = map[string]string{
	".gitignore":                  "build/\n",
	"build/jvm.options":           "-XX:+UseG1CG\n",
	".jvmlint.yaml":               "jdk: 17\nrules:\n  heap-grows: off\n",
	"apps/.jvmlint.yaml":          "jdk: 11\nexclude: [old/**]\n",
	"apps/jvm.options":            "-Xmx50g\n-Xms50g\n-XX:G1HeapRegionSize=4m\n",
	"apps/old/jvm.options":        "-XX:+UseG1CG\n",
	"kept.options":                "-Xmx2gb # jvmlint:ignore bad-flag-value -- a case\n",
	"chart/Chart.yaml":            "apiVersion: v2\nname: app\nversion: 1.0.0\n",
	"chart/values.yaml":           "javaOpts: -Xmx2g -XX:+UseConcMarkSweepGC\nmemory: 2Gi\n",
	"chart/values-prod.yaml":      "javaOpts: -Xmx4g\nmemory: 4Gi\n",
	"chart/templates/deploy.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: app}\nspec:\n  template:\n    spec:\n      containers:\n        - name: app\n          image: eclipse-temurin:17\n          env:\n            - name: JAVA_TOOL_OPTIONS\n              value: {{ .Values.javaOpts | quote }}\n          resources:\n            limits: {memory: {{ .Values.memory }}, cpu: 2}\n",
}

// said is what a run comes to, in words.
type said struct{ findings, problems, left []string }

// judged is what a session says of everything below its current folder.
func judged(t *testing.T, files filesystem.System) said {
	s, err := session.Open(session.Options{FailOn: session.FailOn{Severity: "warning"}}, files)
	require.NoError(t, err)
	r, err := s.Read([]string{"."})
	require.NoError(t, err)
	j, err := s.Judge(r)
	require.NoError(t, err)
	require.Empty(t, s.Faults())
	out := said{left: []string{r.Left.String()}}
	for _, f := range j.Findings {
		at := f.Span.File.Position(f.Span.Start)
		out.findings = append(out.findings, fmt.Sprintf("%s:%d:%d: %s", f.Span.File.Name, at.Line, at.Column, f.Rule.ID))
	}
	for _, p := range j.Problems {
		out.problems = append(out.problems, p.Error())
	}
	return out
}

// The same session runs over the files of the system, over a map in memory, and
// over texts in place of files.
func TestSessionOverEachFileSystem(t *testing.T) {
	t.Chdir(t.TempDir())
	memory, texts := session.Memory{}, map[string][]byte{}
	for name, text := range project {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		memory["/"+name], texts[name] = []byte(text), []byte(text)
	}
	want := judged(t, filesystem.OS{})
	assert.Contains(t, want.findings, "apps/jvm.options:3:22: g1-region-count")
	assert.Contains(t, want.findings, "chart/values.yaml:1:23: unknown-flag")
	assert.Equal(t, []string{"left out: 1 file or folder that .gitignore names, 1 file or chart that --exclude or the configuration excludes"}, want.left)
	assert.Equal(t, want, judged(t, memory), "in memory")

	for name := range project {
		require.NoError(t, os.WriteFile(name, []byte("\x00"), 0o644))
	}
	assert.Equal(t, want, judged(t, filesystem.Over(filesystem.OS{}, texts)), "texts in place of files")
}

// Fix hands each change to whoever asked, and writes nothing itself.
func TestFixInMemory(t *testing.T) {
	files := session.Memory{"/a.options": []byte("-Xmx2gb\n"), "/b.options": []byte("-Xmx2g\n")}
	s, err := session.Open(session.Options{FailOn: session.FailOn{Severity: "warning"}}, files)
	require.NoError(t, err)
	r, err := s.Read([]string{"."})
	require.NoError(t, err)
	after := map[string]string{}
	mended, err := s.Fix(r, session.Limit{Safety: lint.Safe}, func(c fix.Change) error {
		after[c.After.Name] = string(c.After.Data)
		return nil
	})
	require.NoError(t, err)
	assert.Len(t, mended.Applied, 1)
	assert.Equal(t, map[string]string{"a.options": "-Xmx2g\n"}, after)
	assert.Equal(t, "-Xmx2gb\n", string(files["/a.options"]))
}

func TestRefusedOptions(t *testing.T) {
	for _, c := range []struct {
		name    string
		options session.Options
		want    string
	}{
		{"two configurations", session.Options{Configuration: session.Configuration{File: "a", None: true}}, "--config and --no-config exclude each other"},
		{"two baselines", session.Options{Baseline: session.Baseline{File: "a", Write: "b"}}, "--write-baseline replaces --baseline: it leaves out the findings that it writes"},
		{"a baseline that is none", session.Options{Baseline: session.Baseline{File: "a", None: true}}, "--no-baseline excludes --baseline and --write-baseline"},
		{"a baseline that is missing", session.Options{Baseline: session.Baseline{File: "a"}}, "--baseline a: the file does not exist; --write-baseline writes it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := session.Open(c.options, session.Memory{"/x": nil})
			if err == nil {
				err = s.ReadBaseline()
			}
			assert.EqualError(t, err, c.want)
		})
	}
	s, err := session.Open(session.Options{Rules: session.Choice{Selected: []string{"g1-region-cuont"}}}, session.Memory{"/x": nil})
	require.NoError(t, err)
	assert.EqualError(t, s.ChooseRules(), `unknown rule "g1-region-cuont", did you mean "g1-region-count"?`)
}
