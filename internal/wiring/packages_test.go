package wiring

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// version is that of the next release.
func version(t *testing.T) string {
	m := regexp.MustCompile(`(?m)^version = "(.+)"$`).FindStringSubmatch(page(t, "pyproject.toml"))
	require.NotNil(t, m)
	return m[1]
}

// packages is a folder with the packages of PyPI and npm for this platform.
func packages(t *testing.T) string {
	for _, program := range [][]string{{"python3", "-m", "pip", "--version"}, {"npm", "--version"}} {
		if err := exec.Command(program[0], program[1:]...).Run(); err != nil || runtime.GOOS == "windows" {
			t.Skipf("skipped: packages are tried with %s, and not on Windows", strings.Join(program[:len(program)-1], " "))
		}
	}
	data, err := program()
	require.NoError(t, err)
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), mode))
	}
	for _, name := range []string{"README.md", "LICENSE", "packages/build.py", "packages/wheel.py", "packages/npm/jvmlint.js"} {
		write(name, page(t, name), 0o644)
	}
	write("build/THIRD_PARTY_NOTICES", "of others", 0o644)
	write("dist/this/jvmlint", string(data), 0o755)
	write("dist/metadata.json", fmt.Sprintf(`{"version": %q}`, version(t)), 0o644)
	write("dist/artifacts.json", fmt.Sprintf(`[{"type": "Binary", "goos": %q, "goarch": %q, "path": "dist/this/jvmlint"}]`,
		runtime.GOOS, runtime.GOARCH), 0o644)
	command(t, dir, "python3", "packages/build.py", "dist", "made", runtime.GOOS+"/"+runtime.GOARCH)
	return filepath.Join(dir, "made")
}

// says runs a program on a values file with an error, or on another.
func says(t *testing.T, text, program string, args ...string) (out string, exit int) {
	file := filepath.Join(t.TempDir(), "values.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	c := exec.Command(program, append(args, "check", file)...)
	printed, err := c.CombinedOutput()
	if err != nil {
		require.ErrorAs(t, err, new(*exec.ExitError))
	}
	return string(printed), c.ProcessState.ExitCode()
}

// TestWheel installs the hooks as pre-commit does, and with them the wheel, without a network.
func TestWheel(t *testing.T) {
	folder, target := packages(t), t.TempDir()
	command(t, root(t), "python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--find-links", folder,
		"--target", target, ".")
	for name, c := range map[string]struct {
		values, want string
		exit         int
	}{
		"with an error": {bad, "a heap of 2g is over the limit of 1Gi", 1},
		"clean":         {good, "no findings", 0},
	} {
		t.Run(name, func(t *testing.T) {
			out, exit := says(t, c.values, filepath.Join(target, "bin/jvmlint"))
			assert.Equal(t, c.exit, exit)
			assert.Contains(t, out, c.want)
		})
	}
	for _, name := range []string{"LICENSE", "THIRD_PARTY_NOTICES"} {
		assert.FileExists(t, filepath.Join(target, "jvmlint-"+version(t)+".dist-info/licenses", name), name)
	}
}

// TestNPM installs the packages of npm without a network, and then without that of this platform.
func TestNPM(t *testing.T) {
	all, err := filepath.Glob(filepath.Join(packages(t), "*.tgz"))
	require.NoError(t, err)
	require.Len(t, all, 2)
	target := t.TempDir()
	install := append([]string{"install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", target}, all...)
	command(t, target, "npm", install...)
	program := filepath.Join(target, "node_modules/.bin/jvmlint")
	out, exit := says(t, bad, program)
	assert.Equal(t, 1, exit)
	assert.Contains(t, out, "a heap of 2g is over the limit of 1Gi")

	started, err := filepath.Glob(filepath.Join(target, "node_modules/@jvmlint/*/jvmlint"))
	require.NoError(t, err)
	require.Len(t, started, 1)
	for signal, want := range map[string]int{"TERM": -1, "PIPE": 128 + 13} { // Node.js ignores SIGPIPE
		t.Run(signal, func(t *testing.T) {
			require.NoError(t, os.WriteFile(started[0], []byte("#!/bin/sh\nkill -"+signal+" $$\n"), 0o755))
			_, exit := says(t, bad, program)
			assert.Equal(t, want, exit)
		})
	}

	require.NoError(t, os.RemoveAll(filepath.Join(target, "node_modules/@jvmlint")))
	out, exit = says(t, bad, program)
	assert.Equal(t, 2, exit)
	assert.Regexp(t, `^jvmlint: the package @jvmlint/\S+ is missing: `, out)
}

// What names a release names the next one: its tag is all that a release takes.
func TestVersionsInStep(t *testing.T) {
	named := regexp.MustCompile(`(?:rev: v|jvmlint@v?|jvmlint[_:]|JVMLINT_VERSION: |version[:=]+ ?"?|jvmlint==|--version v|install\.sh"? |as )(\d+\.\d+\.\d+)\b`)
	count := 0
	for _, file := range []string{"README.md", "docs/install.md", "docs/ci.md", "docs/pre-commit.md", "action.yml", "plugin.yaml", "pyproject.toml"} {
		for _, m := range named.FindAllStringSubmatch(page(t, file), -1) {
			count++
			assert.Equal(t, version(t), m[1], "%s: %s", file, m[0])
		}
	}
	assert.Greater(t, count, 15)
}

// TestHelmPlugin runs what Helm runs of the plugin.
func TestHelmPlugin(t *testing.T) {
	var plugin struct {
		PlatformCommand []struct{ Command string } `yaml:"platformCommand"`
		Hooks           map[string]string
	}
	require.NoError(t, yaml.Unmarshal([]byte(page(t, "plugin.yaml")), &plugin))
	from, dir := releases(t, version(t)), t.TempDir()
	require.NoError(t, os.Symlink(filepath.Join(root(t), "scripts"), filepath.Join(dir, "scripts")))
	for _, hook := range []string{"install", "update"} {
		c := exec.Command("bash", "-c", plugin.Hooks[hook])
		c.Env = append(os.Environ(), "HELM_PLUGIN_DIR="+dir, "JVMLINT_RELEASES="+from, unsigned)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s: %s", hook, out)
	}
	require.Len(t, plugin.PlatformCommand, 1)
	require.Equal(t, "$HELM_PLUGIN_DIR/jvmlint check", plugin.PlatformCommand[0].Command)
	out, exit := says(t, bad, filepath.Join(dir, "jvmlint"))
	assert.Equal(t, 1, exit)
	assert.Contains(t, out, "a heap of 2g is over the limit of 1Gi")
}
