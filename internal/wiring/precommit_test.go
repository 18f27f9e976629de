package wiring

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is the folder of the repository.
func root(t *testing.T) string {
	dir, err := filepath.Abs("../..")
	require.NoError(t, err)
	return dir
}

// repository is one of git, with these files staged.
func repository(t *testing.T, files map[string]string) string {
	dir := t.TempDir()
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	command(t, dir, "git", "init", "--quiet")
	command(t, dir, "git", "add", "--all")
	return dir
}

// published is a copy of the repository as it stands, with a release.
func published(t *testing.T) string {
	list, err := exec.Command("git", "-C", root(t), "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	require.NoError(t, err)
	files := map[string]string{}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		if data, err := os.ReadFile(filepath.Join(root(t), name)); err == nil { // one may be deleted and not committed yet
			files[name] = string(data)
		}
	}
	dir := repository(t, files)
	command(t, dir, "git", "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "all")
	command(t, dir, "git", "tag", "v0.0.0")
	return dir
}

func command(t *testing.T, dir, name string, args ...string) {
	c := exec.Command(name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

const (
	bad  = "kafka:\n  resources: {limits: {memory: 1Gi}}\n  javaOpts: -Xmx2g -Xms2g\n"
	good = "kafka:\n  resources: {limits: {memory: 4Gi}}\n  javaOpts: -Xmx2g -Xms2g -XX:+AlwaysPreTouch\n"
	// a unit that no JVM knows has a safe fix
	mendable = "kafka:\n  resources: {limits: {memory: 4Gi}}\n  javaOpts: -Xmx2gb -Xms2g -XX:+AlwaysPreTouch\n"
)

// TestPreCommit tries the hooks with the real pre-commit, which installs the wheel of jvmlint as it stands, or builds
// it with Go where a project asks for that.
func TestPreCommit(t *testing.T) {
	preCommit := os.Getenv("JVMLINT_PRECOMMIT")
	if preCommit == "" {
		t.Skip("skipped: JVMLINT_PRECOMMIT does not name the program pre-commit")
	}
	hooks := published(t)
	dir := repository(t, map[string]string{
		".pre-commit-config.yaml": fmt.Sprintf("repos:\n- repo: %s\n  rev: v0.0.0\n  hooks: [{id: jvmlint}, {id: jvmlint-fix}, {id: jvmlint-charts}, {id: jvmlint, alias: by-go, language: golang}]\n", hooks),
		"bad/values.yaml":         bad, "good/values.yaml": good, "mend/values.yaml": mendable,
		"chart/Chart.yaml": "apiVersion: v2\nname: kafka\nversion: 1.0.0\n", "chart/values.yaml": "heap: 2g\nmemory: 1Gi\n",
		"chart/templates/pod.yaml": `apiVersion: v1
kind: Pod
metadata: {name: kafka}
spec:
  containers:
    - name: kafka
      image: eclipse-temurin:17
      command: [java, "-Xmx{{ .Values.heap }}", -jar, app.jar]
      resources: {limits: {memory: {{ .Values.memory }}}}
`,
	})

	modules, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	environment := append(os.Environ(), "PRE_COMMIT_HOME="+t.TempDir(), "GOMODCACHE="+strings.TrimSpace(string(modules)), "GOFLAGS=-buildvcs=false",
		"PIP_NO_INDEX=1", "PIP_FIND_LINKS="+packages(t))
	run := func(hook string, files ...string) (string, bool) {
		c := exec.Command(preCommit, append([]string{"run", hook, "--color", "never", "--verbose"}, files...)...)
		c.Dir, c.Env = dir, environment
		out, err := c.CombinedOutput()
		t.Logf("%s", out)
		return string(out), err == nil
	}

	for _, hook := range []string{"jvmlint", "by-go"} {
		out, passed := run(hook, "--files", "bad/values.yaml")
		assert.False(t, passed, hook)
		assert.Contains(t, out, "bad/values.yaml:3:17: error: a heap of 2g is over the limit of 1Gi", hook)
	}

	out, passed := run("jvmlint", "--files", "good/values.yaml")
	assert.True(t, passed, out)

	out, passed = run("jvmlint-fix", "--files", "mend/values.yaml")
	assert.False(t, passed, "what a hook changes must be added first")
	assert.Contains(t, out, "files were modified by this hook")
	fixed, err := os.ReadFile(filepath.Join(dir, "mend/values.yaml"))
	require.NoError(t, err)
	assert.Equal(t, strings.Replace(mendable, "2gb", "2g", 1), string(fixed))
	_, passed = run("jvmlint-fix", "--files", "mend/values.yaml")
	assert.True(t, passed)

	out, passed = run("jvmlint-charts", "--all-files")
	assert.False(t, passed)
	assert.Contains(t, out, "chart/values.yaml:1:7: error: a heap of 2g is over the limit of 1Gi")
}
