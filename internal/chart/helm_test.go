package chart_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// helmCommand is the helm that JVMLINT_HELM names, or the one on the path.
func helmCommand(t *testing.T) string {
	t.Helper()
	name := os.Getenv("JVMLINT_HELM")
	if name == "" {
		name = "helm"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no helm to compare with")
	}
	return path
}

// documents are the YAML documents of rendered text, sorted: helm prints them
// in the order of installation.
func documents(text string) []string {
	var all []string
	for _, d := range regexp.MustCompile(`(?m)^---[ \t]*$`).Split("\n"+text, -1) {
		if d = strings.TrimSpace(d); d != "" {
			all = append(all, d)
		}
	}
	slices.Sort(all)
	return all
}

// template gives the documents of helm template.
func template(helm, path string, options ...string) ([]string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(helm, append([]string{"template", "release-name", path, "--kube-version", "v1.37.0"}, options...)...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, errors.New(strings.SplitN(stderr.String(), "\n", 2)[0])
	}
	return documents(stdout.String()), nil
}

// settled gives lines without those that helm makes at random: they differ
// between two runs of it.
func settled(all, one, other []string) []string {
	lines := func(s []string) []string { return strings.Split(strings.Join(s, "\n---\n"), "\n") }
	out, a, b := lines(all), lines(one), lines(other)
	for i := range out {
		if i < len(a) && i < len(b) && a[i] != b[i] {
			out[i] = "random"
		}
	}
	return out
}

// TestAsHelmTemplate holds what is rendered against helm template, on every
// chart below JVMLINT_CORPUS that it renders.
func TestAsHelmTemplate(t *testing.T) {
	helm := helmCommand(t)
	same, refused := 0, 0
	eachRealChart(t, func(path string) {
		want, err := template(helm, path)
		if err != nil {
			t.Logf("helm refuses %s: %s", path, err)
			refused++
			return
		}
		again, err := template(helm, path)
		require.NoError(t, err)
		c, err := chart.Load(filesystem.OS{}, path, budget.NewRun())
		require.NoError(t, err)
		r := c.Render(chart.Release{})
		ours := printedAs(r)
		assert.Empty(t, r.Problems, path)
		assert.Equal(t, settled(want, want, again), settled(ours, want, again), path)
		same++
	})
	t.Logf("%d charts as helm template renders them, %d that it refuses", same, refused)
}

// printedAs gives the documents of a rendered chart as helm prints them.
func printedAs(r *chart.Rendered) (ours []string) {
	for _, text := range strings.Split(string(r.File.Data), "---\n# Source: ")[1:] {
		name, text, _ := strings.Cut(text, "\n")
		for _, d := range documents(text) {
			ours = append(ours, "# Source: "+name+"\n"+d)
		}
	}
	slices.Sort(ours)
	return ours
}

// TestFilesAsHelmTemplate sets values to the texts of files, as helm does.
func TestFilesAsHelmTemplate(t *testing.T) {
	helm := helmCommand(t)
	dir := unpack(t, chartYAML+"-- values.yaml --\na: 1\n-- templates/x.yaml --\nvalues: {{ toJson .Values | quote }}\n"+
		"-- a.txt --\n-Xmx1g\n-Xms1g\n-- b,c.txt --\nb\n-- empty.txt --\n")
	read := func(name string) *source.File {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		return source.NewFile(name, data)
	}
	a, b, empty := filepath.Join(dir, "a.txt"), filepath.Join(dir, "b,c.txt"), filepath.Join(dir, "empty.txt")
	escaped := strings.ReplaceAll(b, ",", "\\,")
	for _, c := range []struct {
		name string
		set  []chart.Setting
	}{
		{"a file", []chart.Setting{{Option: "--set-file", Text: "a=" + a, Files: []*source.File{read(a)}}}},
		{"several, one below a key", []chart.Setting{{Option: "--set-file", Text: "a=" + a + ",b.c=" + escaped, Files: []*source.File{read(a), read(b)}}}},
		{"a list", []chart.Setting{{Option: "--set-file", Text: "a={" + a + "," + escaped + "}", Files: []*source.File{read(a), read(b)}}}},
		{"items", []chart.Setting{{Option: "--set-file", Text: "l[1]=" + a + ",l[0].b=" + a, Files: []*source.File{read(a), read(a)}}}},
		{"no file", []chart.Setting{{Option: "--set-file", Text: "a="}}},
		{"an empty file", []chart.Setting{{Option: "--set-file", Text: "a=" + empty, Files: []*source.File{read(empty)}}}},
		{"over a string, below a literal", []chart.Setting{
			{Option: "--set-string", Text: "a=1,b=1,c=1"},
			{Option: "--set-file", Text: "b=" + a + ",c=" + a, Files: []*source.File{read(a), read(a)}},
			{Option: "--set-literal", Text: "c=1"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var options []string
			for _, s := range slices.Backward(c.set) { // helm takes them in its own order
				assert.Equal(t, lists.Of(s.Files, func(f *source.File) string { return f.Name }), append([]string{}, s.Names()...))
				options = append(options, s.Option, s.Text)
			}
			want, err := template(helm, dir, options...)
			require.NoError(t, err)
			assert.Equal(t, want, printedAs(render(t, dir, chart.Release{Set: c.set})))
		})
	}
}
