package wiring

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// read reads one of the repository's YAML files.
func read(t *testing.T, name string, into any) {
	data, err := os.ReadFile(filepath.Join(root(t), name))
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(data, into))
}

var inputExpression = regexp.MustCompile(`^\$\{\{ inputs\.([\w-]+) \}\}$`)

// TestAction runs the steps of action.yml as a runner of GitHub does.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Shell, Run string
				Env        map[string]string
			}
		}
	}
	read(t, "action.yml", &action)
	require.Equal(t, "composite", action.Runs.Using)
	from, summary := releases(t, "1.2.3"), filepath.Join(t.TempDir(), "summary")
	run := func(dir string, inputs map[string]string) (string, error) {
		require.NoError(t, os.WriteFile(summary, nil, 0o644))
		runner := t.TempDir()
		path := filepath.Join(runner, "path")
		output := ""
		for _, step := range action.Runs.Steps {
			require.Equal(t, "bash", step.Shell)
			require.NotContains(t, step.Run, "${{", "what a caller writes must not become a part of the script")
			added, _ := os.ReadFile(path)
			c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
			c.Dir = dir
			c.Env = append(os.Environ(), "GITHUB_ACTION_PATH="+root(t), "RUNNER_TEMP="+runner, "GITHUB_PATH="+path, "GITHUB_STEP_SUMMARY="+summary,
				"JVMLINT_RELEASES="+from, unsigned,
				"PATH="+strings.ReplaceAll(strings.TrimSpace(string(added)), "\n", ":")+":"+os.Getenv("PATH"))
			for name, value := range step.Env {
				m := inputExpression.FindStringSubmatch(value)
				require.NotNil(t, m, "%s", value)
				given, ok := inputs[m[1]]
				if !ok {
					require.Contains(t, action.Inputs, m[1])
					given = action.Inputs[m[1]].Default
				}
				c.Env = append(c.Env, name+"="+given)
			}
			out, err := c.CombinedOutput()
			output += string(out)
			if err != nil {
				return output, err
			}
		}
		return output, nil
	}
	dir := repository(t, map[string]string{"bad/values.yaml": bad, "good/values.yaml": good})

	out, err := run(dir, map[string]string{"version": "1.2.3", "sarif": "out.sarif"})
	assert.Error(t, err)
	assert.Contains(t, out, "::error file=bad/values.yaml,line=3,")
	sarif, err := os.ReadFile(filepath.Join(dir, "out.sarif"))
	require.NoError(t, err)
	assert.True(t, json.Valid(sarif))
	written, err := os.ReadFile(summary)
	require.NoError(t, err)
	assert.Regexp(t, `\| .kafka\.javaOpts of bad/values\.yaml. \|.*\| 2048 MiB \| 2417 MiB \| 1024 MiB \| error: `, string(written))
	assert.Contains(t, string(written), "a heap of 2g is over the limit of 1Gi")

	command(t, dir, "git", "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "before")
	out, err = run(dir, map[string]string{"version": "1.2.3", "base": "HEAD", "summary": "false"})
	assert.NoError(t, err, out)
	written, err = os.ReadFile(summary)
	require.NoError(t, err)
	assert.Empty(t, written)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "good/values.yaml"), []byte(bad), 0o644))
	out, err = run(dir, map[string]string{"version": "1.2.3", "base": "HEAD"})
	assert.Error(t, err)
	assert.Contains(t, out, "::error file=good/values.yaml,line=3,")
	assert.NotContains(t, out, "bad/values.yaml")
	written, err = os.ReadFile(summary)
	require.NoError(t, err)
	assert.Contains(t, string(written), "### jvmlint: 1 workload differs from HEAD: 1 finding new, 0 gone\n\n`kafka.javaOpts of good/values.yaml`: **from ")
	assert.Contains(t, string(written), "- new error at `good/values.yaml:3:17`: a heap of 2g is over the limit of 1Gi")
	out, err = run(dir, map[string]string{"version": "1.2.3", "base": "HEAD", "args": "--require-jvm --exit-zero"})
	assert.NoError(t, err, out)
	assert.Contains(t, out, "::warning title=jvmlint::what differs from HEAD could not be told", "diff has no such option")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "good/values.yaml"), []byte(good), 0o644))

	out, err = run(dir, map[string]string{"version": "1.2.3", "paths": "good"})
	assert.NoError(t, err, out)
	out, err = run(dir, map[string]string{"version": "1.2.3", "paths": "bad good", "args": "--ignore heap-is-limit --jdk 17"})
	assert.NoError(t, err, out)
}

// TestGitLabTemplate runs the lines of the job as a runner of GitLab does.
func TestGitLabTemplate(t *testing.T) {
	var template map[string]struct {
		Variables    map[string]string
		BeforeScript []string `yaml:"before_script"`
		Script       []string
		Artifacts    struct {
			When    string
			Reports map[string]string
		}
	}
	read(t, "templates/jvmlint.gitlab-ci.yml", &template)
	job, ok := template["jvmlint"]
	require.True(t, ok)
	assert.Equal(t, "always", job.Artifacts.When)
	folder := t.TempDir()
	here := strings.NewReplacer(
		"https://raw.githubusercontent.com/jvmlint/jvmlint/main", "file://"+root(t),
		"/tmp/install-jvmlint.sh", filepath.Join(folder, "install.sh"),
		"/usr/local/bin", folder,
	)
	environment := append(os.Environ(), "JVMLINT_RELEASES="+releases(t, "1.2.3"), unsigned, "PATH="+folder+":"+os.Getenv("PATH"))
	for name, value := range job.Variables {
		environment = append(environment, name+"="+value)
	}
	dir := repository(t, map[string]string{"bad/values.yaml": bad})
	run := func(lines []string, more ...string) (string, error) {
		c := exec.Command("bash", "-eo", "pipefail", "-c", here.Replace(strings.Join(lines, "\n")))
		c.Dir, c.Env = dir, append(environment, more...)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	out, err := run(job.BeforeScript, "JVMLINT_VERSION=1.2.3")
	require.NoError(t, err, out)
	out, err = run(job.Script)
	assert.Error(t, err)
	assert.Contains(t, out, "bad/values.yaml:3:17: error: ")
	var findings []struct {
		Path     string
		Location struct{ Path string }
	}
	data, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports["codequality"]))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &findings))
	require.Len(t, findings, 1)
	assert.Equal(t, "bad/values.yaml", findings[0].Location.Path)
}
