package chart_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/chart/budget"
	"github.com/jvmlint/jvmlint/internal/filesystem"
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
func template(helm, path string) ([]string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(helm, "template", "release-name", path, "--kube-version", "v1.37.0")
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
		var ours []string
		r := c.Render(chart.Release{})
		for _, text := range strings.Split(string(r.File.Data), "---\n# Source: ")[1:] {
			name, text, _ := strings.Cut(text, "\n")
			for _, d := range documents(text) {
				ours = append(ours, "# Source: "+name+"\n"+d)
			}
		}
		slices.Sort(ours)
		assert.Empty(t, r.Problems, path)
		assert.Equal(t, settled(want, want, again), settled(ours, want, again), path)
		same++
	})
	t.Logf("%d charts as helm template renders them, %d that it refuses", same, refused)
}
