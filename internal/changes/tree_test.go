package changes

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A branch changes files in every way; main goes on meanwhile.
func TestBefore(t *testing.T) {
	r := newRepo(t)
	a2c := column("abc")
	for _, name := range []string{"same", "changed", "staged", "unstaged", "moved", "gone", "removed", "sub/a b\t\"ü", "-dash", "on-main", "filtered", "link-now"} {
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
		"changed": a2c, "staged": a2c, "unstaged": a2c, "moved": a2c, "gone": a2c, "removed": a2c, "sub/a b\t\"ü": a2c, "-dash": a2c,
		"sub/moved": "none", "added": "none", "new/untracked": "none",
	}
	assert.Equal(t, want, r.before("main", r.folder))
	below := map[string]string{}
	for name, text := range want {
		way, err := filepath.Rel("sub", name)
		require.NoError(t, err, name)
		below[filepath.ToSlash(way)] = text
	}
	assert.Equal(t, below, r.before("main", r.path("sub")), "as seen from a folder")
	delete(want, "changed")
	for _, name := range []string{"moved", "gone", "sub/a b\t\"ü", "-dash", "sub/moved", "added"} { // which are committed
		delete(want, name)
	}
	assert.Equal(t, want, r.before("HEAD", r.folder))
}

// before are the texts that a revision had, none of what was not there.
func (r repo) before(revision, folder string) map[string]string {
	r.Helper()
	texts, err := Before(revision, folder)
	require.NoError(r, err)
	all := map[string]string{}
	for name, text := range texts {
		all[name] = string(text)
		if text == nil {
			all[name] = "none"
		}
	}
	return all
}

func TestBeforeWithoutHistory(t *testing.T) {
	r := newRepo(t)
	r.write("f", column("abc"))
	r.commit()
	for _, c := range []struct{ revision, folder, want string }{
		{"none", r.folder, `has no revision "none"; it may have to be fetched first`},
		{"--all", r.folder, `"--all" is not a revision`},
		{"main", t.TempDir(), "not a git repository"},
		{"main", r.path("none"), "none"},
	} {
		_, err := Before(c.revision, c.folder)
		assert.ErrorContains(t, err, c.want, c.revision)
	}
}
