package wiring

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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

// gitLabJob is a job as GitLab reads it.
type gitLabJob struct {
	Stage, Image string
	Variables    map[string]string
	BeforeScript []string `yaml:"before_script"`
	Script       []string
	Artifacts    struct {
		When    string
		Reports map[string]string
	}
}

// runner runs lines of a job in a folder as a runner of GitLab does, with scripts/install.sh of here.
func (job gitLabJob) runner(t *testing.T, shell []string, dir string, with ...string) func(lines []string, more ...string) (string, error) {
	folder := t.TempDir()
	here := strings.NewReplacer(
		"https://raw.githubusercontent.com/jvmlint/jvmlint/main", "file://"+root(t),
		"/tmp/install-jvmlint.sh", filepath.Join(folder, "install.sh"),
		"/usr/local/bin", folder,
	)
	environment := slices.Concat(os.Environ(), []string{unsigned, "PATH=" + folder + ":" + os.Getenv("PATH")}, with)
	for name, value := range job.Variables {
		environment = append(environment, name+"="+value)
	}
	return func(lines []string, more ...string) (string, error) {
		words := append(slices.Clone(shell), here.Replace(strings.Join(lines, "\n")))
		c := exec.Command(words[0], words[1:]...)
		c.Dir, c.Env = dir, append(environment, more...)
		out, err := c.CombinedOutput()
		return string(out), err
	}
}

// reported are the paths of what the code quality of a job lists.
func (job gitLabJob) reported(t *testing.T, dir string) []string {
	assert.Equal(t, "always", job.Artifacts.When)
	var findings []struct{ Location struct{ Path string } }
	data, err := os.ReadFile(filepath.Join(dir, job.Artifacts.Reports["codequality"]))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &findings))
	var paths []string
	for _, f := range findings {
		paths = append(paths, f.Location.Path)
	}
	return paths
}

// TestGitLabTemplate runs the lines of the job as a runner of GitLab does.
func TestGitLabTemplate(t *testing.T) {
	var template map[string]gitLabJob
	read(t, "templates/jvmlint.gitlab-ci.yml", &template)
	job, ok := template["jvmlint"]
	require.True(t, ok)
	dir := repository(t, map[string]string{"bad/values.yaml": bad})
	run := job.runner(t, []string{"bash", "-eo", "pipefail", "-c"}, dir, "JVMLINT_RELEASES="+releases(t, "1.2.3"))
	out, err := run(job.BeforeScript, "JVMLINT_VERSION=1.2.3")
	require.NoError(t, err, out)
	out, err = run(job.Script)
	assert.Error(t, err)
	assert.Contains(t, out, "bad/values.yaml:3:17: error: ")
	assert.Equal(t, []string{"bad/values.yaml"}, job.reported(t, dir))
}

var componentInput = regexp.MustCompile(`\$\[\[ inputs\.([\w-]+) \]\]`)

// TestGitLabComponent runs the job of the component with inputs, as a runner of GitLab would. It was on none.
func TestGitLabComponent(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root(t), "templates/jvmlint/template.yml"))
	require.NoError(t, err)
	head, body, ok := strings.Cut(string(data), "\n---\n")
	require.True(t, ok)
	var declared struct {
		Spec struct {
			Inputs map[string]struct{ Default *string }
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(head), &declared))
	for name, input := range declared.Spec.Inputs {
		require.Contains(t, body, "$[[ inputs."+name+" ]]")
		require.NotNil(t, input.Default, name)
	}
	installed := t.TempDir()
	built, err := program()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(installed, "jvmlint"), built, 0o755))

	const listed, heap = "bad/values.yaml", "bad/values.yaml:3:17: error: a heap of 2g is over the limit of 1Gi"
	for name, c := range map[string]struct {
		inputs  map[string]string
		fetched bool // the image lacks jvmlint
		code    int
		printed string
		paths   []string // in the report
	}{
		"defaults":          {code: 1, printed: heap, paths: []string{listed}},
		"fetched":           {inputs: map[string]string{"version": "1.2.3"}, fetched: true, code: 1, printed: heap, paths: []string{listed}},
		"paths":             {inputs: map[string]string{"paths": "good other"}, printed: "no findings"},
		"arguments":         {inputs: map[string]string{"args": "--exit-zero --jdk 17"}, printed: heap, paths: []string{listed}},
		"a severity":        {inputs: map[string]string{"fail-on": "error"}, code: 1, printed: heap, paths: []string{listed}},
		"no severity":       {inputs: map[string]string{"fail-on": "fatal"}, code: 2, printed: `unknown severity "fatal"`},
		"nothing else runs": {inputs: map[string]string{"paths": "good; touch $(touch ran)"}, code: 2, printed: "good;: no such file"},
	} {
		t.Run(name, func(t *testing.T) {
			text := componentInput.ReplaceAllStringFunc(body, func(used string) string {
				name := componentInput.FindStringSubmatch(used)[1]
				require.Contains(t, declared.Spec.Inputs, name)
				if given, ok := c.inputs[name]; ok {
					return given
				}
				return *declared.Spec.Inputs[name].Default
			})
			var jobs map[string]gitLabJob
			require.NoError(t, yaml.Unmarshal([]byte(text), &jobs))
			job := jobs["jvmlint"]
			assert.Equal(t, []string{"test", "debian:stable-slim"}, []string{job.Stage, job.Image})
			dir := repository(t, map[string]string{"bad/values.yaml": bad, "good/values.yaml": good, "other/README": ""})
			with := "PATH=" + installed + ":" + os.Getenv("PATH")
			if c.fetched {
				with = "JVMLINT_RELEASES=" + releases(t, "1.2.3")
			}
			run := job.runner(t, []string{"sh", "-ec"}, dir, with)
			out, err := run(job.BeforeScript)
			require.NoError(t, err, out)
			assert.Equal(t, c.fetched, strings.Contains(out, "jvmlint 1.2.3"), out)
			out, err = run(job.Script)
			assert.Contains(t, out, c.printed)
			if c.code == 0 {
				assert.NoError(t, err)
			} else if exit := (*exec.ExitError)(nil); assert.ErrorAs(t, err, &exit) {
				assert.Equal(t, c.code, exit.ExitCode())
			}
			assert.NoFileExists(t, filepath.Join(dir, "ran"))
			if c.code < 2 {
				assert.Equal(t, c.paths, job.reported(t, dir))
			}
		})
	}
}
