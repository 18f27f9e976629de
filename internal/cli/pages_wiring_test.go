package cli_test

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// published is what other tools may name of jvmlint.
type published struct{ hooks, inputs, variables map[string]any }

func readPublished(t *testing.T) published {
	var action struct{ Inputs map[string]any }
	var hooks []struct{ ID string }
	var pipeline map[string]struct{ Variables map[string]any }
	for name, into := range map[string]any{"action.yml": &action, ".pre-commit-hooks.yaml": &hooks, gitlabTemplate: &pipeline} {
		data, err := os.ReadFile(name)
		require.NoError(t, err, name)
		require.NoError(t, yaml.Unmarshal(data, into), name)
	}
	p := published{map[string]any{}, action.Inputs, pipeline["jvmlint"].Variables}
	for _, h := range hooks {
		p.hooks[h.ID] = h
	}
	return p
}

const gitlabTemplate = "templates/jvmlint.gitlab-ci.yml"

// TestPageWiring holds what blocks of YAML name of jvmlint (hooks, the action
// and its inputs, the template and its variables, a configuration) against what
// there is.
func TestPageWiring(t *testing.T) {
	named := 0
	eachPage(t, func(t *testing.T, _, text string) {
		p := readPublished(t)
		for _, m := range fencedBlock.FindAllStringSubmatch(text, -1) {
			if m[1] != "yaml" {
				continue
			}
			if strings.HasPrefix(m[2], "# .jvmlint.yaml\n") {
				named++
				accepted(t, m[2])
			}
			var block any
			require.NoError(t, yaml.Unmarshal([]byte(m[2]), &block))
			eachMap(block, func(of map[string]any) { named += p.check(t, of) })
		}
	})
	assert.Greater(t, named, 10, "the pages name what there is to name")
}

// check holds one mapping of a block, and counts what it names of jvmlint.
func (p published) check(t *testing.T, of map[string]any) (named int) {
	if repo, _ := of["repo"].(string); path.Base(repo) == "jvmlint" {
		hooks, _ := of["hooks"].([]any)
		for _, h := range hooks {
			named++
			assert.Contains(t, p.hooks, h.(map[string]any)["id"])
		}
	}
	if uses, _ := of["uses"].(string); strings.HasPrefix(uses, "jvmlint/jvmlint@") {
		given, _ := of["with"].(map[string]any)
		named++
		for name := range given {
			assert.Contains(t, p.inputs, name)
		}
	}
	if remote, _ := of["remote"].(string); strings.Contains(remote, "jvmlint") {
		named++
		assert.True(t, strings.HasSuffix(remote, "/jvmlint/jvmlint/main/"+gitlabTemplate), remote)
	}
	for name := range of {
		if strings.HasPrefix(name, "JVMLINT_") {
			named++
			assert.Contains(t, p.variables, name)
		}
	}
	return named
}

// eachMap calls f with every mapping within a document.
func eachMap(v any, f func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		f(v)
		for _, inner := range v {
			eachMap(inner, f)
		}
	case []any:
		for _, inner := range v {
			eachMap(inner, f)
		}
	}
}

// accepted reports whether jvmlint reads a configuration without complaint.
func accepted(t *testing.T, configuration string) {
	name := filepath.Join(t.TempDir(), ".jvmlint.yaml")
	require.NoError(t, os.WriteFile(name, []byte(configuration), 0o644))
	var out bytes.Buffer
	assert.Zero(t, cli.Main([]string{"check", "--show-config", "--config", name, "testdata/configuration/jvm.options"}, nil, &out, &out), out.String())
}
