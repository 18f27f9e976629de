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

// repo is a repository that a test makes.
type repo struct {
	*testing.T
	folder string
}

func newRepo(t *testing.T) repo {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not on the path")
	}
	r := repo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repo) git(arguments ...string) {
	r.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"}, arguments...)...)
	cmd.Dir, cmd.Env = r.folder, append(environment(), "GIT_ALLOW_PROTOCOL=file")
	out, err := cmd.CombinedOutput()
	require.NoError(r, err, "%v: %s", arguments, out)
}

func (r repo) write(name, text string) {
	r.Helper()
	path := r.path(name)
	require.NoError(r, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(r, os.WriteFile(path, []byte(text), 0o644))
}

func (r repo) path(name string) string { return filepath.Join(r.folder, filepath.FromSlash(name)) }

func (r repo) commit() {
	r.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "--allow-empty", "-m", "m")
}

// lines are the lines of a file that changed, one letter each of its text: the
// files of these tests have a letter a line.
func (r repo) lines(l Lines, name string) string {
	data, err := os.ReadFile(r.path(name))
	require.NoError(r, err)
	var b strings.Builder
	for i, letter := range strings.Fields(string(data)) {
		if l.Touch(r.path(name), i+1, i+1) {
			b.WriteString(letter)
		}
	}
	return b.String()
}

func column(letters string) string { return strings.Join(strings.Split(letters, ""), "\n") + "\n" }

// A branch changes files in every way; main goes on meanwhile.
func TestSince(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"same", "changed", "staged", "unstaged", "moved", "moved-changed", "gone", "mode", "on-main", "crlf", "sub/a b\t\"ü", "-dash", ":(top)x", "binary"} {
		r.write(name, column("abcdefghij"))
	}
	r.write("binary", "a\x00\n"+column("bcdefghij"))
	r.write(".gitignore", "ignored\n")
	r.commit()
	r.git("checkout", "-q", "-b", "branch")
	r.write("changed", column("abXdefYghi"))
	r.write("sub/a b\t\"ü", column("Xabcdefghij"))
	r.write("-dash", column("aXbcdefghij"))
	r.write(":(top)x", column("abcdefghiX"))
	r.write("binary", "a\x00\n"+column("bcXefghij"))
	r.write("crlf", "a\r\n"+column("bcdefghij"))
	r.git("mv", "moved", "sub/moved")
	r.git("mv", "moved-changed", "sub/moved-changed")
	r.write("sub/moved-changed", column("abcdefghXij"))
	require.NoError(t, os.Remove(r.path("gone")))
	require.NoError(t, os.Chmod(r.path("mode"), 0o755))
	r.write("added", "a\nb\n++ c\n@@ -1 +1 @@\nd\n")
	r.commit()
	r.write("staged", column("abcdefghijX"))
	r.git("add", "staged")
	r.write("unstaged", column("bcdefghiXj"))
	r.write("untracked", column("ab"))
	r.write("ignored", column("ab"))
	r.git("checkout", "-q", "-f", "main", "--", "on-main")
	r.git("stash", "-q", "-u")
	r.git("checkout", "-q", "main")
	r.write("on-main", column("abcdefghij")+"X\n")
	r.write("changed", column("Xabcdefghij"))
	r.commit()
	r.git("checkout", "-q", "branch")
	r.git("stash", "pop", "-q", "--index")
	r.write("ignored", column("ab"))

	want := map[string]string{
		"same": "", "changed": "XY", "staged": "X", "unstaged": "X", "sub/moved": "", "sub/moved-changed": "X", "mode": "", "on-main": "",
		"crlf": "", "sub/a b\t\"ü": "X", "-dash": "X", ":(top)x": "X", "binary": "X", "untracked": "ab", "ignored": "ab", "added": "ab++c@@-1+1@@d",
	}
	var names []string
	for name := range want {
		names = append(names, r.path(name))
	}
	l, err := Since("main", names)
	require.NoError(t, err)
	delete(want, "added") // it has more than a letter a line
	for name, letters := range want {
		assert.Equal(t, letters, r.lines(l, name), name)
	}
	assert.True(t, l.Touch(r.path("added"), 4, 4))
	assert.True(t, l.Touch(r.path("changed"), 1, 3), "of several lines one is enough")
	assert.False(t, l.Touch(r.path("changed"), 4, 6))

	// What was committed is no change against itself.
	l, err = Since("HEAD", names)
	require.NoError(t, err)
	assert.Equal(t, []string{"", "X", "X", "ab"}, []string{r.lines(l, "changed"), r.lines(l, "staged"), r.lines(l, "unstaged"), r.lines(l, "untracked")})
}

