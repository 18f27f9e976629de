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

// A branch changes files in every way; main goes on meanwhile.
func TestBefore(t *testing.T) {
	r := newRepo(t)
	a2c := column("abc")
	for _, name := range []string{"same", "changed", "staged", "unstaged", "moved", "moved-changed", "gone", "removed", "sub/a b\t\"ü", "-dash", "on-main", "filtered", "link-now"} {
		r.write(name, a2c)
	}
	r.write(".gitignore", "ignored\n")
	r.write(".gitattributes", "filtered filter=lfs\n")
	r.commit()
	r.git("checkout", "-q", "-b", "branch")
	r.write("changed", column("aXc"))
	r.write("sub/a b\t\"ü", "")
	r.write("-dash", column("X"))
	r.git("mv", "moved", "sub/moved")
	r.git("mv", "moved-changed", "sub/moved-changed")
	r.write("sub/moved-changed", column("abcX"))
	r.git("rm", "-q", "gone")
	r.write("added", column("a"))
	r.commit()
	r.write("staged", column("aXc"))
	r.git("add", "staged")
	r.write("unstaged", column("aXc"))
	r.write("new/untracked", column("a"))
	r.write("ignored", column("a"))
	r.write("filtered", column("X"))
	require.NoError(t, os.Remove(r.path("removed")))
	require.NoError(t, os.Remove(r.path("link-now")))
	if err := os.Symlink("same", r.path("link-now")); err != nil {
		r.write("link-now", a2c)
	}
	r.git("stash", "-q", "-u")
	r.git("checkout", "-q", "main")
	r.write("on-main", column("X"))
	r.commit()
	r.git("checkout", "-q", "branch")
	r.git("stash", "pop", "-q", "--index")
	r.write("ignored", column("b"))

	want := map[string]string{
		"changed": a2c, "staged": a2c, "unstaged": a2c, "gone": a2c, "removed": a2c, "sub/a b\t\"ü": a2c, "-dash": a2c,
		"sub/moved-changed": a2c, "added": "none", "new/untracked": "none",
	}
	assert.Equal(t, want, r.before("main", r.folder))
	assert.Equal(t, want, r.before("main", r.path("sub"), r.path("gone/more"), r.path("same")), "of all of the repository, once")
	entered := filepath.Join(t.TempDir(), "entered")
	if err := os.Symlink(r.folder, entered); err == nil {
		t.Chdir(entered) // PWD names the link
		assert.Equal(t, want, r.before("main", "."), "through a link")
	}
	delete(want, "changed")
	for _, name := range []string{"gone", "sub/a b\t\"ü", "-dash", "sub/moved-changed", "added"} { // which are committed
		delete(want, name)
	}
	assert.Equal(t, want, r.before("HEAD", r.folder))
}

// before are the texts that a revision had, none of what was not there.
func (r repo) before(revision string, paths ...string) map[string]string {
	r.Helper()
	texts, err := Before(revision, paths, false)
	require.NoError(r, err)
	root, err := filepath.EvalSymlinks(r.folder)
	require.NoError(r, err)
	all := map[string]string{}
	for path, text := range texts {
		name, err := filepath.Rel(root, path)
		require.NoError(r, err, path)
		all[filepath.ToSlash(name)] = string(text)
		if text == nil {
			all[filepath.ToSlash(name)] = "none"
		}
	}
	return all
}

// Files that a sparse checkout leaves out have not gone, and what is large or cannot be read keeps nobody from the rest.
func TestBeforeOfPart(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"a/f", "b/f", "secret"} {
		r.write(name, column("abc"))
	}
	r.write("large", strings.Repeat("a", mostBytes+1))
	r.commit()
	r.git("sparse-checkout", "set", "a")
	require.NoError(t, os.Remove(r.path("large")))
	require.NoError(t, os.Chmod(r.path("secret"), 0))
	r.write("a/f", column("aXc"))
	assert.Equal(t, map[string]string{"a/f": column("abc")}, r.before("HEAD", r.folder))
}

// A clone without the texts of then has no need of those that nobody asks for.
func TestBeforeInPartialClone(t *testing.T) {
	r := newRepo(t)
	r.git("config", "uploadpack.allowFilter", "true")
	for name, letters := range map[string]string{"same": "abc", "changed": "def", "other": "ghi"} {
		r.write(name, column(letters))
	}
	r.commit()
	r.write("changed", column("dXf"))
	r.write("other", column("gXi"))
	r.commit()
	clone := repo{t, filepath.Join(t.TempDir(), "clone")}
	cmd := exec.Command("git", "clone", "-q", "--filter=blob:none", "file://"+filepath.ToSlash(r.folder), clone.folder)
	out, err := cmd.CombinedOutput() // which may fetch
	require.NoError(t, err, string(out))
	l, err := Since("HEAD~1", []string{clone.path("same")})
	require.NoError(t, err)
	assert.Empty(t, clone.lines(l, "same"))
	texts, err := Before("HEAD~1", []string{clone.path("same")}, true)
	require.NoError(t, err)
	assert.Empty(t, texts)
	for _, alone := range []bool{true, false} {
		_, err = Before("HEAD~1", []string{clone.path("changed")}, alone)
		assert.ErrorContains(t, err, "could not fetch", "%t", alone)
	}
	_, err = Since("HEAD~1", []string{clone.path("changed")})
	assert.ErrorContains(t, err, "could not fetch")
}

func TestBeforeOfSeveralRepositories(t *testing.T) {
	one, other := newRepo(t), newRepo(t)
	for name, r := range map[string]repo{"one": one, "other": other} {
		r.write("f", column("abc"))
		r.commit()
		r.write("f", column(name))
	}
	texts, err := Before("main", []string{one.folder, other.path("f")}, false)
	require.NoError(t, err)
	assert.Len(t, texts, 2)
}

func TestBeforeWithoutHistory(t *testing.T) {
	r := newRepo(t)
	r.write("f", column("abc"))
	r.commit()
	for _, c := range []struct{ revision, folder, want string }{
		{"none", r.folder, `has no revision "none"; it may have to be fetched first`},
		{"--all", r.folder, `"--all" is not a revision`},
		{"main", t.TempDir(), "not a git repository"},
	} {
		_, err := Before(c.revision, []string{c.folder}, false)
		assert.ErrorContains(t, err, c.want, c.revision)
	}
}
