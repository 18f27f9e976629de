package changes

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// traps is a folder of programs that each leave a file when they run.
type traps struct {
	*testing.T
	programs, sprung string
}

func newTraps(t *testing.T) traps {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh")
	}
	return traps{t, t.TempDir(), t.TempDir()}
}

// program is a path of one.
func (s traps) program(name string) string {
	path := filepath.Join(s.programs, name)
	text := "#!/bin/sh\n: >'" + filepath.Join(s.sprung, name) + "'\n"
	require.NoError(s, os.WriteFile(path, []byte(text), 0o755))
	return path
}

func (s traps) names() []string {
	entries, err := os.ReadDir(s.sprung)
	require.NoError(s, err)
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// A repository, and the environment, name programs wherever git takes one. None
// of them is run, whatever is asked of which files.
func TestSinceRunsNoProgram(t *testing.T) {
	r, s := newRepo(t), newTraps(t)
	r.write(".gitattributes", "* filter=trap diff=trap merge=trap\n")
	r.write("f", column("abc"))
	r.write("g", column("abc"))
	r.write("same", column("abc"))
	r.write("a.tgz", "a\n")
	r.commit()
	r.write("g", column("abcX"))
	r.git("mv", "same", "moved")
	r.commit()
	r.write("f", column("aXc"))
	r.write("a.tgz", "b\n")
	r.write("new", column("abc"))

	included := filepath.Join(s.programs, "included")
	require.NoError(t, os.WriteFile(included, []byte("[core]\n\tfsmonitor = "+s.program("included-fsmonitor")+"\n"), 0o644))
	for name, value := range map[string]string{
		"filter.trap.required": "true", "diff.trap.cachetextconv": "true", "include.path": included, "core.worktree": r.folder,
		"protocol.allow": "always", "protocol.ext.allow": "always", "protocol.file.allow": "always",
		"extensions.partialClone": "origin", "remote.origin.promisor": "true", "remote.origin.partialclonefilter": "blob:none",
		"remote.origin.url": "ext::" + s.program("remote-helper"), "core.hooksPath": s.programs,
	} {
		r.git("config", name, value)
	}
	for _, name := range []string{
		"filter.trap.clean", "filter.trap.smudge", "filter.trap.process", "core.fsmonitor", "diff.external", "diff.trap.textconv", "diff.trap.command",
		"merge.trap.driver", "core.pager", "pager.diff", "pager.ls-files", "pager.diff-index", "core.editor", "core.askPass", "core.sshCommand", "core.gitProxy",
		"core.alternateRefsCommand", "gpg.program", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
	} {
		r.git("config", name, s.program(name))
	}
	for _, name := range []string{"credential.helper", "alias.diff-index", "alias.ls-files", "alias.cat-file", "alias.rev-parse", "alias.merge-base", "alias.check-attr", "alias.config"} {
		r.git("config", name, "!"+s.program(name))
	}
	for _, hook := range []string{"post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout", "pre-auto-gc"} {
		s.program(hook)
	}
	for _, name := range []string{"GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_PROXY_COMMAND", "PAGER", "EDITOR", "SSH_ASKPASS"} {
		t.Setenv(name, s.program(name))
	}
	for _, name := range []string{"GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE_SETUP", "GIT_TRACE_PACK_ACCESS"} {
		t.Setenv(name, filepath.Join(s.sprung, name))
	}
	t.Setenv("GIT_ALLOW_PROTOCOL", "ext:file")
	t.Setenv("GIT_CONFIG_COUNT", "1")
	t.Setenv("GIT_CONFIG_KEY_0", "core.fsmonitor")
	t.Setenv("GIT_CONFIG_VALUE_0", s.program("environment-fsmonitor"))

	ask := func() (Lines, error) {
		if _, err := Before("HEAD~1", []string{r.folder}, false); err != nil {
			return nil, err
		}
		return Since("HEAD~1", []string{r.path("f"), r.path("g"), r.path("moved"), r.path("new"), r.path("a.tgz/values.yaml")})
	}
	l, err := ask()
	require.NoError(t, err)
	assert.Equal(t, []string{"aXc", "abcX", "", "abc"}, []string{r.lines(l, "f"), r.lines(l, "g"), r.lines(l, "moved"), r.lines(l, "new")})
	assert.True(t, l.Touch(r.path("a.tgz/values.yaml"), 1, 1))

	// Objects that are missing are not fetched.
	r.write(".gitattributes", "")
	l, err = ask()
	require.NoError(t, err)
	assert.Equal(t, "X", r.lines(l, "f"))
	id := idOf([]byte(column("abc")), 40)
	require.NoError(t, os.Remove(r.path(".git/objects/"+id[:2]+"/"+id[2:])))
	_, err = ask()
	assert.Error(t, err)
	assert.Empty(t, s.names())

	// They are armed: git itself springs them.
	r.write(".gitattributes", "* filter=trap diff=trap merge=trap\n")
	for _, arguments := range [][]string{{"status"}, {"diff"}, {"-c", "diff.trap.command=", "-c", "diff.external=", "diff"}, {"cat-file", "blob", id}} {
		cmd := exec.Command("git", arguments...)
		cmd.Dir = r.folder
		_ = cmd.Run()
	}
	for _, name := range []string{"filter.trap.process", "environment-fsmonitor", "remote-helper", "GIT_TRACE", "GIT_TRACE2_EVENT"} {
		assert.Contains(t, s.names(), name, strings.Join(s.names(), " "))
	}
}