// The user's settings and the variables of a hook change nothing.
func TestSinceWithSettings(t *testing.T) {
	r := newRepo(t)
	r.write("a/f", column("abc"))
	r.commit()
	r.write("a/f", column("aXc"))
	for _, s := range []string{"diff.noprefix", "diff.mnemonicPrefix", "diff.relative", "color.ui=always", "diff.interHunkContext=9", "diff.context=9"} {
		name, value, given := strings.Cut(s, "=")
		if !given {
			value = "true"
		}
		r.git("config", name, value)
	}
	r.git("config", "diff.external", "false")
	t.Setenv("GIT_DIR", "/nowhere")
	t.Setenv("GIT_INDEX_FILE", "/nowhere")
	t.Chdir(r.path("a"))
	l, err := Since("HEAD", []string{"f"})
	require.NoError(t, err)
	assert.Equal(t, []bool{false, true, false}, []bool{l.Touch("f", 1, 1), l.Touch("f", 2, 2), l.Touch("f", 3, 3)})
}

// Line ends are no change: git converts them.
func TestSinceOfLineEnds(t *testing.T) {
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	for name, c := range map[string]struct{ before, now, want string }{
		"checked out":      {column("abc"), crlf(column("aXc")), "X"},
		"taken in":         {crlf(column("abc")), column("aXc"), "X"},
		"mixed":            {column("abc"), "a\r\nX\nc\r\n", "X"},
		"in the index too": {crlf(column("abc")), crlf(column("aXc")), "X"},
		"nothing else":     {column("abc"), crlf(column("abc")), ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			r.write("f", c.before)
			r.commit()
			r.write("f", c.now)
			l, err := Since("HEAD", []string{r.path("f")})
			require.NoError(t, err)
			assert.Equal(t, c.want, r.lines(l, "f"))
		})
	}
}

// What a filter makes of a file is not asked: one that git has put into its index
// as it is has not changed, and of any other all lines may have.
func TestSinceOfFilteredFiles(t *testing.T) {
	r := newRepo(t)
	r.write(".gitattributes", "f* filter=upper\n")
	r.write("f1", column("abc"))
	r.write("f2", column("abc"))
	r.write("f3", column("abc"))
	r.git("config", "filter.upper.clean", "tr a-z A-Z")
	r.commit()
	r.write("f2", column("abX"))
	r.write("f3", column("ab"))
	r.git("add", "f3")
	r.git("config", "filter.upper.clean", "false")
	l, err := Since("HEAD", []string{r.path("f1"), r.path("f2"), r.path("f3")})
	require.NoError(t, err)
	assert.Equal(t, []string{"", "abX", "ab"}, []string{r.lines(l, "f1"), r.lines(l, "f2"), r.lines(l, "f3")})
	assert.Empty(t, r.before("HEAD", r.folder))
}

// A file that was but announced to git is new. One in a conflict is compared with what it was, and so is one that git is
// to forget.
func TestSinceOfUnusualStates(t *testing.T) {
	r := newRepo(t)
	r.write("both", column("abc"))
	r.write("unlisted", column("abc"))
	r.commit()
	r.git("checkout", "-q", "-b", "branch")
	r.write("both", column("aXc"))
	r.commit()
	r.git("checkout", "-q", "main")
	r.write("both", column("aYc"))
	r.commit()
	cmd := exec.Command("git", "-c", "user.name=n", "-c", "user.email=e", "merge", "branch")
	cmd.Dir, cmd.Env = r.folder, environment()
	require.Error(t, cmd.Run(), "they do not fit")
	r.write("both", column("aXYc"))
	r.write("announced", column("ab"))
	r.git("add", "-N", "announced")
	r.git("rm", "-q", "--cached", "unlisted")
	l, err := Since("HEAD", []string{r.path("both"), r.path("announced"), r.path("unlisted")})
	require.NoError(t, err)
	assert.Equal(t, []string{"X", "ab", ""}, []string{r.lines(l, "both"), r.lines(l, "announced"), r.lines(l, "unlisted")})
}

