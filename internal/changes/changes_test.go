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
	cmd.Dir, cmd.Env = r.folder, environment()
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
func (r repo) lines(l *Lines, name string) string {
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
		"crlf": "a", "sub/a b\t\"ü": "X", "-dash": "X", ":(top)x": "X", "binary": "X", "untracked": "ab", "ignored": "ab", "added": "ab++c@@-1+1@@d",
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

	// What they were before, by the names of today: not what main has made of them, and nothing of what is new.
	texts, err := l.Before(append(names, r.path("added")))
	require.NoError(t, err)
	was := map[string]string{}
	for name, text := range texts {
		below, err := filepath.Rel(r.folder, name)
		require.NoError(t, err)
		was[filepath.ToSlash(below)] = string(text)
	}
	a2j := column("abcdefghij")
	assert.Equal(t, map[string]string{
		"changed": a2j, "staged": a2j, "unstaged": a2j, "sub/moved": a2j, "sub/moved-changed": a2j, "mode": a2j,
		"crlf": a2j, "sub/a b\t\"ü": a2j, "-dash": a2j, ":(top)x": a2j, "binary": "a\x00\n" + column("bcdefghij"),
	}, was)

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
		{"--all", r.path("f"), `"--all" is no revision`},
		{"", r.path("f"), `"" is no revision`},
		{"main", outside, "not a git repository"},
		{"main", r.path("missing"), "is no file that git could know"},
	} {
		_, err := Since(c.revision, []string{c.file})
		assert.ErrorContains(t, err, c.want, "%q of %s", c.revision, c.file)
	}
	t.Setenv("PATH", "")
	_, err := Since("main", []string{r.path("f")})
	assert.EqualError(t, err, "git is not on the path, and only git knows what a change touches")
	_, err = Since("main", nil)
	assert.NoError(t, err, "nothing to ask about")
}

func TestRunsOfStrangePatches(t *testing.T) {
	got, err := runs(`diff --git a/a b/a
--- a/a
+++ b/a
@@ -1 +1,2 @@ x
-a
+++ b/b
+@@ -9 +9 @@
\ No newline at end of file
@@ -9,0 +10 @@
+c
diff --git "a/\303\274\"" "b/\303\274\""
--- "a/\303\274\""
+++ "b/\303\274\""
@@ -3,2 +2,0 @@
-a
-b
@@ -7 +5 @@
-a
+b
`)
	require.NoError(t, err)
	assert.Equal(t, map[string][][2]int{"a": {{1, 2}, {10, 10}}, "ü\"": {{5, 5}}}, got)
	_, err = runs("@@ -1 +1 @@\n")
	assert.ErrorContains(t, err, "not understood")
}