// Repositories of all kinds answer alike.
func TestSinceInAnyRepository(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, r repo) repo{
		"packed": func(_ *testing.T, r repo) repo {
			r.git("gc", "-q")
			return r
		},
		"shallow": func(t *testing.T, r repo) repo {
			s := repo{t, t.TempDir()}
			s.git("clone", "-q", "--depth=2", "file://"+filepath.ToSlash(r.folder), ".")
			return s
		},
		"with the objects of another": func(t *testing.T, r repo) repo {
			s := repo{t, t.TempDir()}
			s.git("clone", "-q", "--shared", r.folder, ".")
			return s
		},
		"a further working tree": func(t *testing.T, r repo) repo {
			s := repo{t, filepath.Join(t.TempDir(), "tree")}
			r.git("worktree", "add", "-q", s.folder)
			return s
		},
		"within another": func(t *testing.T, r repo) repo {
			s := repo{t, filepath.Join(r.folder, "sub", "module")}
			require.NoError(t, os.MkdirAll(s.folder, 0o755))
			s.git("clone", "-q", r.folder, ".")
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			r.write("sub/f", column("abcdef"))
			r.commit()
			r.write("sub/f", column("abXcdef"))
			r.commit()
			s := prepare(t, r)
			s.write("sub/f", column("abXcdYef"))
			l, err := Since("HEAD~1", []string{s.path("sub/f")})
			require.NoError(t, err)
			assert.Equal(t, "XY", s.lines(l, "sub/f"))
			assert.Equal(t, map[string]string{"sub/f": column("abcdef")}, s.before("HEAD~1", s.folder))
		})
	}
	t.Run("of SHA-256", func(t *testing.T) {
		r := repo{t, t.TempDir()}
		r.git("init", "-q", "-b", "main", "--object-format=sha256")
		r.write("f", column("abc"))
		r.write("same", column("abc"))
		r.commit()
		r.write("f", column("aXc"))
		l, err := Since("HEAD", []string{r.path("f"), r.path("same")})
		require.NoError(t, err)
		assert.Equal(t, []string{"X", ""}, []string{r.lines(l, "f"), r.lines(l, "same")})
	})
}

// An archive has no lines: what is in it changes with it. Links lead to files.
func TestSinceOfArchivesAndLinks(t *testing.T) {
	r := newRepo(t)
	r.write("old.tgz", "a\n")
	r.write("new.tgz", "a\n")
	r.write("f", column("ab"))
	r.commit()
	r.write("new.tgz", "b\n")
	r.write("f", column("aX"))
	require.NoError(t, os.Symlink("f", r.path("link")))
	l, err := Since("main", []string{r.path("old.tgz/values.yaml"), r.path("new.tgz/values.yaml"), r.path("link")})
	require.NoError(t, err)
	assert.False(t, l.Touch(r.path("old.tgz/values.yaml"), 1, 9))
	assert.True(t, l.Touch(r.path("new.tgz/values.yaml"), 5, 5))
	assert.Equal(t, "X", r.lines(l, "link"))
}

func TestSinceFails(t *testing.T) {
	r := newRepo(t)
	r.write("f", "a\n")
	r.commit()
	r.git("checkout", "-q", "--orphan", "other")
	r.write("g", "a\n")
	r.commit()
	outside := filepath.Join(t.TempDir(), "f")
	require.NoError(t, os.WriteFile(outside, nil, 0o644))
	for _, c := range []struct{ revision, file, want string }{
		{"nowhere", r.path("f"), `has no revision "nowhere"; it may have to be fetched first`},
		{"main", r.path("f"), `"main" and HEAD have no common ancestor in `},
		{"--all", r.path("f"), `"--all" is not a revision`},
		{"", r.path("f"), `"" is not a revision`},
		{"main", outside, "not a git repository"},
	} {
		_, err := Since(c.revision, []string{c.file})
		assert.ErrorContains(t, err, c.want, "%q of %s", c.revision, c.file)
	}
	t.Setenv("PATH", "")
	_, err := Since("main", []string{r.path("f")})
	assert.EqualError(t, err, "git is not on the PATH, and only git knows what a change touches")
	l, err := Since("main", []string{r.folder, r.path("missing"), r.path("missing/f")})
	require.NoError(t, err)
	assert.True(t, l.Touch(r.folder, 1, 1) && l.Touch(r.path("missing"), 1, 1) && l.Touch(r.path("missing/f"), 1, 1), "what is no file is new")
	_, err = Since("main", nil)
	assert.NoError(t, err, "nothing to ask about")
}
